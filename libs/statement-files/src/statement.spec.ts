import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { sized } from '../../../test/e2e/support/long-form.js';
import { readStatement, StatementUnreadable, type ReadingOptions, type ReadStatement } from './statement.js';

const ACCOUNT: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };
const CARD: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'liability' };

function read(lines: readonly string[] | string, options: Partial<ReadingOptions> = {}): ReadStatement {
  return readStatement(Buffer.from(typeof lines === 'string' ? lines : lines.join('\n')), { ...ACCOUNT, ...options });
}

/** Reads rows under the usual header. An additional first row fixes the date and amount formats. */
const signed = (...rows: string[]) =>
  read(['Fecha;Concepto;Importe', '31/10/2026;NOMINA;1,000.50', ...rows]).rows.slice(1);
const sided = (...rows: string[]) =>
  read(['Fecha;Concepto;Cargo;Abono', '31/10/2026;NOMINA;;1,000.50', ...rows]).rows.slice(1);
const codes = ({ errors, warnings }: ReadStatement['rows'][number]) => [...errors, ...warnings].map(({ code }) => code);

describe('detected file properties', () => {
  const file = ['BANCO', '', 'Fecha,Concepto,Cargo,Abono,Saldo', '31/10/2026,A,1.00,,9.00', '', 'Total,,1.00,,'];

  it('reports line numbers, date format and separators, and counts lines from 1', () => {
    expect(read(file).detected).toEqual({
      ...{ bank: null, sections: [], period: null },
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      preambleRows: 2,
      headerRow: 3,
      dateFormat: 'dd/MM/yyyy',
      decimalSeparator: '.',
      skippedLines: [
        { line: 5, reason: 'blank' },
        { line: 6, reason: 'total' },
      ],
    });
  });

  it('counts every line before the first row as preamble if the file has no header', () => {
    expect(read(['BANCO', '31/10/2026,A,1.00', '1/11/2026,B,2.00']).detected).toMatchObject({
      preambleRows: 1,
      headerRow: null,
    });
  });

  it('returns the columns with headings, samples and fields', () => {
    expect(read(file).columns).toEqual([
      { index: 0, header: 'Fecha', samples: ['31/10/2026'], field: 'date' },
      { index: 1, header: 'Concepto', samples: ['A'], field: 'description' },
      { index: 2, header: 'Cargo', samples: ['1.00'], field: 'debit' },
      { index: 3, header: 'Abono', samples: [], field: 'credit' },
      { index: 4, header: 'Saldo', samples: ['9.00'], field: 'balance' },
    ]);
  });

  it('returns the index, line and original cells of each row', () => {
    const { rows } = read('Fecha,Concepto,Importe\r\n31/10/2026,"DOS\r\nLINEAS", 1.00 \r\n\r\n1/11/2026,B,2.00');
    expect(rows.map(({ index, line, raw }) => ({ index, line, raw }))).toEqual([
      { index: 0, line: 2, raw: ['31/10/2026', 'DOS\nLINEAS', ' 1.00 '] },
      { index: 1, line: 5, raw: ['1/11/2026', 'B', '2.00'] },
    ]);
  });

  it('parses a file whose lines are quoted as single cells', () => {
    const { rows, detected } = read(['"Fecha,Concepto,Importe"', '"31/10/2026,A,""-1,200.00"""']);
    expect(detected.delimiter).toBe(',');
    expect(rows[0]).toMatchObject({ amountMinor: 120_000n, type: 'expense' });
  });

  it('applies the encoding and delimiter from the caller', () => {
    const bytes = iconv.encode('Fecha|Descripción|Importe\n31/10/2026|PEÑA, ÑANDÚ|1.00', 'cp850');
    const { detected, rows } = readStatement(bytes, { ...ACCOUNT, encoding: 'cp850', delimiter: '|' });
    expect(detected).toMatchObject({ encoding: 'cp850', delimiter: '|' });
    expect(rows[0]?.description).toBe('PEÑA, ÑANDÚ');
  });
});

describe('amounts', () => {
  it('reads an amount with the opposite sign of its debit or credit column as a reversal', () => {
    const types = (rows: string[]) => read(['Fecha,Concepto,Cargo,Abono', ...rows]).rows.map(({ type }) => type);
    const days = (cells: string[]) => cells.map((cell, at) => `${20 + at}/09/2026,A${at},${cell}`);
    expect(types(days(['100.00,', '50.00,', '-100.00,', ',5000.00', ',700.00', ',-5000.00']))).toEqual([
      'expense',
      'expense',
      'income',
      'income',
      'income',
      'expense',
    ]);
    expect(types(days(['-100.00,', '-50.00,', '100.00,', ',-5000.00', ',-700.00', ',5000.00']))).toEqual([
      'expense',
      'expense',
      'income',
      'income',
      'income',
      'expense',
    ]);
  });

  it('reads negative amounts as expenses and positive ones as income, for assets and liabilities', () => {
    const file = ['Fecha,Concepto,Importe', '31/10/2026,A,-1.00', '31/10/2026,B,2.00'];
    for (const options of [ACCOUNT, CARD])
      expect(read(file, options).rows.map(({ type }) => type)).toEqual(['expense', 'income']);
  });

  it('inverts amounts if invertSign is set, and never sets invertSign itself', () => {
    const file = ['Fecha,Concepto,Importe', '31/10/2026,A,-1.00', '31/10/2026,B,2.00'];
    expect(read(file).mapping.invertSign).toBe(false);
    const inverted = read(file, { mapping: { invertSign: true } });
    expect(inverted.mapping.invertSign).toBe(true);
    expect(inverted.rows.map(({ type }) => type)).toEqual(['income', 'expense']);
  });

  it('reads CR as income and DR as an expense', () => {
    expect(signed('1/10/2026;A;5.00 CR', '1/10/2026;B;5.00 DR').map(({ type }) => type)).toEqual(['income', 'expense']);
  });

  it.each([
    [
      'positive charges',
      ['1/10/2026;A;5.00;', '1/10/2026;B;5.00;0.00', '1/10/2026;C;$0.00;7.00', '1/10/2026;D;--;7.00'],
    ],
    ['negative charges', ['1/10/2026;A;-5.00;', '1/10/2026;B;-5.00;', '1/10/2026;C;$0.00;7.00', '1/10/2026;D;--;7.00']],
  ])('the debit or credit column determines the type (%s)', (_, lines) => {
    const rows = sided(...lines);
    expect(rows.map(({ amountMinor, type }) => [amountMinor, type])).toEqual([
      [500n, 'expense'],
      [500n, 'expense'],
      [700n, 'income'],
      [700n, 'income'],
    ]);
    expect(rows.flatMap(codes)).toEqual([]);
  });

  it('rejects rows that have both a debit and a credit, neither of them, or an invalid amount', () => {
    const rows = sided(
      '1/10/2026;A;5.00;6.00',
      '1/10/2026;B;;',
      '1/10/2026;C;-;N/A',
      '1/10/2026;D;abc;6.00',
      '1/10/2026;E;5.001;',
    );
    expect(rows.map(codes)).toEqual([
      ['AMOUNT_BOTH_SIDES'],
      ['AMOUNT_MISSING'],
      ['AMOUNT_MISSING'],
      ['AMOUNT_INVALID'],
      ['AMOUNT_INVALID'],
    ]);
    expect(rows.every(({ amountMinor, type }) => amountMinor === null && type === null)).toBe(true);
  });

  it('reports an error for an empty amount and a warning for a zero amount', () => {
    const [empty, zero] = signed('1/10/2026;A;', '1/10/2026;B;$0.00');
    expect(codes(empty!)).toEqual(['AMOUNT_MISSING']);
    expect(zero).toMatchObject({ amountMinor: 0n, type: null, zero: true });
    expect(codes(zero!)).toEqual(['AMOUNT_ZERO']);
    const zeros = sided('1/10/2026;A;0.00;0.00', '1/10/2026;A;0.00;', '1/10/2026;A;;0.00');
    expect(zeros.map((row) => [row.zero, row.type])).toEqual([
      [true, null],
      [true, 'expense'],
      [true, 'income'],
    ]);
  });

  it('rejects an amount whose direction is unknown', () => {
    const file = [
      'Fecha|Concepto|Tipo|Monto',
      ...['Cargo', 'Abono', 'Cargo', 'Abono', ''].map((tipo) => `31/10/2026|A|${tipo}|1.00`),
    ];
    const { rows } = read(file);
    expect(rows.map(({ type }) => type)).toEqual(['expense', 'income', 'expense', 'income', null]);
    expect(codes(rows[4]!)).toEqual(['AMOUNT_INVALID']);
  });

  it('the balance decides an ambiguous direction letter, and the letter is rejected without a balance', () => {
    const rows = ['31/10/2026|A|C|10.00|90.00', '31/10/2026|B|C|20.00|70.00'];
    expect(read(['Fecha|Concepto|Tipo|Monto|Saldo', ...rows]).rows.map(({ type }) => type)).toEqual([
      'expense',
      'expense',
    ]);
    const file = ['Fecha|Concepto|Tipo|Monto', '31/10/2026|A|C|10.00'];
    expect(read(file, { mapping: { direction: 2 } }).rows.flatMap(codes)).toEqual(['AMOUNT_INVALID']);
  });

  it('uses one decimal separator for all amounts of a column', () => {
    const amounts = (...cells: string[]) =>
      read(['Fecha;Concepto;Importe', ...cells.map((cell) => `31/10/2026;A;${cell}`)]);
    expect(amounts('1.234', '5,50').rows.map(({ amountMinor }) => amountMinor)).toEqual([123_400n, 550n]);
    expect(amounts('1.234', '5.50').rows.map(codes)).toEqual([['AMOUNT_INVALID'], []]);
    expect(amounts('1.500', '2.000').rows.map(({ amountMinor }) => amountMinor)).toEqual([150_000n, 200_000n]);
    expect(amounts('1,500', '2,000').detected.decimalSeparator).toBe('.');
  });

  it('the balance decides ambiguous amounts', () => {
    const file = ['Fecha;Concepto;Importe;Saldo', '31/10/2026;A;1.500;9.750,50', '31/10/2026;B;2.000;11.750,50'];
    expect(read(file).rows.map(({ amountMinor }) => amountMinor)).toEqual([150_000n, 200_000n]);
    const points = ['Fecha;Concepto;Importe;Saldo', '31/10/2026;A;1.500;250', '31/10/2026;B;2.000;252.000'];
    expect(read(points).rows.map(({ amountMinor }) => amountMinor)).toEqual([150n, 200n]);
  });

  it('rejects amounts in a currency other than the account currency', () => {
    const file = [
      'Fecha;Concepto;Moneda;Importe',
      ...['Pesos', 'M.N.', 'MXP', '', 'Dólares', 'EUR', '???'].map((moneda) => `31/10/2026;A;${moneda};1.00`),
    ];
    expect(read(file).rows.map(({ currency }) => currency)).toEqual(['MXN', 'MXN', 'MXN', null, 'USD', 'EUR', '???']);
    expect(read(file).rows.map((row) => codes(row).length)).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(signed('1/10/2026;A;USD 5.00').flatMap(codes)).toEqual(['CURRENCY_MISMATCH']);
    expect(
      read(['Fecha;Concepto;Importe', '31/10/2026;A;USD 5.00'], { accountCurrency: 'USD' }).rows.flatMap(codes),
    ).toEqual([]);
  });
});

describe('dates', () => {
  const dated = (...cells: string[]) => read(['Fecha;Concepto;Importe', ...cells.map((cell) => `${cell};A;1.00`)]);

  it('reports missing and impossible dates as row errors', () => {
    const { rows } = dated('31/10/2026', '', '31/09/2026', '-', '2026-10-31');
    expect(rows.map(({ date }) => date)).toEqual(['2026-10-31', null, null, null, null]);
    expect(rows.map(codes)).toEqual([[], ['DATE_MISSING'], ['DATE_INVALID'], ['DATE_MISSING'], ['DATE_INVALID']]);
  });

  it('reads ambiguous dates with the day first and warns in each row', () => {
    const { rows } = dated('03/04/2026', '05/06/2026', '05/05/2026');
    expect(rows.map(({ date }) => date)).toEqual(['2026-04-03', '2026-06-05', '2026-05-05']);
    expect(rows.map(codes)).toEqual([['DATE_AMBIGUOUS'], ['DATE_AMBIGUOUS'], ['DATE_AMBIGUOUS']]);
  });

  it('applies the date format from the caller', () => {
    const file = ['Fecha;Concepto;Importe', '03/04/2026;A;1.00'];
    const { rows, mapping, detected } = read(file, { mapping: { dateFormat: 'MM/dd/yyyy' } });
    expect(rows[0]).toMatchObject({ date: '2026-03-04', warnings: [] });
    expect(mapping.dateFormat).toBe('MM/dd/yyyy');
    expect(detected.dateFormat).toBe('dd/MM/yyyy');
    expect(read(file, { mapping: { dateFormat: 'dd/MM/yyyy' } }).rows[0]).toMatchObject({
      date: '2026-04-03',
      warnings: [],
    });
  });

  it('rejects every date if the format from the caller does not fit', () => {
    expect(
      read(['Fecha;Concepto;Importe', '31/10/2026;A;1.00'], { mapping: { dateFormat: 'yyyy-MM-dd' } }).rows.flatMap(
        codes,
      ),
    ).toEqual(['DATE_INVALID']);
  });
});

describe('descriptions, references, categories and notes', () => {
  it('normalizes descriptions to NFC on one trimmed line', () => {
    const [row] = signed('1/10/2026;"  CAFE\u0301\t LA \n PARROQUIA\u0007 ";1.00');
    expect(row?.description).toBe('CAFÉ LA PARROQUIA');
  });

  it('rejects descriptions that are missing or longer than 500 code points', () => {
    const rows = signed(`1/10/2026;${'😀'.repeat(500)};1.00`, `1/10/2026;${'ñ'.repeat(501)};1.00`, '1/10/2026; ;1.00');
    expect(rows.map(codes)).toEqual([[], ['DESCRIPTION_TOO_LONG'], ['DESCRIPTION_MISSING']]);
  });

  it('truncates long cells in messages and samples without lone surrogates', () => {
    const [row] = signed(`1/10/2026;A;${'x'.repeat(39)}😀😀`);
    expect(row?.errors[0]?.detail).toBe(`"${'x'.repeat(39)}😀…" is not an amount.`);
    const { columns } = read(['Fecha;Concepto;Importe', `31/10/2026;${'x'.repeat(199)}😀😀;1.00`]);
    expect(columns[1]?.samples[0]?.isWellFormed()).toBe(true);
  });

  it('accepts a formula as a description but not as an amount', () => {
    const rows = signed('1/10/2026;=1+1;1.00', '1/10/2026;A;=1+1');
    expect(rows[0]?.description).toBe('=1+1');
    expect(rows.map(codes)).toEqual([[], ['AMOUNT_INVALID']]);
  });

  it('reads the reference, category and multi-line notes', () => {
    const file = [
      `Fecha,Concepto,Referencia,Categoría,Observaciones,Importe`,
      `31/10/2026,A,'0012345,Hogar,"uno\ndos ",1.00`,
    ];
    expect(read(file).rows[0]).toMatchObject({
      reference: '0012345',
      category: 'Hogar',
      notes: 'uno\ndos',
      externalId: null,
    });
    const long = [`Fecha,Concepto,Observaciones,Importe`, `31/10/2026,A,${'ñ'.repeat(2_100)},1.00`];
    expect(read(long).rows[0]?.notes).toBe('ñ'.repeat(2_000));
  });

  it('rejects incomplete rows instead of using a shifted amount', () => {
    const file = (...rows: string[]) =>
      read(['Fecha,Concepto,Cargo,Abono', '31/10/2026,A,1.00,', '30/10/2026,B,2.00,', ...rows]).rows.slice(2);
    const rows = file(
      '1/10/2026,OXXO, SUC 3,5.00,',
      '2/10/2026,CFE,1,000.00,',
      '3/10/2026,TELMEX,,1,000.00',
      '4/10/2026,IZZI,5.00',
    );
    expect(rows.map(({ amountMinor }) => amountMinor)).toEqual([null, null, null, null]);
    expect(rows.map(codes)).toEqual([['AMOUNT_INVALID'], ['AMOUNT_INVALID'], ['AMOUNT_INVALID'], ['AMOUNT_INVALID']]);
  });

  it('reads the rows next to incomplete rows without errors', () => {
    const { rows } = read([
      '13/10/2026,OXXO,-10.00',
      '14/10/2026,OXXO, SUC 3,-10.00',
      '15/10/2026,CFE,-1,000.00',
      '16/10/2026,A,5',
    ]);
    expect(rows.map(({ amountMinor }) => amountMinor)).toEqual([1_000n, null, null, 500n]);
  });

  it('accepts rows without trailing empty cells if most rows omit these cells', () => {
    const { rows } = read([
      'Fecha,Concepto,Cargo,Abono',
      '31/10/2026,A,1.00',
      '30/10/2026,B,2.00',
      '29/10/2026,C,,3.00',
    ]);
    expect(rows.flatMap(codes)).toEqual([]);
  });
});

describe('running balance', () => {
  const file = [
    'Fecha,Concepto,Cargo,Abono,Saldo',
    '01/10/2026,A,,100.00,100.00',
    '02/10/2026,B,30.00,,70.00',
    '13/10/2026,C,,50.00,121.00',
    '14/10/2026,D,21.00,,100.00',
  ];

  it('raises BALANCE_BREAK at a row whose balance does not follow from the previous row', () => {
    expect(read(file).rows.map(codes)).toEqual([[], [], ['BALANCE_BREAK'], []]);
    expect(read([file[0]!, ...file.slice(1).toReversed()]).rows.map(codes)).toEqual([[], ['BALANCE_BREAK'], [], []]);
  });

  it('does not raise BALANCE_BREAK next to a row with errors', () => {
    const broken = file.with(3, '13/10/2026,C,x,50.00,121.00');
    expect(read(broken).rows.map(codes)).toEqual([[], [], ['AMOUNT_INVALID'], []]);
  });

  it('accepts a card balance that increases with purchases', () => {
    const card = [
      'Fecha,Concepto,Cargo,Abono,Saldo',
      '13/10/2026,A,100.00,,100.00',
      '14/10/2026,PAGO,,60.00,40.00',
      '15/10/2026,B,5.00,,45.00',
    ];
    expect(read(card, CARD).rows.flatMap(codes)).toEqual([]);
  });

  it('does not invert the signs because of a single row, because a card may show the amount owed', () => {
    const owed = ['Fecha,Concepto,Importe,Saldo', '07/03/2026,CINE,-100.00,350.00', '18/03/2026,PAGO,30.00,320.00'];
    const types = ({ rows }: ReadStatement) => rows.map(({ type }) => type);
    expect(types(read(owed, CARD))).toEqual(['expense', 'income']);
    expect(types(read(owed))).toEqual(['expense', 'income']);
    expect(read(owed).rows.map(codes)).toEqual([[], ['BALANCE_BREAK']]);
    const unsigned = [owed[0]!, '07/03/2026,CINE,100.00,350.00', '18/03/2026,PAN,30.00,320.00'];
    expect(types(read(unsigned))).toEqual(['expense', 'expense']);
  });
});

describe('mapping from the caller', () => {
  const file = ['Fecha,Valor,Concepto,Otro,Importe', '13/10/2026,14/10/2026,UNO,DOS,"1.234,50"'];

  it('reads the file with the caller’s mapping, and completes the mapping with the detected columns', () => {
    const { mapping, rows, columns } = read(file, { mapping: { description: 3, date: 1 } });
    expect(mapping).toMatchObject({
      date: 1,
      description: 3,
      amount: 4,
      decimalSeparator: ',',
      dateFormat: 'dd/MM/yyyy',
    });
    expect(rows[0]).toMatchObject({ date: '2026-10-14', description: 'DOS', amountMinor: 123_450n });
    expect(columns.map(({ field }) => field)).toEqual([null, 'date', null, 'description', 'amount']);
  });

  it('accepts a mapping of one column to two fields', () => {
    const { rows, columns } = read(file, { mapping: { reference: 2, notes: 2 } });
    expect(rows[0]).toMatchObject({ description: 'UNO', reference: 'UNO', notes: 'UNO' });
    expect(columns[2]?.field).toBe('description');
  });

  it('reports row errors if the caller maps the wrong columns', () => {
    const { rows } = read(file, { mapping: { date: 2, amount: 3, description: 99, decimalSeparator: '.' } });
    expect(rows.map(codes)).toEqual([['DATE_INVALID', 'AMOUNT_INVALID', 'DESCRIPTION_MISSING']]);
  });

  it('prefers the decimal separator from the caller to the detected one', () => {
    const { rows, mapping, detected } = read(file, { mapping: { decimalSeparator: '.' } });
    expect(rows.flatMap(codes)).toEqual(['AMOUNT_INVALID']);
    expect([mapping.decimalSeparator, detected.decimalSeparator]).toEqual(['.', ',']);
  });

  it('accepts lines without a detectable table if the caller maps the columns', () => {
    const lines = ['A,B,C', 'ayer,UNO,1.00', 'hoy,DOS,2.00'];
    expect(() => read(lines)).toThrow(StatementUnreadable);
    expect(read(lines, { mapping: { date: 0, description: 1, amount: 2 } }).rows.flatMap(codes)).toContain(
      'DATE_INVALID',
    );
  });
});

describe('unreadable files', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /empty/],
    ['blank', ' \r\n\t\n', /empty/],
    ['only a byte order mark', '\ufeff', /empty/],
    ['binary', 'Fecha,\0\0\0,Importe', /binary/],
    ['a PDF', '%PDF-1.7 ...', /PDF/],
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /image/],
    ['a workbook', Buffer.from('PK\x03\x04 xl/workbook.xml', 'latin1'), /Excel/],
    ['a web page', '<html><body></body></html>', /HTML/],
    ['prose', 'Estimado cliente:\nle informamos que su estado de cuenta, ya está listo.', /no table/],
    ['only a header', 'Fecha,Concepto,Importe\n', /header and nothing else/],
    ['only a header and totals', 'Fecha,Concepto,Importe\n\nTotal,,5.00\n', /no transaction/],
    ['a line over 1 MB', `Fecha,Concepto,Importe\n31/10/2026,${'x'.repeat(1_000_001)},1.00`, /1 MB.*line 2/],
    ['too many rows', `Fecha,Concepto,Importe\n${'31/10/2026,A,1.00\n'.repeat(100_001)}`, /100,000 rows.*line 100002/],
  ])('rejects an unreadable file: %s', (_, content, message) => {
    expect(() => readStatement(Buffer.from(content as string), ACCOUNT)).toThrow(StatementUnreadable);
    expect(() => readStatement(Buffer.from(content as string), ACCOUNT)).toThrow(message);
  });

  it('accepts a file with exactly 100,000 rows', () => {
    expect(read(`Fecha,Concepto,Importe\n${'31/10/2026,A,1.00\n'.repeat(100_000)}`).rows).toHaveLength(100_000);
  });

  const expectNothingElse = (bytes: Uint8Array, options: ReadingOptions) => {
    try {
      for (const row of readStatement(bytes, options).rows) {
        const isWhole =
          row.date !== null && row.description !== null && row.amountMinor !== null && (row.type !== null || row.zero);
        expect(row.errors.length > 0 || isWhole).toBe(true);
      }
    } catch (error) {
      expect(error).toBeInstanceOf(StatementUnreadable);
    }
  };

  it('throws only StatementUnreadable for arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => expectNothingElse(bytes, ACCOUNT)),
      { numRuns: sized(60, 500) },
    );
  });

  it('throws only StatementUnreadable for a corrupted statement', () => {
    const statement = Buffer.from(
      'BANCO\r\n\r\nFecha,Descripción,Cargo,Abono,Saldo\r\n01/10/2026,"CAFÉ ""EL"" PEÑÓN","1,000.00",,"9,000.00"\r\n' +
        '13/10/2026,NÓMINA,,$500.00,"9,500.00"\r\nTotal,,1000.00,500.00,\r\n',
    );
    const piece = fc.constantFrom(
      '"',
      ',',
      ';',
      '\n',
      '\r',
      "'",
      '-',
      '(',
      '$',
      'Total',
      'Fecha',
      '31/02/2026',
      '9'.repeat(30),
      '\u00a0',
    );
    const cut = fc.record({ at: fc.nat(statement.length), drop: fc.nat(12), put: fc.option(piece, { nil: '' }) });
    const column = fc.option(fc.nat(6), { nil: null });
    const mapping = fc.record(
      { date: column, description: column, amount: column, debit: column, direction: column, balance: column },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 12 }), fc.option(mapping, { nil: undefined }), (cuts, mapping) => {
        let bytes = statement;
        for (const { at, drop, put } of cuts)
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + drop)]);
        expectNothingElse(bytes, { ...ACCOUNT, ...(mapping && { mapping }) });
      }),
      { numRuns: sized(100, 1_000) },
    );
  });
});
