import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '@app/kernel/pure';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import { PLANS } from '../../../libs/budgeting/src/budgets/plan.query.js';
import { SPENDING, spendingValues } from '../../../libs/budgeting/src/totals/spending.query.js';
import type { PlanNode } from './plan.js';
import { asService, everyNode, planOf, rowsRead, scansOf } from './plan.js';

/** Row counts that the planner assumes. The test inserts far fewer rows. */
const ROW_FIELDS = { ledger_transactions: 1_000_000, ledger_splits: 100_000, budgeting_totals: 1_500_000 } as const;
const BIG = new Set<string>(Object.keys(ROW_FIELDS));
const ENTERED = 20_000;
/**
 * Maximum number of rows that a query may sort. Each category has totals for the days and months of a cycle and for ten
 * years.
 */
const MAX_SORTED = 15_000;
const YEARS = ['2016-11-01', '2026-11-01'] as const;

let database: TestDatabase;
let client: pg.Client;
const workspaceId = newId();
const categories = Array.from({ length: 30 }, newId);

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
  await client.query(
    `insert into ledger_categories (workspace_id, id, name, kind, created_at)
     select $1, id, 'c' || ordinality, 'expense', now() from unnest($2::uuid[]) with ordinality as c (id, ordinality)`,
    [workspaceId, categories],
  );
  await client.query(
    `insert into budgeting_totals (workspace_id, category_id, span, first_day, amount, count, part_amounts, part_counts)
     select $1, category, span, date_trunc(span, day)::date, 3100, 31, array_fill(100::numeric, array[31]), array_fill(1, array[31])
     from unnest($2::uuid[]) as category,
       generate_series($3::timestamp, $4::timestamp, '1 month') as day, unnest(array['month', 'year']) as span
     group by 2, 3, 4`,
    [workspaceId, categories, ...YEARS],
  );
  await client.query(
    `insert into ledger_transactions (workspace_id, id, type, date, description, amount, currency, signed_amount,
       category_id, split_count, base_rate, base_amount, created_at, updated_at)
     select $1, gen_random_uuid(), 'expense', $3::date + n, 'Compra ' || n, 100, 'MXN', 0,
       case when n % 20 > 0 then ($2::uuid[])[1 + n % 30] end, case when n % 20 = 0 then 2 else 0 end, 100000000, 100, now(), now()
     from generate_series(1, $4::int) n`,
    [workspaceId, categories, YEARS[0], ENTERED],
  );
  await client.query(
    `insert into ledger_splits (workspace_id, transaction_id, ordinal, type, amount, category_id, base_amount)
     select workspace_id, id, part, 'expense', 50, $2, 50
     from ledger_transactions, generate_series(0, 1) part where workspace_id = $1 and split_count > 0`,
    [workspaceId, categories[0]],
  );
  await client.query('analyze');
  for (const [table, rows] of Object.entries(ROW_FIELDS)) {
    await client.query(`update pg_class set reltuples = $2 where relname = $1`, [table, rows]);
  }
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const genericPlanOf = (text: string, values: readonly unknown[]) =>
  asService(client, workspaceId, async () => {
    await client.query('set local plan_cache_mode = force_generic_plan');
    return planOf(client, { text, values });
  });

/** Returns the scans of a large table without an index and the sorts of too many rows. */
function faults(plan: PlanNode): string[] {
  return everyNode(plan).flatMap(({ 'Node Type': type, 'Relation Name': table = '', 'Actual Rows': rows }) => [
    ...(BIG.has(table) && !/^(Index (Only )?Scan|Bitmap Heap Scan)$/.test(type) ? [`${type} on ${table}`] : []),
    ...(/Sort/.test(type) && rows >= MAX_SORTED ? [`${type} of ${rows} rows`] : []),
  ]);
}

/** Returns the parameters of `SPENDING` with a cycle and the time before it for each budget. */
const valuesFor = (from: string, budgets = categories): unknown[] => [
  workspaceId,
  ...spendingValues(
    budgets.flatMap((categoryId) => [
      { categoryId, from: '2026-11-15', before: '2026-12-15' },
      { categoryId, from, before: '2026-11-15' },
    ]),
  ),
];

describe('budget queries over a million transactions', () => {
  it('lists budgets without scanning or sorting a million transactions', async () => {
    expect(faults(await genericPlanOf(SPENDING, valuesFor('2016-11-15')))).toEqual([]);
    expect(faults(await genericPlanOf(PLANS, [workspaceId, null, 'expense', '2026-11-20']))).toEqual([]);
  });

  it('computes spent amounts from totals and reads only a dozen more totals for ten years of rollover', async () => {
    const [decade, month] = [
      await genericPlanOf(SPENDING, valuesFor('2016-11-15')),
      await genericPlanOf(SPENDING, valuesFor('2026-11-15')),
    ];
    expect([rowsRead(decade, 'ledger_transactions'), rowsRead(decade, 'ledger_splits')]).toEqual([0, 0]);
    expect(rowsRead(month, 'budgeting_totals')).toBeLessThanOrEqual(categories.length * 2);
    expect(rowsRead(decade, 'budgeting_totals')).toBeLessThanOrEqual(categories.length * (2 + 14));
    expect(rowsRead(decade, 'budgeting_totals')).toBeGreaterThan(categories.length * 2);
  });

  it('sums each category once, even if many budgets share a root category', async () => {
    const [root, leaves] = [categories[1]!, categories.slice(2)];
    const plans = await asService(client, workspaceId, async () => {
      await client.query('update ledger_categories set parent_id = $2 where workspace_id = $1 and id = any($3)', [
        workspaceId,
        root,
        leaves,
      ]);
      const text = SPENDING;
      return [
        await planOf(client, { text, values: valuesFor('2016-11-15', [root]) }),
        await planOf(client, { text, values: valuesFor('2016-11-15', Array<string>(1_000).fill(root)) }),
      ] as const;
    });
    const [one, many] = plans.map((plan) => [
      scansOf(plan, 'budgeting_totals'),
      rowsRead(plan, 'budgeting_totals'),
      rowsRead(plan, 'ledger_categories'),
    ]);
    expect(many).toEqual(one);
  });

  it('reports a query that scans or sorts a million transactions', async () => {
    const careless = await genericPlanOf(
      'select category_id, sum(base_amount) from ledger_transactions group by 1',
      [],
    );
    expect(rowsRead(careless, 'ledger_transactions')).toBe(ENTERED);
    const sorted = await genericPlanOf('select * from ledger_transactions t order by description', []);
    expect([...faults(careless), ...faults(sorted)].length).toBeGreaterThan(0);
  });
});
