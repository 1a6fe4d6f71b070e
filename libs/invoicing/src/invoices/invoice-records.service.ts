import { Injectable } from '@nestjs/common';
import { Database, ReferenceNotFound } from '@app/kernel';
import type { CreateTransactionRequest } from '@app/ledger';
import { Accounts, Transactions } from '@app/ledger';
import { invoiceEvents } from '../invoicing.events.js';
import { InvoiceLinks } from './invoice-links.service.js';
import type { RecordInvoiceRequest } from './invoice.request.js';
import type { InvoiceView } from './invoice.view.js';
import { Invoices } from './invoices.service.js';
import { entriesOf } from './recorded-entries.js';

/** Creates the transactions that an invoice describes, and links them. */
@Injectable()
export class InvoiceRecords {
  constructor(
    private readonly database: Database,
    private readonly invoices: Invoices,
    private readonly links: InvoiceLinks,
    private readonly accounts: Accounts,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws InvoiceNotFound, InvoiceInTrash, InvoiceLinked, InvoiceNotRecordable, AccountNotActive
   * @throws ReferenceNotFound if an account has another currency
   * @throws ValidationFailed if payroll has payments in kind and no account for them
   */
  record(workspaceId: string, id: string, request: RecordInvoiceRequest): Promise<InvoiceView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const invoice = await this.links.openInvoice(work, id);
      const entries = entriesOf(invoice, request);
      for (const { accountId, field } of entries) {
        const account = await this.accounts.lockForKeyShare(work, accountId);
        if (account?.currency !== invoice.currency) {
          const detail = account && `The account is not in the currency of the invoice, ${invoice.currency}.`;
          throw ReferenceNotFound([`#/${field}`], detail);
        }
      }
      const created = entries.map(({ field: _, ...entry }): CreateTransactionRequest => entry);
      // Links before the event of the new transactions, so that they are not matched with another invoice.
      const ids = await this.transactions.createAll(work, created, (made) => this.links.linkIn(work, id, made));
      work.announce(invoiceEvents.recorded(id, { data: { transactionIds: ids } }));
      return this.invoices.one(work, id);
    });
  }
}
