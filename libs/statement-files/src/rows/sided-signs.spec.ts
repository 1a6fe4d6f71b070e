import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';

function read(accountKind: 'asset' | 'liability', ...lines: string[]) {
  const { rows, warnings } = readStatement(Buffer.from(lines.join('\n')), { accountCurrency: 'MXN', accountKind });
  const signed = rows.map(({ type, amountMinor }) => (type === 'expense' ? -amountMinor! : amountMinor!));
  return { amounts: signed.map(Number), warnings: warnings.map(({ code }) => code) };
}

describe('signs in debit and credit columns', () => {
  const HEADER = 'Date,Description,Debit,Credit';
  const MIXED = [
    '2026-03-13,Tea,-10.00,',
    '2026-03-14,Bread,20.00,',
    '2026-03-15,Inn,-30.00,',
    '2026-03-16,Pay,,500.00',
  ];

  it('raises SIGN_UNLIKELY if a debit column has both signs', () => {
    expect(read('asset', HEADER, ...MIXED).warnings).toEqual(['SIGN_UNLIKELY']);
  });

  it('the balance decides whether the rarer sign in a debit column means a reversal', () => {
    const withBalance = (...balances: string[]) =>
      read('asset', `${HEADER},Balance`, ...MIXED.map((line, at) => `${line},${balances[at]!}`));
    const reversal = withBalance('90.00', '110.00', '80.00', '580.00');
    expect(reversal).toEqual({ amounts: [-1000, 2000, -3000, 50000], warnings: [] });
    const charge = withBalance('90.00', '70.00', '40.00', '540.00');
    expect(charge).toEqual({ amounts: [-1000, -2000, -3000, 50000], warnings: [] });
  });

  it('raises SIGN_UNLIKELY if every credit of an asset account is negative', () => {
    const file = [HEADER, '2026-03-13,Tea,10.00,', '2026-03-14,Bread,20.00,', '2026-03-15,Shop,,-30.00'];
    expect(read('asset', ...file).warnings).toEqual(['SIGN_UNLIKELY']);
    expect(read('liability', ...file)).toEqual({ amounts: [-1000, -2000, 3000], warnings: [] });
  });
});
