import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import { commit, statement, undo, upload } from '../../../libs/importing/test/statements.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import { WorkDone } from './work-done.js';
import { slowest } from '../bounds.js';

const ROWS = sized(400, 1_000);
const SPLIT = 500;
const ROWS_BESIDE = sized(8_000, 20_000);
const HOUSEHOLDS_BESIDE = 60;
/** Number of rows of the draft that the dry run commits. It is large enough to detect work for each pair of rows. */
const ROWS_TRIED = sized(2_000, 5_000);
/**
 * Maximum time of a dry run divided by the time of the change. A dry run makes the change, rolls it back and reads the
 * figures twice.
 */
const MAX_TIMES_TRIED = 3;
/** Maximum factor by which a wrong estimate may increase the processed rows, including noise on a busy machine. */
const MAX_TIMES = 2;
const NOISE_MS = slowest(500);
/**
 * Rows that jobs and event handlers may process at any time, which is each row of a workspace once or twice. They do
 * not count.
 */
const NOISE_ROWS = 5_000;

let service: ApiProcess;
let work: WorkDone;

beforeAll(async () => {
  const database = await createTestDatabase();
  work = await WorkDone.of(database);
  service = await startApi({ database });
});
afterAll(() => service.stop());

type Step = (name: string, act: () => Promise<unknown>) => Promise<void>;

const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + (n % 600))).toISOString().slice(0, 10);
const csvOf = (from: number, rows: number) =>
  statement(
    Array.from({ length: rows }, (_, n) => [
      day(n),
      `Compra ${'abcdefghij'[n % 10]} ${from + n}`,
      `-${1 + (n % 90)}.50`,
    ]),
  );

async function everyBulk(api: Client, rows: number, step: Step): Promise<void> {
  const account = await anAccount(api, { openingDate: '2025-01-01' });
  const dollars = await anAccount(api, {
    currency: 'USD',
    fxMode: 'fixed',
    fixedRate: '18.00',
    openingDate: '2025-01-01',
  });
  const [first, second, more] = ok(await api.get('/v1/categories')).filter(
    (category) => category.kind === 'expense' && category.parentId !== null,
  );
  const yen = await anAccount(api, { currency: 'JPY', openingDate: '2025-01-01' });
  let draft!: { id: string };
  await step('an upload', async () => (draft = ok(await upload(api, account.id, csvOf(0, rows)))));
  await step('a commit', () => commit(api, draft));
  await step('an upload of the same rows', () => upload(api, account.id, csvOf(0, rows)).then(ok));
  await step('a commit in another currency', async () =>
    commit(api, ok(await upload(api, dollars.id, csvOf(rows, rows)))),
  );
  await step('a fixed rate', () => api.patch(`/v1/accounts/${dollars.id}`, { fixedRate: '19.00' }).then(ok));
  ok(await api.put('/v1/exchange-rates/USD/MXN/2024-12-31', { rate: '18.50' }));
  await step('the rates of the day', () => api.patch(`/v1/accounts/${dollars.id}`, { fxMode: 'auto' }).then(ok));
  await step('an exchange rate', () => api.put('/v1/exchange-rates/USD/MXN/2025-02-01', { rate: '18.70' }).then(ok));
  const rule = ok(
    await api.post('/v1/rules', {
      name: 'x',
      enabled: false,
      conditions: [{ field: 'description', op: 'contains', value: 'compra' }],
      actions: [
        { kind: 'set_category', value: first!.id },
        { kind: 'append_notes', value: 'línea' },
        { kind: 'add_tag', value: 'uno' },
      ],
    }),
  );
  await step('the matches of a rule', () => api.get(`/v1/rules/${rule.id}/matches`).then(ok));
  await step('a rule tried without effect', () => api.post(`/v1/rules/${rule.id}/apply?dryRun=true`).then(ok));
  await step('a rule', async () => expect(ok(await api.post(`/v1/rules/${rule.id}/apply`)).changed).toBe(2 * rows));
  await step('the undo of a rule', async () => {
    const [run] = ok(await api.get(`/v1/rules/${rule.id}/runs`)).items;
    expect(ok(await api.post(`/v1/rules/${rule.id}/runs/${run!.id}/undo`))).toEqual({ restored: 2 * rows, skipped: 0 });
  });
  ok(await api.post(`/v1/rules/${rule.id}/apply`));
  await step('another name of a tag', () => api.patch('/v1/tags/uno', { name: 'dos' }).then(ok));
  await step('the deletion of a tag', () => api.delete('/v1/tags/dos').then(ok));
  await step('the deletion of a category', () =>
    api.delete(`/v1/categories/${first!.id}?moveTo=${second!.id}`).then(ok),
  );
  await step('a batch of split transactions that no rate values', () => splits(api, yen.id, [more!.id, second!.id]));
  const range = 'from=2025-01-01&to=2026-12-31';
  for (const groupBy of ['category', 'account', 'merchant', 'tag', 'day', 'month']) {
    await step(`spending by ${groupBy}`, () =>
      api.get(`/v1/reports/spending?${range}&groupBy=${groupBy}&compare=year`).then(ok),
    );
  }
  await step('cash flow', () => api.get(`/v1/reports/cash-flow?${range}`).then(ok));
  await step('net worth over time', () => api.get(`/v1/net-worth/history?${range}&interval=day`).then(ok));
  const budget = ok(
    await api.post('/v1/budgets', {
      ...{ categoryId: second!.parentId, amount: '900.00', repeat: 'month', startDate: '2025-01-01' },
    }),
  );
  for (const path of [
    '/v1/budgets',
    '/v1/accounts',
    '/v1/tags',
    `/v1/transactions?categoryId=${second!.parentId}`,
    `/v1/transactions?countsAs=expense&categoryId=${second!.id}`,
    '/v1/transactions?q=viaje%2077',
    '/v1/transactions?uncategorized=true&minAmount=80',
    '/v1/transactions?merchant=viaje',
    `/v1/transactions?accountId=${yen.id}&from=2025-03-01&to=2025-03-31`,
  ] as const) {
    await step(path.replaceAll(/[0-9a-f-]{36}/g, '…'), () => api.get(path).then(ok));
  }
  await step('a forecast', () => api.get('/v1/forecast?until=2027-06-01').then(ok));
  await step('suggestions', () => api.get('/v1/schedules/suggestions').then(ok));
  await step('a schedule', () =>
    api
      .post('/v1/schedules', {
        ...{ accountId: account.id, type: 'expense', amount: '10.50', description: 'Compra', startDate: '2025-01-01' },
        ...{ recurrence: { every: 'week' }, match: { text: 'compra', amountTolerance: '9.00' } },
      })
      .then(ok),
  );
  for (const format of ['json', 'csv', 'hledger']) {
    await step(`an export in ${format}`, async () =>
      expect((await api.get(`/v1/export?format=${format}`)).status).toBe(200),
    );
  }
  const contact = ok(await api.post('/v1/contacts', { name: 'Ana' }));
  await step('a batch', () => debts(api, account.id, contact.id, 500));
  for (let n = 0; n < sized(1, 3); n += 1) await debts(api, account.id, contact.id, 500);
  await step('an explained budget', () => api.get(`/v1/budgets/${budget.id}/explain`).then(ok));
  await step('a statement of debts', () => api.get(`/v1/contacts/${contact.id}/statement?from=2025-01-01`).then(ok));
  await step('an IOU history', () => api.get(`/v1/contacts/${contact.id}/iou-history?limit=200`).then(ok));
  await step('another base currency', () => api.patch('/v1/workspace', { baseCurrency: 'USD' }).then(ok));
  await step('the undo of an import', () => undo(api, draft));
  await step('the trash', () => api.get('/v1/transactions/trash').then(ok));
  await step('an empty trash', () => api.delete('/v1/transactions/trash').then(ok));
}

async function debts(api: Client, accountId: string, contactId: string, count: number): Promise<unknown> {
  const operations = Array.from({ length: count }, (_, n) => ({
    ...{ op: 'create', accountId, contactId, type: 'lent', date: day(n), amount: '1.00', description: `Deuda ${n}` },
  }));
  return ok(await api.post('/v1/transactions/batch', { operations }));
}

async function splits(api: Client, accountId: string, [first, second]: readonly [string, string]): Promise<unknown> {
  const operations = Array.from({ length: SPLIT }, (_, n) => ({
    ...{ op: 'create', accountId, type: 'expense', date: day(n), amount: '300', description: `Viaje ${n}` },
    splits: [
      { amount: '100', categoryId: first },
      { amount: '200', categoryId: second },
    ],
  }));
  return ok(await api.post('/v1/transactions/batch', { operations }));
}

const FREEZE = `do $$ declare one record; begin
  for one in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('alter table %s set (autovacuum_enabled = off)', one.name);
  end loop;
end $$`;

/** Makes PostgreSQL collect statistics by workspace, which is its default (decision 0063). */
const STATISTICS_BY_WORKSPACE = `do $$ declare one record; begin
  for one in select attrelid::regclass as name from pg_attribute join pg_class c on c.oid = attrelid
    where attname = 'workspace_id' and attstattarget = 0 and relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s alter column workspace_id set statistics -1', one.name);
  end loop;
end $$`;

const FILLED = `select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 20`;

describe('operations over many rows', () => {
  const [unknown, known] = [new Map<string, number>(), new Map<string, number>()];

  it(`an operation processes at most ${MAX_TIMES} times as many rows in a workspace without statistics`, async () => {
    const { database } = service;
    const immediately: Step = async (_, act) => void (await act());
    await database.query(FREEZE);
    await everyBulk((await aHousehold(service)).api, ROWS / 4, immediately);
    const beside = await aHousehold(service);
    const account = await anAccount(beside.api);
    await commit(beside.api, ok(await upload(beside.api, account.id, csvOf(0, ROWS_BESIDE))));
    // With few categories, the planner would scan the table instead of using the index.
    for (let n = 0; n < HOUSEHOLDS_BESIDE; n += 1) await aHousehold(service);
    await database.query('vacuum analyze');
    const filled = (await database.query<{ name: string }>(FILLED)).map(({ name }) => name);
    const counted =
      (rows: Map<string, number>, before: () => Promise<unknown>): Step =>
      async (name, act) => {
        await before();
        rows.set(name, await work.during(act));
      };
    await everyBulk(
      (await aHousehold(service)).api,
      ROWS,
      counted(unknown, () => Promise.resolve()),
    );
    await everyBulk(
      (await aHousehold(service)).api,
      ROWS,
      counted(known, () => database.query(`analyze ${filled.join(', ')}`)),
    );
    expect(known.get('a commit')).toBeGreaterThan(ROWS);
    const expensive = [...unknown].filter(([name, rows]) => rows > MAX_TIMES * known.get(name)! + NOISE_ROWS);
    expect(expensive).toEqual([]);
  });

  it('an operation processes far more rows if per-workspace statistics do not cover its workspace', async () => {
    await service.database.query(STATISTICS_BY_WORKSPACE);
    await service.database.query('analyze');
    const { api } = await aHousehold(service);
    const yen = await anAccount(api, { currency: 'JPY', openingDate: '2025-01-01' });
    const [first, second] = ok(await api.get('/v1/categories')).filter(({ kind }) => kind === 'expense');
    await splits(api, yen.id, [first!.id, second!.id]);
    const rows = await work.during(() => api.get('/v1/export?format=csv'));
    expect(rows).toBeGreaterThan(MAX_TIMES * known.get('an export in csv')! + NOISE_ROWS);
  });

  it('detects a query that processes each pair of rows', async () => {
    const { workspaceId } = await aHousehold(service);
    const client = await service.database.connect();
    const pairs = (planned: 'on' | 'off') =>
      work.during(async () => {
        await client.query(`set enable_hashjoin = ${planned}; set enable_mergejoin = ${planned}`);
        await client.query(
          'select count(*) from ledger_categories a join ledger_categories b using (workspace_id, name) where a.workspace_id <> $1',
          [workspaceId],
        );
      });
    const [well, badly] = [await pairs('on'), await pairs('off')];
    await client.end();
    expect(badly).toBeGreaterThan(MAX_TIMES * well + NOISE_ROWS);
  });

  it(`a dry run takes at most ${MAX_TIMES_TRIED} times as long as its operation`, async () => {
    const { api } = await aHousehold(service);
    const account = await anAccount(api, { openingDate: '2025-01-01' });
    const draft = ok(await upload(api, account.id, csvOf(0, ROWS_TRIED)));
    const rule = ok(
      await api.post('/v1/rules', {
        ...{ name: 'x', enabled: false, conditions: [{ field: 'description', op: 'contains', value: 'compra' }] },
        actions: [{ kind: 'append_notes', value: 'línea' }],
      }),
    );
    const slow = [];
    for (const [method, path] of [
      ['POST', `/v1/imports/${draft.id}/commit`],
      ['POST', `/v1/rules/${rule.id}/apply`],
      ['POST', `/v1/imports/${draft.id}/undo`],
      ['DELETE', '/v1/transactions/trash'],
    ] as const) {
      const [tried, done] = [
        await timeOf(() => api.send(method, `${path}?dryRun=true`)),
        await timeOf(() => api.send(method, path)),
      ];
      if (tried > MAX_TIMES_TRIED * done + NOISE_MS) slow.push([path, tried, done]);
    }
    expect(slow).toEqual([]);
  });
});

async function timeOf(act: () => Promise<Answer>): Promise<number> {
  const began = performance.now();
  ok(await act());
  return performance.now() - began;
}
