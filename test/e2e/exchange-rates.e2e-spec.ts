import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView, TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aContact, aKey, anAccount, aHousehold, aTransaction, ok, everyItem } from './support/household.js';
import type { Household } from './support/household.js';
import type { LedgerVerifier } from './support/ledger-verifier.js';
import { startVerifier } from './support/ledger-verifier.js';

let service: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await startApi();
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});
beforeEach(async () => {
  await service.database.query('truncate fx_feed_rates');
  home = await aHousehold(service);
  api = home.api;
});

const set = (pair: `${string}/${string}`, date: string, rate: string) =>
  api.put(`/v1/exchange-rates/${pair}/${date}`, { rate });
const remove = (pair: `${string}/${string}`, date: string) => api.delete(`/v1/exchange-rates/${pair}/${date}`);
const latest = async (query: string) => ok(await api.get(`/v1/exchange-rates/latest?${query}`));
const read = async (transaction: TransactionView) => ok(await api.get(`/v1/transactions/${transaction.id}`));
/** Inserts feed rates without revaluing transactions. */
const feed = (...rates: [source: string, quote: string, base: string, day: string, rate: string][]) =>
  service.database.query(
    `insert into fx_feed_rates (source, quote, base, day, rate, fetched_at)
     select r->>0, r->>1, r->>2, (r->>3)::date, (r->>4)::numeric * 100000000, '2026-11-20T18:00:00Z' from json_array_elements($1) r`,
    [JSON.stringify(rates)],
  );

describe('custom rates', () => {
  it('returns a custom rate with its source and time', async () => {
    const before = new Date().toISOString();
    const created = ok(await set('USD/MXN', '2026-03-02', '18.5'));
    expect(created).toEqual({
      base: 'MXN',
      quote: 'USD',
      rate: '18.50000000',
      asOf: '2026-03-02',
      source: 'own',
      fetchedAt: expect.any(String),
    });
    expect(created.fetchedAt >= before).toBe(true);
    expect(ok(await api.get('/v1/exchange-rates')).items).toEqual([created]);
  });

  it('a custom rate overrides the feed rates of its day, but not those of later days, until it is deleted', async () => {
    await feed(
      ['banxico', 'USD', 'MXN', '2026-03-02', '17.1'],
      ['file', 'USD', 'MXN', '2026-03-02', '17.2'],
      ['ecb', 'USD', 'MXN', '2026-03-04', '17.4'],
    );
    await set('USD/MXN', '2026-03-02', '18.5');
    expect(await latest('date=2026-03-02')).toMatchObject({ rate: '18.50000000', asOf: '2026-03-02' });
    expect(await latest('date=2026-03-03')).toMatchObject({ rate: '18.50000000', asOf: '2026-03-02' });
    expect(await latest('date=2026-03-04')).toMatchObject({ rate: '17.40000000', asOf: '2026-03-04' });
    expect(ok(await set('USD/MXN', '2026-03-02', '18.6')).rate).toBe('18.60000000');
    expect(ok(await remove('USD/MXN', '2026-03-02'))).toMatchObject({ rate: '18.60000000', source: 'own' });
    expect(await latest('date=2026-03-03')).toMatchObject({ rate: '17.10000000', asOf: '2026-03-02' });
    expect(statusAndCode(await remove('USD/MXN', '2026-03-02'))).toBe('404 RATE_NOT_FOUND');
  });

  it('a custom rate applies to the inverse pair and to cross rates', async () => {
    await set('USD/MXN', '2026-03-02', '18.4123');
    await set('EUR/USD', '2026-03-03', '1.1');
    expect(await latest('quote=MXN&base=USD&date=2026-03-05')).toMatchObject({ rate: '0.05431152' });
    expect(await latest('quote=EUR&base=MXN&date=2026-03-05')).toEqual({
      base: 'MXN',
      quote: 'EUR',
      rate: '20.25353000',
      asOf: '2026-03-02',
    });
  });

  it('a custom rate overrides the feed rates of the inverse pair in every conversion', async () => {
    await feed(['banxico', 'USD', 'MXN', '2026-03-02', '20'], ['banxico', 'USD', 'MXN', '2026-03-03', '25']);
    const dollars = await anAccount(api, { currency: 'USD', openingBalance: '100.00', openingDate: '2026-03-01' });
    const spent = await aTransaction(api, { accountId: dollars.id, date: '2026-03-02', amount: '10.00' });
    expect((await read(spent)).baseAmount).toBe('200.00');
    ok(await set('MXN/USD', '2026-03-02', '0.0625'));
    expect(await latest('quote=USD&date=2026-03-02')).toMatchObject({ rate: '16.00000000', asOf: '2026-03-02' });
    expect(await latest('quote=USD&date=2026-03-03')).toMatchObject({ rate: '25.00000000' });
    expect(await read(spent)).toMatchObject({ baseAmount: '160.00', baseRate: '16.00000000' });
    const pesos = await anAccount(api);
    const received = { accountId: dollars.id, toAccountId: pesos.id, type: 'transfer', date: '2026-03-02' };
    expect((await aTransaction(api, { ...received, amount: '5.00' })).transfer!.amount).toBe('80.00');
    const { points } = ok(await api.get('/v1/net-worth/history?from=2026-03-02&to=2026-03-03&interval=day'));
    expect(points.map(({ netWorth }) => netWorth)).toEqual(['1440.00', '2205.00']);
    await verifier.expectNoDrift(home.workspaceId);
    ok(await remove('MXN/USD', '2026-03-02'));
    expect((await read(spent)).baseAmount).toBe('200.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('a custom rate is visible only in the workspace that set it', async () => {
    const stranger = await aHousehold(service);
    await set('USD/MXN', '2026-03-02', '18.5');
    expect(statusAndCode(await stranger.api.get('/v1/exchange-rates/latest'))).toBe('404 RATE_NOT_FOUND');
    expect(ok(await stranger.api.get('/v1/exchange-rates')).items).toEqual([]);
    expect(statusAndCode(await stranger.api.delete('/v1/exchange-rates/USD/MXN/2026-03-02'))).toBe(
      '404 RATE_NOT_FOUND',
    );
    expect((await latest('')).rate).toBe('18.50000000');
  });

  it('a read-only key can list custom rates but cannot set or delete them', async () => {
    const reader = service.client((await aKey(service.database, home.workspaceId, 'read_only')).key);
    await set('USD/MXN', '2026-03-02', '18.5');
    expect(statusAndCode(await reader.put('/v1/exchange-rates/USD/MXN/2026-03-02', { rate: '1' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    expect(statusAndCode(await reader.delete('/v1/exchange-rates/USD/MXN/2026-03-02'))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    expect(ok(await reader.get('/v1/exchange-rates')).items).toHaveLength(1);
  });

  it.each([
    ['usd/MXN/2026-03-02', 'quote'],
    ['XXY/MXN/2026-03-02', 'quote'],
    ['USD/pesos/2026-03-02', 'base'],
    ['USD/USD/2026-03-02', 'base'],
    ['USD/MXN/2026-02-30', 'date'],
    ['USD/MXN/20260302', 'date'],
    ['USD/MXN/2201-01-01', 'date'],
    ['USD/MXN/%00', 'date'],
    ['%E0%A4%A/MXN/2026-03-02', 'quote'],
  ])('rejects a custom rate with the invalid path %s', async (path, parameter) => {
    const answer = await api.put(`/v1/exchange-rates/${path}`, { rate: '18.5' });
    expect([statusAndCode(answer), answer.body.errors!.map((error) => error.parameter)]).toEqual([
      '400 VALIDATION_FAILED',
      [parameter],
    ]);
    expect(['400 VALIDATION_FAILED', '404 RATE_NOT_FOUND']).toContain(
      statusAndCode(await api.delete(`/v1/exchange-rates/${path}`)),
    );
  });

  it.each([
    [{ rate: '0' }],
    [{ rate: '-18.5' }],
    [{ rate: 18.5 }],
    [{ rate: '1.123456789' }],
    [{ rate: '12345678901' }],
    [{ rate: '1e3' }],
    [{ rate: null }],
    [{}],
    [{ rate: '18.5', source: 'own' }],
  ])('rejects a custom rate with the invalid body %j', async (body) => {
    expect(statusAndCode(await api.put('/v1/exchange-rates/USD/MXN/2026-03-02', body))).toBe('400 VALIDATION_FAILED');
    expect(ok(await api.get('/v1/exchange-rates')).items).toEqual([]);
  });

  it('accepts the smallest and the largest rate, and returns 404 for an inverse rate that would be zero', async () => {
    for (const rate of ['9999999999.99999999', '0.00000001']) {
      expect(ok(await set('USD/MXN', '2026-03-02', rate)).rate).toBe(rate);
      expect((await latest('')).rate).toBe(rate);
    }
    expect((await latest('quote=MXN&base=USD')).rate).toBe('100000000.00000000');
    await set('USD/MXN', '2026-03-02', '9999999999.99999999');
    expect(statusAndCode(await api.get('/v1/exchange-rates/latest?quote=MXN&base=USD'))).toBe('404 RATE_NOT_FOUND');
  });
});

describe('the figures that use a custom rate', () => {
  it('a custom rate changes the base amounts of transactions only on days on which the rate applies', async () => {
    await feed(['file', 'USD', 'MXN', '2026-03-01', '17'], ['file', 'USD', 'MXN', '2026-03-05', '19']);
    const [dollars, fixed, pesos] = [
      await anAccount(api, { currency: 'USD' }),
      await anAccount(api, { currency: 'USD', fxMode: 'fixed', fixedRate: '10' }),
      await anAccount(api),
    ];
    const on = (account: AccountView, date: string) =>
      aTransaction(api, { accountId: account.id, date, amount: '10.00' });
    const [before, early, late, after] = [
      await on(dollars, '2026-03-02'),
      await on(dollars, '2026-03-03'),
      await on(dollars, '2026-03-04'),
      await on(dollars, '2026-03-05'),
    ];
    const unaffected = [await on(fixed, '2026-03-03'), await on(pesos, '2026-03-03')];
    const trashed = await on(dollars, '2026-03-03');
    await api.delete(`/v1/transactions/${trashed.id}`);
    await set('USD/MXN', '2026-03-03', '18.5');
    for (const affected of [early, late, trashed])
      expect(await read(affected)).toMatchObject({ baseAmount: '185.00', baseRate: '18.50000000' });
    for (const transaction of [before, after, ...unaffected]) expect(await read(transaction)).toEqual(transaction);
    const revalued = await read(early);
    await set('USD/MXN', '2026-03-03', '18.5');
    expect(await read(early)).toEqual(revalued);
    await remove('USD/MXN', '2026-03-03');
    expect(await read(late)).toMatchObject({ baseAmount: '170.00' });
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('a custom rate changes every amount converted through its currencies, including debts without an account', async () => {
    const contactId = await aContact(service.database, home.workspaceId);
    const euros = await anAccount(api, { currency: 'EUR' });
    const dinner = await aTransaction(api, { accountId: euros.id, date: '2026-03-04', amount: '2.00' });
    const lent = await aTransaction(api, {
      accountId: null,
      type: 'lent',
      contactId,
      currency: 'EUR',
      date: '2026-03-04',
      amount: '1.00',
    });
    await set('USD/MXN', '2026-03-01', '20');
    expect((await read(dinner)).baseAmount).toBe(null);
    await set('EUR/USD', '2026-03-02', '1.1');
    expect([(await read(dinner)).baseAmount, (await read(lent)).baseAmount]).toEqual(['44.00', '22.00']);
    await set('MXN/USD', '2026-03-03', '0.04');
    expect([(await read(dinner)).baseAmount, (await read(lent)).baseAmount]).toEqual(['55.00', '27.50']);
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('base amounts stay exact when custom rates are set and deleted in random order', async () => {
    const codes = ['MXN', 'USD', 'EUR', 'JPY'];
    const dates = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];
    const contactId = await aContact(service.database, home.workspaceId);
    for (const currency of codes) {
      const { id } = await anAccount(api, { currency });
      for (const date of dates) await aTransaction(api, { accountId: id, date, amount: '10.00' });
      await aTransaction(api, { accountId: null, type: 'lent', contactId, currency, date: '2026-03-03' });
    }
    await feed(['ecb', 'EUR', 'USD', '2026-03-02', '1.1'], ['ecb', 'EUR', 'MXN', '2026-03-02', '21']);
    await verifier.verify(home.workspaceId, true);
    const draw = generator(20261124);
    for (let turn = 0; turn < 60; turn += 1) {
      const [quote, base] = [codes[draw(4)]!, codes[draw(4)]!];
      const date = dates[draw(5)]!;
      if (quote === base) continue;
      const rate = draw(12) === 0 ? '999999999' : `${1 + draw(30)}.${draw(100)}`;
      if (draw(3) === 0) await remove(`${quote}/${base}`, date);
      else ok(await set(`${quote}/${base}`, date, rate));
      if (turn % 10 === 9) await verifier.expectNoDrift(home.workspaceId);
    }
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('a custom rate changes net worth immediately', async () => {
    await anAccount(api, { currency: 'USD', openingBalance: '100.00' });
    expect(ok(await api.get('/v1/net-worth')).unconverted).toHaveLength(1);
    await set('USD/MXN', '2020-01-01', '18.5');
    expect(ok(await api.get('/v1/net-worth'))).toMatchObject({ netWorth: '1850.00', ratesAsOf: '2020-01-01' });
  });
});

describe('the rates of a currency pair', () => {
  it('lists one rate per day, newest first, and prefers custom rates, then banxico, ecb and file', async () => {
    await feed(
      ['file', 'USD', 'MXN', '2026-03-01', '1'],
      ['ecb', 'USD', 'MXN', '2026-03-01', '2'],
      ['banxico', 'USD', 'MXN', '2026-03-01', '3'],
      ['ecb', 'USD', 'MXN', '2026-03-02', '4'],
      ['file', 'USD', 'MXN', '2026-03-02', '5'],
      ['file', 'USD', 'MXN', '2026-03-03', '6'],
      ['file', 'MXN', 'USD', '2026-03-04', '7'],
      ['file', 'USD', 'EUR', '2026-03-04', '8'],
    );
    await set('USD/MXN', '2026-03-02', '9');
    const items = ok(await api.get('/v1/exchange-rates?quote=USD&base=MXN')).items;
    expect(items.map(({ asOf, rate, source }) => `${asOf} ${Number(rate)} ${source}`)).toEqual([
      '2026-03-03 6 file',
      '2026-03-02 9 own',
      '2026-03-01 3 banxico',
    ]);
    expect(items[0]!.fetchedAt).toBe('2026-11-20T18:00:00.000Z');
  });

  it('pages through a date range without gaps while other clients set rates', async () => {
    const day = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
    for (let index = 0; index < 30; index += 1) {
      await feed(['ecb', 'EUR', 'MXN', day(index), '20'], ['banxico', 'EUR', 'MXN', day(index), '21']);
    }
    const path = '/v1/exchange-rates?quote=EUR&base=MXN';
    const { items, pages } = await everyItem(api, `${path}&limit=7&from=${day(3)}&to=${day(25)}`);
    expect([items.map(({ asOf }) => asOf), pages]).toEqual([
      Array.from({ length: 23 }, (_, index) => day(25 - index)),
      4,
    ]);
    const first = ok(await api.get(`${path}&limit=7`));
    await set('EUR/MXN', day(29), '22');
    const second = ok(await api.get(`${path}&limit=7&cursor=${first.nextCursor}`));
    expect(second.items[0]!.asOf).toBe(day(22));
    for (const query of [
      `&quote=USD&cursor=${first.nextCursor}`,
      '&cursor=x',
      `&from=${day(1)}&cursor=${first.nextCursor}`,
    ]) {
      expect(['400 CURSOR_INVALID', '400 VALIDATION_FAILED']).toContain(
        statusAndCode(await api.get(`${path}${query}`)),
      );
    }
  });

  it('returns an empty list for two equal currencies and for a pair without rates', async () => {
    for (const query of ['quote=MXN', 'quote=CHF', 'from=2026-03-02&to=2026-03-01'])
      expect(ok(await api.get(`/v1/exchange-rates?${query}`))).toEqual({ items: [], nextCursor: null });
  });

  it('rejects invalid query parameters', async () => {
    for (const query of ['quote=usd', 'base=', 'from=2026-02-30', 'to=x', 'limit=0', 'limit=201', 'source=own'])
      expect(statusAndCode(await api.get(`/v1/exchange-rates?${query}`))).toBe('400 VALIDATION_FAILED');
  });
});

describe('a new base currency', () => {
  it.each([
    ['too large', '9999999999', '0.001'],
    ['too small', '0.00000001', '1000'],
  ])('rejects a new base currency if the fixed rate of an account would be %s', async (_, fixedRate, dollar) => {
    const account = await anAccount(api, { currency: 'EUR', fxMode: 'fixed', fixedRate });
    await set('USD/MXN', '2020-01-01', dollar);
    expect(statusAndCode(await api.patch('/v1/workspace', { baseCurrency: 'USD' }))).toBe('422 AMOUNT_OUT_OF_RANGE');
    expect(ok(await api.get('/v1/workspace')).baseCurrency).toBe('MXN');
    expect(ok(await api.get(`/v1/accounts/${account.id}`)).fixedRate).toBe(account.fixedRate);
    await verifier.verify(home.workspaceId);
  });
});

function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
