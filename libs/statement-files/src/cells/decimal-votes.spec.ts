import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';
import { ColumnDecimals } from './decimal-votes.js';

describe('decimal separator detection', () => {
  const decide = (...figures: string[]) => {
    const decimals = new ColumnDecimals();
    for (const figure of figures) decimals.see(0, figure);
    return { certain: decimals.certain(), likely: decimals.likely().decimal };
  };

  it.each([
    [['1.234', '5,50'], ','],
    [['1,234', '5.50'], '.'],
    [['1.234.567'], ','],
    [['1,234.5'], '.'],
    [['1234.567'], '.'],
    [['1 234,567'], ','],
    [['0.125'], '.'],
    [['1,234.00', '2,345.00', '1,5'], '.'],
  ])('for the figures %j, is certain that the decimal separator is %j', (figures, decimal) => {
    expect(decide(...figures).certain).toBe(decimal);
  });

  it('assumes a thousands separator if all figures are ambiguous', () => {
    expect(decide('1.500', '25.000', '10')).toEqual({ certain: null, likely: ',' });
    expect(decide('1,500')).toEqual({ certain: null, likely: '.' });
    expect(decide('10', '25')).toEqual({ certain: null, likely: '.' });
  });

  it('detects a decimal separator for each column', () => {
    const statement = (...lines: string[]) =>
      readStatement(Buffer.from(['Fecha;Detalle;Cargo;Abono;Saldo', ...lines].join('\n')), {
        accountCurrency: 'MXN',
        accountKind: 'asset',
      });
    const commas = statement('02/03/2026;Café;45,50;;1,954.50', '03/03/2026;Nómina;;1.200,00;3,154.50');
    expect(commas.rows.map(({ amountMinor, balanceMinor }) => [amountMinor, balanceMinor])).toEqual([
      [4550n, 195450n],
      [120000n, 315450n],
    ]);
    expect([commas.detected.decimalSeparator, commas.warnings]).toEqual([',', []]);
    const points = statement('02/03/2026;Café;45.5;;1954,5', '03/03/2026;Nómina;;1200;3154,5');
    expect(points.rows.map(({ amountMinor, balanceMinor }) => [amountMinor, balanceMinor])).toEqual([
      [4550n, 195450n],
      [120000n, 315450n],
    ]);
  });
});
