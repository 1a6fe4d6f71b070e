import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';

function read(...lines: string[]) {
  const { rows, warnings } = readStatement(Buffer.from(lines.join('\n')), {
    accountCurrency: 'USD',
    accountKind: 'asset',
  });
  return { amounts: rows.map(({ amountMinor }) => Number(amountMinor)), warnings: warnings.map(({ code }) => code) };
}

describe('a column of fees beside the amounts', () => {
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
  ])('is a doubt under the heading %p', (heading) => {
    const file = [`Date,Description,Amount,${heading}`, '2026-03-13,Tea,-10.00,0.50', '2026-03-14,Sale,20.00,0.70'];
    expect(read(...file)).toEqual({ amounts: [1000, 2000], warnings: ['COLUMN_GUESSED'] });
  });
});
