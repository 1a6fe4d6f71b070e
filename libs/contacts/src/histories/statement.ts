import { csvLine, textCell, UTF8_MARK } from '@app/kernel/pure';
import type { DebtEntry } from '../debts/debts.service.js';

const TYPE_NAMES: Readonly<Record<DebtEntry['type'], string>> = {
  lent: 'Préstamo otorgado',
  borrowed: 'Préstamo recibido',
  repayment_received: 'Abono recibido',
  repayment_made: 'Abono realizado',
};

const STATUS_NAMES: Readonly<Record<DebtEntry['status'], string>> = {
  open: 'Pendiente',
  partially_settled: 'Pagado en parte',
  settled: 'Pagado',
  applied: 'Aplicado',
};

/**
 * Header of the statement. Omits notes, because the owner sends the statement to the contact. The byte order mark makes
 * spreadsheets read the file as UTF-8.
 */
export const STATEMENT_HEADING =
  UTF8_MARK + csvLine(['Fecha', 'Descripción', 'Tipo', 'Estado', 'Moneda', 'Importe', 'Saldo']);

/** Returns CSV lines (RFC 4180). A balance is positive if the contact owes money. */
export function statementLines(entries: readonly DebtEntry[]): string {
  return entries
    .map(({ date, description, type, status, delta, runningBalance }) =>
      csvLine([
        date,
        textCell(description),
        TYPE_NAMES[type],
        STATUS_NAMES[status],
        delta.currency,
        delta.toString(),
        runningBalance.toString(),
      ]),
    )
    .join('');
}

/** Returns a file name that is valid in HTTP headers and on all file systems. */
export function statementName(contact: string): string {
  const plain = contact
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
  return `estado-de-cuenta${plain === '' ? '' : `-${plain}`}.csv`;
}
