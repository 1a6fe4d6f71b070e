import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../../test/e2e/support/api-process.js';
import { startApi } from '../../../test/e2e/support/api-process.js';
import type { Household } from '../../../test/e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../../test/e2e/support/household.js';

const ROWS = 2_000;
const ROWS_BESIDE = 20_000;
/** What the clock of a busy machine may add to either time. */
const NOISE_MS = 500;

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi();
});
afterAll(() => service.stop());

async function aHouseholdWith(rows: number): Promise<Household> {
  const home = await aHousehold(service);
  const account = await anAccount(home.api);
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, base_rate, base_amount, created_at, updated_at)
     select $1, ordered_id(1700000000000, n), $2, 'expense', date '2020-01-01' + n % 2000, 'Compra ' || n, 100, 'MXN', -100,
       100000000, 100, now(), now()
     from generate_series(1, $3::int) n`,
    [home.workspaceId, account.id, rows],
  );
  return home;
}

it('a rule is applied at most twice as slowly in a workspace without statistics', async () => {
  await aHouseholdWith(ROWS_BESIDE);
  // Nothing is known of the workspace that comes now, and statistics of its own stay away.
  await service.database.query('alter table ledger_transactions set (autovacuum_enabled = off)');
  await service.database.query('vacuum analyze');
  const { api } = await aHouseholdWith(ROWS);
  const rule = ok(
    await api.post('/v1/rules', {
      name: 'x',
      enabled: false,
      conditions: [{ field: 'description', op: 'contains', value: 'compra' }],
      actions: [
        { kind: 'set_category', value: ok(await api.get('/v1/categories'))[0]!.id },
        { kind: 'append_notes', value: 'línea' },
      ],
    }),
  );
  const applyAndUndo = async () => {
    const began = performance.now();
    expect(ok(await api.post(`/v1/rules/${rule.id}/apply`))).toEqual({ matched: ROWS, changed: ROWS, skipped: 0 });
    const took = performance.now() - began;
    const [run] = ok(await api.get(`/v1/rules/${rule.id}/runs`)).items;
    expect(ok(await api.post(`/v1/rules/${rule.id}/runs/${run!.id}/undo`))).toEqual({ restored: ROWS, skipped: 0 });
    return took;
  };
  const unknown = await applyAndUndo();
  await service.database.query('analyze');
  const known = await applyAndUndo();
  expect(unknown).toBeLessThan(2 * known + NOISE_MS);
}, 60_000);
