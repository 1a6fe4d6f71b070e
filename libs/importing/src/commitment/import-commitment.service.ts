import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import type { RecordedChange } from '@app/cards';
import { StatementRecords } from '@app/cards';
import { Clock, Database, invalidField } from '@app/kernel';
import { factsOf, importEvents } from '../importing.events.js';
import type { Import } from '../imports/import.entity.js';
import { Imports } from '../imports/imports.service.js';
import { mergeMapping } from '../mappings/parse-options.js';
import { RememberedMapping } from '../mappings/remembered-mapping.entity.js';
import { ImportLedger } from './import-ledger.service.js';

export interface CommitOptions {
  readonly skipErrors?: boolean;
  readonly acceptUnproven?: boolean;
  readonly recordStatement?: boolean;
}

@Injectable()
export class ImportCommitment {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly imports: Imports,
    private readonly ledger: ImportLedger,
    private readonly cards: StatementRecords,
  ) {}

  /**
   * Commits a draft. Checks for duplicates again while the account is locked.
   * @throws ImportHasErrors if rows have errors and `skipErrors` is false
   * @throws ImportUnproven if the rows disagree with the totals or balances of a PDF and `acceptUnproven` is false
   * @throws ValidationFailed if `recordStatement` is true, but the file is not a card statement or the account is not a
   * card
   */
  commit(workspaceId: string, id: string, options: CommitOptions): Promise<JsonText> {
    const { skipErrors = false, acceptUnproven = false, recordStatement = false } = options;
    return this.database.transaction({ workspaceId, serializedBy: id }, async (work) => {
      const draft = await this.imports.lock(work, id);
      if (draft.needsCommit()) {
        await this.ledger.lockAccount(work, draft);
        await this.imports.validateAgain(work, draft);
        draft.requireNoErrors(skipErrors);
        draft.requireProof(acceptUnproven);
        await this.ledger.createCategories(work, draft);
        const reconciliation = await this.imports.reconcile(work, draft);
        const entered = await this.ledger.enter(work, draft);
        await this.ledger.assertBalance(work, draft, reconciliation);
        await this.rememberMapping(work, draft);
        const recordedStatement = recordStatement ? await this.record(work, draft) : null;
        draft.commit({ ...entered, reconciliation, recordedStatement }, this.clock.now());
        await this.imports.linkFile(work, draft);
        const data = { ...factsOf(draft), transactionsCreated: draft.transactionsCreated ?? 0 };
        work.announce(importEvents.committed(id, { data }));
      }
      return this.imports.detail(work, draft);
    });
  }

  /**
   * Trashes the transactions that the commit created, even those that users have edited since. Deletes the categories
   * that the commit created, unless something else uses them.
   */
  undo(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId, serializedBy: id }, async (work) => {
      const committed = await this.imports.lock(work, id);
      if (committed.needsUndo()) {
        if (committed.recordedStatement) {
          await this.cards.takeBack(work, committed.accountId, committed.recordedStatement);
        }
        committed.undo(await this.ledger.takeBack(work, committed), this.clock.now());
        const data = { ...factsOf(committed), transactionsRemoved: committed.transactionsRemoved ?? 0 };
        work.announce(importEvents.undone(id, { data }));
      }
      return this.imports.detail(work, committed);
    });
  }

  private async record(work: UnitOfWork, { accountId, cardStatement }: Import): Promise<RecordedChange> {
    const cutOff = cardStatement?.cutOff ?? null;
    const recorded =
      cutOff === null ? null : await this.cards.recordFrom(work, accountId, { ...cardStatement!, cutOff });
    if (recorded !== null) return recorded;
    const detail =
      cutOff !== null
        ? 'must be false, because the account is not a card'
        : 'must be false, because the file does not state the cut-off date of a card';
    throw invalidField(['recordStatement'], 'NOT_ALLOWED', detail);
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
