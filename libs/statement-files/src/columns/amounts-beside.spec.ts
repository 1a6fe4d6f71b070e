import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';

function read(...lines: string[]) {
  const { rows, warnings } = readStatement(Buffer.from(lines.join('\n')), {
    accountCurrency: 'USD',
    accountKind: 'asset',
  });
  return { amounts: rows.map(({ amountMinor }) => Number(amountMinor)), warnings: warnings.map(({ code }) => code) };
}

describe('fee columns', () => {
  it.each([
    ...[
      'Taxa',
      'Комиссия',
      'Charges',
      'Service charge',
      'FX fee',
      'IVA',
      'Cargo por servicio',
      'Processing fee',
      'Fee',
    ],
  ])('raises COLUMN_GUESSED for a fee column with the heading %p', (heading) => {
    const file = [`Date,Description,Amount,${heading}`, '2026-03-13,Tea,-10.00,0.50', '2026-03-14,Sale,20.00,0.70'];
    expect(read(...file)).toEqual({ amounts: [1000, 2000], warnings: ['COLUMN_GUESSED'] });
  });
});

describe('two amount columns without a balance', () => {
  it.each(['Amount,Amount', 'Amount,Total', 'Monto,Importe'])(
    'raises COLUMN_GUESSED if the headings of the amount columns are %p',
    (pair) => {
      const file = [`Date,Description,${pair}`, '2026-03-13,Tea,-10.00,-11.50', '2026-03-14,Sale,20.00,21.00'];
      expect(read(...file)).toEqual({ amounts: [1000, 2000], warnings: ['COLUMN_GUESSED'] });
    },
  );

  it.each(['Authorised amount,Settled amount', 'Monto solicitado,Monto aplicado', 'Gross amount,Net amount'])(
    'prefers the settled or net amount if the headings are %p',
    (pair) => {
      const file = [`Date,Description,${pair}`, '2026-03-13,Tea,-10.00,-11.50', '2026-03-14,Sale,20.00,21.00'];
      expect(read(...file)).toEqual({ amounts: [1150, 2100], warnings: [] });
    },
  );

  it('raises no warning if both amount columns have the same values', () => {
    const file = ['Date,Description,Amount,Total', '2026-03-13,Tea,-10.00,-10.00', '2026-03-14,Sale,20.00,20.00'];
    expect(read(...file).warnings).toEqual([]);
  });
});
