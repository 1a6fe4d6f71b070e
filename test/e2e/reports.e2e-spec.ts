import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountView, SpendingReportView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { Client } from './support/client.js';
import { aContact, aHousehold, aKey, anAccount, aTransaction, ok } from './support/household.js';
import type { Household } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;
let account: AccountView;
let category: Record<string, string>;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  ({ api } = home);
  account = await anAccount(api);
  category = Object.fromEntries(ok(await api.get('/v1/categories')).map(({ name, id }) => [name, id]));
});

const MARCH = 'from=2026-03-01&to=2026-03-31';
const spending = async (query: string) => ok(await api.get(`/v1/reports/spending?${MARCH}&${query}`));
const cashFlow = async (query = MARCH) => ok(await api.get(`/v1/reports/cash-flow?${query}`));
const entered = (fields: Record<string, unknown>) => aTransaction(api, { accountId: account.id, ...fields });
const idsBehind = async (path: string) =>
  ok(await api.get(path as '/v1/transactions'))
    .items.map(({ id }) => id)
    .sort();
const figures = ({ items }: SpendingReportView, ...fields: string[]) =>
  items.map((item) => fields.map((field) => (item as unknown as Record<string, unknown>)[field]));

describe('the amounts that reports count', () => {
  it('a refund reduces the spending of its category', async () => {
    await entered({ amount: '300.00', categoryId: category.Restaurantes });
    const refund = await entered({ type: 'income', amount: '50.00', categoryId: category.Restaurantes });
    await entered({
      type: 'income',
      amount: '1000.00',
      categoryId: category.Sueldo,
    });
    const report = await spending('type=expense');
    expect([report.total, report.count]).toEqual(['250.00', 2]);
    expect(await idsBehind(report.items[0]!.transactions)).toContain(refund.id);
    expect((await cashFlow()).total).toEqual({
      income: '1000.00',
      expense: '250.00',
      net: '750.00',
      savingsRate: '0.7500',
    });
  });

  it('excludes transfers, adjustments and debts, and counts only the expense splits of a transaction', async () => {
    const otherAccount = await anAccount(api);
    const contactId = await aContact(service.database, home.workspaceId);
    await entered({ type: 'transfer', toAccountId: otherAccount.id });
    await entered({ type: 'adjustment', amount: '-5.00' });
    await entered({ type: 'lent', contactId });
    expect(await spending('')).toMatchObject({ total: '0.00', count: 0, items: [] });
    const dinner = await entered({
      amount: '900.00',
      splits: [
        { amount: '600.00', categoryId: category.Restaurantes },
        { amount: '300.00', type: 'lent', contactId },
      ],
    });
    const report = await spending('');
    expect([report.total, report.count]).toEqual(['600.00', 1]);
    expect(await idsBehind(report.items[0]!.transactions)).toEqual([dinner.id]);
  });

  it('counts transactions without a category separately for expenses and income, and lists them last', async () => {
    await entered({ amount: '900.00' });
    await entered({ amount: '100.00', categoryId: category.Restaurantes });
    await entered({ type: 'income', amount: '70.00' });
    const report = await spending('');
    expect(figures(report, 'categoryId', 'own', 'share').at(-1)).toEqual([null, '900.00', '0.9000']);
    expect((await spending('type=income')).items).toMatchObject([{ categoryId: null, name: null, amount: '70.00' }]);
  });

  it('excludes trashed transactions until they are restored', async () => {
    const { id } = await entered({ amount: '900.00' });
    ok(await api.delete(`/v1/transactions/${id}`));
    expect((await spending('')).count).toBe(0);
    ok(await api.post(`/v1/transactions/${id}/restore`));
    expect((await spending('')).total).toBe('900.00');
  });

  it('lists transactions without a rate on every page, and counts them after a rate is added', async () => {
    const yen = await anAccount(api, { currency: 'JPY' });
    const { id } = await entered({ accountId: yen.id, amount: '1000.00', description: 'Ramen' });
    for (const description of ['Tacos', 'Tortas']) await entered({ description });
    const page = await spending('groupBy=merchant&limit=1');
    expect([page.count, page.unconverted]).toEqual([2, [id]]);
    expect((await spending(`groupBy=merchant&limit=1&cursor=${page.nextCursor}`)).unconverted).toEqual([id]);
    expect((await cashFlow()).unconverted).toEqual([id]);
    expect(await idsBehind((await spending('groupBy=month')).items[0]!.transactions)).not.toContain(id);
    ok(await api.put('/v1/exchange-rates/JPY/MXN/2026-03-01', { rate: '0.12' }));
    expect(await spending('')).toMatchObject({ total: '170.00', count: 3, unconverted: [] });
  });

  it('lists the latest 10,000 transactions without a rate', async () => {
    const yen = await anAccount(api, { currency: 'JPY' });
    const oldest = await entered({ accountId: yen.id, amount: '1000.00', date: '2026-03-01' });
    // The balance of the account does not include them.
    await service.database.query(
      `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
         signed_amount, created_at, updated_at)
       select workspace_id, gen_random_uuid(), account_id, type, date + 1 + n % 20, description, amount, currency,
         signed_amount, created_at, updated_at
       from ledger_transactions cross join generate_series(1, 9999) n where workspace_id = $1 and id = $2`,
      [home.workspaceId, oldest.id],
    );
    expect((await cashFlow()).unconverted).toHaveLength(10_000);
    const latest = await entered({ accountId: yen.id, amount: '1000.00', date: '2026-03-31' });
    for (const { unconverted } of [await cashFlow(), await spending('groupBy=merchant&limit=1')]) {
      expect(unconverted).toHaveLength(10_000);
      expect([unconverted.includes(latest.id), unconverted.includes(oldest.id)]).toEqual([true, false]);
    }
  });
});

describe('a report by category', () => {
  it('lists a category with a null share if the total is zero', async () => {
    await entered({ amount: '80.00', categoryId: category.Restaurantes });
    await entered({ type: 'income', amount: '80.00', categoryId: category.Restaurantes });
    const report = await spending('');
    expect(report).toMatchObject({ total: '0.00', count: 2 });
    expect(figures(report, 'amount', 'own', 'count', 'share').at(-1)).toEqual(['0.00', '0.00', 2, null]);
  });

  it('lists parents before children and siblings by amount, with the totals of their subtrees', async () => {
    const root = ok(await api.post('/v1/categories', { name: 'Viajes', kind: 'expense' }));
    const [small, large] = [
      ok(await api.post('/v1/categories', { name: 'Aviones', kind: 'expense', parentId: root.id })),
      ok(await api.post('/v1/categories', { name: 'Hoteles', kind: 'expense', parentId: root.id })),
    ];
    for (const [id, amount] of [
      [root.id, '10.00'],
      [small.id, '20.00'],
      [large.id, '70.00'],
    ])
      await entered({ amount, categoryId: id });
    expect(figures(await spending(''), 'name', 'parentId', 'amount', 'own', 'count', 'share')).toEqual([
      ['Viajes', null, '100.00', '10.00', 3, '1.0000'],
      ['Hoteles', root.id, '70.00', '70.00', 1, '0.7000'],
      ['Aviones', root.id, '20.00', '20.00', 1, '0.2000'],
    ]);
    expect(figures(await spending(`categoryId=${large.id}`), 'name', 'share')).toEqual([['Hoteles', '1.0000']]);
  });
});

describe('merchants in reports', () => {
  it.each([
    ['OXXO 1234 CENTRO', 'oxxo centro'],
    ['Óxxo   Centro #77', 'oxxo centro'],
    ['UBER *TRIP 8XY', 'uber'],
    ['12345 *99', '12345 *99'],
    ['7-Eleven', '7-eleven'],
    ['Ñandú & Hijos', 'nandu & hijos'],
    ['한국 마트', '한국 마트'],
  ])(
    'the description %s belongs to the merchant %s, and the filter accepts any case of the merchant',
    async (description, merchant) => {
      const { id } = await entered({ description });
      const report = await spending('groupBy=merchant');
      expect(figures(report, 'merchant')).toEqual([[merchant]]);
      expect(await idsBehind(report.items[0]!.transactions)).toEqual([id]);
      expect(await idsBehind(`/v1/transactions?merchant=${encodeURIComponent(` ${merchant.toUpperCase()} `)}`)).toEqual(
        [id],
      );
      expect(await idsBehind('/v1/transactions?merchant=oxx')).toEqual([]);
    },
  );
});

describe('a report by tag', () => {
  it('counts transactions with two tags under each tag, and once in the total', async () => {
    await entered({ amount: '60.00', tags: ['casa', 'Vacaciones'] });
    await entered({ amount: '30.00', tags: ['CASA'] });
    await entered({ amount: '10.00' });
    const report = await spending('groupBy=tag');
    expect([report.total, report.count]).toEqual(['100.00', 3]);
    expect(figures(report, 'tag', 'amount', 'share')).toEqual([
      ['casa', '90.00', '0.9000'],
      ['Vacaciones', '60.00', '0.6000'],
      [null, '10.00', '0.1000'],
    ]);
    expect(figures(await spending('groupBy=tag&tag=vacaciones'), 'tag', 'amount')).toEqual([['Vacaciones', '60.00']]);
    expect((await spending('tag=VACACIONES&groupBy=month')).total).toBe('60.00');
  });
});

describe('the transactions behind a report', () => {
  it('all filters must match the same split', async () => {
    const split = await entered({
      amount: '100.00',
      splits: [{ amount: '70.00', categoryId: category.Restaurantes }, { amount: '30.00' }],
    });
    const listed = (query: string) => idsBehind(`/v1/transactions?countsAs=expense&${query}`);
    expect(await listed(`categoryId=${category.Restaurantes}&minAmount=70.00`)).toEqual([split.id]);
    expect(await listed(`categoryId=${category.Restaurantes}&minAmount=71.00`)).toEqual([]);
    expect(await listed('uncategorized=true&maxAmount=30.00')).toEqual([split.id]);
    expect(await listed('uncategorized=true&minAmount=31.00')).toEqual([]);
    expect(await listed(`categoryId=${category.Restaurantes}&uncategorized=true`)).toEqual([]);
    expect(await idsBehind('/v1/transactions?countsAs=income')).toEqual([]);
  });
});

describe('the comparison with an earlier period', () => {
  it('compares each interval with the same interval of the previous month', async () => {
    await entered({ date: '2026-02-10', amount: '40.00' });
    await entered({ date: '2026-03-20', amount: '60.00' });
    const report = await spending('groupBy=quincena&compare=previous');
    expect(report.previousTotal).toBe('40.00');
    expect(figures(report, 'start', 'amount', 'previousAmount')).toEqual([
      ['2026-03-01', '0.00', '40.00'],
      ['2026-03-16', '60.00', '0.00'],
    ]);
    expect(figures(await spending('compare=year'), 'previousAmount')).toEqual([['0.00']]);
    expect(await spending('')).toMatchObject({ previousTotal: null, items: [{ previousAmount: null }] });
  });
});

describe('a request for a report', () => {
  it.each(['spending', 'cash-flow'] as const)(
    'the %s report covers the current month up to today in Mexico by default',
    async (name) => {
      const { from, to } = ok(await api.get(`/v1/reports/${name}`));
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
      expect([from, to]).toEqual([`${today.slice(0, 8)}01`, today]);
    },
  );

  it.each([
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=2006-03-01&to=2026-03-02', 'from'],
    ['from=2026-02-30', 'from'],
    ['groupBy=payee', 'groupBy'],
    ['compare=week', 'compare'],
    ['type=lent', 'type'],
    ['interval=month', 'interval'],
    ['limit=0', 'limit'],
    ['tag=', 'tag'],
    ['accountId=', 'accountId'],
    ['categoryId=', 'categoryId'],
  ])('rejects a report with %s and names the parameter %s', async (query, parameter) => {
    const answer = await api.get(`/v1/reports/spending?${query}` as '/v1/reports/spending');
    expect([statusAndCode(answer), answer.body.errors]).toEqual([
      '400 VALIDATION_FAILED',
      [expect.objectContaining({ parameter })],
    ]);
  });

  it('returns a point for each day of twenty years', async () => {
    const { points } = await cashFlow('from=2006-03-01&to=2026-02-28&interval=day');
    expect(points).toHaveLength(7_305);
  });

  it('rejects a cursor of another report', async () => {
    for (const description of ['Tacos', 'Tortas', 'Atole']) await entered({ description });
    const { items, nextCursor } = await spending('groupBy=merchant&limit=2');
    expect(items).toMatchObject([{ merchant: 'atole' }, { merchant: 'tacos' }]);
    const next = await spending(`groupBy=merchant&limit=2&cursor=${nextCursor}`);
    expect([next.items, next.nextCursor]).toMatchObject([[{ merchant: 'tortas' }], null]);
    for (const otherQuery of ['groupBy=tag', 'groupBy=merchant&type=income', 'groupBy=category']) {
      const answer = await api.get(`/v1/reports/spending?${MARCH}&${otherQuery}&cursor=${nextCursor}`);
      expect([otherQuery, statusAndCode(answer)]).toEqual([otherQuery, '400 CURSOR_INVALID']);
    }
  });

  it('does not show data of another workspace, and requires only a read-only key', async () => {
    await entered({ amount: '900.00', tags: ['casa'], categoryId: category.Restaurantes });
    const { api: others } = await aHousehold(service);
    const filters = [`categoryId=${category.Restaurantes}`, `accountId=${account.id}`, 'tag=casa', 'groupBy=merchant'];
    for (const filter of ['', ...filters]) {
      expect(ok(await others.get(`/v1/reports/spending?${MARCH}&${filter}`))).toMatchObject({
        total: '0.00',
        items: [],
      });
    }
    const { key } = await aKey(service.database, home.workspaceId, 'read_only');
    expect(ok(await service.client(key).get(`/v1/reports/spending?${MARCH}`)).total).toBe('900.00');
  });
});
