import { describe, expect, it } from '@jest/globals';
import { Money, Problem } from '@app/kernel/pure';
import { Account } from './account.entity.js';
import { accountTypeOf } from './account-type.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const CARD = accountTypeOf('credit_card')!;
const CHECKING = accountTypeOf('checking')!;

function anAccount(fields: Partial<Account> = {}): Account {
  return Object.assign(new Account(), {
    kind: 'asset',
    typeKey: 'cash',
    currency: 'MXN',
    openingPosition: 10_000n,
    position: 25_000n,
    fxMode: 'auto',
    fixedRate: null,
    status: 'active',
    updatedAt: new Date(0),
    ...fields,
  });
}

const aCard = (fields: Partial<Account> = {}) =>
  anAccount({ kind: 'liability', typeKey: 'credit_card', openingPosition: -10_000n, position: -25_000n, ...fields });

const balancesOf = (account: Account) => [account.balance().toString(), account.openingBalance().toString()];

function refusalOf(action: () => void): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof Problem) return error.type.code;
  }
  return undefined;
}

describe('the balance of an account', () => {
  it('the balance of an account is the amount owned for an asset and the amount owed for a liability', () => {
    expect(balancesOf(anAccount())).toEqual(['250.00', '100.00']);
    expect(balancesOf(aCard())).toEqual(['250.00', '100.00']);
  });
});

describe('the status of an account', () => {
  const changes = {
    archive: { from: 'active', to: 'archived', refusedWith: 'ACCOUNT_NOT_ACTIVE' },
    restore: { from: 'archived', to: 'active', refusedWith: 'ACCOUNT_NOT_ARCHIVED' },
    close: { from: 'active', to: 'closed', refusedWith: 'ACCOUNT_NOT_ACTIVE' },
    reopen: { from: 'closed', to: 'active', refusedWith: 'ACCOUNT_NOT_CLOSED' },
  } as const;
  const cases = Object.entries(changes).flatMap(([action, change]) =>
    (['active', 'archived', 'closed'] as const).map((from) => ({
      action: action as keyof typeof changes,
      from,
      change,
      outcome: from === change.from ? 'succeeds' : 'is rejected',
    })),
  );

  it.each(cases)('the action $action $outcome if the account is $from', ({ action, from, change }) => {
    const account = anAccount({ status: from, position: 0n });
    if (from === change.from) {
      account[action](NOW);
      expect([account.status, account.updatedAt]).toEqual([change.to, NOW]);
    } else {
      expect(refusalOf(() => account[action](NOW))).toBe(change.refusedWith);
      expect([account.status, account.updatedAt]).toEqual([from, new Date(0)]);
    }
  });

  it('rejects closing an account with a balance and reports the balance', () => {
    expect(refusalOf(() => anAccount().close(NOW))).toBe('ACCOUNT_BALANCE_NOT_ZERO');
    expect(() => aCard().close(NOW)).toThrow('250.00');
  });
});

describe('changing the type or currency of an account', () => {
  it('an account keeps its displayed balance if its new type has a different kind', () => {
    const account = anAccount();
    account.redefine(CARD, 'MXN');
    expect([account.kind, account.typeKey, account.position]).toEqual(['liability', 'credit_card', -25_000n]);
    expect(balancesOf(account)).toEqual(['250.00', '100.00']);
  });

  it('isRedefinedBy returns true only for a different kind or currency', () => {
    const account = anAccount();
    expect([
      account.isRedefinedBy(CHECKING, 'MXN'),
      account.isRedefinedBy(CARD, 'MXN'),
      account.isRedefinedBy(CHECKING, 'USD'),
    ]).toEqual([false, true, true]);
  });

  it('rejects a different kind or currency for an inactive account', () => {
    const archived = anAccount({ status: 'archived' });
    expect(refusalOf(() => archived.redefine(CARD, 'MXN'))).toBe('ACCOUNT_NOT_ACTIVE');
    expect(refusalOf(() => archived.redefine(CHECKING, 'USD'))).toBe('ACCOUNT_NOT_ACTIVE');
    archived.redefine(CHECKING, 'MXN');
    expect(archived.typeKey).toBe('checking');
  });
});

describe('changing the opening balance of an account', () => {
  it('a new opening balance changes the balance by the same difference', () => {
    for (const account of [anAccount(), aCard()]) {
      account.changeOpeningBalance(Money.parse('40.00', 'MXN'));
      expect(balancesOf(account)).toEqual(['190.00', '40.00']);
    }
  });

  it('rejects a different opening balance for an inactive account', () => {
    const closed = anAccount({ status: 'closed' });
    expect(refusalOf(() => closed.changeOpeningBalance(Money.parse('40.00', 'MXN')))).toBe('ACCOUNT_NOT_ACTIVE');
    closed.changeOpeningBalance(Money.parse('100.00', 'MXN'));
    expect(balancesOf(closed)).toEqual(['250.00', '100.00']);
  });
});

describe('the exchange rate settings of an account', () => {
  const fixed = () => anAccount({ fxMode: 'fixed', fixedRate: 18n });

  it.each([
    ['becomes fixed if the request has a rate', anAccount, 'fixed', 20n, ['fixed', 20n, true]],
    [
      'stays automatic if the request has neither mode nor rate',
      anAccount,
      undefined,
      undefined,
      ['auto', null, false],
    ],
    ['stays fixed if the request has neither mode nor rate', fixed, undefined, undefined, ['fixed', 18n, false]],
    ['keeps its rate if the request only has the mode', fixed, 'fixed', undefined, ['fixed', 18n, false]],
    ['changes to another rate', fixed, undefined, 20n, ['fixed', 20n, true]],
    ['does not change if the rate is the same', fixed, undefined, 18n, ['fixed', 18n, false]],
    ['loses its rate when it becomes automatic', fixed, 'auto', undefined, ['auto', null, true]],
  ] as const)('the exchange rate of an account %s', (_, account, mode, rate, expected) => {
    const changed = account();
    const isRevalued = changed.changeConversion(mode, rate);
    expect([changed.fxMode, changed.fixedRate, isRevalued]).toEqual(expected);
  });

  it.each([
    ['becomes fixed without a rate', anAccount, 'fixed', undefined],
    ['is automatic with a rate', anAccount, undefined, 20n],
    ['is fixed and loses its rate', fixed, undefined, null],
    ['becomes automatic with a rate', fixed, 'auto', 20n],
  ] as const)('rejects an exchange rate that %s', (_, account, mode, rate) => {
    expect(refusalOf(() => account().changeConversion(mode, rate))).toBe('VALIDATION_FAILED');
  });
});
