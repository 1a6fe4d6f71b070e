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

/** What the file begins with: the mark of UTF-8 and the headings. */
export const TRANSACTIONS_HEADING = UTF8_MARK + csvLine(HEADINGS);

/**
 * Transactions as lines of CSV, one for each part and each side of a transfer, so that the amounts of an account add up to
 * what moved it. An amount has the sign of its effect on the owner's position; beside no account it says which way the debt
 * went. Trashed ones are told by their state.
 */
export function transactionLines(book: Book, entries: readonly BookEntry[]): string {
  return entries.flatMap((entry) => sides(book, entry)).join('');
}

function sides(book: Book, { transaction, parts }: BookEntry): string[] {
  const { type, amount, accountId, currency, toAccountId, toAmount, toCurrency } = transaction;
  const written = (account: string | null, unit: string, moved: string, purpose: Purpose) =>
    side(book, transaction, account, unit, moved, purpose);
  if (parts.length > 0) {
    return parts.map((part) =>
      written(accountId, currency, signed(part.type, part.amount), {
        ...part,
        notes: part.notes ?? transaction.notes,
      }),
    );
  }
  const whole = written(accountId, currency, signed(type, amount), transaction);
  return toAccountId === null ? [whole] : [whole, written(toAccountId, toCurrency!, toAmount!, transaction)];
}

function side(
  book: Book,
  transaction: BookEntry['transaction'],
  accountId: string | null,
  currency: string,
  moved: string,
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
    moved,
    textCell(path.map(({ name }) => name).join(' > ')),
    textCell(book.contacts.get(contactId ?? '')?.name ?? ''),
    textCell(notes ?? ''),
    textCell(externalId ?? ''),
    id,
    textCell(tagNames(book, transaction).join(', ')),
  ]);
}
