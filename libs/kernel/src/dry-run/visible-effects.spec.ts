import { describe, expect, it } from '@jest/globals';
import type { Scope } from '../request/scopes.js';
import { allowedBy } from '../request/scopes.js';
import type { EffectsView } from './effects.view.js';
import { visibleEffects } from './visible-effects.js';

const ALL: EffectsView = {
  netWorth: { currency: 'MXN', before: '1.00', after: '2.00' },
  accounts: [{ accountId: 'a', currency: 'MXN', balanceBefore: '1.00', balanceAfter: '2.00' }],
  budgets: [{ budgetId: 'b', availableBefore: '1.00', availableAfter: '2.00' }],
  contacts: [{ contactId: 'c', currency: 'MXN', balanceBefore: '1.00', balanceAfter: '2.00' }],
  transactions: { created: 1, updated: 0, trashed: 0, restored: 0, deleted: 0 },
};
const NONE: EffectsView = { netWorth: null, accounts: [], budgets: [], contacts: [], transactions: ALL.transactions };

describe('the effects that a caller may read', () => {
  it.each<[Scope, Partial<EffectsView>]>([
    ['transactions:write', {}],
    ['workspace:read', {}],
    ['reports:read', { netWorth: ALL.netWorth }],
    ['accounts:write', { accounts: ALL.accounts }],
    ['budgets:read', { budgets: ALL.budgets }],
    ['contacts:read', { contacts: ALL.contacts }],
    ['read_only', ALL],
    ['read_write', ALL],
  ])('a caller with the scope %s sees only the effects that the scope allows', (scope, seen) => {
    expect(visibleEffects(ALL, { allowed: allowedBy([scope]) })).toEqual({ ...NONE, ...seen });
  });
});
