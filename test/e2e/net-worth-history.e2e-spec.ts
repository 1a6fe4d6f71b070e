import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { Answer, Client } from './support/client.js';
import { anAccount, aHousehold, aTransaction, ok, someRates } from './support/household.js';

let service: ApiProcess;
let api: Client;

beforeAll(async () => {
  service = await startApi();
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  await service.database.query('truncate fx_feed_rates');
  ({ api } = await aHousehold(service));
});

const history = async (query: string) => ok(await api.get(`/v1/net-worth/history?${query}`));
const worths = async (query: string) =>
  (await history(query)).points.map(({ date, netWorth }) => `${date} ${netWorth}`);
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());

describe('net worth over time', () => {
  it('the net worth of a day counts transactions up to that day, at the rates of that day', async () => {
    await someRates(service.database, ['USD', 'MXN', '2026-03-01', '18'], ['USD', 'MXN', '2026-03-03', '20']);
    const dollars = await anAccount(api, { currency: 'USD', openingBalance: '100.00', openingDate: '2026-03-01' });
    const card = await anAccount(api, { typeId: 'credit_card', openingBalance: '50.00', openingDate: '2026-03-02' });
    await aTransaction(api, { accountId: dollars.id, date: '2026-03-02', amount: '10.00' });
    await aTransaction(api, { accountId: card.id, date: '2026-03-04', amount: '25.50' });
    expect(await history('from=2026-02-28&to=2026-03-04&interval=day')).toEqual({
      currency: 'MXN',
      points: [
        { date: '2026-02-28', netWorth: '0.00', assets: '0.00', liabilities: '0.00', unconverted: [] },
        { date: '2026-03-01', netWorth: '1800.00', assets: '1800.00', liabilities: '0.00', unconverted: [] },
        { date: '2026-03-02', netWorth: '1570.00', assets: '1620.00', liabilities: '50.00', unconverted: [] },
        { date: '2026-03-03', netWorth: '1750.00', assets: '1800.00', liabilities: '50.00', unconverted: [] },
        { date: '2026-03-04', netWorth: '1724.50', assets: '1800.00', liabilities: '75.50', unconverted: [] },
      ],
    });
  });

  it('returns a point for the last day of each week or month and for the last requested day', async () => {
    await anAccount(api, { openingBalance: '1.00', openingDate: '2026-01-01' });
    expect(await worths('from=2026-02-25&to=2026-03-10&interval=week')).toEqual([
      '2026-03-01 1.00',
      '2026-03-08 1.00',
      '2026-03-10 1.00',
    ]);
    expect(await worths('from=2026-01-31&to=2026-03-10&interval=month')).toEqual([
      '2026-01-31 1.00',
      '2026-02-28 1.00',
      '2026-03-10 1.00',
    ]);
  });

  it('returns daily points for the last year by default', async () => {
    const { points } = await history('');
    const [year, monthAndDay] = [today().slice(0, 4), today().slice(4)];
    expect(points.at(-1)!.date).toBe(today());
    expect(points[0]!.date).toBe(
      monthAndDay === '-02-29' ? `${Number(year) - 1}-02-28` : `${Number(year) - 1}${monthAndDay}`,
    );
    expect([366, 367]).toContain(points.length);
    expect((await history('to=2028-02-29')).points[0]!.date).toBe('2027-02-28');
  });

  it('counts an account from its first transaction if the opening date is later', async () => {
    const account = await anAccount(api, { openingBalance: '100.00', openingDate: '2026-03-10' });
    const early = await aTransaction(api, { accountId: account.id, date: '2026-03-05', amount: '30.00' });
    const days = 'from=2026-03-04&to=2026-03-06';
    expect(await worths(days)).toEqual(['2026-03-04 0.00', '2026-03-05 70.00', '2026-03-06 70.00']);
    await api.delete(`/v1/transactions/${early.id}`);
    expect(await worths(days)).toEqual(['2026-03-04 0.00', '2026-03-05 0.00', '2026-03-06 0.00']);
    expect(await worths('from=2026-03-10&to=2026-03-10')).toEqual(['2026-03-10 100.00']);
  });

  it('today’s point equals the current net worth, and does not change with a future-dated transaction', async () => {
    await someRates(service.database, ['USD', 'MXN', '2020-01-01', '18.41237777'], ['EUR', 'USD', '2020-01-02', '1.1']);
    const opened = { openingDate: '2020-01-01' };
    const accounts = [
      await anAccount(api, { ...opened, openingBalance: '1000.00' }),
      await anAccount(api, { ...opened, currency: 'USD', openingBalance: '33.33' }),
      await anAccount(api, { ...opened, currency: 'EUR', typeId: 'loan', openingBalance: '7.77' }),
      await anAccount(api, { ...opened, currency: 'USD', fxMode: 'fixed', fixedRate: '17' }),
      await anAccount(api, { ...opened, currency: 'CHF', openingBalance: '9.99' }),
    ];
    for (const { id } of accounts) await aTransaction(api, { accountId: id, date: '2026-03-07', amount: '3.21' });
    await aTransaction(api, {
      accountId: accounts[0]!.id,
      type: 'transfer',
      toAccountId: accounts[1]!.id,
      toAmount: '5.00',
      date: '2026-03-08',
      amount: '95.00',
    });
    await api.post(`/v1/accounts/${accounts[3]!.id}/archive`);
    const now = ok(await api.get('/v1/net-worth'));
    const last = (await history('interval=month')).points.at(-1);
    expect(last).toMatchObject({ date: today(), netWorth: now.netWorth, unconverted: now.unconverted });
    expect(now.unconverted).toEqual([accounts[4]!.id]);
    await aTransaction(api, { accountId: accounts[0]!.id, type: 'income', date: '2199-01-01', amount: '5.00' });
    expect((await history('interval=month')).points.at(-1)).toEqual(last);
    expect((await history('from=2199-01-01&to=2199-01-01')).points[0]!.netWorth).not.toBe(last!.netWorth);
  });

  it('counts closed accounts on days with a balance, and does not count accounts of other workspaces', async () => {
    const account = await anAccount(api, { openingDate: '2026-03-01' });
    const day = { accountId: account.id, amount: '40.00' };
    await aTransaction(api, { ...day, type: 'income', date: '2026-03-02' });
    await aTransaction(api, { ...day, date: '2026-03-04' });
    expect(await worths('from=2026-03-03&to=2026-03-04')).toEqual(['2026-03-03 40.00', '2026-03-04 0.00']);
    const others = await aHousehold(service);
    expect(ok(await others.api.get('/v1/net-worth/history?from=2026-03-03&to=2026-03-03')).points[0]!.assets).toBe(
      '0.00',
    );
    ok(await api.post(`/v1/accounts/${account.id}/close`));
    expect(await worths('from=2026-03-03&to=2026-03-04')).toEqual(['2026-03-03 40.00', '2026-03-04 0.00']);
  });

  it('editing, trashing or restoring a transaction updates the net worth history', async () => {
    const [first, second] = [
      await anAccount(api, { openingDate: '2026-03-01' }),
      await anAccount(api, { openingDate: '2026-03-01', typeId: 'credit_card' }),
    ];
    const days = () => worths('from=2026-03-02&to=2026-03-04');
    const spent = await aTransaction(api, { accountId: first.id, date: '2026-03-03', amount: '5.00' });
    const path = `/v1/transactions/${spent.id}` as const;
    const steps: [() => Promise<Answer>, string[]][] = [
      [() => api.patch(path, { date: '2026-03-02' }), ['-5.00', '-5.00', '-5.00']],
      [() => api.patch(path, { amount: '7.00', date: '2026-03-04' }), ['0.00', '0.00', '-7.00']],
      [() => api.patch(path, { accountId: second.id, date: '2026-03-03' }), ['0.00', '-7.00', '-7.00']],
      [
        () => api.patch(path, { type: 'transfer', accountId: first.id, toAccountId: second.id }),
        ['0.00', '0.00', '0.00'],
      ],
      [() => api.patch(path, { type: 'income' }), ['0.00', '7.00', '7.00']],
      [() => api.delete(path), ['0.00', '0.00', '0.00']],
      [() => api.post(`${path}/restore`), ['0.00', '7.00', '7.00']],
      [() => api.delete(path), ['0.00', '0.00', '0.00']],
      [() => api.delete(`${path}/permanently`), ['0.00', '0.00', '0.00']],
    ];
    for (const [step, expected] of steps) {
      ok(await step());
      expect((await days()).map((point: string) => point.split(' ')[1])).toEqual(expected);
    }
  });

  it.each([
    ['from=2026-03-05&to=2026-03-04', 'from'],
    ['from=2199-01-01', 'from'],
    ['from=2000-01-01&to=2026-03-04&interval=day', 'from'],
    ['from=1900-01-01&to=2200-12-31&interval=week', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=x', 'to'],
    ['interval=year', 'interval'],
    ['interval=', 'interval'],
    ['currency=USD', 'currency'],
  ])('rejects the query %s', async (query, parameter) => {
    const answer = await api.get(`/v1/net-worth/history?${query}`);
    expect([statusAndCode(answer), answer.body.errors!.map((error) => error.parameter)]).toEqual([
      '400 VALIDATION_FAILED',
      [parameter],
    ]);
  });

  it('returns monthly points for 1900 to 2200', async () => {
    expect((await history('from=1900-01-01&to=2200-12-31&interval=month')).points).toHaveLength(3612);
  });
});

it('rejects a history that would list accounts without a rate more than 100,000 times', async () => {
  const { id } = await anAccount(api, { currency: 'USD', openingDate: '2020-01-01' });
  await service.database.query(
    `insert into ledger_accounts
       (workspace_id, id, name, type_key, kind, currency, opening_position, opening_date, position, fx_mode, status, created_at, updated_at)
     select workspace_id, gen_random_uuid(), name, type_key, kind, currency, 0, opening_date, 0, 'auto', 'active', created_at, updated_at
     from ledger_accounts, generate_series(1, 299) where id = $1`,
    [id],
  );
  const refused = await api.get('/v1/net-worth/history?from=2024-01-01&to=2024-12-31&interval=day');
  expect(statusAndCode(refused)).toBe('400 VALIDATION_FAILED');
  expect(refused.body.errors).toEqual([expect.objectContaining({ parameter: 'from', code: 'TOO_MANY_POINTS' })]);
  expect((await history('from=2024-01-01&to=2024-12-31&interval=month')).points[0]!.unconverted).toHaveLength(300);
  await someRates(service.database, ['USD', 'MXN', '2023-03-01', '18']);
  expect((await history('from=2024-01-01&to=2024-12-31&interval=day')).points).toHaveLength(366);
});
