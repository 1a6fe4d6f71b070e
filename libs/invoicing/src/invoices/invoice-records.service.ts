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

/** Creates the transactions of an invoice and links them to it. */
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
   * @throws ReferenceNotFound if an account does not exist or has a different currency
   * @throws ValidationFailed if payroll has payments in kind and the request has no account for them
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
      // Link before the creation event, so that matching does not link the transactions to another invoice.
      const ids = await this.transactions.createAll(work, created, (newIds) => this.links.linkIn(work, id, newIds));
      work.announce(invoiceEvents.recorded(id, { data: { transactionIds: ids } }));
      return this.invoices.one(work, id);
    });
  }
}
