import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { camt, CAMT_ENTRY, ofx, REPEATED_MARKUP } from '../test/hostile-markup.js';
import { rowOf, workbookOf, zipOf } from '../test/stored-zip.js';
import { readStatement } from './statement.js';
import { StatementUnreadable } from './limits/unreadable.js';

const ACCOUNT = { accountCurrency: 'MXN', accountKind: 'asset' } as const;
const MIB = 1024 * 1024;

function refusal(file: Uint8Array | string): string {
  try {
    readStatement(typeof file === 'string' ? Buffer.from(file) : file, ACCOUNT);
  } catch (error) {
    if (error instanceof StatementUnreadable) return error.message;
    throw error;
  }
  return 'it was read';
}

function golden(name: string): Buffer {
  return readFileSync(new URL(`../../../test/golden/statements/${name}`, import.meta.url));
}

const HEADER = rowOf('Fecha', 'Descripción', 'Monto');
const MOVEMENT = rowOf('01/10/2026', 'OXXO', -10);
const STMTTRN = '<STMTTRN><DTPOSTED>20261002<TRNAMT>-5.00<FITID>1<NAME>OXXO</STMTTRN>';

it.each(['constructor', '__proto__', 'toString'])(
  'accepts the OFX transaction type "%s" without a SIGN_UNLIKELY warning',
  (kind) => {
    const movement = `<STMTTRN><TRNTYPE>${kind}<DTPOSTED>20261002<TRNAMT>-5.00<FITID>1<NAME>OXXO</STMTTRN>`;
    expect(readStatement(Buffer.from(ofx(movement)), ACCOUNT).warnings.map(({ code }) => code)).not.toContain(
      'SIGN_UNLIKELY',
    );
  },
);

describe('hostile workbooks', () => {
  it('rejects a ZIP bomb by its declared size, and a workbook with a false declared size as damaged', () => {
    const sheet = { name: 'xl/worksheets/sheet2.xml', content: Buffer.alloc(8 * MIB, 32), packed: true };
    const book = '<workbook><sheets><sheet name="a" r:id="rId4"/></sheets></workbook>';
    const bomb = (declaredSize: number) => workbookOf('', { book, more: [{ ...sheet, declaredSize }] });
    expect(refusal(bomb(4_000_000_000))).toBe(
      'a part of the workbook is larger than 96 MiB when unpacked (xl/worksheets/sheet2.xml)',
    );
    expect(refusal(bomb(1_000))).toBe('the Excel workbook is damaged (xl/worksheets/sheet2.xml)');
  });

  it('rejects a workbook that repeats a long text in many cells, without exhausting memory', () => {
    const strings = `<si><t>${'x'.repeat(900_000)}</t></si>`;
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(200);
    expect(refusal(workbookOf(rows, { strings }))).toBe('the cells contain more than 64 million characters (row 72)');
  });

  it('rejects a workbook with too many columns or rows and reports the row', () => {
    const wide = '<row r="7">' + '<c t="str"><v>a</v></c>'.repeat(1_200) + '</row>';
    expect(refusal(workbookOf(wide))).toBe('a row has more than 1,000 columns (row 7)');
    expect(refusal(workbookOf('<row r="3"><c r="XFD3" t="str"><v>a</v></c></row>'))).toMatch(/1,000 columns \(row 3\)/);
    const rows = HEADER + MOVEMENT.repeat(100_001);
    expect(refusal(workbookOf(rows))).toBe('the file has more than 100,000 rows (line 100002)');
  });

  it('rejects a workbook with a cell that makes every row 1,000 columns wide', () => {
    const rows = '<row r="1"><c r="ALL1" t="str"><v>a</v></c></row>' + MOVEMENT.repeat(10_000);
    expect(refusal(workbookOf(rows))).toMatch(/more than 3,000,000 cells/);
  });

  it('rejects a workbook with entities, encrypted parts, no content or a binary format', () => {
    const book = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook/>';
    expect(refusal(workbookOf(HEADER, { book }))).toMatch(/declares a document type/);
    expect(refusal(workbookOf(''))).toBe('the workbook has no visible sheet with content');
    expect(refusal(zipOf({ name: 'xl/workbook.xml', content: 'x', encrypted: true }))).toMatch(/encrypted/);
    expect(refusal(zipOf({ name: 'xl/workbook.bin', content: 'x' }))).toMatch(/xlsb/);
  });
});

describe('hostile markup', () => {
  const BOMB = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>';
  it.each([
    ['OFX', `<?xml version="1.0"?>\n${BOMB}<OFX><STMTRS>${STMTTRN}</STMTRS></OFX>`, 2],
    ['CAMT', `<?xml version="1.0"?>\n\n${BOMB}<Document><BkToCstmrStmt>&lol2;</BkToCstmrStmt></Document>`, 3],
  ])('rejects entity definitions in %s and reports the line', (_, file, line) => {
    expect(refusal(file)).toBe(`the file declares a document type, which is not supported (line ${line})`);
  });

  it('never loads an external entity', () => {
    const file = camt(CAMT_ENTRY.replace('</Ntry>', '<AddtlNtryInf>&xxe; &#65;</AddtlNtryInf></Ntry>'));
    expect(readStatement(Buffer.from(file), ACCOUNT).rows[0]!.description).toBe('&xxe; A');
  });

  it('removes NULs and lone surrogates from descriptions', () => {
    const file = camt(CAMT_ENTRY.replace('</Ntry>', '<AddtlNtryInf>a&#0;b&#xD800;c</AddtlNtryInf></Ntry>'));
    expect(readStatement(Buffer.from(file), ACCOUNT).rows[0]!.description).toBe('a&#0;b&#xD800;c');
    const strings = '<si><t>a_x0000_b_xD800_c</t></si>';
    const rows = HEADER + '<row><c t="str"><v>01/10/2026</v></c><c t="s"><v>0</v></c><c><v>5</v></c></row>';
    expect(readStatement(workbookOf(rows, { strings }), ACCOUNT).rows[0]!.description).toBe('ab\ufffdc');
  });

  it.each(REPEATED_MARKUP)('reads or rejects a file with 100,000 repetitions: %s', (_, repeated) => {
    expect(refusal(repeated(100_000))).not.toBe('');
  });
});

describe('transaction limit', () => {
  it.each([
    ['OFX', () => ofx(STMTTRN.repeat(110_001)), 'the file has too many transactions (line 3)'],
    [
      'QIF',
      () => `!Type:Bank\n${'D1/2/26\nT5\n^\n'.repeat(110_001)}`,
      'the file has too many transactions (line 330002)',
    ],
    ['CAMT', () => camt(CAMT_ENTRY.repeat(110_001)), 'the file has too many entries (line 1)'],
  ])('rejects an %s file with more than 110,000 transactions', (_, file, what) => expect(refusal(file())).toBe(what));
});

describe('files without exactly one statement', () => {
  it.each([
    [ofx(''), /no transactions/],
    ['OFXHEADER:100\n\n<OFX><SIGNONMSGSRSV1></OFX>', /no statement of a bank or card/],
    [ofx(`<ACCTID>1${STMTTRN}</STMTRS><STMTRS><ACCTID>2${STMTTRN}`), /transactions of 2 accounts.*\(line 3\)/],
    ['!Type:Cat\nNComida\n^\n', /no bank, card or cash account/],
    [
      '!Account\nNUno\n^\n!Type:Bank\nD1/2/26\nT5\nPA\n^\n!Account\nNDos\n^\n!Type:Bank\nD1/2/26\nT5\nPA\n^\n',
      /2 accounts/,
    ],
    ['!Type:Bank\n^\n', /no transactions/],
    [`!Type:Bank\nP${'x'.repeat(1_000_001)}\n^`, /longer than 1 MB \(line 2\)/],
    [camt(''), /no transactions/],
    ['<?xml version="1.0"?><a/>', /not a CAMT\.053/],
    ['<?xml version="1.0"?><Document><BkToCstmrAcctRpt/></Document>', /not a CAMT.053 statement/],
    ['<html><body>Sesión terminada</body></html>', /HTML page has no table/],
    ['<table><tr><td>Sesión terminada</td></tr></table>', /no table of transactions/],
    ['[\n  {"fecha": "2026-10-01", "monto": -5}\n]', /a JSON document/],
  ])('rejects a file without exactly one valid statement (%#): %p', (file, what) =>
    expect(refusal(String(file).replace('</OFX>', '\n</OFX>'))).toMatch(what),
  );

  it('accepts a file with several accounts if only one has transactions', () => {
    const file = ofx(`<ACCTID>1</STMTRS><STMTRS><ACCTID>2${STMTTRN}`);
    expect(readStatement(Buffer.from(file), ACCOUNT).rows).toHaveLength(1);
  });
});

describe('truncated files', () => {
  const rowsOf = (file: Uint8Array) => readStatement(file, ACCOUNT).rows.length;
  const isDoubted = (file: Uint8Array) =>
    readStatement(file, ACCOUNT).warnings.some(({ code }) => code === 'LINES_SKIPPED');

  it.each([
    ...['bbva.xlsx', 'santander.xls', 'hsbc.ofx', 'tarjeta-credito.qfx', 'efectivo.qif'],
    ...['hsbc-empresas.xml', 'banamex.xls', 'bbva-net-cash.xls'],
  ])('rejects or flags a truncated %s unless all transactions are present', (name) => {
    const whole = golden(name);
    const all = rowsOf(whole);
    let refused = 0;
    for (const part of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]) {
      const file = whole.subarray(0, Math.floor(whole.length * part));
      const what = refusal(file);
      if (what === 'it was read') expect(isDoubted(file) ? all : rowsOf(file)).toBe(all);
      else expect(what).toMatch(/cut off|damaged|no transactions|no table|no bank|no Excel|archive/);
      refused += what === 'it was read' ? 0 : 1;
    }
    expect(refused).toBeGreaterThan(8);
  });
});
