import { describe, expect, it } from '@jest/globals';
import { findTable } from './find-table.js';
import { splitRecords } from '../csv/split-records.js';

const find = (...lines: string[]) => {
  const { header, body, width } = findTable(splitRecords(lines.join('\n'), ','));
  return { header: header?.line ?? null, first: body[0]?.line, width };
};

const ROWS = ['13/10/2026,OXXO,10.00,,90.00', '14/10/2026,CFE,20.00,,70.00'];

describe('table detection', () => {
  it('finds the header after a preamble of any length', () => {
    const preamble = Array.from({ length: 300 }, (_, line) => (line % 3 === 0 ? '' : `Línea ${line},x,y`));
    expect(find(...preamble, 'Fecha,Concepto,Cargo,Abono,Saldo', ...ROWS)).toEqual({
      header: 301,
      first: 302,
      width: 5,
    });
  });

  it('prefers the header of the transactions to the headings of a summary', () => {
    const summary = ['Fecha de corte,Depósitos,Retiros,Saldo', '20/10/2026,5.00,6.00,7.00', ''];
    expect(find(...summary, 'Fecha,Concepto,Cargo,Abono,Saldo', ...ROWS)).toMatchObject({ header: 4 });
  });

  it('starts a table without a header at the first transaction', () => {
    expect(find(...ROWS)).toEqual({ header: null, first: 1, width: 5 });
    expect(find('BANCO', 'Fecha de corte,20/10/2026,Saldo,10.00', '', ...ROWS)).toEqual({
      header: null,
      first: 4,
      width: 5,
    });
  });

  it('does not read a preamble line as a row without a date', () => {
    expect(find('Saldo al corte,x,y,z,5.00', ...ROWS)).toMatchObject({ header: null, first: 2 });
  });

  it('accepts a first row whose date is truncated if a month name is next to the date', () => {
    expect(find('10-Nov-9,OXXO,10.00,,90.00', '09-Nov-10,CFE,20.00,,70.00', '04-Nov-11,GAS,5.00,,65.00')).toEqual({
      header: null,
      first: 1,
      width: 5,
    });
  });

  it('accepts a first row whose date is missing or impossible', () => {
    expect(find(',NOMINA,,5.00,5.00', ...ROWS)).toMatchObject({ header: null, first: 1 });
    expect(find('32/10/2026,NOMINA,,5.00,5.00', ...ROWS)).toMatchObject({ header: null, first: 1 });
  });

  it('uses unknown words above the first transaction as the header', () => {
    expect(find('Kuando,Ke,Menos,Mas,Keda', ...ROWS)).toEqual({ header: 1, first: 2, width: 5 });
  });

  it('does not count trailing empty cells as columns', () => {
    expect(find('Fecha,Concepto,Importe,,,', '13/10/2026,OXXO,-1.00,,,')).toMatchObject({ width: 3 });
    expect(find('13/10/2026,OXXO,-1.00,,,', '13/10/2026,OXXO,-1.00,,,')).toMatchObject({ width: 3 });
  });

  it('uses the width of the header even if some lines have extra cells', () => {
    expect(
      find('Fecha,Concepto,Importe', '13/10/2026,A,1.00', '13/10/2026,A,B,1.00', '13/10/2026,C,1.00'),
    ).toMatchObject({ width: 3 });
  });

  it('widens the table if every row is wider than the header', () => {
    expect(find('Fecha,Concepto,Importe', '13/10/2026,A,1.00,x', '13/10/2026,A,1.00,y')).toMatchObject({ width: 4 });
  });

  it('reports a missing table or missing rows in the error', () => {
    expect(() => find('Estimado cliente', 'le informamos que')).toThrow(/no table/);
    expect(() => find('Fecha,Concepto,Importe', '', ' ,, ')).toThrow(/a header and nothing else.*line 1/);
  });
});
