import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hundredths } from './support/amounts.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { runCli } from './support/cli.js';
import { statusAndCode } from './support/client.js';
import type { TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aContact, anAccount, aHousehold, aTransaction, ok } from './support/household.js';
import type { Household } from './support/household.js';
import type { LedgerVerifier } from './support/ledger-verifier.js';
import { startVerifier } from './support/ledger-verifier.js';

const TODAY_OR_BEFORE = '2020-01-15';

let service: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
let api: Client;
let folder: string;

beforeAll(async () => {
  service = await startApi();
  verifier = startVerifier(service.database);
  folder = await mkdtemp(join(tmpdir(), 'centavo-rates-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  verifier.stop();
  await service.stop();
});
beforeEach(async () => {
  await service.database.query('truncate fx_feed_rates');
  home = await aHousehold(service);
  api = home.api;
});

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());

/** Uses the command line, which revalues the affected transactions. */
async function importRates(...lines: string[]): Promise<void> {
  const file = join(folder, 'rates.csv');
  await writeFile(file, ['date,quote,base,rate', ...lines].join('\n'));
  const { code, json } = await runCli(service.database, 'rates', 'import', file);
  expect([code, json]).toEqual([0, { imported: lines.length, rejected: 0 }]);
}
/** Does not revalue existing transactions. */
const storeRates = (...rates: [day: string, quote: string, base: string, rate: string][]) =>
  service.database.query(
    `insert into fx_feed_rates (quote, base, day, source, rate, fetched_at)
     select r->>1, r->>2, (r->>0)::date, 'file', (r->>3)::numeric * 100000000, now() from json_array_elements($1) r`,
    [JSON.stringify(rates)],
  );
const read = async (transaction: TransactionView) => ok(await api.get(`/v1/transactions/${transaction.id}`));
const readNetWorth = async () => ok(await api.get('/v1/net-worth'));
const latest = (query: string) => api.get(`/v1/exchange-rates/latest?${query}`);

describe('the latest exchange rate', () => {
  it('returns the price of one unit of the quote currency, which is by default the US dollar in the base currency', async () => {
    await storeRates([TODAY_OR_BEFORE, 'USD', 'MXN', '18.4123'], [TODAY_OR_BEFORE, 'EUR', 'MXN', '20']);
    expect(ok(await api.get('/v1/exchange-rates/latest'))).toEqual({
      base: 'MXN',
      quote: 'USD',
      rate: '18.41230000',
      asOf: TODAY_OR_BEFORE,
    });
    expect(ok(await latest('quote=EUR'))).toMatchObject({ base: 'MXN', quote: 'EUR', rate: '20.00000000' });
    expect(ok(await latest('quote=MXN&base=USD'))).toEqual({
      base: 'USD',
      quote: 'MXN',
      rate: '0.05431152',
      asOf: TODAY_OR_BEFORE,
    });
    expect(ok(await latest('quote=EUR&base=USD'))).toEqual({
      base: 'USD',
      quote: 'EUR',
      rate: '1.08623040',
      asOf: TODAY_OR_BEFORE,
    });
  });

  it('the rate between equal currencies is 1, as of today or the requested date', async () => {
    expect(ok(await latest('quote=MXN'))).toEqual({ base: 'MXN', quote: 'MXN', rate: '1.00000000', asOf: today() });
    expect(ok(await latest('quote=JPY&base=JPY&date=2001-01-01'))).toEqual({
      base: 'JPY',
      quote: 'JPY',
      rate: '1.00000000',
      asOf: '2001-01-01',
    });
  });

  it('returns the latest rate on or before the date', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '18'], ['2020-01-13', 'USD', 'MXN', '19']);
    expect(statusAndCode(await latest('date=2020-01-09'))).toBe('404 RATE_NOT_FOUND');
    for (const [date, rate] of [
      ['2020-01-10', '18'],
      ['2020-01-12', '18'],
      ['2020-01-13', '19'],
      ['2200-12-31', '19'],
    ]) {
      expect(ok(await latest(`date=${date}`)).rate).toBe(`${rate}.00000000`);
    }
  });

  it('returns 404 if the exchange rate is unknown', async () => {
    expect(statusAndCode(await api.get('/v1/exchange-rates/latest'))).toBe('404 RATE_NOT_FOUND');
    await storeRates([TODAY_OR_BEFORE, 'EUR', 'CHF', '1.1']);
    expect(statusAndCode(await api.get('/v1/exchange-rates/latest'))).toBe('404 RATE_NOT_FOUND');
  });

  it('rejects invalid currencies and dates', async () => {
    for (const query of ['quote=usd', 'base=XXXX', 'quote=', 'date=2020-02-30', 'day=2020-01-01', 'quote=ZZZ'])
      expect(statusAndCode(await latest(query))).toBe('400 VALIDATION_FAILED');
  });
});

describe('net worth', () => {
  it('the net worth of an empty workspace is zero', async () => {
    expect(await readNetWorth()).toEqual({
      netWorth: '0.00',
      currency: 'MXN',
      ratesAsOf: today(),
      byCurrency: [],
      unconverted: [],
    });
  });

  it('adds assets and subtracts liabilities of active and archived accounts', async () => {
    await anAccount(api, { openingBalance: '1000.10' });
    await anAccount(api, { openingBalance: '250.05', typeId: 'credit_card' });
    const archived = await anAccount(api, { openingBalance: '0.95' });
    await api.post(`/v1/accounts/${archived.id}/archive`);
    const closed = await anAccount(api);
    await api.post(`/v1/accounts/${closed.id}/close`);
    expect(await readNetWorth()).toEqual({
      netWorth: '751.00',
      currency: 'MXN',
      ratesAsOf: today(),
      unconverted: [],
      byCurrency: [{ currency: 'MXN', balance: '751.00', rate: '1.00000000', converted: '751.00' }],
    });
  });

  it('the net worth counts future-dated transactions', async () => {
    const account = await anAccount(api);
    await aTransaction(api, { accountId: account.id, type: 'income', date: '2199-01-01', amount: '5.00' });
    expect((await readNetWorth()).netWorth).toBe('5.00');
  });

  it('converts each account with half-even rounding, and adds the rounded amounts', async () => {
    await storeRates(['2020-01-15', 'USD', 'MXN', '0.5'], ['2020-01-10', 'EUR', 'MXN', '20.12345678']);
    // 0.01 USD is 0.005, which rounds half-even to 0.00. 0.03 USD is 0.015, which rounds to 0.02.
    for (const openingBalance of ['0.01', '0.01', '0.01', '0.03'])
      await anAccount(api, { currency: 'USD', openingBalance });
    await anAccount(api, { currency: 'EUR', openingBalance: '-10.00' });
    expect(await readNetWorth()).toEqual({
      netWorth: '-201.21',
      currency: 'MXN',
      ratesAsOf: '2020-01-10',
      unconverted: [],
      byCurrency: [
        { currency: 'EUR', balance: '-10.00', rate: '20.12345678', converted: '-201.23' },
        { currency: 'USD', balance: '0.06', rate: '0.50000000', converted: '0.02' },
      ],
    });
  });

  it('lists an account without a rate in unconverted and excludes the account from the total', async () => {
    await anAccount(api, { openingBalance: '5.00' });
    const yen = await anAccount(api, { currency: 'JPY', openingBalance: '1000.00' });
    expect(await readNetWorth()).toMatchObject({ netWorth: '5.00', unconverted: [yen.id], ratesAsOf: today() });
    expect((await readNetWorth()).byCurrency).toHaveLength(1);
    await storeRates([TODAY_OR_BEFORE, 'JPY', 'MXN', '0.12']);
    expect(await readNetWorth()).toMatchObject({ netWorth: '125.00', unconverted: [], ratesAsOf: TODAY_OR_BEFORE });
  });

  it('converts an account with its fixed rate, and returns the average rate per currency', async () => {
    await storeRates([TODAY_OR_BEFORE, 'USD', 'MXN', '20']);
    await anAccount(api, { currency: 'USD', openingBalance: '100.00', fxMode: 'fixed', fixedRate: '17' });
    await anAccount(api, { currency: 'USD', openingBalance: '50.00' });
    expect((await readNetWorth()).byCurrency).toEqual([
      { currency: 'USD', balance: '150.00', rate: '18.00000000', converted: '2700.00' },
    ]);
    expect((await readNetWorth()).ratesAsOf).toBe(TODAY_OR_BEFORE);
  });

  it('an account with a fixed rate needs no market rate', async () => {
    await anAccount(api, { currency: 'CHF', openingBalance: '10.00', fxMode: 'fixed', fixedRate: '21.5' });
    expect(await readNetWorth()).toEqual({
      netWorth: '215.00',
      currency: 'MXN',
      ratesAsOf: today(),
      unconverted: [],
      byCurrency: [{ currency: 'CHF', balance: '10.00', rate: '21.50000000', converted: '215.00' }],
    });
  });

  it('the net worth equals the sum of the amounts by currency', async () => {
    await storeRates([TODAY_OR_BEFORE, 'USD', 'MXN', '18.41237777'], [TODAY_OR_BEFORE, 'EUR', 'USD', '1.08765432']);
    for (const currency of ['USD', 'EUR', 'MXN']) {
      for (const openingBalance of ['0.01', '33.33', '-7.77']) await anAccount(api, { currency, openingBalance });
    }
    const { netWorth, byCurrency } = await readNetWorth();
    expect(byCurrency.reduce((sum: bigint, share) => sum + hundredths(share.converted), 0n)).toBe(hundredths(netWorth));
    expect(byCurrency.map(({ currency }) => currency)).toEqual(['EUR', 'MXN', 'USD']);
  });
});

describe('base amounts of transactions', () => {
  it('converts a transaction at the rate of its date with half-even rounding', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '18.5'], ['2020-02-10', 'USD', 'MXN', '20.5']);
    const account = await anAccount(api, { currency: 'USD' });
    const on = (date: string, amount: string, fields = {}) =>
      aTransaction(api, { accountId: account.id, date, amount, ...fields });
    expect(await on('2020-01-09', '1.00')).toMatchObject({ baseAmount: null, baseRate: null });
    expect(await on('2020-02-09', '0.01')).toMatchObject({ baseAmount: '0.18', baseRate: '18.50000000' });
    expect(await on('2020-02-10', '0.01')).toMatchObject({ baseAmount: '0.20', baseRate: '20.50000000' });
    expect(await on('2020-02-10', '-3.00', { type: 'adjustment' })).toMatchObject({ baseAmount: '-61.50' });
    expect(await on('2020-02-10', '0.03')).toMatchObject({ baseAmount: '0.62' });
  });

  it('the base amounts of splits add up to the base amount of the transaction', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '0.5']);
    const account = await anAccount(api, { currency: 'USD' });
    const splitTransaction = await aTransaction(api, {
      accountId: account.id,
      date: '2020-01-10',
      amount: '0.03',
      splits: [{ amount: '0.01' }, { amount: '0.01' }, { amount: '0.01' }],
    });
    // The total of 0.015 rounds half-even to 0.02. Each split of 0.005 rounds to 0.00, and the last one gets the rest.
    expect([splitTransaction.baseAmount, splitTransaction.splits.map((part) => part.baseAmount)]).toEqual([
      '0.02',
      ['0.00', '0.00', '0.02'],
    ]);
  });

  it('the base amount of a debt without an account changes with its date and amount', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '18'], ['2020-02-10', 'USD', 'MXN', '20']);
    const contactId = await aContact(service.database, home.workspaceId);
    const debt = await aTransaction(api, {
      accountId: null,
      type: 'lent',
      contactId,
      currency: 'USD',
      date: '2020-01-20',
      amount: '10.00',
    });
    expect(debt).toMatchObject({ baseAmount: '180.00', signedAmount: '0.00' });
    expect(ok(await api.patch(`/v1/transactions/${debt.id}`, { date: '2020-02-20' }))).toMatchObject({
      baseAmount: '200.00',
      baseRate: '20.00000000',
    });
    expect(ok(await api.patch(`/v1/transactions/${debt.id}`, { amount: '1.00' }))).toMatchObject({
      baseAmount: '20.00',
    });
  });

  it('a new or changed rate revalues only the affected transactions, including those in the trash', async () => {
    const account = await anAccount(api, { currency: 'USD' });
    const pesos = await anAccount(api);
    const spent = await aTransaction(api, {
      accountId: account.id,
      date: '2020-01-20',
      amount: '10.00',
      splits: [{ amount: '3.33' }, { amount: '3.33' }, { amount: '3.34' }],
    });
    const trashed = await aTransaction(api, { accountId: account.id, date: '2020-01-20', amount: '1.00' });
    const early = await aTransaction(api, { accountId: account.id, date: '2020-01-05', amount: '1.00' });
    const local = await aTransaction(api, { accountId: pesos.id, date: '2020-01-20' });
    const sold = await aTransaction(api, {
      accountId: account.id,
      type: 'transfer',
      toAccountId: pesos.id,
      toAmount: '99.00',
      date: '2020-01-20',
      amount: '5.00',
    });
    await api.delete(`/v1/transactions/${trashed.id}`);
    expect([spent.baseAmount, spent.splits.map((part) => part.baseAmount)]).toEqual([null, [null, null, null]]);
    await importRates('2020-01-10,USD,MXN,18.5');
    expect(await read(spent)).toMatchObject({
      baseAmount: '185.00',
      baseRate: '18.50000000',
      splits: [{ baseAmount: '61.60' }, { baseAmount: '61.60' }, { baseAmount: '61.80' }],
    });
    expect((await read(spent)).updatedAt > spent.updatedAt).toBe(true);
    expect(await read(trashed)).toMatchObject({ baseAmount: '18.50' });
    expect(await read(early)).toEqual(early);
    expect(await read(local)).toEqual(local);
    expect(await read(sold)).toMatchObject({ baseAmount: '92.50', transfer: sold.transfer });
    await importRates('2020-01-15,USD,MXN,19', '2020-01-10,USD,MXN,17');
    expect(await read(spent)).toMatchObject({
      baseAmount: '190.00',
      splits: [{ baseAmount: '63.27' }, { baseAmount: '63.27' }, { baseAmount: '63.46' }],
    });
    // A rate of another pair creates a cross rate, which revalues transactions without a direct rate.
    const euros = await anAccount(api, { currency: 'EUR' });
    const dinner = await aTransaction(api, { accountId: euros.id, date: '2020-01-20', amount: '2.00' });
    expect(dinner.baseAmount).toBe(null);
    await importRates('2020-01-18,EUR,USD,1.1');
    expect(await read(dinner)).toMatchObject({ baseAmount: '41.80', baseRate: '20.90000000' });
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('converts at the account’s fixed rate, and changing the rate revalues the account’s transactions', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '20']);
    const account = await anAccount(api, { currency: 'USD', fxMode: 'fixed', fixedRate: '17' });
    const dollarAccount = await anAccount(api, { currency: 'USD' });
    const [spent, elsewhere] = [
      await aTransaction(api, { accountId: account.id, date: '2019-01-01', amount: '10.00' }),
      await aTransaction(api, { accountId: dollarAccount.id, amount: '10.00' }),
    ];
    expect(spent).toMatchObject({ baseAmount: '170.00', baseRate: '17.00000000' });
    await api.patch(`/v1/accounts/${account.id}`, { fixedRate: '16.5' });
    expect(await read(spent)).toMatchObject({ baseAmount: '165.00', baseRate: '16.50000000' });
    await api.patch(`/v1/accounts/${account.id}`, { fxMode: 'auto' });
    expect(await read(spent)).toMatchObject({ baseAmount: null, baseRate: null });
    await api.patch(`/v1/accounts/${account.id}`, { fxMode: 'fixed', fixedRate: '1' });
    expect(await read(spent)).toMatchObject({ baseAmount: '10.00' });
    expect(await read(elsewhere)).toEqual(elsewhere);
    expect(ok(await api.patch(`/v1/transactions/${elsewhere.id}`, { accountId: account.id }))).toMatchObject({
      baseAmount: '10.00',
      baseRate: '1.00000000',
    });
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('the base amount is null if it exceeds the largest amount', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '9999999999'], ['2020-01-10', 'EUR', 'MXN', '200']);
    for (const [currency, largest] of [
      ['USD', '99999.99'],
      ['EUR', '4999999999999.99'],
    ]) {
      const account = await anAccount(api, { currency });
      const enter = (amount: string) =>
        aTransaction(api, { accountId: account.id, type: 'income', date: '2020-01-10', amount });
      expect(await enter('9999999999999.99')).toMatchObject({ baseAmount: null, baseRate: null });
      expect((await enter(largest!)).baseRate).not.toBe(null);
      expect((await api.get('/v1/net-worth')).status).toBe(200);
    }
    await verifier.expectNoDrift(home.workspaceId);
  });
});

describe('a change of the base currency', () => {
  const changeBase = (baseCurrency: string) => api.patch('/v1/workspace', { baseCurrency });

  it('changing the base currency recalculates all base amounts', async () => {
    await storeRates(['2020-01-10', 'USD', 'MXN', '20'], ['2020-02-10', 'USD', 'MXN', '25']);
    const [pesos, dollars] = [
      await anAccount(api, { openingBalance: '500.00' }),
      await anAccount(api, { currency: 'USD' }),
    ];
    const early = await aTransaction(api, { accountId: pesos.id, date: '2020-01-20', amount: '100.00' });
    const late = await aTransaction(api, {
      accountId: pesos.id,
      date: '2020-02-20',
      amount: '100.00',
      splits: [{ amount: '33.33' }, { amount: '33.33' }, { amount: '33.34' }],
    });
    const before = await aTransaction(api, { accountId: pesos.id, date: '2019-02-20', amount: '100.00' });
    const there = await aTransaction(api, { accountId: dollars.id, date: '2019-02-20', amount: '100.00' });
    expect(there.baseAmount).toBe(null);
    expect(ok(await changeBase('USD'))).toMatchObject({ baseCurrency: 'USD' });
    expect(await read(early)).toMatchObject({ baseAmount: '5.00', baseRate: '0.05000000' });
    expect(await read(late)).toMatchObject({
      baseAmount: '4.00',
      baseRate: '0.04000000',
      splits: [{ baseAmount: '1.33' }, { baseAmount: '1.33' }, { baseAmount: '1.34' }],
    });
    expect(await read(before)).toMatchObject({ baseAmount: null, baseRate: null });
    expect(await read(there)).toMatchObject({ baseAmount: '100.00', baseRate: '1.00000000' });
    expect(await readNetWorth()).toMatchObject({ currency: 'USD', netWorth: '-92.00' });
    await verifier.expectNoDrift(home.workspaceId);
    await changeBase('MXN');
    expect(await read(late)).toEqual({ ...late, updatedAt: expect.any(String) });
  });

  it('changing the base currency converts fixed rates at today’s rate, or is rejected without a rate', async () => {
    const account = await anAccount(api, { currency: 'EUR', fxMode: 'fixed', fixedRate: '22.5' });
    const spent = await aTransaction(api, { accountId: account.id, amount: '10.00' });
    expect(statusAndCode(await changeBase('USD'))).toBe('422 BASE_RATE_REQUIRED');
    expect(ok(await api.get('/v1/workspace')).baseCurrency).toBe('MXN');
    expect(await read(spent)).toEqual(spent);
    await storeRates([TODAY_OR_BEFORE, 'USD', 'MXN', '20']);
    expect(statusAndCode(await changeBase('USD'))).toBe('200');
    expect(ok(await api.get(`/v1/accounts/${account.id}`)).fixedRate).toBe('1.12500000');
    expect(await read(spent)).toMatchObject({ baseAmount: '11.25', baseRate: '1.12500000' });
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('changes the base currency without a rate if no account has a fixed rate', async () => {
    const spent = await aTransaction(api, { accountId: (await anAccount(api)).id });
    expect(ok(await changeBase('JPY')).baseCurrency).toBe('JPY');
    expect(await read(spent)).toMatchObject({ baseAmount: null });
    expect((await readNetWorth()).unconverted).toHaveLength(1);
  });

  it('rejects an invalid base currency or workspace name', async () => {
    for (const fields of [
      { baseCurrency: 'pesos' },
      { baseCurrency: 'mxn' },
      { baseCurrency: null },
      { name: '' },
      { name: null },
      { plan: 'pro' },
      { id: 'x' },
    ]) {
      expect(statusAndCode(await api.patch('/v1/workspace', fields))).toBe('400 VALIDATION_FAILED');
    }
    expect(ok(await api.patch('/v1/workspace', { name: ' Hogar ' })).name).toBe('Hogar');
  });
});
