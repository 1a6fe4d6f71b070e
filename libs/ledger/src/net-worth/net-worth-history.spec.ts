import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { halfEven, Money, parseRate, RATE_SCALE } from '@app/kernel/pure';
import type { HistoricAccount, HistoryPoint } from './net-worth-history.js';
import { netWorthHistory } from './net-worth-history.js';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'];
const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261128);
const foreign = (position: bigint, currency: string) => ({ position, currency });
const account = (fields: Partial<HistoricAccount>): HistoricAccount => ({
  id: 'account',
  kind: 'asset',
  currency: 'MXN',
  position: 0n,
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
  it('net worth is zero on every day if there are no accounts', async () => {
    expect((await worthOf([])).map(minorUnits)).toEqual(
      DAYS.map((date) => ({ date, netWorth: 0n, assets: 0n, liabilities: 0n, unconverted: [] })),
    );
  });

  it('computes past net worth by subtracting later transactions from the current position', async () => {
    const movements = [
      { at: 1, moved: 30n },
      { at: 2, moved: -7n },
      { at: 3, moved: 1000n },
    ];
    // The current position is 1100, and it increased by 1000 after the last day. The balances are 100, 107 and 77,
    // newest first.
    const worth = await worthOf([account({ position: 1100n, movements })]);
    expect(worth.map(({ netWorth }) => netWorth.minor)).toEqual([77n, 107n, 100n]);
  });

  it('net worth includes an account from its first day', async () => {
    const worth = await worthOf([account({ position: 500n, since: '2026-11-19' })]);
    expect(worth.map(({ assets }) => assets.minor)).toEqual([0n, 500n, 500n]);
  });

  it('adds assets and subtracts liabilities, even for an overdrawn account and a prepaid card', async () => {
    const worth = await worthOf([
      account({ position: 1000n }),
      account({ position: -200n }),
      account({ kind: 'liability', position: -300n }),
      account({ kind: 'liability', position: 50n }),
    ]);
    expect(minorUnits(worth[2]!)).toMatchObject({ assets: 800n, liabilities: 250n, netWorth: 550n });
  });

  it('converts accounts at the rate of each day, or at their fixed rate', async () => {
    const worth = await worthOf(
      [account(foreign(100n, 'USD')), account({ ...foreign(100n, 'USD'), fixedRate: parseRate('17') })],
      { USD: ['18', '19', '20.005'] },
    );
    // 100 cents at 20.005 are 2000.5, which rounds half to even to 2000.
    expect(worth.map(({ netWorth }) => netWorth.minor)).toEqual([1800n + 1700n, 1900n + 1700n, 2000n + 1700n]);
  });

  it('lists an account without a rate on each day on which it counts', async () => {
    const worth = await worthOf(
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

  it('net worth equals assets minus liabilities on each day, and the position minus later transactions on the last day', async () => {
    const drawn = fc.record({
      kind: fc.constantFrom('asset' as const, 'liability' as const),
      position: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      movements: fc.uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 3 }), moved: fc.bigInt(-1000n, 1000n) }), {
        selector: ({ at }) => at,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), async (accounts) => {
        const worth = await worthOf(accounts.map((fields) => account(fields)));
        for (const { netWorth, assets, liabilities } of worth) {
          expect(netWorth.minor).toBe(assets.minor - liabilities.minor);
        }
        const later = ({ movements }: HistoricAccount) => movements.find(({ at }) => at === 3)?.moved ?? 0n;
        expect(worth[2]!.netWorth.minor).toBe(
          accounts.reduce((sum, fields) => sum + fields.position - later(account(fields)), 0n),
        );
      }),
    );
  });

  it('the result equals a conversion of each account on each point', async () => {
    const days = Array.from({ length: 12 }, (_, n) => `2026-11-${String(n + 1).padStart(2, '0')}`);
    const anyRate = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 11n }), fc.constantFrom(RATE_SCALE / 2n, RATE_SCALE));
    const anyRates = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(anyRate, { nil: undefined })), { minLength: 12 })
      .map((runs) => runs.flatMap(([length, rate]) => Array<typeof rate>(length).fill(rate)).slice(0, days.length));
    const anyMinor = fc.oneof(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.bigInt({ min: -9n, max: 9n }));
    const anyAccount = fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom('asset' as const, 'liability' as const),
      currency: fc.constantFrom('MXN', 'USD', 'JPY', 'CHF'),
      position: anyMinor,
      fixedRate: fc.option(anyRate, { freq: 4 }),
      since: fc.constantFrom('2020-01-01', ...days, '2027-01-01'),
      closed: fc.boolean(),
      movements: fc.uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 13 }), moved: anyMinor }), {
        selector: ({ at }) => at,
      }),
    });
    const accountsAndRates = [fc.array(anyAccount, { maxLength: 8 }), anyRates, anyRates] as const;
    await fc.assert(
      fc.asyncProperty(...accountsAndRates, async (accounts, dollar, yen) => {
        const rates = new Map([
          ['USD', dollar],
          ['JPY', yen],
        ]);
        const worth = await netWorthHistory(days, accounts, 'MXN', rates);
        expect(worth.map(minorUnits)).toEqual(days.map((date, at) => plainWorth(date, at, accounts, rates)));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

/** Net worth on one day, converted with `Money` account by account. */
function plainWorth(
  date: string,
  at: number,
  accounts: readonly HistoricAccount[],
  rates: ReadonlyMap<string, readonly (bigint | undefined)[]>,
) {
  const sums = { asset: 0n, liability: 0n };
  const unconverted: string[] = [];
  for (const { id, kind, currency, position, fixedRate, since, closed, movements } of accounts) {
    const later = movements.filter((movement) => movement.at > at);
    const balance = later.reduce((left, { moved }) => left - moved, position);
    if (date < since || (closed && balance === 0n)) continue;
    const rate = fixedRate ?? (currency === 'MXN' ? RATE_SCALE : rates.get(currency)?.[at]);
    if (rate === undefined) unconverted.push(id);
    else sums[kind] += Money.ofMinor(balance, currency).convert(rate, 'MXN', halfEven).minor;
  }
  const [assets, liabilities] = [sums.asset, -sums.liability];
  return { date, netWorth: assets - liabilities, assets, liabilities, unconverted };
}
