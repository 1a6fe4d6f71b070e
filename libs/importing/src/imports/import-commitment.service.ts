import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { ImportHasErrors, ImportNotCommitted, ImportNotDraft } from '../importing.problems.js';
import { DraftJudgement } from './draft-judgement.service.js';
import { overRemembered } from './given-reading.js';
import type { Import } from './import.entity.js';
import { ImportLedger } from './import-ledger.service.js';
import { Imports } from './imports.service.js';
import { rememberMapping } from './remembered-mappings.query.js';

/** Takes drafts into the ledger and out of it again: all or nothing, once however often it is asked. */
@Injectable()
export class ImportCommitment {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly imports: Imports,
    private readonly ledger: ImportLedger,
    private readonly judgement: DraftJudgement,
  ) {}

  /**
   * Enters the rows that are ready. Duplicates are looked for again, with the account held against other entries.
   * @throws ImportHasErrors unless rows in error are to be left out
   */
  commit(workspaceId: string, id: string, skipErrors: boolean): Promise<JsonText> {
    return this.database.transaction({ workspaceId, serializedBy: id }, async (work) => {
      const made = await this.imports.lock(work, id);
      if (made.status === 'undone') throw ImportNotDraft();
      if (made.status === 'draft') {
        await this.ledger.holdAccount(work, made);
        await this.judgement.again(work, made);
        if (made.errors > 0 && !skipErrors) throw ImportHasErrors(made.errors);
        work.em.assign(made, await this.ledger.makeCategories(work, made));
        const reconciliation = await this.imports.reconcile(work, made);
        const entered = await this.ledger.enter(work, made);
        await this.remember(work, made);
        work.em.assign(made, {
          ...entered,
          status: 'committed',
          committedAt: this.clock.now(),
          reconciliation,
          file: null,
        });
      }
      return this.imports.detail(work, made);
    });
  }

  /** Takes exactly what the import made out of the ledger again, edited or not, and the categories nothing else uses. */
  undo(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId, serializedBy: id }, async (work) => {
      const made = await this.imports.lock(work, id);
      if (made.status === 'draft') throw ImportNotCommitted();
      if (made.status === 'committed') {
        const taken = await this.ledger.takeBack(work, made);
        work.em.assign(made, { ...taken, status: 'undone', undoneAt: this.clock.now() });
      }
      return this.imports.detail(work, made);
    });
  }

  /** What was said of the columns is remembered for the account's next statement of the same layout. */
  private async remember(work: UnitOfWork, made: Import): Promise<void> {
    const { workspaceId, accountId, layout, given, remembered } = made;
    if (layout == null || Object.keys(given.mapping ?? {}).length === 0) return;
    const mapping = overRemembered(remembered, given.mapping);
    await work.query(rememberMapping(workspaceId, accountId, layout, mapping, this.clock.now()));
  }
}
