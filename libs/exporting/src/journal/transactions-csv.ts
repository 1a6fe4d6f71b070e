import { csvLine, textCell, UTF8_MARK } from '@app/kernel/pure';
import type { Book, BookEntry, Purpose } from './journal-entries.js';
import { categoryPath, signed, tagNames } from './journal-entries.js';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  expense: 'Gasto',
  income: 'Ingreso',
  transfer: 'Transferencia',
  adjustment: 'Ajuste',
  lent: 'Préstamo otorgado',
  borrowed: 'Préstamo recibido',
  repayment_received: 'Abono recibido',
  repayment_made: 'Abono realizado',
};

const HEADINGS = [
  ...['Fecha', 'Tipo', 'Estado', 'Descripción', 'Cuenta', 'Moneda', 'Importe', 'Categoría', 'Contacto', 'Notas'],
  ...['Referencia', 'Transacción', 'Etiquetas'],
];

export const TRANSACTIONS_HEADING = UTF8_MARK + csvLine(HEADINGS);

/**
 * Yields a line per split or unsplit transaction, and for a transfer a line per account. The amounts of an account add
 * up to the change in its balance. The sign shows the effect on the owner's wealth. Includes trashed transactions,
 * which the column Estado marks.
 */
export function* transactionLines(book: Book, entries: readonly BookEntry[]): Generator<string> {
  for (const entry of entries) yield* sides(book, entry);
}

function* sides(book: Book, { transaction, parts }: BookEntry): Generator<string> {
  const { type, amount, accountId, currency, toAccountId, toAmount, toCurrency } = transaction;
  const line = (account: string | null, unit: string, change: string, purpose: Purpose) =>
    side(book, transaction, account, unit, change, purpose);
  for (const part of parts) {
    const notes = part.notes ?? transaction.notes;
    yield line(accountId, currency, signed(part.type, part.amount), { ...part, notes });
  }
  if (parts.length > 0) return;
  yield line(accountId, currency, signed(type, amount), transaction);
  if (toAccountId !== null) yield line(toAccountId, toCurrency!, toAmount!, transaction);
}

function side(
  book: Book,
  transaction: BookEntry['transaction'],
  accountId: string | null,
  currency: string,
  change: string,
  { type, categoryId, contactId, notes }: Purpose,
): string {
  const { id, date, description, externalId, deletedAt } = transaction;
  const path = categoryId === null ? [] : categoryPath(book, categoryId);
  return csvLine([
    date,
    TYPE_NAMES[type] ?? type,
    deletedAt === null ? 'Vigente' : 'En la papelera',
    textCell(description),
    textCell(book.accounts.get(accountId ?? '')?.name ?? ''),
    currency,
    change,
    textCell(path.map(({ name }) => name).join(' > ')),
    textCell(book.contacts.get(contactId ?? '')?.name ?? ''),
    textCell(notes ?? ''),
    textCell(externalId ?? ''),
    id,
    textCell(tagNames(book, transaction).join(', ')),
  ]);
}
