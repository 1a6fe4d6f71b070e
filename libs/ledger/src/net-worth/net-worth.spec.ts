import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money, parseRate } from '@app/kernel/pure';
import type { HeldAccount, MarketRate } from './net-worth.js';
import { netWorthOf } from './net-worth.js';

const holding = (currency: string, position: bigint, fixed: string | null = null, id = currency): HeldAccount => ({
  id,
  position: Money.ofMinor(position, currency),
  fixedRate: fixed === null ? null : parseRate(fixed),
});
const format = (money: Money) => `${money} ${money.currency}`;
const market = (rates: Record<string, [rate: string, asOf: string]>): Map<string, MarketRate> =>
  new Map(Object.entries(rates).map(([code, [rate, asOf]]) => [code, { rate: parseRate(rate), asOf }]));
const TODAY = '2026-11-20';

describe('net worth', () => {
  it('net worth without accounts is zero and dated today', () => {
    const { netWorth, ...rest } = netWorthOf([], 'MXN', market({}), TODAY);
    expect(format(netWorth)).toBe('0.00 MXN');
    expect(rest).toEqual({ ratesAsOf: TODAY, byCurrency: [], unconverted: [] });
  });

  it('rounds each account separately and adds the rounded amounts', () => {
    // Twice, 0.01 USD at 0.5 is 0.005, which rounds half to even to 0.00. 0.03 USD is 0.015, which rounds to 0.02.
    const worth = netWorthOf(
      [holding('USD', 1n), holding('USD', 1n), holding('USD', 3n)],
      'MXN',
      market({ USD: ['0.5', '2026-11-19'] }),
      TODAY,
    );
    expect(format(worth.netWorth)).toBe('0.02 MXN');
    expect(worth.byCurrency.map(({ balance, converted }) => [balance, converted].map(format))).toEqual([
      ['0.05 USD', '0.02 MXN'],
    ]);
    expect(worth.byCurrency[0]!.rate).toBe(parseRate('0.5'));
  });

  it('the date of net worth is the date of the oldest rate used', () => {
    const rates = market({ USD: ['18', '2026-11-18'], EUR: ['20', '2026-11-15'], CHF: ['21', '2020-01-01'] });
    expect(netWorthOf([holding('USD', 1n), holding('EUR', 1n)], 'MXN', rates, TODAY).ratesAsOf).toBe('2026-11-15');
    expect(netWorthOf([holding('MXN', 1n), holding('CHF', 1n, '3')], 'MXN', rates, TODAY).ratesAsOf).toBe(TODAY);
  });

  it('lists an account without a rate and does not count it', () => {
    const worth = netWorthOf(
      [holding('JPY', 500n, null, 'yen'), holding('JPY', 100n, '0.12', 'fixed'), holding('MXN', 7n)],
      'MXN',
      market({}),
      TODAY,
    );
    expect([format(worth.netWorth), worth.unconverted]).toEqual(['0.19 MXN', ['yen']]);
    expect(worth.byCurrency.map(({ balance }) => format(balance))).toEqual(['1.00 JPY', '0.07 MXN']);
  });

  it('shows the average rate of a currency if an account has a fixed rate', () => {
    const rates = market({ USD: ['20', '2026-11-19'] });
    const shareRate = (...accounts: HeldAccount[]) => netWorthOf(accounts, 'MXN', rates, TODAY).byCurrency[0]!.rate;
    expect(shareRate(holding('USD', 10_000n, '17'), holding('USD', 5_000n))).toBe(parseRate('18'));
    expect(shareRate(holding('USD', -10_000n, '17'), holding('USD', -5_000n))).toBe(parseRate('18'));
    expect(shareRate(holding('USD', 100n, '17'), holding('USD', -100n))).toBe(parseRate('20'));
    expect(shareRate(holding('USD', 100n))).toBe(parseRate('20'));
  });

  it('the converted amounts by currency add up exactly to the net worth', () => {
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
          position: Money.ofMinor(position, currency),
          fixedRate: fixed,
        }));
        const worth = netWorthOf(accounts, 'MXN', rates, TODAY);
        expect(worth.byCurrency.reduce((sum, { converted }) => sum + converted.minor, 0n)).toBe(worth.netWorth.minor);
        const currencies = worth.byCurrency.map(({ balance }) => balance.currency);
        expect(currencies).toEqual([...new Set(currencies)].sort());
        expect(worth.unconverted).toEqual(
          accounts
            .filter(({ position, fixedRate }) => position.currency === 'JPY' && fixedRate === null)
            .map(({ id }) => id),
        );
      }),
    );
  });
});
