import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { LedgerVerification, TransactionsDeleted } from '@app/ledger';
import { FILE_FIGURES } from './file-figures.query.js';

/** Removes the links of permanently deleted transactions. Keeps the files. */
@Injectable()
export class FilesOfTransactions {
  constructor(events: DomainEvents, verification: LedgerVerification) {
    events.onStatement(TransactionsDeleted, ({ transactions }) => ({
      name: 'files.forget-transactions',
      text: `
        delete from files_links l using unnest($1::uuid[], $2::uuid[]) as gone (workspace_id, id)
        where l.workspace_id = gone.workspace_id and l.target_id = gone.id`,
      values: [transactions.map(({ workspaceId }) => workspaceId), transactions.map(({ id }) => id)],
    }));
    for (const check of FILE_FIGURES) verification.include(check);
  }
}
