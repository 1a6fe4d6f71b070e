import { Injectable } from '@nestjs/common';
import { Database, formatAmount, invalidField, isStorableText, normaliseText, ReferenceNotFound } from '@app/kernel';
import type { CreateTransactionRequest } from '@app/ledger';
import { Accounts, Transactions } from '@app/ledger';
import { invoiceEvents } from '../invoicing.events.js';
import { InvoiceNotRecordable } from '../invoicing.problems.js';
import { InvoiceLinks } from './invoice-links.service.js';
import type { RecordInvoiceRequest } from './invoice.request.js';
import type { InvoiceView } from './invoice.view.js';
import { Invoices } from './invoices.service.js';
import { minorOf, signOf } from './money-of-invoice.js';

const MAX_DESCRIPTION = 500;
const MAX_NOTES = 2_000;

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

/** @throws InvoiceNotRecordable, ValidationFailed */
function entriesOf(
  invoice: InvoiceView,
  { accountId, inKindAccountId, categoryId = null, date }: RecordInvoiceRequest,
) {
  const { kind, direction, payroll, issuer, receiver, lines } = invoice;
  const sign = signOf(invoice);
  if (kind === 'transfer' || kind === 'payment') throw InvoiceNotRecordable(`it is a ${kind} receipt`);
  if (sign === null) throw InvoiceNotRecordable('neither party is a taxpayer of the workspace');
  const [paid, inKind] = [minorOf(payroll?.net ?? invoice.total), minorOf(payroll?.inKind ?? '0')];
  if (paid === null || inKind === null || paid + inKind === 0n) {
    throw InvoiceNotRecordable('its amount is not positive or has more than two decimals');
  }
  if (inKind > 0n && inKindAccountId == null) {
    throw invalidField(['inKindAccountId'], 'REQUIRED', 'is required, because the invoice has payments in kind');
  }
  const shared = {
    type: sign === 1n ? ('income' as const) : ('expense' as const),
    date: date ?? payroll?.paidOn ?? invoice.issuedAt.slice(0, 10),
    description: lineOf((direction === 'issued' ? receiver : issuer).name, MAX_DESCRIPTION) || issuer.rfc,
    notes:
      lines
        .map(({ description }) => lineOf(description, MAX_NOTES))
        .join('\n')
        .slice(0, MAX_NOTES)
        .toWellFormed() || null,
    categoryId,
  };
  const all = [
    { ...shared, accountId, amount: paid, field: 'accountId' },
    { ...shared, accountId: inKindAccountId ?? accountId, amount: inKind, field: 'inKindAccountId' },
  ];
  return all.filter(({ amount }) => amount > 0n).map((entry) => ({ ...entry, amount: formatAmount(entry.amount) }));
}

/** Returns text of an XML as one line that a transaction may contain; empty if it has letters with too many marks. */
function lineOf(text: string, most: number): string {
  const printable = text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const line = [...String(normaliseText(printable))].slice(0, most).join('').trim();
  return isStorableText(line, 'one') ? line : '';
}
