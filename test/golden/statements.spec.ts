import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { formatAmount, parseAmount } from '@app/kernel/pure';
import { readStatement, type ReadStatement, type StatementRow } from '../../libs/statement-files/src/statement.js';

/**
 * Expected result of a file. The figures come from the ledger from which the file was generated. `opening` and
 * `closing` are the balances of the account before and after the statement.
 */
interface Expected {
  readonly format?: ReadStatement['detected']['format'];
  readonly rows: number;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly opening: string;
  readonly closing: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly headerRow: number | null;
  readonly dateFormat: string | null;
  readonly days?: readonly [string, string];
  readonly accountKind?: 'liability';
  readonly skipped?: readonly string[];
}

const FILES: Readonly<Record<string, Expected>> = {
  'bbva.csv': {
    rows: 86,
    deposits: '266977.04',
    withdrawals: '154490.00',
    opening: '18250.00',
    closing: '130737.04',
    encoding: 'windows-1252',
    delimiter: ',',
    headerRow: 5,
    dateFormat: 'dd/MM/yyyy',
  },
  'santander.csv': {
    rows: 64,
    deposits: '83840.86',
    withdrawals: '139388.50',
    opening: '9642.00',
    closing: '-45905.64',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'ddMMyyyy',
  },
  'banorte.txt': {
    rows: 52,
    deposits: '153792.67',
    withdrawals: '84302.12',
    opening: '44100.50',
    closing: '113591.05',
    encoding: 'utf-8',
    delimiter: '|',
    headerRow: 1,
    dateFormat: 'dd/MM/yyyy',
  },
  'banamex.csv': {
    rows: 40,
    deposits: '31958.24',
    withdrawals: '90123.61',
    opening: '7023.10',
    closing: '-51142.27',
    encoding: 'windows-1252',
    delimiter: ',',
    headerRow: 10,
    dateFormat: 'dd-MM-yy',
  },
  'hsbc-sin-encabezado.csv': {
    rows: 33,
    deposits: '104731.96',
    withdrawals: '71569.24',
    opening: '0.00',
    closing: '33162.72',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: null,
    dateFormat: 'd/M/yyyy',
  },
  'coma-decimal.csv': {
    rows: 28,
    deposits: '83585.59',
    withdrawals: '53496.16',
    opening: '1500.00',
    closing: '31589.43',
    encoding: 'utf-16le',
    delimiter: ';',
    headerRow: 1,
    dateFormat: 'dd/MMM/yyyy',
  },
  'scotiabank.csv': {
    rows: 30,
    deposits: '26856.25',
    withdrawals: '133487.18',
    opening: '15000.00',
    closing: '-91630.93',
    encoding: 'windows-1252',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'yyyy/MM/dd',
  },
  'inbursa.csv': {
    rows: 25,
    deposits: '36902.19',
    withdrawals: '79859.58',
    opening: '80000.00',
    closing: '37042.61',
    encoding: 'utf-8',
    delimiter: ';',
    headerRow: 5,
    dateFormat: 'dd/MM/yyyy',
    skipped: ['opening-balance', 'total', 'closing-balance', 'blank', 'footer'],
  },
  'nu.csv': {
    rows: 22,
    deposits: '28120.94',
    withdrawals: '77579.76',
    opening: '1200.00',
    closing: '-48258.82',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'yyyy-MM-dd',
  },
  'hey-banco.csv': {
    rows: 28,
    deposits: '44504.13',
    withdrawals: '55571.22',
    opening: '25000.00',
    closing: '13932.91',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'dd/MM/yyyy',
  },
  'hsbc-encabezado.txt': {
    rows: 24,
    deposits: '15223.58',
    withdrawals: '78316.80',
    opening: '0.00',
    closing: '-63093.22',
    encoding: 'macintosh',
    delimiter: '\t',
    headerRow: 1,
    dateFormat: 'd/M/yyyy',
  },
  'bbva-empresas.txt': {
    rows: 35,
    deposits: '4444775.96',
    withdrawals: '11541065.94',
    opening: '500000.00',
    closing: '-6596289.98',
    encoding: 'cp850',
    delimiter: '|',
    headerRow: 4,
    dateFormat: 'dd-MM-yyyy',
  },
  'tarjeta-credito.csv': {
    rows: 26,
    deposits: '42165.48',
    withdrawals: '74235.29',
    opening: '4300.00',
    closing: '36369.81',
    encoding: 'windows-1252',
    delimiter: ',',
    headerRow: 6,
    dateFormat: 'dd-MMM-yyyy',
    accountKind: 'liability',
  },
  'tarjeta-ingles.csv': {
    rows: 27,
    deposits: '51199.26',
    withdrawals: '74456.81',
    opening: '0.00',
    closing: '-23257.55',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'MM/dd/yyyy',
  },
  'banregio.txt': {
    rows: 20,
    deposits: '7613.57',
    withdrawals: '88084.18',
    opening: '7777.77',
    closing: '-72692.84',
    encoding: 'utf-16be',
    delimiter: '\t',
    headerRow: 1,
    dateFormat: 'dd.MM.yy',
  },
  'banbajio.csv': {
    rows: 23,
    deposits: '42772.38',
    withdrawals: '61266.34',
    opening: '32100.00',
    closing: '13606.04',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'dd-MMM-yyyy',
  },
  'afirme.csv': {
    rows: 25,
    deposits: '42993.87',
    withdrawals: '62467.13',
    opening: '9900.00',
    closing: '-9573.26',
    encoding: 'windows-1252',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'dd/MM/yy',
  },
  'mercado-pago.csv': {
    rows: 21,
    deposits: '24809.05',
    withdrawals: '49548.65',
    opening: '6543.21',
    closing: '-18196.39',
    encoding: 'utf-8',
    delimiter: ';',
    headerRow: 4,
    dateFormat: 'dd-MM-yyyy',
  },
  'sin-encabezado-saldo.csv': {
    rows: 19,
    deposits: '3842.41',
    withdrawals: '78630.70',
    opening: '1000.00',
    closing: '-73788.29',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: null,
    dateFormat: "dd 'de' MMMM 'de' yyyy",
  },
  'dias-al-reves.txt': {
    rows: 30,
    deposits: '42293.77',
    withdrawals: '101387.50',
    opening: '40000.00',
    closing: '-19093.73',
    encoding: 'windows-1252',
    delimiter: '|',
    headerRow: 1,
    dateFormat: 'yyyyMMdd',
  },
  'bbva.xlsx': {
    format: 'xlsx',
    rows: 40,
    deposits: '64327.97',
    withdrawals: '153868.78',
    opening: '8250.00',
    closing: '-81290.81',
    encoding: null,
    delimiter: null,
    headerRow: 5,
    dateFormat: null,
    days: ['2026-08-04', '2026-10-07'],
    skipped: ['total'],
  },
  'bbva-net-cash.xls': {
    format: 'xls',
    rows: 30,
    deposits: '11782.44',
    withdrawals: '123025.21',
    opening: '120000.00',
    closing: '8757.23',
    encoding: 'utf-8',
    delimiter: null,
    headerRow: 2,
    dateFormat: null,
    days: ['2026-06-01', '2026-07-17'],
  },
  'banorte.csv': {
    rows: 28,
    deposits: '23679.00',
    withdrawals: '101008.99',
    opening: '44100.50',
    closing: '-33229.49',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    dateFormat: 'dd/MM/yyyy',
    days: ['2026-07-02', '2026-08-15'],
  },
  'banamex.xls': {
    format: 'html',
    rows: 26,
    deposits: '47092.24',
    withdrawals: '55328.07',
    opening: '7023.10',
    closing: '-1212.73',
    encoding: 'windows-1252',
    delimiter: null,
    headerRow: 5,
    dateFormat: 'dd/MM/yyyy',
    days: ['2026-09-04', '2026-10-14'],
    skipped: ['total'],
  },
  'hsbc.ofx': {
    format: 'ofx',
    rows: 24,
    deposits: '39263.16',
    withdrawals: '73283.78',
    opening: '15000.00',
    closing: '-19020.62',
    encoding: 'windows-1252',
    delimiter: null,
    headerRow: null,
    dateFormat: null,
    days: ['2026-09-05', '2026-10-05'],
  },
  'tarjeta-credito.qfx': {
    format: 'ofx',
    rows: 20,
    deposits: '25007.54',
    withdrawals: '45999.59',
    opening: '0.00',
    closing: '-20992.05',
    encoding: 'utf-8',
    delimiter: null,
    headerRow: null,
    dateFormat: null,
    days: ['2026-08-12', '2026-09-08'],
  },
  'efectivo.qif': {
    format: 'qif',
    rows: 22,
    deposits: '31124.62',
    withdrawals: '46321.96',
    opening: '0.00',
    closing: '-15197.34',
    encoding: 'utf-8',
    delimiter: null,
    headerRow: null,
    dateFormat: 'd/M/yy',
    days: ['2026-09-26', '2026-10-30'],
  },
  'hsbc-empresas.xml': {
    format: 'camt053',
    rows: 18,
    deposits: '18043.41',
    withdrawals: '47368.04',
    opening: '310500.00',
    closing: '281175.37',
    encoding: 'utf-8',
    delimiter: null,
    headerRow: null,
    dateFormat: null,
    days: ['2026-10-03', '2026-10-26'],
    skipped: ['pending'],
  },
  'santander.xls': {
    format: 'xls',
    rows: 32,
    deposits: '46942.43',
    withdrawals: '79366.37',
    opening: '9642.00',
    closing: '-22781.94',
    encoding: null,
    delimiter: null,
    headerRow: 1,
    dateFormat: null,
    days: ['2026-09-02', '2026-10-13'],
  },
  'hey-banco.xlsx': {
    format: 'xlsx',
    rows: 21,
    deposits: '23995.16',
    withdrawals: '68067.42',
    opening: '25000.00',
    closing: '-19072.26',
    encoding: null,
    delimiter: null,
    headerRow: 1,
    dateFormat: null,
    days: ['2026-09-13', '2026-10-12'],
  },
};

function read(file: string, accountKind: 'asset' | 'liability' = 'asset'): ReadStatement {
  const bytes = readFileSync(new URL(`./statements/${file}`, import.meta.url));
  return readStatement(bytes, { accountCurrency: 'MXN', accountKind });
}

function sum(rows: readonly StatementRow[], type: StatementRow['type']): bigint {
  return rows.filter((row) => row.type === type).reduce((total, { amountMinor }) => total + amountMinor!, 0n);
}

describe.each(Object.entries(FILES))('the bank statement %s', (file, expected) => {
  const { detected, rows } = read(file, expected.accountKind);

  it('detects the format and layout of the file', () => {
    const { format = 'csv', encoding, delimiter, headerRow, dateFormat } = expected;
    expect(detected).toMatchObject({ format, encoding, delimiter, headerRow, dateFormat });
    if (headerRow !== null) expect(detected.preambleRows).toBe(headerRow - 1);
    if (expected.skipped) expect(detected.skippedLines.map(({ reason }) => reason)).toEqual(expected.skipped);
  });

  it('reads every transaction without errors or warnings', () => {
    expect(rows).toHaveLength(expected.rows);
    expect(rows.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const days = rows.map(({ date }) => date!).sort();
    if (expected.days) expect([days[0], days.at(-1)]).toEqual(expected.days);
  });

  it('reads deposits and withdrawals that add up to the closing balance', () => {
    const [deposits, withdrawals] = [sum(rows, 'income'), sum(rows, 'expense')];
    expect([formatAmount(deposits), formatAmount(withdrawals)]).toEqual([expected.deposits, expected.withdrawals]);
    const change = expected.accountKind === 'liability' ? withdrawals - deposits : deposits - withdrawals;
    expect(formatAmount(parseAmount(expected.opening) + change)).toBe(expected.closing);
  });

  it('reads the closing balance from the rows if the file has balances', () => {
    const shown = rows.filter(({ balanceMinor }) => balanceMinor !== null);
    if (shown.length === 0) return;
    expect(shown).toHaveLength(rows.length);
    expect(shown.map(({ balanceMinor }) => formatAmount(balanceMinor!))).toContain(expected.closing);
  });
});

describe('the rows of bank statements', () => {
  const first = (file: string) => {
    const { line, date, description, amountMinor, type, balanceMinor, reference, notes, category } =
      read(file).rows[0]!;
    const amount = formatAmount(amountMinor!);
    return {
      line,
      date,
      description,
      amount,
      type,
      balance: balanceMinor && formatAmount(balanceMinor),
      reference,
      notes,
      category,
    };
  };

  it('santander.csv: removes apostrophes and uses the long description as notes', () => {
    expect(first('santander.csv')).toEqual({
      line: 2,
      date: '2026-09-01',
      description: 'WALMART UNIVERSIDAD',
      amount: '3685.78',
      type: 'expense',
      balance: '5956.22',
      reference: '3950235',
      notes: 'WALMART UNIVERSIDAD',
      category: null,
    });
  });

  it('banorte.txt: uses the operation date as the date and the detailed description as notes', () => {
    const { mapping } = read('banorte.txt');
    expect(mapping).toMatchObject({
      date: 1,
      reference: 3,
      description: 4,
      credit: 7,
      debit: 8,
      balance: 9,
      notes: 11,
    });
    expect(first('banorte.txt')).toMatchObject({ date: '2026-09-15', notes: 'FARMACIAS DEL AHORRO REF 2769470' });
  });

  it('bbva.csv: decodes windows-1252 accents and returns the newest row first', () => {
    expect(first('bbva.csv')).toMatchObject({ line: 6, date: '2026-10-08', description: 'DEVOLUCIÓN COMPRA AMAZON' });
  });

  it('hey-banco.csv: removes times and reads categories', () => {
    expect(first('hey-banco.csv')).toMatchObject({ line: 2, date: '2026-10-08', category: 'Ingresos' });
  });

  it('banregio.txt: joins a description that spans two lines', () => {
    expect(first('banregio.txt').description).toMatch(/^SPEI RECIBIDO BANORTE RASTREO \d+$/);
    expect(
      read('banregio.txt')
        .rows.slice(0, 3)
        .map(({ line }) => line),
    ).toEqual([2, 4, 6]);
  });

  it('bbva.xlsx: skips the hidden sheet and the cover, and removes floating-point noise', () => {
    const { rows, columns } = read('bbva.xlsx');
    expect(columns.map(({ header }) => header)).toEqual(['', 'FECHA', 'DESCRIPCIÓN', 'CARGO', 'ABONO', 'SALDO']);
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 40 }, (_, index) => 6 + index));
    expect(rows.filter(({ amountMinor }) => amountMinor === 30n)).toHaveLength(1);
  });

  it('hey-banco.xlsx: reads dates of the 1904 date system', () => {
    expect(read('hey-banco.xlsx').rows[0]!.raw[0]).toMatch(/^2026-09-\d\d 10:30:00$/);
  });

  it('banamex.xls: parses nested tables, entities and unclosed tags like a browser', () => {
    const { rows } = read('banamex.xls');
    expect(rows[0]!.description).toMatch(/ REF \d{7}$/);
    expect(rows.map(({ description }) => description).join()).toContain('PANADERÍA EL PEÑÓN');
  });

  it('hsbc.ofx: maps NAME to the description, MEMO to the notes and FITID to the external ID', () => {
    const { rows, mapping, openingBalance, closingBalance } = read('hsbc.ofx');
    expect(rows[0]).toMatchObject({ line: 14, currency: 'MXN', externalId: expect.stringMatching(/^2026\d{7}000$/) });
    expect(rows[0]!.notes).toMatch(new RegExp(`^${rows[0]!.description} REF \\d{7}$`));
    expect(mapping).toMatchObject({ date: 0, amount: 1, description: 2, notes: 3, externalId: 4, dateFormat: null });
    expect([openingBalance, closingBalance]).toEqual([null, { amount: '-19020.62', date: '2026-10-31' }]);
  });

  it('efectivo.qif: uses the innermost category, adds transfers to the notes and reads splits', () => {
    const { rows } = read('efectivo.qif');
    expect(rows.slice(0, 4).map(({ category }) => category)).toEqual([null, null, null, 'Hogar']);
    expect(rows[2]!.notes).toMatch(/^Nota \d{7}\nTraspaso: Ahorro$/);
    expect(rows[1]!.notes).toMatch(/^Nota \d{7}$/);
    expect(rows[1]!.parts).toEqual([
      { amountMinor: 129_980n, category: 'Restaurantes', notes: 'cena' },
      { amountMinor: 129_980n, category: 'Hogar', notes: null },
    ]);
  });

  it('hsbc-empresas.xml: reads a batch as one row, counterparties as notes, and both balances', () => {
    const { rows, openingBalance, closingBalance } = read('hsbc-empresas.xml');
    expect(rows[7]!.notes!.split('\n')).toEqual([
      expect.stringMatching(/^[\d.]+ Ferretería \d\d: PAGO A PROVEEDOR 1$/),
      expect.stringMatching(/^[\d.]+ Ferretería \d\d: PAGO A PROVEEDOR 2$/),
      expect.stringMatching(/^Referencia del banco: HS\d{7}$/),
    ]);
    expect(rows[4]!.notes).toMatch(/^Reversa\nContraparte: Ferretería/);
    expect([openingBalance, closingBalance]).toEqual([
      { amount: '310500.00', date: '2026-10-01' },
      { amount: '281175.37', date: '2026-10-31' },
    ]);
  });
});
