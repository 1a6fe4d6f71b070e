import { describe, expect, it } from '@jest/globals';
import { detectColumns } from './detect-columns.js';
import { findTable } from '../tables/find-table.js';
import { splitRecords } from '../csv/split-records.js';

function detect(lines: readonly string[], accountKind: 'asset' | 'liability' = 'asset') {
  const { mapping } = detectColumns(findTable(splitRecords(lines.join('\n'), '|')), {
    accountCurrency: 'MXN',
    accountKind,
  });
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => typeof value === 'number'));
}

describe('column detection by headings', () => {
  it('prefers the operation date to the value date', () => {
    expect(detect(['Fecha Valor|Fecha de Operación|Concepto|Importe', '14/10/2026|13/10/2026|A|1.00']).date).toBe(1);
    expect(detect(['Fecha Valor|Fecha|Concepto|Importe', '14/10/2026|13/10/2026|A|1.00']).date).toBe(1);
  });

  it('ignores a date column that is almost empty', () => {
    const lines = [
      'Fecha operación|Fecha|Concepto|Importe',
      '|13/10/2026|A|1.00',
      '|13/10/2026|B|1.00',
      '13/10/2026|13/10/2026|C|1.00',
    ];
    expect(detect(lines).date).toBe(1);
  });

  it('maps the plain description to the description, and the detailed description to the notes', () => {
    const row = '13/10/2026|UNO CON MAS DETALLE|UNO|1.00';
    expect(detect(['Fecha|Descripción detallada|Descripción|Importe', row])).toMatchObject({
      description: 2,
      notes: 1,
    });
    expect(detect(['Fecha|Observaciones|Concepto|Importe', row])).toMatchObject({ description: 2, notes: 1 });
    expect(detect(['Fecha|Detalle|Concepto|Importe', row])).toMatchObject({ description: 2 });
  });

  it('maps a detailed description to the description if the file has no plain one', () => {
    expect(detect(['Fecha|Descripción detallada|Importe', '13/10/2026|UNO|1.00'])).toMatchObject({ description: 1 });
  });

  it('does not use a column of transaction numbers as the description', () => {
    expect(detect(['Fecha|Movimiento|Descripción detallada|Importe', '13/10/2026|1|UNO|1.00'])).toMatchObject({
      description: 2,
    });
  });

  it('distinguishes a direction column from an amount column with the same heading', () => {
    expect(detect(['Fecha|Concepto|Cargo/Abono|Importe', '13/10/2026|A|-|1.00'])).toMatchObject({
      direction: 2,
      amount: 3,
    });
    expect(detect(['Fecha|Concepto|Cargo/Abono|Saldo', '13/10/2026|A|-1.00|5.00'])).toMatchObject({
      amount: 2,
      balance: 3,
    });
  });

  it('does not use a column of payment methods as the direction', () => {
    expect(
      detect(['Fecha|Tipo|Concepto|Importe', '13/10/2026|SPEI|A|-1.00', '13/10/2026|POS|B|1.00']),
    ).not.toHaveProperty('direction');
  });

  it('finds debit and credit columns in either order, even if one is empty', () => {
    const sides = detect(['Fecha|Concepto|Depósitos|Retiros|Saldo', '13/10/2026|A||1.00|5.00']);
    expect(sides).toMatchObject({ credit: 2, debit: 3, balance: 4 });
    expect(sides).not.toHaveProperty('amount');
  });

  it('finds the debit column if the heading of the credit column is unknown', () => {
    const lines = [
      'Fecha|Concepto|Cargos|Pagos recibidos',
      '13/10/2026|A|1.00|',
      '13/10/2026|B||2.00',
      '13/10/2026|C|3.00|',
    ];
    expect(detect(lines)).toMatchObject({ debit: 2, credit: 3 });
  });

  it('prefers the amount in the account currency', () => {
    expect(detect(['Fecha|Concepto|Importe USD|Importe MXN', '13/10/2026|A|1.00|18.00'])).toMatchObject({ amount: 3 });
    expect(detect(['Fecha|Concepto|Monto original|Monto', '13/10/2026|A|1.00|18.00'])).toMatchObject({ amount: 3 });
  });

  it('finds the reference, currency and category columns', () => {
    const lines = ['Fecha|Concepto|Referencia|Moneda|Categoría|Importe', '13/10/2026|A|123|MXN|Hogar|1.00'];
    expect(detect(lines)).toEqual({ date: 0, description: 1, reference: 2, currency: 3, category: 4, amount: 5 });
  });

  it('accepts single letters as category names', () => {
    expect(detect(['Fecha|Concepto|Importe|Categoría', '13/10/2026|Tacos|1.00|G'])).toMatchObject({ category: 3 });
  });
});

describe('column detection by cells', () => {
  const unheaded = (...rows: string[]) => detect(rows);

  it('finds the balance column by arithmetic', () => {
    const rows = ['13/10/2026|TIENDA|90.00|-10.00', '14/10/2026|CINE|70.00|-20.00', '15/10/2026|NOMINA|170.00|100.00'];
    expect(unheaded(...rows)).toEqual({ date: 0, description: 1, balance: 2, amount: 3 });
  });

  it('distinguishes the debit column from the credit column by arithmetic', () => {
    const rows = [
      '13/10/2026|TIENDA||10.00|90.00',
      '14/10/2026|NOMINA|100.00||190.00',
      '15/10/2026|CINE||20.00|170.00',
    ];
    expect(unheaded(...rows)).toMatchObject({ credit: 2, debit: 3, balance: 4 });
  });

  it('assumes that the first of two amount columns contains the debits if there is no balance', () => {
    const rows = ['13/10/2026|TIENDA|10.00|', '14/10/2026|NOMINA||100.00', '15/10/2026|CINE|20.00|0.00'];
    expect(unheaded(...rows)).toEqual({ date: 0, description: 1, debit: 2, credit: 3 });
  });

  it('finds a column of plus and minus signs, and the balance column that depends on those signs', () => {
    const rows = [
      '0042|13/10/2026|TIENDA|-|10.00|90.00',
      '0042|14/10/2026|NOMINA|+|100.00|190.00',
      '0042|15/10/2026|CINE|-|20.00|170.00',
    ];
    expect(unheaded(...rows)).toEqual({ date: 1, description: 2, direction: 3, amount: 4, balance: 5 });
  });

  it('prefers the direction column with the shorter text', () => {
    const rows = ['13/10/2026|RETIRO CAJERO|Retiro|10.00', '14/10/2026|DEPOSITO|Depósito|20.00'];
    expect(unheaded(...rows)).toEqual({ date: 0, description: 1, direction: 2, amount: 3 });
  });

  it('does not use references and account numbers as amounts', () => {
    const rows = ['65500000001|13/10/2026|TIENDA|7431801|-10.00', '65500000001|14/10/2026|CINE|4023371|-20.00'];
    expect(unheaded(...rows)).toEqual({ date: 1, description: 2, amount: 4 });
  });

  it('uses whole numbers as amounts if no column has decimals', () => {
    expect(unheaded('13/10/2026|TIENDA|-10', '14/10/2026|CINE|20')).toEqual({ date: 0, description: 1, amount: 2 });
  });
});
