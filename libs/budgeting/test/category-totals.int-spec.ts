import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Service } from '../../../test/e2e/support/api-process.js';
import { sharedApi } from '../../../test/e2e/support/api-process.js';
import type { BudgetView } from '../../../test/e2e/support/answers.js';
import type { Household } from '../../../test/e2e/support/household.js';
import { aHousehold, anAccount, aTransaction, ok } from '../../../test/e2e/support/household.js';
import type { LedgerVerifier } from '../../../test/e2e/support/ledger-verifier.js';
import { startVerifier } from '../../../test/e2e/support/ledger-verifier.js';

let service: Service;
let verifier: LedgerVerifier;
let home: Household;
let category: string;
let budget: BudgetView;

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
  home = await aHousehold(service);
  const account = await anAccount(home.api);
  category = ok(await home.api.get('/v1/categories'))[0]!.id;
  for (const date of ['2025-12-31', '2026-03-07', '2026-03-08']) {
    await aTransaction(home.api, { accountId: account.id, date, amount: '10.00', categoryId: category });
  }
  budget = ok(
    await home.api.post('/v1/budgets', {
      categoryId: category,
      amount: '100.00',
      repeat: 'year',
      startDate: '2026-01-01',
    }),
  );
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});

const sql = (text: string, ...values: unknown[]) =>
  service.database.query(`${text} and workspace_id = $1 and category_id = $2`, [home.workspaceId, category, ...values]);
const spent = async () => ok(await home.api.get(`/v1/budgets/${budget.id}`)).spent as string;

it('stores a category total for each month with amounts by day, and for each year with amounts by month', async () => {
  const totals = await service.database.query(
    `select span, first_day::text, amount, count, part_amounts::text as parts from budgeting_totals where workspace_id = $1
     order by span, first_day`,
    [home.workspaceId],
  );
  expect(
    totals.map(({ span, first_day, amount, count, parts }) => `${span} ${first_day} ${amount} of ${count} ${parts}`),
  ).toEqual([
    'month 2025-12-01 1000 of 1 [31:31]={1000}',
    'month 2026-03-01 2000 of 2 [7:8]={1000,1000}',
    'year 2025-01-01 1000 of 1 [12:12]={1000}',
    'year 2026-01-01 2000 of 2 [3:3]={2000}',
  ]);
  expect(await spent()).toBe('20.00');
});

it.each([
  [
    'changed',
    'year/2026-01-01',
    () => sql(`update budgeting_totals set amount = amount + 1 where span = 'year' and first_day = '2026-01-01'`),
  ],
  [
    'changed in one part',
    'month/2026-03-01',
    () => sql(`update budgeting_totals set part_amounts[8] = 999 where span = 'month' and first_day = '2026-03-01'`),
  ],
  [
    'deleted',
    'month/2026-03-01',
    () => sql(`delete from budgeting_totals where span = 'month' and first_day = '2026-03-01'`),
  ],
  [
    'inserted',
    'month/2026-09-01',
    () =>
      sql(
        `insert into budgeting_totals select workspace_id, category_id, 'month', '2026-09-01', 5, 1 from budgeting_totals where span = 'year' and first_day = '2026-01-01'`,
      ),
  ],
])('ledger verify finds and repairs a total that was %s', async (_, id, plant) => {
  await plant();
  const { drift } = await verifier.verify(home.workspaceId);
  expect(drift.map(({ figure, id: figureId }) => [figure, figureId])).toEqual([
    ['category.total', `${category}/${id}`],
  ]);
  expect((await verifier.verify(home.workspaceId, true)).drift).toEqual(drift);
  await verifier.expectNoDrift(home.workspaceId);
  expect(await spent()).toBe('20.00');
});
