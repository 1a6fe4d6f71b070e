import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database, invalidField, Money, ReferenceNotFound } from '@app/kernel';
import { TransactionInTrash, Transactions } from '@app/ledger';
import { invoiceEvents } from '../invoicing.events.js';
import { InvoiceAmountMismatch, InvoiceInTrash, InvoiceLinked } from '../invoicing.problems.js';
import { removeLinks, setLinks } from '../matching/links.query.js';
import type { LinkInvoiceRequest } from './invoice.request.js';
import type { InvoiceView } from './invoice.view.js';
import { Invoices } from './invoices.service.js';
import { amountsPaid, signOf } from './money-of-invoice.js';

interface PayingRow extends Record<string, unknown> {
  readonly signedAmount: string;
  readonly currency: string;
}

/** Links invoices to the transactions that pay them. Also links the file of the invoice to them (decision 0119). */
@Injectable()
export class InvoiceLinks {
  constructor(
    private readonly database: Database,
    private readonly invoices: Invoices,
    private readonly transactions: Transactions,
  ) {}

  /** @throws InvoiceNotFound, InvoiceInTrash, InvoiceLinked, ReferenceNotFound, TransactionInTrash, InvoiceAmountMismatch */
  link(workspaceId: string, id: string, { transactionIds, allowDifference }: LinkInvoiceRequest): Promise<InvoiceView> {
    if (transactionIds.length === 0) throw invalidField(['transactionIds'], 'LIST_INVALID', 'must have 1 to 10 IDs');
    return this.database.transaction({ workspaceId }, async (work) => {
      const invoice = await this.openInvoice(work, id);
      const ids = [...new Set(transactionIds)].sort();
      for (const transactionId of ids) {
        const transaction = await this.transactions.lock(work, transactionId);
        if (transaction === null)
          throw ReferenceNotFound([`#/transactionIds/${transactionIds.indexOf(transactionId)}`]);
        if (transaction.isTrashed) throw TransactionInTrash();
      }
      if (!allowDifference) await refuseDifference(work, invoice, ids);
      await this.linkIn(work, id, ids);
      work.announce(invoiceEvents.linked(id, { data: { transactionIds: ids } }));
      return this.invoices.one(work, id);
    });
  }

  /** Removes all links of an invoice. Idempotent. @throws InvoiceNotFound, InvoiceInTrash */
  unlink(workspaceId: string, id: string): Promise<InvoiceView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { isTrashed } = await this.invoices.lock(work, id);
      if (isTrashed) throw InvoiceInTrash();
      const unlinked = (await removeLinks(work, [id])).map(({ transactionId }) => transactionId);
      if (unlinked.length > 0) work.announce(invoiceEvents.unlinked(id, { data: { transactionIds: unlinked } }));
      return this.invoices.one(work, id);
    });
  }

  /** Locks a live invoice without visible links. @throws InvoiceNotFound, InvoiceInTrash, InvoiceLinked */
  async openInvoice(work: UnitOfWork, id: string): Promise<InvoiceView> {
    const { isTrashed } = await this.invoices.lock(work, id);
    if (isTrashed) throw InvoiceInTrash();
    const invoice = await this.invoices.one(work, id);
    if (invoice.match === 'linked') throw InvoiceLinked();
    return invoice;
  }

  /**
   * Links a locked invoice. First removes links to trashed transactions, which restoring the transactions would bring
   * back.
   */
  async linkIn(work: UnitOfWork, id: string, transactionIds: readonly string[]): Promise<void> {
    await removeLinks(work, [id]);
    const links = transactionIds.map((transactionId) => ({ invoiceId: id, transactionId }));
    await work.query(setLinks(work.workspaceId, links, true));
  }
}

/** @throws InvoiceAmountMismatch */
async function refuseDifference(work: UnitOfWork, invoice: InvoiceView, ids: readonly string[]): Promise<void> {
  const rows = await work.query<PayingRow>({
    text: `
      select t.signed_amount::text as "signedAmount", t.currency from ledger_signed_amounts($1) t
      where t.id = any($2::uuid[])`,
    values: [work.workspaceId, ids],
  });
  const { currency } = invoice;
  const paid = rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + BigInt(row.signedAmount), 0n);
  const sign = signOf(invoice);
  const due = amountsPaid(invoice);
  const adds = due.some((amount) => (sign === null ? amount === paid || amount === -paid : amount * sign === paid));
  if (adds && rows.every((row) => row.currency === currency)) return;
  // Negative if the money moved in the wrong direction.
  const shown = Money.ofMinor(paid * (sign ?? (paid < 0n ? -1n : 1n)), currency).toString();
  throw InvoiceAmountMismatch(`${shown} ${currency}`, `${invoice.payroll?.net ?? invoice.total} ${currency}`);
}
