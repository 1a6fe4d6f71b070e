import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, aTransaction } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const POOL = 10;
const AT_ONCE = 7;
const REPORT = '/v1/reports/spending?groupBy=account';

let database: TestDatabase;
let service: ApiProcess;
let crowd: Household[];
let quiet: Household;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startApi({ database, env: { DATABASE_POOL: String(POOL), RATE_LIMIT_PER_MINUTE: '0' } });
  crowd = await Promise.all(Array.from({ length: 5 }, () => aHousehold({ ...service, database })));
  quiet = await aHousehold({ ...service, database });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

/** Makes each report of the crowd's workspaces take this many seconds without using the CPU. */
async function slowReports(seconds: number): Promise<void> {
  const slow = crowd.map(({ workspaceId }) => workspaceId).join();
  await database.query(`
    create or replace function ledger_account_names(workspace uuid) returns table(id uuid, name text)
    language plpgsql volatile as $$
    begin
      if workspace = any('{${slow}}'::uuid[]) then perform pg_sleep(${seconds}); end if;
      return query select a.id, a.name from ledger_accounts a where a.workspace_id = workspace;
    end $$`);
}

/** Requests reports for the first `count` workspaces, seven at a time each, until the signal is aborted. */
function sendReports(count: number, signal: AbortSignal): Promise<unknown> {
  const send = async ({ key }: Household): Promise<void> => {
    while (!signal.aborted) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(service.url + REPORT, { headers, signal }).catch(() => null);
      await answer?.text().catch(() => '');
      if (answer?.status === 503) await pause(100);
    }
  };
  return Promise.all(crowd.slice(0, count).flatMap((home) => Array.from({ length: AT_ONCE }, () => send(home))));
}

const sleeping = async () =>
  (await database.query(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`))
    .length;

describe('slow reads of other workspaces', () => {
  it.each([2, 5])(
    'a workspace gets responses in time while slow reads of %i other workspaces hold every connection',
    async (count) => {
      await slowReports(60);
      const account = await anAccount(quiet.api);
      const ending = new AbortController();
      const sent = sendReports(count, ending.signal);
      try {
        await until(async () => (await sleeping()) >= POOL - 1);
        const waits: number[] = [];
        while (waits.length < 10) {
          const began = performance.now();
          if (waits.length % 2 === 0) await quiet.api.get('/v1/transactions');
          else await aTransaction(quiet.api, { accountId: account.id, amount: '1.00' });
          waits.push(performance.now() - began);
        }
        expect(Math.max(...waits)).toBeLessThan(slowest(1_500));
      } finally {
        ending.abort();
        await sent;
      }
      await until(async () => (await sleeping()) === 0);
    },
  );

  it('every interrupted read succeeds after a wait', async () => {
    await slowReports(1.5);
    const reports = crowd.slice(0, 2).flatMap(({ api }) => Array.from({ length: AT_ONCE }, () => api.get(REPORT)));
    let pending = true;
    const all = Promise.all(reports).finally(() => (pending = false));
    while (pending) await quiet.api.get('/v1/transactions');
    expect((await all).map(({ status }) => status)).toEqual(reports.map(() => 200));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/long_work_refused_total\{work="slow_reads"\} 0/);
  });
});
