import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Statement } from '@app/kernel/pure';
import { newId } from '@app/kernel/pure';
import { TOTAL_FIGURES } from '@app/budgeting';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import { countedParts } from '../../../libs/reporting/src/counting/counted-parts.query.js';
import { accountTotals, categoryTotals } from '../../../libs/reporting/src/counting/counted-totals.query.js';
import type { Question } from '../../../libs/reporting/src/counting/question.js';
import type { PlanNode } from './plan.js';
import { asService, everyNode, planOf, rowsRead } from './plan.js';

/**
 * Number of days with transactions, starting in 2016. Every 20th transaction is split, and two of every 50 have no base
 * amount. IDs are in order of time, as in a real workspace.
 */
const DAYS = 3_600;
const PER_DAY = 3;

let database: TestDatabase;
let client: pg.Client;
const [known, unknown] = [newId(), newId()];
const accounts = Array.from({ length: 5 }, newId);
const categories = Array.from({ length: 40 }, newId);

async function fill(workspaceId: string): Promise<void> {
  await client.query(
    `insert into workspace_workspaces (id, name, base_currency, plan, created_at) values ($1, 'Casa', 'MXN', 'free', now())`,
    [workspaceId],
  );
  await client.query(
    `insert into ledger_accounts (workspace_id, id, name, type_key, kind, currency, opening_position, opening_date, position,
       fx_mode, status, created_at, updated_at)
     select $1, id, 'a', 'cash', 'asset', 'MXN', 0, '2016-01-01', 0, 'auto', 'active', now(), now() from unnest($2::uuid[]) id`,
    [workspaceId, accounts],
  );
  await client.query(
    `insert into ledger_categories (workspace_id, id, name, kind, parent_id, created_at)
     select $1, id, 'c' || n, case when n % 5 = 0 then 'income' else 'expense' end, null, now()
     from unnest($2::uuid[]) with ordinality as c (id, n)`,
    [workspaceId, categories],
  );
  await client.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency, signed_amount,
       category_id, split_count, base_rate, base_amount, created_at, updated_at)
     select $1, ordered_id(1784000000000, n), ($2::uuid[])[1 + n % 5], case when n % 7 = 0 then 'income' else 'expense' end,
       date '2016-01-01' + n / ${PER_DAY}, 'Compra ' || n % 300, 100, 'MXN', -100,
       case when n % 20 > 0 and n % 9 > 0 then ($3::uuid[])[1 + n % 40] end, case when n % 20 = 0 then 2 else 0 end,
       case when n % 50 > 1 then 100000000 end, case when n % 50 > 1 then 100 end, now(), now()
     from generate_series(0, ${DAYS * PER_DAY - 1}) n`,
    [workspaceId, accounts, categories],
  );
  await client.query(
    `insert into ledger_splits (workspace_id, transaction_id, ordinal, type, amount, category_id, base_amount)
     select workspace_id, id, part, type, 50, ($2::uuid[])[1 + part], base_amount / 2
     from ledger_transactions, generate_series(0, 1) part where workspace_id = $1 and split_count > 0`,
    [workspaceId, categories],
  );
  for (const { repair } of TOTAL_FIGURES) await client.query(repair, [workspaceId]);
}

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
  for (const table of ['ledger_transactions', 'ledger_splits', 'budgeting_totals', 'budgeting_account_totals']) {
    await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await fill(known);
  await client.query('analyze');
  await fill(unknown);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const executed = (statement: Pick<Statement, 'text' | 'values'>) =>
  asService(client, unknown, () => planOf(client, statement));

const scans = (plan: PlanNode) =>
  everyNode(plan)
    .filter(({ 'Node Type': type, 'Relation Name': table = '' }) => type === 'Seq Scan' && BIG.has(table))
    .map((node) => node['Relation Name']);
const BIG = new Set(['ledger_transactions', 'ledger_splits', 'budgeting_totals', 'budgeting_account_totals']);

function question(own: Partial<Question> = {}): Question {
  const period = { start: '2020-02-10', end: '2020-03-20' };
  return { workspaceId: unknown, types: ['expense'], period, compared: null, filters: {}, ...own };
}
const DECADE = { period: { start: '2016-01-05', end: '2025-11-07' } };
const UNCONVERTED = (DAYS * PER_DAY * 2) / 50;
/**
 * Number of totals in a long period: two months with days at the ends, two years with months at the ends, and the whole
 * years.
 */
const ENDS_AND_YEARS = 2 + 2 + 9;
const OF_FORTY_DAYS = 2 * 41 * PER_DAY;

describe('reports in a workspace without statistics', () => {
  it.each([
    ['by category', (own?: Partial<Question>) => categoryTotals(question(own))],
    ['by month', (own?: Partial<Question>) => accountTotals(question(own), 'month')],
    ['by account', (own?: Partial<Question>) => accountTotals(question(own), 'account')],
    [
      'of cash flow',
      (own?: Partial<Question>) => accountTotals(question({ types: ['expense', 'income'], ...own }), 'month'),
    ],
  ])('a report %s reads totals, and no transactions except those without a base amount', async (_, statement) => {
    for (const own of [{}, DECADE]) {
      const plan = await executed(statement(own));
      expect(scans(plan)).toEqual([]);
      expect(rowsRead(plan, 'ledger_transactions')).toBeLessThanOrEqual(2 * UNCONVERTED);
      expect(rowsRead(plan, 'ledger_splits')).toBeLessThanOrEqual(UNCONVERTED);
      expect(rowsRead(plan, 'budgeting_totals')).toBeLessThanOrEqual(32 * ENDS_AND_YEARS);
      expect(rowsRead(plan, 'budgeting_account_totals')).toBeLessThanOrEqual(5 * 2 * ENDS_AND_YEARS);
    }
  });

  it.each([
    ['merchant', {}],
    ['tag', {}],
    ['category', { accountId: accounts[0] }],
    ['month', { categoryId: categories[1] }],
    ['account', { merchant: 'compra' }],
  ] as const)('a report by %s with the filters %j reads only transactions of its days', async (grouping, filters) => {
    const page = grouping === 'merchant' || grouping === 'tag' ? { limit: 51, after: undefined } : null;
    const compared = { start: '2019-02-10', end: '2019-03-20' };
    const once = await executed(countedParts(question({ filters }), grouping, page));
    const twice = await executed(countedParts(question({ filters, compared }), grouping, page));
    expect([...scans(once), ...scans(twice)]).toEqual([]);
    expect(rowsRead(once, 'ledger_transactions')).toBeLessThanOrEqual(OF_FORTY_DAYS + 2 * UNCONVERTED);
    expect(rowsRead(twice, 'ledger_transactions')).toBeLessThanOrEqual(2 * (OF_FORTY_DAYS + UNCONVERTED));
    expect(rowsRead(twice, 'ledger_splits')).toBeLessThanOrEqual(2 * OF_FORTY_DAYS);
  });

  it('reports a query that reads all transactions', async () => {
    const careless = await executed({ text: 'select count(*) from ledger_transactions', values: [] });
    expect(rowsRead(careless, 'ledger_transactions')).toBeGreaterThan(OF_FORTY_DAYS * 10);
  });
});
