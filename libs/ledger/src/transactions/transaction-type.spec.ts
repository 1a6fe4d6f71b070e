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
] as const)('the type %s with an amount of 25.00 changes the account by %s centavos', (type, effect) => {
  expect(signedAmount(type, 2500n, 'account')).toBe(effect);
});

it('an adjustment changes its account by its signed amount', () => {
  expect(signedAmount('adjustment', -2500n, 'account')).toBe(-2500n);
});

it('a transaction without an account changes no balance', () => {
  for (const type of TRANSACTION_TYPES) expect(signedAmount(type, 2500n, null)).toBe(0n);
});

it('four types are debts, and only expenses and income have categories', () => {
  expect(TRANSACTION_TYPES.filter(isDebt)).toEqual(['lent', 'borrowed', 'repayment_received', 'repayment_made']);
  expect(TRANSACTION_TYPES.filter(hasCategory)).toEqual(['expense', 'income']);
});

it('a split has the type of its transaction or is a debt in the same direction', () => {
  for (const whole of TRANSACTION_TYPES) {
    for (const part of splitTypesOf(whole)) expect(signedAmount(part, 1n, 'a')).toBe(signedAmount(whole, 1n, 'a'));
    expect(splitTypesOf(whole).includes(whole)).toBe(hasCategory(whole));
  }
});
