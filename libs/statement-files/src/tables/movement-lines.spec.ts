import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';

const HEADER = 'Fecha,Concepto,Cargo,Abono,Saldo';
const FIRST = '13/09/2026,NOMINA,,500.00,500.00';
const LAST = '30/09/2026,RENTA,100.00,,400.00';

/** Returns the reason why the line is skipped, or `row` if it is not. */
function fateOf(line: string, place: 'between' | 'behind' = 'between'): string {
  const lines = place === 'between' ? [HEADER, FIRST, line, LAST] : [HEADER, FIRST, LAST, line];
  const { detected } = readStatement(Buffer.from(lines.join('\n')), { accountCurrency: 'MXN', accountKind: 'asset' });
  const at = place === 'between' ? 3 : 4;
  return detected.skippedLines.find((skipped) => skipped.line === at)?.reason ?? 'row';
}

describe('movementLines', () => {
  it.each([
    ['', 'blank'],
    [' , ,,,', 'blank'],
    [HEADER, 'header'],
    ['Total,,100.00,500.00,', 'total'],
    [',TOTAL,100.00,500.00,', 'total'],
    ['Totales,,100.00,500.00,', 'total'],
    ['Subtotal:,,100.00,,', 'total'],
    [',Total de cargos octubre 2026,100.00,,', 'total'],
    ['14/09/2026,TOTAL,100.00,500.00,', 'total'],
    ['14/09/2026,Total de cargos,100.00,,', 'total'],
    [',Saldo inicial,,,500.00', 'opening-balance'],
    ['14/09/2026,SALDO ANTERIOR,,,500.00', 'opening-balance'],
    ['14/09/2026,Saldo anterior,,500.00,500.00', 'opening-balance'],
    ['Opening balance,,,,500.00', 'opening-balance'],
    ['Saldo final,,,,400.00', 'closing-balance'],
    ['30/09/2026,SALDO AL CORTE,,,400.00', 'closing-balance'],
    ['30/09/2026,Saldo final del periodo,,400.00,400.00', 'closing-balance'],
    ['Saldo promedio,,,,450.00', 'balance'],
    ['Página 1 de 3', 'note'],
    ['SEPTIEMBRE 2026,,,,', 'note'],
  ])('skips the line %j between transactions as %s', (line, reason) => {
    expect(fateOf(line)).toBe(reason);
  });

  it.each([
    ['Fin del estado de cuenta', 'footer'],
    ['Depósitos,500.00', 'footer'],
    ['* Los movimientos pueden tardar,,,,', 'footer'],
    ['Impreso el 20/11/2026 10:22', 'footer'],
    ['Total,,100.00,500.00,', 'total'],
    ['Saldo final,,,,400.00', 'closing-balance'],
    [',,,,', 'blank'],
  ])('skips the line %j after the last transaction as %s', (line, reason) => {
    expect(fateOf(line, 'behind')).toBe(reason);
  });

  it.each([
    '14/09/2026,TOTAL PLAY,599.00,,',
    '14/09/2026,TOTALMEX GAS,599.00,,',
    '14/09/2026,Total Home Depot,599.00,,',
    '14/09/2026,TOTAL 4521,599.00,,',
    '14/09/2026,Saldo insuficiente comisión,10.00,,',
    '14/09/2026,SUMA DE PUNTOS,10.00,,',
    '14/09/2026,BALANCE SPA,10.00,,',
    ',TOTAL PLAY,599.00,,',
    ',OXXO,599.00,,',
    '14/09/2026,OXXO,,,',
    '14/09/2026,TOTAL PLAY,,,',
    '31/02/2026,OXXO,10.00,,',
    'ayer,OXXO,10.00,,',
    'ayer,OXXO,,,',
  ])('reads the line %j as a row', (line) => {
    expect(fateOf(line)).toBe('row');
  });

  it('skips another table in the middle of the statement', () => {
    const file = [
      HEADER,
      FIRST,
      'Fecha,Concepto,Monto original,Saldo pendiente',
      '14/09/2026,MSI,1.00,2.00',
      HEADER,
      LAST,
    ];
    const { detected, rows } = readStatement(Buffer.from(file.join('\n')), {
      accountCurrency: 'MXN',
      accountKind: 'asset',
    });
    expect(detected.skippedLines).toEqual([
      { line: 3, reason: 'other-table' },
      { line: 4, reason: 'other-table' },
      { line: 5, reason: 'header' },
    ]);
    expect(rows.map(({ description }) => description)).toEqual(['NOMINA', 'RENTA']);
  });
});

describe('continuation lines', () => {
  const read = (lines: readonly string[], mapping = {}) =>
    readStatement(Buffer.from(lines.join('\n')), { accountCurrency: 'MXN', accountKind: 'asset', mapping });
  const textsOf = (lines: readonly string[], mapping = {}) =>
    read(lines, mapping).rows.map(({ description, notes }) => [description, notes]);
  const ROWS = [FIRST, ',DEPOSITO EN LINEA,,,', ',folio 81,,,', LAST, ',depto 4,,,'];

  it('appends continuation lines to the notes of the row above, even after the last row', () => {
    expect(textsOf([HEADER, ...ROWS])).toEqual([
      ['NOMINA', 'DEPOSITO EN LINEA\nfolio 81'],
      ['RENTA', 'depto 4'],
    ]);
    expect(read([HEADER, ...ROWS]).detected.skippedLines.map(({ reason }) => reason)).toEqual(
      Array(3).fill('continued'),
    );
  });

  it('appends continuation lines to existing notes', () => {
    const lines = [
      'Descripción,Fecha,Importe,Notas',
      'NOMINA,13/09/2026,500.00,mayo',
      'EMPRESA SA,,,',
      'CFE,14/09/2026,-80.00,',
    ];
    expect(textsOf(lines, { notes: 3 })).toEqual([
      ['NOMINA', 'mayo\nEMPRESA SA'],
      ['CFE', null],
    ]);
  });

  it('uses a continuation line as the description of a row without one', () => {
    expect(textsOf([HEADER, '13/09/2026,,,500.00,500.00', ',NOMINA,,,', LAST])[0]).toEqual(['NOMINA', null]);
  });

  it.each([
    ['a section title', ',Movimientos pendientes,,,'],
    ['an account number', ',Tarjeta 5544 1234,,,'],
    ['a page number', ',Página 2 de 3,,,'],
    ['a line that ends the table', ',*** Fin de los movimientos ***,,,'],
    ['a note in the first column', 'Los movimientos pueden tardar,,,,'],
    ['a line with a single cell', 'folio 81'],
    ['a line with a description and an amount', ',folio 81,,,400.00'],
  ])('does not append %s to the notes of the last row', (_, line) => {
    expect(textsOf([HEADER, FIRST, LAST, line])).toEqual([
      ['NOMINA', null],
      ['RENTA', null],
    ]);
  });

  it.each([
    ['a line with dashes in the other cells', '-,folio 81,-,–,—', 'folio 81'],
    ['a text that begins like the end of a table', ',Fin de semana en Puebla,,,', 'Fin de semana en Puebla'],
    ['a company whose name begins with End', ',END POINT SA,,,', 'END POINT SA'],
    ['a text longer than 200 characters', `,${'folio '.repeat(50)}81,,,`, `${'folio '.repeat(50)}81`],
  ])('appends %s to the notes of the row above', (_, line, notes) => {
    expect(textsOf([HEADER, FIRST, line, LAST])).toEqual([
      ['NOMINA', notes],
      ['RENTA', null],
    ]);
  });

  it.each([
    ['the heading of its column', ',Concepto,,,'],
    ['an abbreviated page number', ',Pág. 3,,,'],
    ['a page number with the number of pages', ',Página 2 de 5,,,'],
    ['a line that ends the statement', ',Fin del estado de cuenta,,,'],
    ['the word FIN', ',FIN,,,'],
  ])('does not append %s to the notes of the row above', (_, line) => {
    const { rows, detected } = read([HEADER, FIRST, line, LAST]);
    expect(rows.map(({ notes }) => notes)).toEqual([null, null]);
    expect(detected.skippedLines).toEqual([{ line: 3, reason: 'note' }]);
  });

  it('truncates the notes with a warning if the continuation lines exceed the limit', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `,folio ${at} ${'x'.repeat(90)},,,`);
    const { rows, detected } = read([HEADER, FIRST, ...lines, LAST]);
    expect(rows.map(({ notes }) => notes?.length ?? 0)).toEqual([2_000, 0]);
    expect(rows[0]!.warnings.map(({ code }) => code)).toEqual(['NOTES_CUT']);
    expect(detected.skippedLines[0]).toEqual({ line: 3, reason: 'continued' });
  });

  it('ignores continuation lines after a blank line or a total', () => {
    for (const line of ['', 'Total,,100.00,500.00,']) {
      expect(textsOf([HEADER, FIRST, LAST, line, ',folio 81,,,'])[1]).toEqual(['RENTA', null]);
    }
  });

  it('continues a section of pending rows after a continuation line', () => {
    const lines = [HEADER, FIRST, ',Movimientos pendientes,,,', LAST, ',depto 4,,,', '30/09/2026,LUZ,50.00,,'];
    const pending = read(lines).rows.map(({ warnings }) => warnings.some(({ code }) => code === 'NOT_BOOKED'));
    expect(pending).toEqual([false, true, true]);
  });
});
