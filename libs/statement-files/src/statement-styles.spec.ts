import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { sized } from '../../../test/e2e/support/long-form.js';
import { readStatement, type ReadingOptions, type StatementEncoding } from './statement.js';

const ACCOUNT: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };

interface Movement {
  readonly day: number;
  readonly description: string;
  readonly minor: bigint;
  readonly type: 'expense' | 'income';
}

interface Style {
  readonly encoding: StatementEncoding;
  readonly mark: boolean;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly lineEnd: string;
  readonly date: (year: number, month: number, day: number) => string;
  readonly decimal: '.' | ',';
  readonly groups: string;
  readonly currency: string;
  readonly layout: 'debit first' | 'credit first' | 'signed' | 'sign column' | 'letters' | 'words';
  readonly empty: string;
  readonly header: boolean;
  readonly balance: boolean;
  readonly newestFirst: boolean;
  readonly quoteAll: boolean;
  readonly preamble: readonly string[];
  readonly footer: boolean;
}

const MONTHS = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'];
const two = (number: number) => String(number).padStart(2, '0');
const DATES: Style['date'][] = [
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${d}/${m}/${y}`,
  (y, m, d) => `${two(d)}-${two(m)}-${two(y % 100)}`,
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${y}/${two(m)}/${two(d)} 10:2${d % 10}`,
  (y, m, d) => `'${two(d)}${two(m)}${y}`,
  (y, m, d) => `${two(d)}/${MONTHS[m - 1]}/${y}`,
  (y, m, d) => `${d}-${MONTHS[m - 1]!.toLowerCase()}-${two(y % 100)}`,
  (y, m, d) => `${two(d)}.${two(m)}.${y}`,
];

const DESCRIPTIONS = [
  'PANADERÍA EL PEÑÓN',
  'OXXO REFORMA 214',
  'SPEI ENVIADO, BANORTE; RENTA | NOV',
  'Compra "LA ESQUINA" México',
  'TOTAL PLAY TELECOM',
  'Saldo insuficiente comisión',
  'NÓMINA 05/10/2026',
  '=1+1',
  'UBER *TRIP 1,250.00',
  'DEPÓSITO EN EFECTIVO',
  'Café ñandú',
];

const movement = fc.record({
  day: fc.integer({ min: 0, max: 45 }),
  description: fc.constantFrom(...DESCRIPTIONS),
  minor: fc.bigInt(1n, 9_999_999n),
  type: fc.constantFrom('expense' as const, 'income' as const),
});

const style = fc.record<Style>({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'cp850'),
  mark: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  date: fc.constantFrom(...DATES),
  decimal: fc.constantFrom('.', ','),
  groups: fc.constantFrom('', 'other', ' ', "'"),
  currency: fc.constantFrom('', '$', '$ ', 'MXN '),
  layout: fc.constantFrom('debit first', 'credit first', 'signed', 'sign column', 'letters', 'words'),
  empty: fc.constantFrom('', '-', '0'),
  header: fc.boolean(),
  balance: fc.boolean(),
  newestFirst: fc.boolean(),
  quoteAll: fc.boolean(),
  preamble: fc.constantFrom<readonly string[]>(
    [],
    ['BANCO DE MÉXICO', '', 'Periodo: 01/08/2026 al 31/10/2026'],
    ['Cuenta,123456;MXN', 'Saldo inicial,"7,023.10"', '', 'Fecha de corte|20/11/2026|Saldo|10.00', ''],
  ),
  footer: fc.boolean(),
});

const OPENING = 5_000_00n;
const FIRST_DAY = Date.UTC(2026, 7, 20);

function dateParts(day: number): [number, number, number] {
  const [year, month, date] = new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10).split('-').map(Number);
  return [year!, month!, date!];
}

function written(minor: bigint, { decimal, groups, currency }: Style): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  const separator = groups === 'other' ? (decimal === '.' ? ',' : '.') : groups;
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, separator);
  return `${minor < 0n ? '-' : ''}${currency}${whole}${decimal}${digits.slice(-2)}`;
}

function amountCells({ minor, type }: Movement, style: Style): string[] {
  const amount = written(minor, style);
  const empty = style.empty === '0' ? written(0n, style) : style.empty;
  const isExpense = type === 'expense';
  switch (style.layout) {
    case 'debit first':
      return isExpense ? [amount, empty] : [empty, amount];
    case 'credit first':
      return isExpense ? [empty, amount] : [amount, empty];
    case 'signed':
      return [written(isExpense ? -minor : minor, style)];
    case 'sign column':
      return [isExpense ? '-' : '+', amount];
    case 'letters':
      return [isExpense ? 'C' : 'A', amount];
    case 'words':
      return [isExpense ? 'Retiro' : 'Depósito', amount];
  }
}

const AMOUNT_HEADINGS: Record<Style['layout'], string[]> = {
  'debit first': ['Cargos', 'Abonos'],
  'credit first': ['Depósitos', 'Retiros'],
  signed: ['Importe'],
  'sign column': ['Cargo/Abono', 'Importe'],
  letters: ['C/A', 'Monto'],
  words: ['Tipo', 'Monto'],
};

function fileOf(movements: readonly Movement[], style: Style): Buffer {
  let balance = OPENING;
  const rows = movements.map((each) => {
    balance += each.type === 'expense' ? -each.minor : each.minor;
    const shown = style.balance ? [written(balance, style)] : [];
    return [style.date(...dateParts(each.day)), each.description, ...amountCells(each, style), ...shown];
  });
  if (style.newestFirst) rows.reverse();
  if (style.header)
    rows.unshift(['Fecha', 'Descripción', ...AMOUNT_HEADINGS[style.layout], ...(style.balance ? ['Saldo'] : [])]);
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(cell, style)).join(style.delimiter);
  const footer = style.footer ? ['', line(['', 'Total', '1', '2']), 'Fin del estado de cuenta'] : [];
  const text = [...style.preamble, ...rows.map(line), ...footer].join(style.lineEnd);
  return iconv.encode(text, style.encoding, { addBOM: style.mark });
}

function quoted(cell: string, { delimiter, quoteAll }: Style): string {
  return quoteAll || cell.includes(delimiter) || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

describe('readStatement', () => {
  it('finds the same transactions in random combinations of bank styles', () => {
    const movements = fc.array(movement, { minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(movements, style, (some, style) => {
        const both: Movement[] = [
          { day: 0, description: 'CRÉDITO', minor: 123_45n, type: 'income' },
          { day: 0, description: 'RETIRO CAJERO', minor: 1_500_00n, type: 'expense' },
        ];
        const sorted = [...both, ...some].sort((a, b) => a.day - b.day);
        // Without a header and a balance, nothing shows which column is the debit, so the first column counts as the
        // debit.
        fc.pre(style.header || style.balance || style.layout !== 'credit first');
        // Without a header and a balance, a nearly empty column may not be recognized as debits or credits. Its rows
        // then have errors.
        const expenses = sorted.filter(({ type }) => type === 'expense').length;
        const hasSides = Math.min(expenses, sorted.length - expenses) * 5 >= sorted.length;
        fc.pre(style.header || style.balance || hasSides || !['debit first', 'credit first'].includes(style.layout));
        const bytes = fileOf(sorted, style);
        const read = readStatement(bytes, ACCOUNT);
        const rows = style.newestFirst ? read.rows.toReversed() : read.rows;
        expect(read.detected).toMatchObject({ encoding: style.encoding, delimiter: style.delimiter });
        expect(
          rows.map(({ date, description, amountMinor, type }) => ({ date, description, amountMinor, type })),
        ).toEqual(
          sorted.map(({ day, description, minor, type }) => {
            const [year, month, date] = dateParts(day);
            return { date: `${year}-${two(month)}-${two(date)}`, description, amountMinor: minor, type };
          }),
        );
        expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
        expect(rows.flatMap(({ warnings }) => warnings).filter(({ code }) => code === 'BALANCE_BREAK')).toEqual([]);
        expect(read.detected.decimalSeparator).toBe(style.decimal);
      }),
      { numRuns: sized(75, 300) },
    );
  });
});
