import { describe, expect, it } from '@jest/globals';
import { areEffects, areSavedActions, areSavedConditions } from './saved-rule.js';

const ID = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';

describe('areSavedConditions', () => {
  it('accepts conditions with a range and conditions without a value', () => {
    expect(areSavedConditions([{ field: 'amount', op: 'between', value: ['1.00', '2.50'] }])).toBe(true);
    expect(areSavedConditions([{ field: 'category', op: 'is_empty', value: null }])).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a field that is SQL', [{ field: 'description or true --', op: 'matches', value: 'a' }]],
    ['a field that every object has', [{ field: 'constructor', op: 'is', value: 'a' }]],
    ['an operator that is SQL', [{ field: 'amount', op: '= 1 or 1 =', value: '1.00' }]],
    ['an operator of another field', [{ field: 'amount', op: 'matches', value: '1' }]],
    ['an invalid pattern', [{ field: 'notes', op: 'matches', value: '(' }]],
    ['a currency with a line break', [{ field: 'currency', op: 'is', value: 'MXN\n' }]],
    ['an amount without two decimals', [{ field: 'amount', op: 'eq', value: '5' }]],
    ['a value that is an object', [{ field: 'notes', op: 'contains', value: { a: 1 } }]],
    ['an additional member', [{ field: 'notes', op: 'contains', value: 'a', not: true }]],
    ['no condition', []],
    ['too many conditions', Array(21).fill({ field: 'notes', op: 'contains', value: 'a' })],
    ['an object instead of a list', { field: 'notes' }],
  ])('rejects conditions with %s', (_, value) => {
    expect(areSavedConditions(value)).toBe(false);
  });
});

describe('areSavedActions', () => {
  it('accepts valid actions and rejects unknown kinds and invalid values', () => {
    expect(areSavedActions([{ kind: 'set_category', value: ID }])).toBe(true);
    expect(areSavedActions([{ kind: 'delete', value: 'x' }])).toBe(false);
    expect(areSavedActions([{ kind: 'set_description', value: 'a\nb' }])).toBe(false);
    expect(areSavedActions([{ kind: 'set_category', value: 'x' }])).toBe(false);
  });
});

describe('areEffects', () => {
  it('accepts only effects with an action kind, a value and an outcome', () => {
    expect(areEffects({ append_notes: ['Antojo', 'applied'] })).toBe(true);
    expect(areEffects({ append_notes: ['Antojo', 'done'] })).toBe(false);
    expect(areEffects({ other: ['Antojo', 'applied'] })).toBe(false);
    expect(areEffects([])).toBe(false);
  });
});
