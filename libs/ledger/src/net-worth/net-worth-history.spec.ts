import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money, parseRate } from '@app/kernel/pure';
import type { HistoricAccount, HistoryPoint } from './net-worth-history.js';
import { netWorthHistory } from './net-worth-history.js';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'];
const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const foreign = (minor: bigint, currency: string) => ({ position: Money.ofMinor(minor, currency) });
const account = (fields: Partial<HistoricAccount>): HistoricAccount => ({
  id: 'account',
  kind: 'asset',
  position: pesos(0n),
  fixedRate: null,
  since: '2020-01-01',
  closed: false,
  movements: [],
  ...fields,
});
const minorUnits = ({ netWorth, assets, liabilities, ...point }: HistoryPoint) => ({
  ...point,
  netWorth: netWorth.minor,
  assets: assets.minor,
  liabilities: liabilities.minor,
});
const worthOf = (accounts: HistoricAccount[], rates: Record<string, (string | undefined)[]> = {}) =>
  netWorthHistory(
    DAYS,
    accounts,
    'MXN',
    new Map(
      Object.entries(rates).map(([code, known]) => [code, known.map((rate) => rate && parseRate(rate))]),
    ) as never,
  );

describe('net worth over time', () => {
  it('net worth is zero on every day if there are no accounts', () => {
    expect(worthOf([]).map(minorUnits)).toEqual(
      DAYS.map((date) => ({ date, netWorth: 0n, assets: 0n, liabilities: 0n, unconverted: [] })),
    );
  });

  it('computes past net worth by subtracting later transactions from the current position', () => {
    const movements = [
      { at: 1, moved: pesos(30n) },
      { at: 2, moved: pesos(-7n) },
      { at: 3, moved: pesos(1000n) },
    ];
    // The current position is 1100, and it increased by 1000 after the last day. The balances are 100, 107 and 77,
    // newest first.
    expect(worthOf([account({ position: pesos(1100n), movements })]).map(({ netWorth }) => netWorth.minor)).toEqual([
      77n,
      107n,
      100n,
    ]);
  });

  it('net worth includes an account from its first day', () => {
    const worth = worthOf([account({ position: pesos(500n), since: '2026-11-19' })]);
    expect(worth.map(({ assets }) => assets.minor)).toEqual([0n, 500n, 500n]);
  });

  it('adds assets and subtracts liabilities, even for an overdrawn account and a prepaid card', () => {
    const worth = worthOf([
      account({ position: pesos(1000n) }),
      account({ position: pesos(-200n) }),
      account({ kind: 'liability', position: pesos(-300n) }),
      account({ kind: 'liability', position: pesos(50n) }),
    ]);
    expect(minorUnits(worth[2]!)).toMatchObject({ assets: 800n, liabilities: 250n, netWorth: 550n });
  });

  it('converts accounts at the rate of each day, or at their fixed rate', () => {
    const worth = worthOf(
      [account(foreign(100n, 'USD')), account({ ...foreign(100n, 'USD'), fixedRate: parseRate('17') })],
      { USD: ['18', '19', '20.005'] },
    );
    // 100 cents at 20.005 are 2000.5, which rounds half to even to 2000.
    expect(worth.map(({ netWorth }) => netWorth.minor)).toEqual([1800n + 1700n, 1900n + 1700n, 2000n + 1700n]);
  });

  it('lists an account without a rate on each day on which it counts', () => {
    const worth = worthOf(
      [
        account({ id: 'yen', ...foreign(7n, 'JPY') }),
        account({ id: 'late', ...foreign(0n, 'CHF'), since: '2026-11-20' }),
      ],
      { JPY: [undefined, '0.5', '1'], CHF: [undefined, undefined, undefined] },
    );
    expect(worth.map(({ unconverted, netWorth }) => [unconverted, netWorth.minor])).toEqual([
      [['yen'], 0n],
      [[], 4n],
      [['late'], 7n],
    ]);
  });

  it('net worth equals assets minus liabilities on each day, and the position minus later transactions on the last day', () => {
    const drawn = fc.record({
      kind: fc.constantFrom('asset' as const, 'liability' as const),
      position: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(pesos),
      movements: fc.uniqueArray(
        fc.record({ at: fc.integer({ min: 1, max: 3 }), moved: fc.bigInt(-1000n, 1000n).map(pesos) }),
        {
          selector: ({ at }) => at,
        },
      ),
    });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 6 }), (accounts) => {
        const worth = worthOf(accounts.map((fields) => account(fields)));
        for (const { netWorth, assets, liabilities } of worth) {
          expect(netWorth.minor).toBe(assets.minor - liabilities.minor);
        }
        const later = ({ movements }: HistoricAccount) => movements.find(({ at }) => at === 3)?.moved.minor ?? 0n;
        expect(worth[2]!.netWorth.minor).toBe(
          accounts.reduce((sum, fields) => sum + fields.position.minor - later(account(fields)), 0n),
        );
      }),
    );
  });
});
