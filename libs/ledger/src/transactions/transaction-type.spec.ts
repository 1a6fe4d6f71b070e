import { expect, it } from '@jest/globals';
import { hasCategory, isDebt, signedAmount, splitTypesOf, TRANSACTION_TYPES } from './transaction-type.js';

it.each([
  ['expense', -2500n],
  ['income', 2500n],
  ['transfer', -2500n],
  ['adjustment', 2500n],
  ['lent', -2500n],
  ['borrowed', 2500n],
  ['repayment_received', 2500n],
  ['repayment_made', -2500n],
] as const)('the effect of %s of 25.00 on its account is %s', (type, effect) => {
  expect(signedAmount(type, 2500n, 'account')).toBe(effect);
});

it('an adjustment is its own effect, downwards too', () => {
  expect(signedAmount('adjustment', -2500n, 'account')).toBe(-2500n);
});

it('what has no account has no effect', () => {
  for (const type of TRANSACTION_TYPES) expect(signedAmount(type, 2500n, null)).toBe(0n);
});

it('the four debts are debts, and only spending and earning have categories', () => {
  expect(TRANSACTION_TYPES.filter(isDebt)).toEqual(['lent', 'borrowed', 'repayment_received', 'repayment_made']);
  expect(TRANSACTION_TYPES.filter(hasCategory)).toEqual(['expense', 'income']);
});

it('parts are of the whole’s own type or a debt in the same direction', () => {
  for (const whole of TRANSACTION_TYPES) {
    for (const part of splitTypesOf(whole)) expect(signedAmount(part, 1n, 'a')).toBe(signedAmount(whole, 1n, 'a'));
    expect(splitTypesOf(whole).includes(whole)).toBe(hasCategory(whole));
  }
});
