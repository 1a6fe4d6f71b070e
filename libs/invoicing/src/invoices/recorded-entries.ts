import { invalidField, isStorableText, Money, normaliseText } from '@app/kernel/pure';
import { InvoiceNotRecordable } from '../invoicing.problems.js';
import type { RecordInvoiceRequest } from './invoice.request.js';
import type { InvoiceView } from './invoice.view.js';
import { minorOf, signOf } from './money-of-invoice.js';

const MAX_DESCRIPTION = 500;
const MAX_NOTES = 2_000;

/**
 * Returns the transactions of an invoice, each with the request field that names its account.
 * @throws InvoiceNotRecordable, ValidationFailed
 */
export function entriesOf(
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
  return all
    .filter(({ amount }) => amount > 0n)
    .map((entry) => ({ ...entry, amount: Money.ofMinor(entry.amount, invoice.currency).toString() }));
}

/** Converts text from the XML to one line for a transaction; empty if a transaction cannot store the text. */
function lineOf(text: string, most: number): string {
  const printable = text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const line = [...String(normaliseText(printable))].slice(0, most).join('').trim();
  return isStorableText(line, 'one') ? line : '';
}
