import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView, CategoryView, TransactionPageView, TransactionView } from './support/answers.js';
import { statusAndCode } from './support/client.js';
import type { Client } from './support/client.js';
import { aContact, anAccount, aHousehold, aTransaction, ok, everyItem } from './support/household.js';

const SEED = 20261120;
const DESCRIPTIONS = [
  'Café Ñandú',
  'cafe nandu  ',
  'CAFÉ   con leche',
  'Taquería «El Güero»',
  '100% algodón',
  'under_score',
  'OXXO',
  'Oxxo Gas',
  'Súper',
  'x',
];
const NOTES = [null, 'con LECHE', 'línea uno\nlínea dos', 'café', '%', "o'clock"];

let service: Service;
let api: Client;
let rows: TransactionView[];
let accounts: AccountView[];
let categories: CategoryView[];
let contacts: string[];

beforeAll(async () => {
  service = await sharedApi();
  const home = await aHousehold(service);
  api = home.api;
  accounts = [
    await anAccount(api),
    await anAccount(api),
    await anAccount(api, { currency: 'USD' }),
    await anAccount(api, { typeId: 'credit_card' }),
  ];
  contacts = [
    await aContact(service.database, home.workspaceId, 'Ana'),
    await aContact(service.database, home.workspaceId, 'Beto'),
  ];
  categories = ok(await api.get('/v1/categories'));
  const samples = fc.sample(transactions(), { numRuns: 200, seed: SEED });
  rows = [];
  for (let at = 0; at < samples.length; at += 8) {
    rows.push(...(await Promise.all(samples.slice(at, at + 8).map((fields) => aTransaction(api, fields)))));
  }
  for (const [index, row] of rows.entries()) {
    if (index % 9 === 0) rows[index] = ok(await api.delete(`/v1/transactions/${row.id}`));
    else if (index % 7 === 0) rows[index] = ok(await api.patch(`/v1/transactions/${row.id}`, { date: '2026-05-05' }));
  }
});
afterAll(() => service.stop());

function transactions(): fc.Arbitrary<Record<string, unknown>> {
  const account = fc.constantFrom(...accounts.map(({ id }) => id as string));
  const cents = fc.integer({ min: 1, max: 500_00 });
  const category = fc.option(
    fc.constantFrom(...categories.filter((_, index) => index % 3 === 0).map(({ id }) => id as string)),
    { freq: 2 },
  );
  const contactId = fc.constantFrom(...contacts);
  const common = {
    date: fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-15', '2025-12-31'),
    description: fc.constantFrom(...DESCRIPTIONS),
    notes: fc.constantFrom(...NOTES),
  };
  const categorized = fc.record({
    ...common,
    accountId: account,
    type: fc.constantFrom('expense', 'income'),
    amount: cents.map(written),
    categoryId: category,
  });
  const split = fc
    .record({
      ...common,
      accountId: account,
      parts: fc.array(fc.record({ cents, category, contact: fc.option(contactId) }), { minLength: 2, maxLength: 4 }),
    })
    .map(({ parts, ...rest }) => ({
      ...rest,
      type: 'expense',
      amount: written(parts.reduce((sum, part) => sum + part.cents, 0)),
      splits: parts.map((part) => ({
        amount: written(part.cents),
        ...(part.contact ? { type: 'lent', contactId: part.contact } : { categoryId: part.category }),
      })),
    }));
  const transfers = fc
    .record({ ...common, from: fc.nat(3), to: fc.nat(2), amount: cents.map(written) })
    .map(({ from, to, ...rest }) => ({
      ...rest,
      type: 'transfer',
      accountId: accounts[from]!.id,
      toAccountId: accounts[(from + to + 1) % 4]!.id,
      ...((from === 2) !== ((from + to + 1) % 4 === 2) && { toAmount: '7.00' }),
    }));
  const debts = fc
    .record({
      ...common,
      accountId: fc.option(account),
      type: fc.constantFrom('lent', 'borrowed', 'repayment_received', 'repayment_made'),
      amount: cents.map(written),
      contactId,
    })
    .map((debt) => ({
      ...debt,
      ...(debt.accountId === null && { currency: 'EUR' }),
    }));
  const adjustments = fc.record({
    ...common,
    accountId: account,
    type: fc.constant('adjustment'),
    amount: fc.tuple(cents, fc.boolean()).map(([value, down]) => (down ? '-' : '') + written(value)),
  });
  return fc.oneof(
    { weight: 5, arbitrary: categorized },
    { weight: 2, arbitrary: split },
    { weight: 2, arbitrary: transfers },
    { weight: 2, arbitrary: debts },
    adjustments,
  );
}

const written = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const minor = (amount: string) => {
  const [whole, decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
};
const absolute = (value: bigint) => (value < 0n ? -value : value);
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

function expected(filter: Record<string, string>) {
  const subtree = (id: string): string[] => [
    id,
    ...categories.filter(({ parentId }) => parentId === id).flatMap((child) => subtree(child.id)),
  ];
  const categoryIds = filter.categoryId === undefined ? [] : subtree(filter.categoryId);
  const since = filter.updatedSince;
  const fits = (row: TransactionView): boolean =>
    (since === undefined ? row.status === 'live' : Date.parse(row.updatedAt) >= Date.parse(since)) &&
    (filter.accountId === undefined ||
      row.accountId === filter.accountId ||
      row.transfer?.accountId === filter.accountId) &&
    (filter.categoryId === undefined ||
      [row, ...row.splits].some(({ category }) => category && categoryIds.includes(category.id))) &&
    (filter.contactId === undefined || [row, ...row.splits].some(({ contactId }) => contactId === filter.contactId)) &&
    (filter.type === undefined || row.type === filter.type) &&
    (filter.from === undefined || row.date >= filter.from) &&
    (filter.to === undefined || row.date <= filter.to) &&
    (filter.minAmount === undefined || absolute(minor(row.amount)) >= minor(filter.minAmount)) &&
    (filter.maxAmount === undefined || absolute(minor(row.amount)) <= minor(filter.maxAmount)) &&
    (filter.currency === undefined || row.currency === filter.currency) &&
    (filter.q === undefined ||
      [row.description, row.notes ?? ''].some((text) => folded(text).includes(folded(filter.q!)))) &&
    (filter.uncategorized === undefined || (filter.uncategorized === 'true') === isUncategorized(row));
  const order =
    since === undefined
      ? (a: TransactionView, b: TransactionView) => compare(b.date, a.date) || compare(b.id, a.id)
      : (a: TransactionView, b: TransactionView) => compare(a.updatedAt, b.updatedAt) || compare(a.id, b.id);
  return rows.filter(fits).sort(order);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const isUncategorized = (row: TransactionView): boolean =>
  ['expense', 'income'].includes(row.type) &&
  (row.splits.length === 0
    ? row.category === null
    : row.splits.some((part) => part.type === row.type && part.category === null));
const query = (filter: Record<string, string>, limit: number) =>
  `/v1/transactions?${new URLSearchParams({ ...filter, limit: String(limit) })}` as const;

async function agrees(filter: Record<string, string>, limit = 200): Promise<number> {
  const { items } = await everyItem(api, query(filter, limit));
  const expectedRows = expected(filter);
  expect({ filter, ids: items.map(({ id }) => id) }).toEqual({ filter, ids: expectedRows.map(({ id }) => id) });
  expect(items).toEqual(expectedRows);
  return items.length;
}

describe('filters of the transaction list', () => {
  it('returns all live transactions without filters, newest first, then by ID', async () => {
    expect(await agrees({})).toBeGreaterThan(150);
  });

  it('accountId filters both sides of a transfer and returns each transfer once', async () => {
    for (const { id } of accounts) expect(await agrees({ accountId: id })).toBeGreaterThan(20);
  });

  it('categoryId includes subcategories and splits', async () => {
    for (const { id } of categories) await agrees({ categoryId: id });
    const roots = categories.filter(({ parentId }) => parentId === null);
    expect(roots.some(({ id }) => expected({ categoryId: id }).some((row) => row.splits.length > 0))).toBe(true);
  });

  it('contactId includes splits', async () => {
    for (const contactId of contacts) expect(await agrees({ contactId })).toBeGreaterThan(20);
  });

  it('type returns the transactions of that type', async () => {
    for (const type of [
      'expense',
      'income',
      'transfer',
      'adjustment',
      'lent',
      'borrowed',
      'repayment_received',
      'repayment_made',
    ])
      expect(await agrees({ type })).toBeGreaterThan(0);
  });

  it('from and to are inclusive', async () => {
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) {
      await agrees({ from: day });
      await agrees({ to: day });
      await agrees({ from: day, to: day });
    }
    expect(await agrees({ from: '2026-02-01', to: '2026-01-31' })).toBe(0);
  });

  it('minAmount and maxAmount are inclusive and ignore the sign', async () => {
    const some = rows[20]!.amount.replace('-', '');
    for (const amount of ['0.01', '100', '250.5', some]) {
      await agrees({ minAmount: amount });
      await agrees({ maxAmount: amount });
      await agrees({ minAmount: amount, maxAmount: amount });
    }
  });

  it('currency returns the transactions in that currency', async () => {
    for (const currency of ['MXN', 'USD', 'EUR', 'JPY']) await agrees({ currency });
  });

  it('q searches description and notes literally, ignoring case, accents and repeated spaces', async () => {
    for (const q of [
      'café',
      'CAFE',
      'ñandu',
      'NANDÚ',
      'cafe con',
      'café   con',
      'leche',
      'guero',
      '«el',
      '%',
      '_',
      '100%',
      "o'clock",
      'línea dos',
      '\\',
      '.*',
      'oxxo',
      'zzz',
      ' x ',
      'con leche',
    ])
      await agrees({ q });
    expect(await agrees({ q: 'cafe nandu' })).toBe(expected({ q: 'Café Ñandú' }).length);
  });

  it('uncategorized returns expenses and income without a category, including those with an uncategorized split', async () => {
    expect(await agrees({ uncategorized: 'true' })).toBeGreaterThan(20);
    await agrees({ uncategorized: 'false' });
  });

  it('updatedSince is inclusive, sorts by time of change, and includes trashed transactions', async () => {
    const changes = rows.map(({ updatedAt }) => updatedAt as string).sort();
    for (const updatedSince of [changes[0]!, changes[100]!, changes.at(-1)!])
      expect(await agrees({ updatedSince })).toBeGreaterThan(0);
    expect(
      (await everyItem(api, query({ updatedSince: changes[0]! }, 200))).items.some(
        ({ status }) => status === 'trashed',
      ),
    ).toBe(true);
    expect(await agrees({ updatedSince: new Date(Date.parse(changes.at(-1)!) + 1).toISOString() })).toBe(0);
    expect(await agrees({ updatedSince: changes[100]!.replace('Z', '+00:00') })).toBe(
      expected({ updatedSince: changes[100]! }).length,
    );
  });

  it('random combinations of filters and page sizes return the expected transactions', async () => {
    const filter = fc.record(
      {
        accountId: fc.constantFrom(...accounts.map(({ id }) => id as string)),
        categoryId: fc.constantFrom(...categories.map(({ id }) => id as string)),
        contactId: fc.constantFrom(...contacts),
        type: fc.constantFrom('expense', 'income', 'transfer', 'lent'),
        from: fc.constantFrom('2026-01-01', '2026-02-01'),
        to: fc.constantFrom('2026-02-28', '2026-05-05'),
        minAmount: fc.constantFrom('1', '50.00'),
        maxAmount: fc.constantFrom('200', '400.00'),
        currency: fc.constantFrom('MXN', 'USD'),
        q: fc.constantFrom('cafe', 'leche', 'o'),
        uncategorized: fc.constantFrom('true', 'false'),
        updatedSince: fc.constantFrom(rows[60]!.updatedAt as string, '2020-01-01T00:00:00Z'),
      },
      { requiredKeys: [] },
    );
    // Omits most filters, because few transactions match many filters at once.
    const sparse = fc
      .tuple(filter, fc.infiniteStream(fc.nat(9)))
      .map(
        ([filters, dice]) =>
          Object.fromEntries(Object.entries(filters).filter(() => dice.next().value! < 3)) as Record<string, string>,
      );
    await fc.assert(
      fc.asyncProperty(
        sparse,
        fc.constantFrom(7, 50, 200),
        async (filters, limit) => void (await agrees(filters, limit)),
      ),
      { seed: SEED, numRuns: 60 },
    );
  });
});

describe('pages of transactions', () => {
  it('returns the same transactions with pages of any size', async () => {
    const expectedIds = expected({ type: 'income' }).map(({ id }) => id);
    for (const limit of [1, 2, expectedIds.length - 1, expectedIds.length, expectedIds.length + 1]) {
      const { items, pages } = await everyItem(api, query({ type: 'income' }, limit));
      expect(items.map(({ id }) => id)).toEqual(expectedIds);
      expect(pages).toBe(Math.ceil(expectedIds.length / limit));
    }
  });

  it('returns 50 transactions per page by default', async () => {
    expect(ok(await api.get('/v1/transactions')).items).toHaveLength(50);
  });

  it('paging does not skip or repeat transactions during concurrent changes', async () => {
    const home = await aHousehold(service);
    const account = await anAccount(home.api);
    const survivors: string[] = [];
    const doomed: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      const { id } = await aTransaction(home.api, {
        accountId: account.id,
        date: `2026-03-${String((count % 5) + 1).padStart(2, '0')}`,
      });
      (count % 4 === 0 ? doomed : survivors).push(id);
    }
    for (const path of ['/v1/transactions?limit=6', `/v1/transactions?limit=6&accountId=${account.id}`]) {
      const readIds: string[] = [];
      let cursor: string | null = null;
      do {
        const page: TransactionPageView = ok(
          await home.api.get(`${path}${cursor === null ? '' : `&cursor=${cursor}`}` as `/v1/transactions?${string}`),
        );
        readIds.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        for (const date of ['2026-03-01', '2026-03-03', '2026-03-05', '2030-01-01'])
          await aTransaction(home.api, { accountId: account.id, date });
        const deleted = doomed.shift();
        if (deleted) await home.api.delete(`/v1/transactions/${deleted}`);
      } while (cursor !== null && readIds.length < 400);
      expect(new Set(readIds).size).toBe(readIds.length);
      expect(survivors.filter((id) => !readIds.includes(id))).toEqual([]);
    }
  });

  it('rejects a cursor of another workspace', async () => {
    const [home, otherHome] = [await aHousehold(service), await aHousehold(service)];
    const account = await anAccount(home.api);
    for (let count = 0; count < 3; count += 1) await aTransaction(home.api, { accountId: account.id });
    for (const path of ['/v1/transactions', '/v1/audit-log', '/v1/reports/spending?groupBy=merchant'] as const) {
      const first = `${path}${path.includes('?') ? '&' : '?'}limit=1` as '/v1/transactions';
      const { nextCursor } = ok(await home.api.get(first));
      if (nextCursor === null) continue;
      expect(statusAndCode(await home.api.get(`${first}&cursor=${nextCursor}`))).toBe('200');
      expect(statusAndCode(await otherHome.api.get(`${first}&cursor=${nextCursor}`))).toBe('400 CURSOR_INVALID');
    }
  });

  it('paging by updatedSince eventually returns every change made during the paging', async () => {
    const home = await aHousehold(service);
    const account = await anAccount(home.api);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push((await aTransaction(home.api, { accountId: account.id })).id);
    const latest = new Map<string, TransactionView>();
    let cursor: string | null = null;
    let turn = 0;
    do {
      const page: TransactionPageView = ok(
        await home.api.get(
          `/v1/transactions?limit=3&updatedSince=2020-01-01T00:00:00Z${cursor === null ? '' : `&cursor=${cursor}`}`,
        ),
      );
      for (const item of page.items) latest.set(item.id, item);
      cursor = page.nextCursor;
      if (cursor !== null && turn < 6)
        await home.api.patch(`/v1/transactions/${ids[turn]}`, { description: `edit ${turn}` });
      if (turn === 2) await home.api.delete(`/v1/transactions/${ids[11]}`);
      turn += 1;
    } while (cursor !== null);
    for (const id of ids) expect(latest.get(id)).toEqual(ok(await home.api.get(`/v1/transactions/${id}`)));
  });
});

it.each(['%ff', '%ed%a0%80', '%', '%zz', 'a%2', '%c3'])(
  'rejects q=%s, which is not percent-encoded UTF-8',
  async (q) => {
    const { status, body } = await api.get(`/v1/transactions?q=${q}`);
    expect([status, body.code, body.errors!.map(({ parameter }) => parameter)]).toEqual([
      400,
      'VALIDATION_FAILED',
      ['q'],
    ]);
    expect((await api.get('/v1/transactions?q=caf%C3%A9+con%20leche%25')).status).toBe(200);
  },
);

it.each([
  ['ΜΑΣΟΥΤΗΣ', 'μασουτης'],
  ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
  ['Bahnhofstraße', 'BAHNHOFSTRASSE'],
])('text searches in lists and rules find %s if the client searches for %s', async (spelled, sought) => {
  const own = (await aHousehold(service)).api;
  const account = await anAccount(own);
  const { id } = await aTransaction(own, { accountId: account.id, description: `${spelled} 12`, tags: [spelled] });
  const q = encodeURIComponent(sought);
  for (const query of [`q=${q}`, `tag=${q}`, `merchant=${q}`]) {
    const items = ok(await own.get(`/v1/transactions?${query}` as '/v1/transactions')).items;
    expect([query, items.map((item) => item.id)]).toEqual([query, [id]]);
  }
  const matched = { op: 'contains', value: sought };
  for (const condition of [
    { ...matched, field: 'description' },
    { ...matched, field: 'description', op: 'matches', value: `^${sought} \\d+$` },
    { ...matched, field: 'tag', op: 'is' },
  ]) {
    expect(ok(await own.post('/v1/rules/preview', { conditions: [condition] })).total).toBe(1);
  }
  ok(await own.post('/v1/contacts', { name: spelled }));
  expect(ok(await own.get(`/v1/contacts?q=${q}`)).map(({ name }) => name)).toEqual([spelled]);
  ok(await own.post('/v1/categories', { name: spelled, kind: 'expense' }));
  const twin = await own.post('/v1/categories', { name: sought, kind: 'expense' });
  expect(statusAndCode(twin)).toBe('409 NAME_TAKEN');
  expect((await aTransaction(own, { accountId: account.id, tags: [sought, spelled] })).tags).toEqual([spelled]);
});
