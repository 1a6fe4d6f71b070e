import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { LedgerVerification, TransactionsCreated, TransactionsDeleted, TransactionsImported } from '@app/ledger';
import { INVOICE_FIGURES } from './invoice-figures.query.js';
import { Matching } from './matching.service.js';

/**
 * Matches new transactions with invoices, and removes the links of permanently deleted transactions (decision 0119).
 */
@Injectable()
export class MatchInvoices {
  constructor(events: DomainEvents, verification: LedgerVerification, matching: Matching) {
    events.on(TransactionsCreated, async ({ transactionIds, subscribed }, work) => {
      if (subscribed) await matching.matchCreated(work, transactionIds);
    });
    events.on(TransactionsImported, ({ importId }, work) => matching.matchImported(work, importId));
    events.onStatement(TransactionsDeleted, ({ transactions }) => ({
      name: 'invoicing.forget-transactions',
      text: `
        delete from invoicing_links l using unnest($1::uuid[], $2::uuid[]) as gone (workspace_id, id)
        where l.workspace_id = gone.workspace_id and l.transaction_id = gone.id`,
      values: [transactions.map(({ workspaceId }) => workspaceId), transactions.map(({ id }) => id)],
    }));
    for (const check of INVOICE_FIGURES) verification.include(check);
  }
}
