import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import type { NetWorthHistoryView } from '../../../libs/ledger/src/net-worth/net-worth-history.view.js';
import { slowest } from '../bounds.js';

const ACCOUNTS = 1_000;
/** Every tenth day has a transaction. More rows would only make the test slower. */
const DAYS_BETWEEN = 10;
const [FIRST, LAST] = ['2016-11-20', '2026-11-27'];
const POINTS = 3_660;
const HISTORY = `/v1/net-worth/history?from=${FIRST}&to=${LAST}&interval=day`;
const AT_ONCE = 4;

let service: ApiProcess;
let crowd: Household;
let other: Household;

beforeAll(async () => {
  service = await startApi({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
  [crowd, other] = [await aHousehold(service), await aHousehold(service)];
  await manyAccounts();
});
afterAll(() => service.stop());

/** Inserts as many accounts as a workspace may have, two thirds of them in a currency whose rate changes every day. */
async function manyAccounts(): Promise<void> {
  const { database } = service;
  const { id } = await anAccount(crowd.api, { openingDate: '2000-01-01' });
  await database.query(
    `insert into ledger_accounts (workspace_id, id, name, type_key, kind, currency, opening_position, opening_date,
       position, fx_mode, fixed_rate, status, created_at, updated_at)
     select workspace_id, gen_random_uuid(), 'Cuenta ' || n, type_key, kind,
       case when n % 3 = 0 then 'MXN' when n % 3 = 1 then 'USD' else 'EUR' end, 0, opening_date, 98765432123 + n,
       'auto', null, 'active', created_at, updated_at
     from ledger_accounts, generate_series(2, $2) n where id = $1`,
    [id, ACCOUNTS],
  );
  await database.query(
    `insert into ledger_account_days (workspace_id, account_id, day, moved, entries)
     select a.workspace_id, a.id, d.day, 100 + n, 1
     from ledger_accounts a, generate_series($2::date, $3::date, make_interval(days => $4)) with ordinality d (day, n)
     where a.workspace_id = $1`,
    [crowd.workspaceId, FIRST, LAST, DAYS_BETWEEN],
  );
  await database.query(
    `insert into fx_feed_rates (quote, base, day, source, rate, fetched_at)
     select quote, 'MXN', day, 'file', 1812345678 + extract(epoch from day)::bigint % 9973, now()
     from unnest('{USD,EUR}'::text[]) quote, generate_series($1::date, $2::date, '1 day') day`,
    [FIRST, LAST],
  );
  await database.query('analyze ledger_accounts, ledger_account_days, fx_feed_rates');
}

async function waitsDuring(work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let going = true;
  void work.catch(() => undefined).finally(() => (going = false));
  while (going) {
    const began = performance.now();
    ok(await other.api.get('/v1/accounts'));
    waits.push(Math.round(performance.now() - began));
    await pause(5);
  }
  await work;
  return waits;
}

it('the longest history of a workspace with the maximum number of accounts does not delay other requests', async () => {
  const history = crowd.api.get(HISTORY);
  const waits = await waitsDuring(history);
  expect((ok(await history) as NetWorthHistoryView).points).toHaveLength(POINTS);
  expect(Math.max(...waits)).toBeLessThan(slowest(150));
});

it('four such histories at once delay other requests by less than half a second', async () => {
  const histories = Promise.all(Array.from({ length: AT_ONCE }, () => crowd.api.get(HISTORY)));
  const waits = await waitsDuring(histories);
  expect((await histories).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  expect(Math.max(...waits)).toBeLessThan(slowest(500));
});
