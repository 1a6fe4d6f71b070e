import { Injectable } from '@nestjs/common';
import { FileStore } from '@app/files';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { factsOf, importEvents } from '../importing.events.js';
import { DraftValidation } from '../imports/draft-validation.service.js';
import type { Import } from '../imports/import.entity.js';
import { Imports } from '../imports/imports.service.js';
import { mergeMapping } from '../mappings/parse-options.js';
import { RememberedMapping } from '../mappings/remembered-mapping.entity.js';
import { ImportLedger } from './import-ledger.service.js';

@Injectable()
export class ImportCommitment {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly imports: Imports,
    private readonly ledger: ImportLedger,
    private readonly validation: DraftValidation,
    private readonly files: FileStore,
  ) {}

  /**
   * Commits a draft. Checks for duplicates again while the account is locked.
   * @throws ImportHasErrors if rows have errors and `skipErrors` is false
   */
  commit(workspaceId: string, id: string, skipErrors: boolean): Promise<JsonText> {
    return this.database.transaction({ workspaceId, serializedBy: id }, async (work) => {
      const draft = await this.imports.lock(work, id);
      if (draft.needsCommit()) {
        await this.ledger.lockAccount(work, draft);
        await this.validation.validateAgain(work, draft);
        draft.requireNoErrors(skipErrors);
        await this.ledger.createCategories(work, draft);
        const reconciliation = await this.imports.reconcile(work, draft);
        const entered = await this.ledger.enter(work, draft);
        await this.ledger.assertBalance(work, draft, reconciliation);
        await this.rememberMapping(work, draft);
        draft.commit({ ...entered, reconciliation }, this.clock.now());
        await this.files.linkCommitted(work, draft.id);
        const data = { ...factsOf(draft), transactionsCreated: draft.transactionsCreated ?? 0 };
        work.announce(importEvents.committed(id, { data }));
      }
      return this.imports.detail(work, draft);
    });
  }

  /**
   * Trashes exactly the transactions that the commit created, even if users have edited them. Deletes the categories
   * that the commit created, unless they are used elsewhere.
   */
  undo(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId, serializedBy: id }, async (work) => {
      const committed = await this.imports.lock(work, id);
      if (committed.needsUndo()) {
        committed.undo(await this.ledger.takeBack(work, committed), this.clock.now());
        const data = { ...factsOf(committed), transactionsRemoved: committed.transactionsRemoved ?? 0 };
        work.announce(importEvents.undone(id, { data }));
      }
      return this.imports.detail(work, committed);
    });
  }

  /**
   * Stores the client's mapping for later statements of the account with the same layout. Omits the year, which differs
   * by statement.
   */
  private async rememberMapping(work: UnitOfWork, draft: Import): Promise<void> {
    const { workspaceId, accountId, layout, parseOptions, remembered } = draft;
    if (layout == null || Object.keys(parseOptions.mapping ?? {}).every((key) => key === 'year')) return;
    const { year: _, ...mapping } = mergeMapping(remembered, parseOptions.mapping);
    await work.em.upsert(RememberedMapping, {
      ...{ workspaceId, accountId, layout, mapping },
      rememberedAt: this.clock.now(),
    });
  }
}
