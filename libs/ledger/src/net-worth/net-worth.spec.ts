import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseRate } from '@app/kernel';
import type { HeldAccount, MarketRate } from './net-worth.js';
import { netWorthOf } from './net-worth.js';

const held = (currency: string, position: bigint, fixed: string | null = null, id = currency): HeldAccount => ({
  id,
  currency,
  position,
  fixedRate: fixed === null ? null : parseRate(fixed),
});
const market = (rates: Record<string, [rate: string, asOf: string]>): Map<string, MarketRate> =>
  new Map(Object.entries(rates).map(([code, [rate, asOf]]) => [code, { rate: parseRate(rate), asOf }]));
const TODAY = '2026-11-20';

describe('net worth', () => {
  it('of nothing is nothing, as of today', () => {
    expect(netWorthOf([], 'MXN', market({}), TODAY)).toEqual({
      netWorth: 0n,
      currency: 'MXN',
      ratesAsOf: TODAY,
      byCurrency: [],
      unconverted: [],
    });
  });

  it('rounds each account by itself and adds what was rounded', () => {
    // 0.01 USD at 0.5 is 0.005, half-even 0.00, twice; 0.03 is 0.015, half-even 0.02.
    const worth = netWorthOf(
      [held('USD', 1n), held('USD', 1n), held('USD', 3n)],
      'MXN',
      market({ USD: ['0.5', '2026-11-19'] }),
      TODAY,
    );
    expect([worth.netWorth, worth.byCurrency]).toEqual([
      2n,
      [{ currency: 'USD', balance: 5n, converted: 2n, rate: parseRate('0.5') }],
    ]);
  });

  it('is as old as the oldest rate that was used', () => {
    const rates = market({ USD: ['18', '2026-11-18'], EUR: ['20', '2026-11-15'], CHF: ['21', '2020-01-01'] });
    expect(netWorthOf([held('USD', 1n), held('EUR', 1n)], 'MXN', rates, TODAY).ratesAsOf).toBe('2026-11-15');
    expect(netWorthOf([held('MXN', 1n), held('CHF', 1n, '3')], 'MXN', rates, TODAY).ratesAsOf).toBe(TODAY);
  });

  it('names what has no rate and counts it nowhere', () => {
    const worth = netWorthOf(
      [held('JPY', 500n, null, 'yen'), held('JPY', 100n, '0.12', 'fixed'), held('MXN', 7n)],
      'MXN',
      market({}),
      TODAY,
    );
    expect(worth).toMatchObject({ netWorth: 19n, unconverted: ['yen'] });
    expect(worth.byCurrency.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['JPY', 100n],
      ['MXN', 7n],
    ]);
  });

  it('shows the rate that a share came to where an account has its own', () => {
    const rates = market({ USD: ['20', '2026-11-19'] });
    const shareRate = (...accounts: HeldAccount[]) => netWorthOf(accounts, 'MXN', rates, TODAY).byCurrency[0]!.rate;
    expect(shareRate(held('USD', 10_000n, '17'), held('USD', 5_000n))).toBe(parseRate('18'));
    expect(shareRate(held('USD', -10_000n, '17'), held('USD', -5_000n))).toBe(parseRate('18'));
    expect(shareRate(held('USD', 100n, '17'), held('USD', -100n))).toBe(parseRate('20'));
    expect(shareRate(held('USD', 100n))).toBe(parseRate('20'));
  });

  it('is the sum of its shares to the cent, whatever is held', () => {
    const account = fc.record({
      currency: fc.constantFrom('MXN', 'USD', 'EUR', 'JPY'),
      position: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fixed: fc.option(fc.bigInt({ min: 1n, max: 10n ** 11n })),
    });
    const rates = market({ USD: ['18.41237777', '2026-11-19'], EUR: ['20.00000001', '2026-11-18'] });
    fc.assert(
      fc.property(fc.array(account, { maxLength: 12 }), (drawn) => {
        const accounts = drawn.map(({ currency, position, fixed }, at) => ({
          id: String(at),
          currency,
          position,
          fixedRate: fixed,
        }));
        const worth = netWorthOf(accounts, 'MXN', rates, TODAY);
        expect(worth.byCurrency.reduce((sum, { converted }) => sum + converted, 0n)).toBe(worth.netWorth);
        expect(worth.byCurrency.map(({ currency }) => currency)).toEqual(
          [...new Set(worth.byCurrency.map(({ currency }) => currency))].sort(),
        );
        expect(worth.unconverted).toEqual(
          accounts.filter(({ currency, fixedRate }) => currency === 'JPY' && fixedRate === null).map(({ id }) => id),
        );
      }),
    );
  });
});
