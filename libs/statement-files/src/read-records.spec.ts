import { describe, expect, it } from '@jest/globals';
import { readStatement, type ReadStatement, type ReadingOptions } from './statement.js';

const ACCOUNT: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };

function read(file: string | Uint8Array, options: Partial<ReadingOptions> = {}): ReadStatement {
  return readStatement(typeof file === 'string' ? Buffer.from(file) : file, { ...ACCOUNT, ...options });
}

const codes = ({ rows }: ReadStatement) => rows.map(({ errors }) => errors.map(({ code }) => code).join());
const dates = ({ rows }: ReadStatement) => rows.map(({ date }) => date);
const amounts = ({ rows }: ReadStatement) => rows.map(({ amountMinor, type }) => `${type} ${amountMinor}`);

describe('OFX files', () => {
  const ofx = (movements: string, head = 'OFXHEADER:100\nCHARSET:1252\n\n') =>
    `${head}<OFX><BANKMSGSRSV1><STMTRS><CURDEF>MXN<BANKTRANLIST>\n${movements}</BANKTRANLIST></STMTRS></OFX>`;
  const movementOf = (amount: string, more = '<NAME>OXXO') =>
    `<STMTTRN><DTPOSTED>20261002<TRNAMT>${amount}${more}</STMTTRN>\n`;

  it.each([
    ['-1200.50', 'expense 120050'],
    ['1200,5', 'income 120050'],
    ['1,234.56', 'income 123456'],
    ['-1.234.567,89', 'expense 123456789'],
    ['+25', 'income 2500'],
  ])('parses the OFX amount %p as %p', (amount, minor) =>
    expect(amounts(read(ofx(movementOf(amount))))).toEqual([minor]),
  );

  it.each(['1,234', '1.234', '12.345', 'x', '12345678901234.00'])('rejects the OFX amount %p', (amount) =>
    expect(codes(read(ofx(movementOf(amount))))).toEqual(['AMOUNT_INVALID']),
  );

  it('reports a missing OFX amount or date as a row error, and derives a missing name from the transaction type', () => {
    const statement = read(ofx(movementOf('').replace('20261002', '') + movementOf('5', '')));
    expect(codes(statement)).toEqual(['DATE_MISSING,AMOUNT_MISSING', '']);
    expect(statement.rows[1]!.description).toBe('Abono');
  });

  it.each([
    ['<NAME>OXXO<MEMO>Centro', 'OXXO', 'Centro'],
    ['<MEMO>Centro', 'Centro', null],
    ['<NAME>OXXO<MEMO>OXXO', 'OXXO', null],
    ['<PAYEE><NAME>CFE &amp; Cía<CITY>CDMX</PAYEE><MEMO>Luz', 'CFE & Cía', 'Luz'],
  ])('reads the OFX fields %p as description %p and notes %p', (fields, description, notes) =>
    expect(read(ofx(movementOf('5', fields))).rows[0]).toMatchObject({ description, notes }),
  );

  it('prefers the currency of the transaction to the currency of the statement, and ignores the original currency', () => {
    const file = ofx(
      movementOf('5') +
        movementOf('5', '<NAME>a<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY>') +
        movementOf('5', '<NAME>a<ORIGCURRENCY><CURSYM>USD</ORIGCURRENCY>'),
    );
    expect(codes(read(file))).toEqual(['', 'CURRENCY_MISMATCH', '']);
  });

  it('decodes OFX in its declared encoding unless the bytes are UTF-8', () => {
    const file = ofx(movementOf('5', '<NAME>CAFÉ'));
    expect(read(Buffer.from(file, 'latin1')).rows[0]!.description).toBe('CAFÉ');
    expect(read(file)).toMatchObject({ detected: { encoding: 'utf-8' }, rows: [{ description: 'CAFÉ' }] });
    const mac = file.replace('CHARSET:1252', 'CHARSET:MACINTOSH').replace('É', '\u0083');
    expect(read(Buffer.from(mac, 'latin1')).rows[0]!.description).toBe('CAFÉ');
  });

  it('skips OFX investments, and reads a transaction without a closing tag', () => {
    const file = ofx(movementOf('5').replace('</STMTTRN>', '') + movementOf('7')).replace(
      '<STMTRS>',
      `<INVSTMTRS>${movementOf('1')}</INVSTMTRS><STMTRS>`,
    );
    expect(amounts(read(file))).toEqual(['income 500', 'income 700']);
  });

  it('applies the caller’s mapping to an OFX file, but ignores its decimal separator', () => {
    const mapping = { description: 3, notes: null, decimalSeparator: ',', dateFormat: 'MM/dd/yyyy' } as const;
    const statement = read(ofx(movementOf('-5.50', '<NAME>OXXO<MEMO>Centro')), { mapping });
    expect(statement.rows[0]).toMatchObject({
      date: '2026-10-02',
      description: 'Centro',
      amountMinor: 550n,
      errors: [],
    });
    expect(statement.mapping).toMatchObject({ decimalSeparator: null, externalId: 4 });
  });
});

describe('QIF files', () => {
  const qif = (...days: string[]) => `!Type:Bank\n${days.map((day) => `D${day}\nT-5.00\nPOXXO\n^\n`).join('')}`;

  it.each([
    [["10/02'26", "10/13'26"], 'MM/dd/yy', ['2026-10-02', '2026-10-13']],
    [['2/10/26', '13/10/26', '28/1/26'], 'd/M/yy', ['2026-10-02', '2026-10-13', '2026-01-28']],
    [['02/10/2026', '13/10/2026'], 'dd/MM/yyyy', ['2026-10-02', '2026-10-13']],
    [['2026-10-02'], 'yyyy-MM-dd', ['2026-10-02']],
    [["1/ 5' 0", "1/25' 0"], 'M/d/yy', ['2000-01-05', '2000-01-25']],
  ])('detects the format of the QIF dates %j as %p', (days, dateFormat, expected) => {
    const statement = read(qif(...days));
    expect([statement.detected.dateFormat, dates(statement)]).toEqual([dateFormat, expected]);
  });

  it('raises DATE_AMBIGUOUS on each row of a QIF file if no row decides the order of day and month', () => {
    const { rows } = read(qif('02/10/2026', '03/10/2026'));
    expect(rows.map(({ date, warnings }) => [date, warnings[0]?.code])).toEqual([
      ['2026-10-02', 'DATE_AMBIGUOUS'],
      ['2026-10-03', 'DATE_AMBIGUOUS'],
    ]);
  });

  describe('split transactions', () => {
    const divided = (total: string, ...parts: string[]) => {
      const lines = parts.map((part) =>
        part
          .split('|')
          .map((text, at) => `${'S$E'[at]}${text}\n`)
          .join(''),
      );
      return read(`!Type:Bank\nD13/10/2026\nT${total}\nPMuebles\nMNota\n${lines.join('')}^\n`).rows[0]!;
    };
    const codes = ({ warnings }: { warnings: readonly { code: string }[] }) => warnings.map(({ code }) => code);

    it('reads QIF splits with their categories and notes, and sets no category for the whole transaction', () => {
      const row = divided('-1,250.50', 'Casa:Muebles|-1,000.50|mesa', 'Regalos/Boda|-250.00', 'Casa|0.00');
      expect(row).toMatchObject({
        amountMinor: 125_050n,
        type: 'expense',
        category: null,
        notes: 'Nota',
        warnings: [],
      });
      expect(row.parts).toEqual([
        { amountMinor: 100_050n, category: 'Muebles', notes: 'mesa' },
        { amountMinor: 25_000n, category: 'Regalos', notes: null },
      ]);
    });

    it('accepts QIF splits without a sign', () => {
      expect(divided('-30.00', 'Casa|10.00', 'Ropa|20.00').parts).toMatchObject([
        { amountMinor: 1000n },
        { amountMinor: 2000n },
      ]);
    });

    it('adds the rounding difference to the last QIF split', () => {
      const amounts = divided('-30.01', 'Casa|-15.01', 'Ropa|-15.01').parts!.map(({ amountMinor }) => amountMinor);
      expect(amounts).toEqual([1501n, 1500n]);
    });

    it('raises TRANSFER_PART for a QIF split that names an account instead of a category', () => {
      const row = divided('-30.00', 'Casa|-10.00', '[Crédito]|-20.00');
      expect(row.parts).toMatchObject([{ category: 'Casa' }, { category: null, notes: 'Traspaso: Crédito' }]);
      expect(codes(row)).toEqual(['TRANSFER_PART']);
    });

    it('imports a QIF transaction with one split as a transaction with its category', () => {
      const row = divided('-30.00', 'Casa:Muebles|-30.00|silla');
      expect(row).toMatchObject({ parts: null, category: 'Muebles', notes: 'Nota\nsilla', warnings: [] });
    });

    it.each([
      ['with different signs', ['Sueldo|1,500.00', 'Impuestos|-260.00|ISR'], 'Sueldo 1,500.00\nImpuestos ISR -260.00'],
      ['that do not add up', ['Sueldo|1,000.00', 'Bono|239.00'], 'Sueldo 1,000.00\nBono 239.00'],
      ['without an amount', ['Sueldo|1,240.00', 'Bono'], 'Sueldo 1,240.00\nBono'],
      [
        'beyond the maximum number',
        Array.from({ length: 62 }, () => 'Sueldo|20.00'),
        Array(62).fill('Sueldo 20.00').join('\n'),
      ],
    ])('imports a QIF transaction with splits %s as one amount with the splits in the notes', (_, parts, notes) => {
      const row = divided('1,240.00', ...parts);
      expect(row).toMatchObject({ amountMinor: 124_000n, parts: null, category: null, notes: `Nota\n${notes}` });
      expect(codes(row)).toEqual(['PARTS_MIXED']);
    });

    it('ignores QIF splits if the caller maps another category column', () => {
      const file = '!Type:Bank\nD13/10/2026\nT-3.00\nPMuebles\nMNota\nSCasa\n$-1.00\nSRopa\n$-2.00\n^\n';
      expect(read(file, { mapping: { category: 3 } }).rows[0]).toMatchObject({ parts: null, category: 'Nota' });
      expect(read(file, { mapping: { invertSign: true } }).rows[0]).toMatchObject({ type: 'income', parts: [{}, {}] });
    });
  });

  it('skips the opening balance and the other lists of a QIF file', () => {
    const file = `!Type:Cat\nNComida\n^\n!Type:CCard\nD1/13/26\nT100\nPOpening Balance\nL[Tarjeta]\n^\nD1/14/26\nU-5\nMOXXO\n^\n!Type:Memorized\nPX\n^\n`;
    const statement = read(file);
    expect(statement.rows).toMatchObject([{ line: 10, description: 'OXXO', notes: null, amountMinor: 500n }]);
    expect(statement.detected.skippedLines).toEqual([{ line: 5, reason: 'opening-balance' }]);
  });
});

describe('CAMT.053 files', () => {
  const camt = (entries: string, version = '08') =>
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
  const entry = (inside: string, direction = 'DBIT') =>
    `<Ntry><Amt Ccy="MXN">12.50</Amt><CdtDbtInd>${direction}</CdtDbtInd>${inside}</Ntry>`;
  const booked = '<Sts>BOOK</Sts><BookgDt><Dt>2026-10-02</Dt></BookgDt>';

  it.each(['02', '06', '13'])('reads CAMT.053 version %s', (version) => {
    const parties = '<RltdPties><Cdtr><Nm>Panadería El Peñón</Nm></Cdtr><Dbtr><Nm>Yo</Nm></Dbtr></RltdPties>';
    const details = `<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs>${parties}<RmtInf><Ustrd>Pan</Ustrd><Ustrd>dulce</Ustrd></RmtInf></TxDtls></NtryDtls>`;
    const { rows, detected } = read(Buffer.from(camt(entry(booked + details), version), 'latin1'));
    expect(detected).toMatchObject({ format: 'camt053', encoding: 'windows-1252', dateFormat: null, headerRow: null });
    expect(rows).toMatchObject([
      {
        ...{ date: '2026-10-02', description: 'Pan dulce', amountMinor: 1250n, type: 'expense', currency: 'MXN' },
        ...{ externalId: null, notes: 'Contraparte: Panadería El Peñón\nReferencia: E1' },
        raw: ['2026-10-02', '12.50', 'DBIT', 'MXN', 'Pan dulce', expect.any(String), ''],
      },
    ]);
  });

  it('skips CAMT.053 entries that are not booked', () => {
    const entries = ['<Sts>PDNG</Sts>', '<Sts><Cd>INFO</Cd></Sts>', booked].map((status) =>
      entry(`${status}<AddtlNtryInf>A</AddtlNtryInf>`),
    );
    const { rows, detected } = read(camt(entries.join('\n')));
    expect(rows).toHaveLength(1);
    expect(detected.skippedLines).toEqual([
      { line: 2, reason: 'pending' },
      { line: 3, reason: 'information' },
    ]);
  });

  it('rejects CAMT.053 entries without a direction or in another currency, and uses the value date if there is no booking date', () => {
    const value = '<ValDt><Dt>2026-10-05</Dt></ValDt><AddtlNtryInf>A</AddtlNtryInf>';
    const statement = read(camt(entry(value, '') + entry(value, 'CRDT').replace('MXN', 'USD')));
    expect(codes(statement)).toEqual(['AMOUNT_INVALID', 'CURRENCY_MISMATCH']);
    expect(dates(statement)).toEqual(['2026-10-05', '2026-10-05']);
  });

  it('reads signed CAMT.053 balances and ignores nested amounts', () => {
    const balance = (code: string, sign: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><CdtLine><Amt Ccy="MXN">9</Amt></CdtLine><Amt Ccy="MXN">83.2</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-10-01</Dt></Dt><Avlbty><Amt Ccy="MXN">7</Amt></Avlbty></Bal>`;
    const { openingBalance, closingBalance } = read(
      camt(balance('OPBD', 'DBIT') + balance('CLBD', 'CRDT') + entry(booked)),
    );
    expect([openingBalance, closingBalance]).toEqual([
      { amount: '-83.20', date: '2026-10-01' },
      { amount: '83.20', date: '2026-10-01' },
    ]);
  });
});

describe('HTML files', () => {
  it('leaves cells covered by a colspan empty and reports the source line of each row', () => {
    const page = `<table><tr><th rowspan=2>Fecha<th colspan=2>Movimiento<th>Saldo</tr>\n<tr><td>x<td>y<td>z</tr></table>
      <table><tr><th>Fecha<th>Concepto<th>Cargo<th>Abono</tr><tr><td>02/10/2026<td>OXXO<br>Centro<td>5.00<td>&nbsp;</tr></table>`;
    const { rows, detected } = read(page);
    expect(detected).toMatchObject({ format: 'html', headerRow: 3, preambleRows: 2, delimiter: null });
    expect(rows).toMatchObject([
      { line: 3, raw: ['02/10/2026', 'OXXO\nCentro', '5.00', ''], description: 'OXXO Centro' },
    ]);
  });
});

describe('delimited text', () => {
  it('reads text that is written as a spreadsheet formula', () => {
    const file =
      'Fecha,Referencia,Descripción,Monto\n="02/10/2026",="000123",="OXXO, Centro","=""-25.00"""\n13/10/2026,1,=1+1,5\n';
    const { rows } = read(file);
    expect(rows[0]).toMatchObject({
      reference: '000123',
      description: 'OXXO, Centro',
      amountMinor: 2500n,
      type: 'expense',
    });
    expect(rows[1]!.description).toBe('=1+1');
  });

  it('prefers the net amount to the gross amount', () => {
    const file = 'FECHA;DESCRIPCION;MONTO BRUTO;COMISION;MONTO NETO\n13/10/2026;Venta;100.00;-3.50;96.50\n';
    expect(read(file).rows[0]!.amountMinor).toBe(9650n);
  });

  it('warns about dates such as 25/10/26 if the first number could also be the year', () => {
    const warned = (...days: string[]) =>
      read(`Fecha,Descripción,Monto\n${days.map((day) => `${day},OXXO,-1.00`).join('\n')}\n`).rows.flatMap(
        ({ warnings }) => warnings.length,
      );
    expect(warned('25/10/26', '26/10/26')).toEqual([1, 1]);
    expect(warned('05/10/26', '18/10/26', '28/10/26')).toEqual([0, 0, 0]);
  });

  it('drops a category or ID that is too long, with a warning', () => {
    const { rows } = read(
      `Fecha,Descripción,Monto,Categoría,Id\n2026-10-13,OXXO,-1.00,${'c'.repeat(121)},${'i'.repeat(256)}\n`,
      { mapping: { externalId: 4 } },
    );
    expect(rows[0]).toMatchObject({ category: null, externalId: null, errors: [] });
    expect(rows[0]!.warnings.map(({ code }) => code)).toEqual(['CATEGORY_TOO_LONG', 'EXTERNAL_ID_TOO_LONG']);
  });
});
