import { Injectable } from '@nestjs/common';
import type { JsonText } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { ImportHasErrors, ImportNotCommitted, ImportNotDraft } from '../importing.problems.js';
import { judge } from './draft-judgement.query.js';
import { ImportLedger } from './import-ledger.service.js';
import { Imports } from './imports.service.js';

/** Takes drafts into the ledger and out of it again: all or nothing, once however often it is asked. */
@Injectable()
export class ImportCommitment {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly imports: Imports,
    private readonly ledger: ImportLedger,
  ) {}

  /**
   * Enters the rows that are ready. Duplicates are looked for again, with the account held against other entries.
   * @throws ImportHasErrors unless rows in error are to be left out
   */
  commit(workspaceId: string, id: string, skipErrors: boolean): Promise<JsonText> {
    return this.database.inWorkspace(workspaceId, async (work) => {
      const made = await this.imports.lock(work, id);
      if (made.status === 'undone') throw ImportNotDraft();
      if (made.status === 'draft') {
        await this.ledger.holdAccount(work, made);
        await judge(work, made);
        if (made.errors > 0 && !skipErrors) throw ImportHasErrors(made.errors);
        made.createdCategories = await this.ledger.makeCategories(work, made);
        const { before, after } = await this.ledger.enter(work, made);
        work.em.assign(made, {
          status: 'committed',
          committedAt: this.clock.now(),
          balanceBefore: before,
          balanceAfter: after,
          file: null,
        });
      }
      return this.imports.detail(work, made);
    });
  }

  /** Takes exactly what the import made out of the ledger again, edited or not, and the categories nothing else uses. */
  undo(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.inWorkspace(workspaceId, async (work) => {
      const made = await this.imports.lock(work, id);
      if (made.status === 'draft') throw ImportNotCommitted();
      if (made.status === 'committed') {
        const { before, after } = await this.ledger.takeBack(work, made);
        work.em.assign(made, {
          status: 'undone',
          undoneAt: this.clock.now(),
          balanceBefore: before,
          balanceAfter: after,
        });
      }
      return this.imports.detail(work, made);
    });
  }
}
