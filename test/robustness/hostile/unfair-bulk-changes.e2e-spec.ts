import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aDraft, statement } from '../../../libs/importing/test/statements.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const ROWS = 10_001;
const LARGE = 3;

type Change = () => Promise<{ readonly status: number }>;

let service: ApiProcess;

beforeAll(async () => void (service = await startApi()));
afterAll(() => service.stop());

async function aSmallDraft(home: Household): Promise<string> {
  const { id } = await anAccount(home.api);
  return (await aDraft(home.api, id, statement([['2026-03-01', 'Tacos', '-1.00']]))).id;
}

const commit = (home: Household, draft: string) => home.api.post(`/v1/imports/${draft}/commit`);

/** Fills the trash of a workspace, and returns the request that empties it. */
async function aFullTrash(home: Household): Promise<Change> {
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, created_at, updated_at, deleted_at)
     select $1, ordered_id(1735689600000, n), $2, 'expense', '2026-01-01', 'Tacos', 100, 'MXN', -100, now(), now(), now()
     from generate_series(1, $3::int) n`,
    [home.workspaceId, (await anAccount(home.api)).id, ROWS],
  );
  return () => home.api.delete('/v1/transactions/trash');
}

/** Creates a draft that counts as large, and returns the request that commits it. */
async function aLargeDraft(home: Household): Promise<Change> {
  const draft = await aSmallDraft(home);
  await service.database.query('update importing_imports set total = $2 where id = $1', [draft, ROWS]);
  return () => commit(home, draft);
}

const countWaiting = async () => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await service.database.query(waiting)).length;
};

it.each([
  ['emptying a full trash', 'ledger_transactions', aFullTrash],
  ['committing a large draft', 'importing_imports', aLargeDraft],
])('a small import is committed while other workspaces are %s', async (_, table, prepare) => {
  const large = await Promise.all(Array.from({ length: LARGE }, () => aHousehold(service)));
  const changes = await Promise.all(large.map(prepare));
  const small = await aHousehold(service);
  const draft = await aSmallDraft(small);
  const holder = await service.database.connect();
  try {
    const ids = large.map(({ workspaceId }) => workspaceId);
    await holder.query('begin');
    await holder.query(`select from ${table} where workspace_id = any($1::uuid[]) for update`, [ids]);
    const answers = changes.map((change) => change());
    await until(async () => (await countWaiting()) === 2);
    const began = performance.now();
    expect((await commit(small, draft)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(slowest(1_000));
    expect(await countWaiting()).toBe(2);
    await holder.query('rollback');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  } finally {
    await holder.end();
  }
});
