import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aDraft, commit, statement, undo } from '../../libs/importing/test/statements.js';
import type { CategoryView, TransactionView } from '../e2e/support/answers.js';
import { hundredths, written } from '../e2e/support/amounts.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import type { Household } from '../e2e/support/household.js';
import { aContact, aHousehold, anAccount, everyItem, ok, UNKNOWN_ID } from '../e2e/support/household.js';
import type { LedgerVerifier } from '../e2e/support/ledger-verifier.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';
import { sized } from '../e2e/support/long-form.js';
import { Random } from '../robustness/hostile/random.js';
import { later } from './budget-model.js';
import type { ModelPart, ModelQuery } from './report-model.js';
import {
  comparedTo,
  cut,
  inPeriod,
  isSameText,
  isWithin,
  itemOf,
  merchantOf,
  partsOf,
  share,
  sumOf,
} from './report-model.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261123);
const ROUNDS = sized(6, 30);
const CHANGES = 14;
const QUERIES = sized(14, 30);
const FIRST_DAY = '2024-01-20';
const DAYS = 560;
const DESCRIPTIONS = [
  'OXXO 1234 CENTRO',
  'Oxxo  Centro #77',
  'óxxo centro',
  'UBER *TRIP',
  'UBER   *EATS A1',
  '12345 *99',
  'Ñandú & Café 100%+más',
  'Pago',
];
const TAGS = ['Vacaciones', 'casa', 'café', 'Ñandú 2026'];
const GROUPS = ['category', 'account', 'merchant', 'tag', 'day', 'week', 'quincena', 'month', 'year'];

let service: Service;
let verifier: LedgerVerifier;
let home: Household;
let contactId: string;
let budgets: string[];
let accounts: { id: string; name: string; currency: string }[];
const random = new Random(SEED);
const met = {
  receipts: 0,
  unconverted: 0,
  refunds: 0,
  negative: 0,
  uncategorised: 0,
  pages: 0,
  splits: 0,
  currencies: 0,
};

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
  home = await aHousehold(service);
  contactId = await aContact(service.database, home.workspaceId);
  accounts = [];
  for (const [name, currency, typeId] of [
    ['Nómina', 'MXN', 'checking'],
    ['Tarjeta', 'MXN', 'credit_card'],
    ['Dólares', 'USD', 'savings'],
    ['Vacía', 'MXN', 'cash'],
  ] as const) {
    const { id } = await anAccount(home.api, { name, currency, typeId, openingDate: '2024-01-01' });
    accounts.push({ id, name, currency });
  }
  const categories = await categoriesNow();
  const parents = categories.filter(({ id }) => categories.some(({ parentId }) => parentId === id));
  budgets = [];
  for (const [repeat, startDate] of [
    ['month', '2024-01-31'],
    ['month', '2024-02-01'],
    ['year', '2023-06-13'],
  ] as const) {
    const fields = { categoryId: random.oneOf(parents).id, amount: '5000.00', repeat, startDate };
    budgets.push(ok(await home.api.post('/v1/budgets', fields)).id);
  }
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});

const cents = () => BigInt(random.happens(0.2) ? random.whole(1, 5) : random.whole(1, 90_000));
const day = () => later(FIRST_DAY, random.whole(0, DAYS));

function drawn(categories: readonly CategoryView[]) {
  const type = random.happens(0.7) ? 'expense' : 'income';
  const amount = cents() + 9n;
  const category = () => (random.happens(0.25) ? null : random.oneOf(categories).id);
  const [first, second] = [amount / 3n, amount / 4n];
  const debt = { type: type === 'expense' ? 'lent' : 'borrowed', contactId };
  const isSplit = random.happens(0.25);
  if (isSplit) met.splits += 1;
  return {
    accountId: random.oneOf(accounts.slice(0, 3)).id,
    type,
    date: day(),
    description: random.oneOf(DESCRIPTIONS),
    amount: written(amount),
    tags: random.happens(0.5) ? [] : [random.oneOf(TAGS), random.oneOf(TAGS).toUpperCase()],
    ...(isSplit
      ? {
          splits: [
            { amount: written(first), categoryId: category() },
            { amount: written(second), ...(random.happens(0.5) ? debt : { categoryId: category() }) },
            { amount: written(amount - first - second), categoryId: category() },
          ],
        }
      : { categoryId: category() }),
  };
}

const everything = async () => (await everyItem(home.api, '/v1/transactions?limit=200')).items;
const categoriesNow = async () => ok(await home.api.get('/v1/categories'));

async function change(): Promise<void> {
  const { api } = home;
  const categories = await categoriesNow();
  const live = await everything();
  const what = random.whole(0, 99);
  if (live.length < 30 || what < 40) {
    ok(await api.post('/v1/transactions', drawn(categories)));
  } else if (what < 60) {
    const { splits, ...fields } = drawn(categories) as ReturnType<typeof drawn> & { splits?: unknown };
    ok(await api.patch(`/v1/transactions/${random.oneOf(live).id}`, { ...fields, splits: splits ?? null }));
  } else if (what < 70) {
    ok(await api.delete(`/v1/transactions/${random.oneOf(live).id}`));
  } else if (what < 78) {
    const { items } = ok(await api.get('/v1/transactions/trash'));
    if (items.length > 0) ok(await api.post(`/v1/transactions/${random.oneOf(items).id}/restore`));
  } else if (what < 84) {
    const usd = { rate: `${random.whole(16, 20)}.${random.whole(10, 99)}` };
    ok(await api.put(`/v1/exchange-rates/USD/MXN/${later(FIRST_DAY, random.whole(100, DAYS))}`, usd));
  } else if (what < 89) {
    const leaf = random.oneOf(categories.filter(({ id }) => categories.every(({ parentId }) => parentId !== id)));
    const heirs = categories.filter(({ id, kind }) => id !== leaf.id && kind === leaf.kind);
    ok(await api.delete(`/v1/categories/${leaf.id}?moveTo=${random.oneOf(heirs).id}`));
  } else if (what < 93) {
    const moving = random.oneOf(categories.filter(({ parentId }) => parentId !== null));
    const parent = random.oneOf(categories.filter(({ id, kind }) => id !== moving.id && kind === moving.kind));
    await api.patch(`/v1/categories/${moving.id}`, { parentId: parent.id });
  } else if (what < 95) {
    const otherCurrency = ok(await api.get('/v1/workspace')).baseCurrency === 'MXN' ? 'USD' : 'MXN';
    if ((await api.patch('/v1/workspace', { baseCurrency: otherCurrency })).status === 200) met.currencies += 1;
  } else if (what < 98) {
    await imports(categories);
  } else {
    await applyARule(categories);
  }
}

async function imports(categories: readonly CategoryView[]): Promise<void> {
  const rows = Array.from({ length: 6 }, () => [
    day(),
    random.oneOf(DESCRIPTIONS),
    `${random.happens(0.6) ? '-' : ''}${written(cents())}`,
    random.oneOf(categories).name,
  ]) as [string, string, string, string][];
  const draft = await aDraft(home.api, accounts[0]!.id, statement(rows, 'Categoría'));
  const committed = await commit(home.api, draft);
  if (random.happens(0.5)) await undo(home.api, committed);
}

async function applyARule(categories: readonly CategoryView[]): Promise<void> {
  const rule = ok(
    await home.api.post('/v1/rules', {
      name: 'Uber',
      conditions: [{ field: 'description', op: 'contains', value: random.oneOf(['uber', 'oxxo', 'pago']) }],
      actions: [{ kind: 'set_category', value: random.oneOf(categories).id }],
    }),
  );
  ok(await home.api.post(`/v1/rules/${rule.id}/apply`, { force: random.happens(0.5) }));
  if (random.happens(0.5)) {
    const { items } = ok(await home.api.get(`/v1/rules/${rule.id}/runs`));
    if (items.length > 0) ok(await home.api.post(`/v1/rules/${rule.id}/runs/${items[0]!.id}/undo`));
  }
  ok(await home.api.delete(`/v1/rules/${rule.id}`));
}

function aQuery(categories: readonly CategoryView[]): ModelQuery {
  const start = day();
  const months = {
    from: `${start.slice(0, 7)}-01`,
    to: later(`${later(`${start.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1),
  };
  const days = { from: start, to: later(start, random.oneOf([0, 3, 40, 200, 560])) };
  return {
    ...(random.happens(0.3) ? months : random.happens(0.3) ? { from: '2024-01-01', to: '2025-12-31' } : days),
    type: random.happens(0.65) ? 'expense' : 'income',
    groupBy: random.oneOf(GROUPS),
    compare: random.oneOf(['none', 'previous', 'year']),
    ...(random.happens(0.25) && { categoryId: random.happens(0.9) ? random.oneOf(categories).id : UNKNOWN_ID }),
    ...(random.happens(0.25) && { accountId: random.happens(0.9) ? random.oneOf(accounts).id : UNKNOWN_ID }),
    ...(random.happens(0.2) && { merchant: random.oneOf(['óxxo  CENTRO', 'uber', '12345 *99', 'nadie']) }),
    ...(random.happens(0.2) && { tag: random.oneOf(['CASA', 'vacaciones', 'nandu 2026', 'nada']) }),
  };
}

interface Books {
  readonly currency: string;
  readonly categories: readonly CategoryView[];
  readonly parts: readonly ModelPart[];
}

function groups(query: ModelQuery, { categories, parts }: Books) {
  const parent = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  const period = { start: query.from, end: query.to };
  const compared = comparedTo(period, query.compare);
  const chosen = parts.filter(
    (part) =>
      part.countsAs === query.type &&
      (query.categoryId === undefined || isWithin(parent, part.category, query.categoryId)) &&
      (query.accountId === undefined || part.account === query.accountId) &&
      (query.merchant === undefined || part.merchant === merchantOf(query.merchant)) &&
      (query.tag === undefined || part.tags.some((tag) => isSameText(tag, query.tag!))),
  );
  const counting = chosen.filter(({ worth }) => worth !== null);
  const [now, before] = [inPeriod(counting, period), compared === null ? null : inPeriod(counting, compared)];
  const total = sumOf(now);
  const unconverted = [...new Set(inPeriod(chosen, period).flatMap(({ id, worth }) => (worth === null ? [id] : [])))];
  const item = (is: (part: ModelPart) => boolean) => itemOf(now.filter(is), before?.filter(is) ?? null, total);
  const largest = <T extends { amount: string }>(items: T[], key: (item: T) => string) =>
    items.sort((a, b) => {
      const [more, less] = [hundredths(b.amount), hundredths(a.amount)];
      return more === less ? (key(a) < key(b) ? -1 : 1) : more > less ? 1 : -1;
    });
  const items = (): object[] => {
    if (query.groupBy === 'merchant') {
      const keys = [...new Set(now.map(({ merchant }) => merchant))];
      return largest(
        keys.map((merchant) => ({ merchant, ...item((part) => part.merchant === merchant) })),
        ({ merchant }) => merchant,
      );
    }
    if (query.groupBy === 'tag') {
      const keys = [...new Set(now.flatMap(({ tags }): (string | null)[] => (tags.length === 0 ? [null] : [...tags])))];
      return largest(
        keys
          .filter((key) => query.tag === undefined || (key !== null && isSameText(key, query.tag)))
          .map((tag) => ({ tag, ...item(({ tags }) => (tag === null ? tags.length === 0 : tags.includes(tag))) })),
        ({ tag }) => tag ?? '',
      );
    }
    if (query.groupBy === 'account') {
      const used = accounts.filter(({ id }) => now.some(({ account }) => account === id));
      return largest(
        used.map(({ id, name }) => ({ accountId: id, name, ...item((part) => part.account === id) })),
        ({ name }) => name,
      );
    }
    if (query.groupBy === 'category') {
      const below = (root: string | null): object[] => {
        const own = categories
          .filter(({ parentId, id }) =>
            root === null ? parentId === null || id === query.categoryId : parentId === root,
          )
          .map(({ id, name, parentId }) => ({
            categoryId: id,
            name,
            parentId,
            own: written(sumOf(now.filter(({ category }) => category === id))),
            ...item((part) => isWithin(parent, part.category, id)),
          }))
          .filter(({ count }) => count > 0)
          // A filter by a category excludes transactions of its parent.
          .filter(
            ({ categoryId }) => root !== null || query.categoryId === undefined || categoryId === query.categoryId,
          );
        return largest(own, ({ name, categoryId }) => `${name}${categoryId}`).flatMap((one) => [
          one,
          ...below(one.categoryId),
        ]);
      };
      const bare = item(({ category }) => category === null);
      const none = { categoryId: null, name: null, parentId: null, own: bare.amount, ...bare };
      return [...below(null), ...(bare.count > 0 ? [none] : [])];
    }
    const places = compared === null ? [] : cut(compared, query.groupBy);
    return cut(period, query.groupBy).map((one, at) => {
      const place = places[at];
      const earlier = before === null ? null : place === undefined ? [] : inPeriod(before, place);
      return { ...one, ...itemOf(inPeriod(now, one), earlier, total) };
    });
  };
  return {
    total: written(total),
    count: now.length,
    previousTotal: before === null ? null : written(sumOf(before)),
    unconverted: unconverted.sort(),
    items: items() as { behind: string[]; amount: string; count: number }[],
  };
}

const asText = (query: object) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

async function compareSpending(books: Books): Promise<void> {
  const query = aQuery(books.categories);
  const expected = groups(query, books);
  const path = `/v1/reports/spending?${asText(query)}&limit=${random.oneOf([1, 3, 200])}` as const;
  const report = ok(await home.api.get(path));
  const { items, pages } = ['merchant', 'tag'].includes(query.groupBy)
    ? await everyItem(home.api, path)
    : { ...report, pages: 1 };
  expect({
    query,
    total: report.total,
    count: report.count,
    previousTotal: report.previousTotal,
    unconverted: report.unconverted,
    items: items.map(({ transactions: _, ...item }) => item),
  }).toEqual({ query, ...expected, items: expected.items.map(({ behind: _, ...item }) => item) });
  if (pages > 1) met.pages += 1;
  if (report.unconverted.length > 0) met.unconverted += 1;
  if (report.total.startsWith('-')) met.negative += 1;
  for (const [at, item] of items.entries()) {
    if (items.length > 6 && !random.happens(5 / items.length)) continue;
    if ('categoryId' in item && item.categoryId === null) met.uncategorised += 1;
    await followReceipt(item.transactions as `/v1/transactions?${string}`, expected.items[at]!, query, books);
  }
}

async function followReceipt(
  path: `/v1/transactions?${string}`,
  item: { behind: string[] },
  query: ModelQuery,
  { parts }: Books,
): Promise<void> {
  const { items } = await everyItem(home.api, `${path}&limit=${random.oneOf([2, 200])}`);
  expect([query, path, items.map(({ id }) => id).sort()]).toEqual([query, path, item.behind]);
  met.receipts += 1;
  const ids = new Set(items.map(({ id }) => id));
  if (parts.some(({ id, worth }) => ids.has(id) && worth !== null && worth < 0n)) met.refunds += 1;
}

async function compareCashFlow({ parts, currency }: Books): Promise<void> {
  const [start, accountId] = [day(), random.happens(0.3) ? random.oneOf(accounts).id : undefined];
  const interval = random.oneOf(['day', 'week', 'quincena', 'month', 'year']);
  const period = { start, end: later(start, random.oneOf([0, 30, 366])) };
  const report = ok(
    await home.api.get(
      `/v1/reports/cash-flow?from=${period.start}&to=${period.end}&interval=${interval}${accountId ? `&accountId=${accountId}` : ''}`,
    ),
  );
  const chosen = inPeriod(parts, period).filter(({ account }) => accountId === undefined || account === accountId);
  const figures = (within: readonly ModelPart[]) => {
    const of = (type: string) => sumOf(within.filter(({ countsAs, worth }) => countsAs === type && worth !== null));
    const [income, expense] = [of('income'), of('expense')];
    const savingsRate = income > 0n ? share(income - expense, income) : null;
    return { income: written(income), expense: written(expense), net: written(income - expense), savingsRate };
  };
  expect(report).toEqual({
    currency,
    from: period.start,
    to: period.end,
    interval,
    points: cut(period, interval).map((one) => ({ ...one, ...figures(inPeriod(chosen, one)) })),
    total: figures(chosen),
    unconverted: [...new Set(chosen.flatMap(({ id, worth }) => (worth === null ? [id] : [])))].sort(),
  });
}

/** Expects the spent amount of a budget to equal the reported total of its category and cycle. */
async function compareBudget(id: string): Promise<void> {
  const { category, budgetType, period, spent, unconverted } = ok(
    await home.api.get(`/v1/budgets/${id}?date=${day()}`),
  );
  const report = ok(
    await home.api.get(
      `/v1/reports/spending?type=${budgetType}&categoryId=${category.id}&from=${period.start}&to=${period.end}`,
    ),
  );
  expect([id, period, spent, unconverted.toSorted()]).toEqual([
    id,
    period,
    report.total,
    report.unconverted.toSorted(),
  ]);
}

it(`every report and every drill-down link equals the result of a loop over all transactions (seed ${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let count = 0; count < (round === 0 ? 40 : CHANGES); count += 1) await change();
    const categories = await categoriesNow();
    const transactions: TransactionView[] = await everything();
    const { baseCurrency } = ok(await home.api.get('/v1/workspace'));
    const books = { currency: baseCurrency, categories, parts: partsOf(transactions, categories) };
    for (let count = 0; count < QUERIES; count += 1) await compareSpending(books);
    for (let count = 0; count < 3; count += 1) await compareCashFlow(books);
    for (const id of budgets) await compareBudget(id);
  }
  await verifier.expectNoDrift(home.workspaceId);
  for (const [what, count] of Object.entries(met)) expect([what, count > 0]).toEqual([what, true]);
});
