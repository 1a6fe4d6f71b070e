import { describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import { rowOf, workbookOf } from '../../test/stored-zip.js';
import { readXlsx } from './read-xlsx.js';
import { readStatement } from '../statement.js';

const ACCOUNT = { accountCurrency: 'MXN', accountKind: 'asset' } as const;
const HEADER = rowOf('Fecha', 'Descripción', 'Monto');
const DATES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>';
const cellsOf = (rows: string, parts = {}) => readXlsx(workbookOf(rows, parts)).records.map(({ cells }) => cells);

describe('XLSX files', () => {
  it('reads XLSX numbers without rounding errors', () => {
    const figures = [
      '0.30000000000000004',
      '1.1E-2',
      '-46112.5',
      '1234567.8900000001',
      '5.551115123125783E-17',
      '33.335',
    ];
    const row = figures.map((figure) => `<c><v>${figure}</v></c>`).join('');
    expect(cellsOf(`<row>${row}</row>`)).toEqual([['0.3', '0.0110', '-46112.5', '1234567.89', '0', '33.3350']]);
  });

  it('reads XLSX dates in either epoch and in any date format', () => {
    const row = '<row><c s="1"><v>46297</v></c><c s="1"><v>46297.75</v></c><c><v>46297</v></c></row>';
    expect(cellsOf(row, { styles: DATES })).toEqual([['2026-10-02', '2026-10-02 18:00:00', '46297']]);
    const book = '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>';
    expect(cellsOf(row, { styles: DATES, book })[0]![0]).toBe('2030-10-03');
  });

  it('reads serial numbers in a date column as dates, even without a date format', () => {
    const file = workbookOf(HEADER + rowOf(46297, 'OXXO', -25) + rowOf(46298, 'CFE', -310.5));
    const { rows, detected } = readStatement(file, ACCOUNT);
    expect(rows.map(({ date, amountMinor }) => [date, amountMinor])).toEqual([
      ['2026-10-02', 2500n],
      ['2026-10-03', 31050n],
    ]);
    expect(detected.dateFormat).toBeNull();
  });

  it('reports ambiguity only for the text cells of a column that also has date cells', () => {
    const day = '<row><c s="1"><v>46297</v></c><c t="str"><v>OXXO</v></c><c><v>-25</v></c></row>';
    const { rows } = readStatement(
      workbookOf(HEADER + day + rowOf('05/06/2026', 'CFE', -1), { styles: DATES }),
      ACCOUNT,
    );
    expect(rows.map(({ date }) => date)).toEqual(['2026-10-02', '2026-06-05']);
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([[], ['DATE_AMBIGUOUS']]);
  });

  it('reads the stored result of a formula, or an empty cell if there is no result', () => {
    const row =
      '<row><c r="B1"><f>SUM(A1:A9)</f><v>12.5</v></c><c t="str"><f>"a"</f><v>OXXO</v></c><c><f>NOW()</f></c></row>';
    expect(cellsOf(row)).toEqual([['', '12.5', 'OXXO']]);
  });

  it('reads shared, formatted and escaped XLSX strings as displayed', () => {
    const strings =
      '<si><t>Ñandú &amp; Cía_x000A_SA</t></si><si><r><t>Ca</t></r><r><t xml:space="preserve">fé </t></r><rPh><t>no</t></rPh></si>';
    expect(cellsOf('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>9</v></c></row>', { strings })).toEqual([
      ['Ñandú & Cía\nSA', 'Café '],
    ]);
  });

  it('reads the first visible sheet with content and skips hidden sheets', () => {
    const book =
      '<workbook><sheets><sheet name="a" r:id="rId4" state="hidden"/><sheet name="b" r:id="rId1"/></sheets></workbook>';
    const content = `<worksheet><sheetData>${HEADER}${rowOf('01/10/2026', 'OCULTO', 9)}</sheetData></worksheet>`;
    const more = [{ name: 'xl/worksheets/sheet2.xml', content }];
    expect(cellsOf(HEADER, { book, more })).toEqual([['Fecha', 'Descripción', 'Monto']]);
    const shown = book.replace(' state="hidden"', '');
    expect(cellsOf(HEADER, { book: shown, more })).toHaveLength(2);
  });

  it('reads a workbook written by another library', async () => {
    const rows = [
      ['Fecha', 'Concepto', 'Importe'],
      [new Date(Date.UTC(2026, 9, 2)), 'Café', -0.1 - 0.2],
      [new Date(Date.UTC(2026, 9, 3)), 'Nómina', 1234567.89],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'Hoja', rows }] });
    expect(readStatement(bytes, ACCOUNT).rows).toMatchObject([
      { line: 2, date: '2026-10-02', description: 'Café', amountMinor: 30n, type: 'expense' },
      { line: 3, date: '2026-10-03', description: 'Nómina', amountMinor: 123456789n, type: 'income' },
    ]);
  });

  it('rejects an encrypted workbook', async () => {
    const sheets = [{ name: 'Hoja', rows: [['Fecha']] }];
    const bytes = await writeXlsx({ sheets, encryption: { password: 'secreto', spinCount: 1000 } });
    expect(() => readStatement(bytes, ACCOUNT)).toThrow(/encrypted with a password/);
  });
});

describe('workbooks with several visible sheets', () => {
  const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const book =
    '<workbook><sheets><sheet name="Septiembre" r:id="rId1"/><sheet name="Octubre" r:id="rId4"/></sheets></workbook>';
  const both = (first: string, second: string) =>
    workbookOf(first, { book, more: [{ name: 'xl/worksheets/sheet2.xml', content: sheetOf(second) }] });
  const head = rowOf('Fecha', 'Descripción', 'Monto');
  const read = (file: Uint8Array) => readStatement(file, { accountCurrency: 'MXN', accountKind: 'asset' });

  it('joins sheets with the same layout into one statement', () => {
    const september = head + rowOf('01/09/2026', 'OXXO', -10) + rowOf('Total', '', -10);
    const october = rowOf('Banco') + head + rowOf('01/10/2026', 'Pan', -20) + rowOf('02/10/2026', 'Luz', -30);
    const { rows } = read(both(september, october));
    expect(rows.map(({ date, description, line }) => [date, description, line])).toEqual([
      ['2026-09-01', 'OXXO', 2],
      ['2026-10-01', 'Pan', 3],
      ['2026-10-02', 'Luz', 4],
    ]);
  });

  it('rejects sheets with different layouts and lists their names', () => {
    const sides = rowOf('Fecha', 'Concepto', 'Cargo', 'Abono') + rowOf('01/10/2026', 'Pan', 20, '');
    expect(() => read(both(head + rowOf('01/09/2026', 'OXXO', -10), sides))).toThrow(
      /laid out differently.*Septiembre, Octubre/,
    );
  });

  it('skips a summary sheet if another sheet has transactions', () => {
    const summary = rowOf('Resumen') + rowOf('Fecha de corte', '31/10/2026', 'Saldo', 1200);
    expect(read(both(summary, head + rowOf('01/10/2026', 'Pan', -20))).rows).toHaveLength(1);
  });
});

describe('sheet XML', () => {
  const sheet = (content: string) => {
    const book = '<workbook><sheets><sheet name="a" r:id="rId4"/></sheets></workbook>';
    return workbookOf('', { book, more: [{ name: 'xl/worksheets/sheet2.xml', content }] });
  };
  const rows = rowOf('Fecha', 'Descripción', 'Monto') + rowOf('01/10/2026', 'OXXO', -10).repeat(3);
  const whole = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

  it.each([
    ['truncated after the rows', whole.slice(0, whole.indexOf('</sheetData>'))],
    ['truncated within a row', whole.slice(0, whole.lastIndexOf('<c>'))],
    ['with an unclosed cell', whole.replace('</c>', '')],
    ['with an unclosed row', whole.replace('</row>', '')],
    ['with a row that is closed twice', whole.replace('</row>', '</row></row>')],
  ])('rejects an XLSX sheet %s', (_, content) => {
    expect(() => readStatement(sheet(content), { accountCurrency: 'MXN', accountKind: 'asset' })).toThrow(
      /cut off|damaged/,
    );
  });

  it('accepts empty rows and cells in an XLSX sheet', () => {
    const more = whole.replace('<row>', '<row r="1"/><row r="2"><c r="A2" s="1"/></row><row r="3">');
    expect(readStatement(sheet(more), { accountCurrency: 'MXN', accountKind: 'asset' }).rows).toHaveLength(3);
  });
});
