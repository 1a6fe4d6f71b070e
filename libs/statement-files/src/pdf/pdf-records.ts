import { formatAmount } from '@app/kernel/pure';
import { foldText } from '../text/fold-text.js';
import { installmentPart } from '../rows/installment-part.js';
import type { Mapping } from '../records/mapping.js';
import type { SourceRecord } from '../records/source-table.js';
import type { StatementAccount } from '../records/statement-account.js';
import type { PdfSection } from './account-sections.js';
import type { PdfFigure } from './figures.js';
import type { PdfHeader } from './headings.js';
import { plainDate } from './date-order.js';
import type { Period } from './pdf-dates.js';
import type { FoundFacts } from './printed-facts.js';
import type { PdfRow } from './table-rows.js';

/** Meaning of the signs of balances, and of amounts in a column that has both directions. */
export interface Signing {
  /** Sign of the balances: 1 if they are positive for money that the owner has, -1 if they are positive for debts. */
  readonly sign: 1 | -1;
  readonly isPlusCharge: boolean;
  /** Change by row, if the running balances prove it for unsigned amounts; null if the signs decide. */
  readonly changes: readonly bigint[] | null;
}

export interface PdfRecords {
  readonly headings: readonly string[];
  readonly mapping: Partial<Mapping>;
  readonly records: readonly (SourceRecord & { readonly page: number })[];
  /** Change in the owner's position by row; null for a row without a readable amount. */
  readonly changes: readonly (bigint | null)[];
  /** Printed balance by row. */
  readonly balances: readonly (bigint | null)[];
  readonly isNewestFirst: boolean;
}

/** Returns the possible meanings of signs, most likely first. The printed totals decide between them. */
export function signings(
  rows: readonly PdfRow[],
  { isCard, amounts }: FoundFacts,
  { accountKind }: StatementAccount,
): Signing[] {
  const isDebt = isCard || rows.some(({ isInMonths }) => isInMonths) || accountKind === 'liability';
  const opening = amounts.get('opening')?.[0]?.minor ?? null;
  const proven = provenChanges(rows, opening);
  const asset: Signing = { sign: 1, isPlusCharge: false, changes: null };
  const debt: Signing = { sign: -1, isPlusCharge: true, changes: null };
  return [
    ...(proven
      ? [
          {
            sign: isDebt ? -1 : 1,
            isPlusCharge: isDebt,
            changes: isDebt ? proven.map((each) => -each) : proven,
          } as const,
        ]
      : []),
    ...(isDebt ? [debt, asset] : [asset, debt]),
    { sign: 1, isPlusCharge: true, changes: null },
    { sign: -1, isPlusCharge: false, changes: null },
  ];
}

/** Derives the signs of a column of unsigned amounts from the balance of each row. */
function provenChanges(rows: readonly PdfRow[], opening: bigint | null): bigint[] | null {
  let before = opening;
  const changes: bigint[] = [];
  for (const { figures } of rows) {
    const [amount, balance] = [figures.get('amount'), figures.get('balance')];
    if (amount === undefined || balance === undefined || amount.sign !== null || before === null) return null;
    const after = signedMinor(balance);
    const change = after - before;
    if (change !== amount.minor && change !== -amount.minor) return null;
    changes.push(change);
    before = after;
  }
  return rows.length > 0 && changes.some((each) => each < 0n) ? changes : null;
}

const signedMinor = ({ minor, sign }: PdfFigure) => (sign === '-' ? -minor : minor);

/** Removes rows from the table of purchases in months if the regular table contains the same installment. */
export function withoutBookedParts(rows: readonly PdfRow[]): PdfRow[] {
  const taken = new Set<PdfRow>();
  const regular = rows.filter(({ isInMonths }) => !isInMonths);
  const parts = new Map<PdfRow, ReturnType<typeof installmentPart>>(
    regular.map((row) => [row, installmentPart(row.description) ?? shortPart(row.description)]),
  );
  return rows.flatMap((row) => {
    if (!row.isInMonths) return [row];
    const part = monthsPart(row);
    const amount = row.figures.get('amount')?.minor;
    const words = wordsOf(row.description);
    const booked = regular.filter((each) => {
      const same = parts.get(each);
      if (!same || taken.has(each) || amountOf(each) !== amount) return false;
      return part === null || (same.number === part.number && same.months === part.months);
    });
    const match = booked.find((each) => wordsOf(each.description).some((word) => words.includes(word))) ?? booked[0];
    if (match !== undefined) {
      taken.add(match);
      return [];
    }
    if (part === null || installmentPart(row.description) !== null) return [row];
    const two = (value: number) => String(value).padStart(2, '0');
    return [{ ...row, description: `${row.description} ${two(part.number)} DE ${two(part.months)}`.trim() }];
  });
}

/** Reads a part at the end of a description, as in `LIVERPOOL 03/06`. It may also be a date. */
function shortPart(description: string): ReturnType<typeof installmentPart> {
  const [, number, months] = / (\d{1,2})\/(\d{1,2})$/.exec(description) ?? [];
  return number === undefined ? null : installmentPart(`${number} DE ${months}`);
}

function monthsPart(row: PdfRow): ReturnType<typeof installmentPart> {
  const own = installmentPart(row.description);
  if (own !== null) return own;
  const cells = [...row.texts].flatMap(([column, text]) => (column.role === 'part' ? [text] : []));
  return cells.map((cell) => installmentPart(`MSI ${cell}`)).find((each) => each !== null) ?? null;
}

function amountOf({ figures }: PdfRow): bigint | undefined {
  return (figures.get('amount') ?? figures.get('debit'))?.minor;
}

function wordsOf(description: string): string[] {
  return foldText(description)
    .split(' ')
    .filter((word) => /^\p{L}{3,}$/u.test(word));
}

export interface RecordOptions extends StatementAccount {
  readonly period: Period | null;
  /** True if the dates may begin with the day or the month. */
  readonly isOrderAmbiguous: boolean;
}

/** Converts rows into records with the columns of the first table. Fits the columns of other tables into these. */
export function pdfRecords(
  rows: readonly PdfRow[],
  headers: readonly PdfHeader[],
  signing: Signing,
  section: PdfSection,
  { accountCurrency, period, isOrderAmbiguous }: RecordOptions,
): PdfRecords {
  const header = headers.find(({ isInMonths }) => !isInMonths) ?? headers[0];
  const titles = (role: string, usual: string) => header?.columns.find((column) => column.role === role)?.text ?? usual;
  const isSided = header?.columns.some(({ role }) => role === 'debit') ?? true;
  const hasBalance = rows.some(({ figures }) => figures.has('balance'));
  const others = header?.columns.filter(({ role }) => role === 'reference' || role === 'other') ?? [];
  const isForeign = section.currency !== 'MXN' && section.currency !== accountCurrency;
  const headings = [
    ...[dateTitle(header), titles('description', 'Concepto')],
    ...(isSided ? [titles('debit', 'Cargos'), titles('credit', 'Abonos')] : [titles('amount', 'Monto')]),
    ...(hasBalance ? [titles('balance', 'Saldo')] : []),
    ...others.map(({ text }) => text),
    ...(isForeign ? ['Moneda'] : []),
  ];
  const amounts = isSided ? 2 : 1;
  const first = 2 + amounts + (hasBalance ? 1 : 0);
  const reference = others.findIndex(({ role }) => role === 'reference');
  const minus = { debit: isUsuallyNegative(rows, 'debit'), credit: isUsuallyNegative(rows, 'credit') };
  const changes = rows.map((row, at) => signing.changes?.[at] ?? changeOf(row, signing, minus));
  const records = rows.map((row, at) => {
    const change = changes[at]!;
    const balance = row.figures.get('balance');
    const figure = (role: 'debit' | 'credit' | 'amount') => row.figures.get(role)?.text ?? '';
    const texts = others.map(({ text }) => [...row.texts].find(([column]) => column.text === text)?.[1] ?? '');
    const tail = [...texts, ...(isForeign ? [section.currency] : [])];
    const description = row.description || texts.filter((text) => text !== '').join(' ');
    const amount = change === null ? [''] : [formatAmount(change)];
    return {
      ...{ page: row.page, line: row.line },
      cells: [
        ...[isOrderAmbiguous ? ambiguousDate(row, period) : (row.date.day ?? row.dateText), description],
        ...(isSided ? sided(change) : amount),
        ...(hasBalance ? [balance ? formatAmount(signedMinor(balance)) : ''] : []),
        ...tail,
      ],
      raw: [
        ...[row.dateText, description],
        ...(isSided ? [figure('debit'), figure('credit')] : [figure('amount')]),
        ...(hasBalance ? [balance?.text ?? ''] : []),
        ...tail,
      ],
    };
  });
  return {
    ...{ headings, records, changes },
    isNewestFirst: (rows[0]?.date.day ?? '') > (rows.at(-1)?.date.day ?? ''),
    balances: rows.map(({ figures }) => (figures.has('balance') ? signedMinor(figures.get('balance')!) : null)),
    mapping: {
      ...{ date: 0, description: 1 },
      ...(isSided ? { debit: 2, credit: 3 } : { amount: 2 }),
      ...(hasBalance && { balance: 2 + amounts }),
      ...(reference >= 0 && { reference: first + reference }),
      ...(isForeign && { currency: headings.length - 1 }),
    },
  };
}

function dateTitle(header: PdfHeader | undefined): string {
  const dates = header?.columns.filter(({ role }) => role === 'date') ?? [];
  return dates.toSorted((a, b) => b.rank - a.rank)[0]?.text ?? 'Fecha';
}

/** Returns a date as printed, with its year, so that it is read and marked as in other formats. */
function ambiguousDate({ date, dateText }: PdfRow, period: Period | null): string {
  const text = plainDate(dateText);
  if (!/^\d{1,2}\D/.test(text)) return date.day ?? text;
  const years = [period?.start, period?.end].map((day) => day?.slice(0, 4));
  if (!/^\d{1,2} ?[-/] ?\d{1,2}$/.test(text)) return text;
  return years[0] !== undefined && years[0] === years[1]
    ? `${text}/${years[0]}`.replace(/ ?[-/] ?/g, '/')
    : (date.day ?? text);
}

function sided(change: bigint | null): [string, string] {
  if (change === null) return ['', ''];
  return change < 0n ? [formatAmount(-change), ''] : ['', formatAmount(change)];
}

/**
 * True if most amounts in a debit or credit column have a minus sign. An amount with the rarer sign is then a reversal.
 */
function isUsuallyNegative(rows: readonly PdfRow[], role: 'debit' | 'credit'): boolean {
  const figures = rows.flatMap((row) => row.figures.get(role) ?? []);
  return figures.filter(({ sign }) => sign === '-').length * 2 > figures.length;
}

function changeOf(
  { figures, isInMonths }: PdfRow,
  { isPlusCharge }: Signing,
  minus: { readonly debit: boolean; readonly credit: boolean },
): bigint | null {
  const [debit, credit, amount] = [figures.get('debit'), figures.get('credit'), figures.get('amount')];
  if (debit !== undefined && credit !== undefined && debit.minor !== 0n && credit.minor !== 0n) return null;
  if (debit !== undefined && (credit === undefined || debit.minor !== 0n))
    return minus.debit ? signedMinor(debit) : -signedMinor(debit);
  if (credit !== undefined) return minus.credit ? -signedMinor(credit) : signedMinor(credit);
  if (amount === undefined) return null;
  if (isInMonths) return -amount.minor;
  return isPlusCharge ? -signedMinor(amount) : signedMinor(amount);
}
