import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift, runCli } from '../../e2e/support/cli.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, aTransaction, anAccount, balanceOf, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import type { StopPoint } from './move-process.js';
import { databasesSeeing, placeIn, poolsOf, startMove, stopAt, threeDatabases } from './move-process.js';

jest.setTimeout(180_000);

let database: TestDatabase;
/** Works on no jobs, so that nothing is done beside what a test does. */
let service: ApiProcess;
let pools: Record<string, pg.Pool>;
let folder: string;

beforeAll(async () => {
  database = await threeDatabases();
  pools = poolsOf(database);
  service = await startApi({ database, env: { JOBS: 'off' } });
  folder = mkdtempSync(join(tmpdir(), 'centavo-rates-'));
});

afterAll(async () => {
  await service.stop();
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Moved = Household & { readonly accountId: string };

async function move({ workspaceId }: Household, to: string): Promise<void> {
  const { code, errors } = await startMove(database, workspaceId, to).ended;
  expect([code, errors]).toEqual([0, '']);
  expect([await placeIn(pools, workspaceId), await databasesSeeing(pools, workspaceId)]).toEqual([to, [to]]);
}

/** A household with an account of 20 pesos, of which 5 are spent, in a shard. */
async function aHouseholdIn(shard: string): Promise<Moved> {
  const home = await aHousehold(service);
  const { id: accountId } = await anAccount(home.api, { openingBalance: '20.00' });
  await aTransaction(home.api, { accountId, amount: '5.00' });
  if ((await placeIn(pools, home.workspaceId)) !== shard) await move(home, shard);
  return { ...home, accountId };
}

describe('a move from or to the directory’s own database', () => {
  it('brings all of the workspace along, which is read and written there', async () => {
    const home = await aHouseholdIn('s1');
    let balance = 15;
    for (const to of ['directory', 's2', 'directory', 's1']) {
      await move(home, to);
      expect(await balanceOf(home.api, home.accountId)).toBe(`${balance}.00`);
      await aTransaction(home.api, { accountId: home.accountId, amount: '1.00' });
      balance -= 1;
    }
    expect(await balanceOf(home.api, home.accountId)).toBe(`${balance}.00`);
    await expectNoDrift(database);
  });
});

describe('rates that come while a workspace is moved', () => {
  const SWITCHING: StopPoint = {
    ...{ where: 'directory', table: 'kernel_moves', on: 'before update', when: `new.step = 'switched'` },
  };
  const FOLLOWING: StopPoint = { ...SWITCHING, when: `new.step = 'following'` };

  async function enter(rate: string): Promise<void> {
    const file = join(folder, 'rates.csv');
    writeFileSync(file, `date,quote,base,rate\n2026-03-01,USD,MXN,${rate}\n`);
    const { code, errors } = await runCli(database, 'rates', 'import', file);
    expect([code, errors]).toEqual([0, '']);
  }

  // A feed comes to s1 first: once to the source before the target, and once the other way.
  it.each([
    ['is copied', 's1', FOLLOWING, '18.5'],
    ['is not written', 's1', SWITCHING, '19.5'],
    ['is not written', 's2', SWITCHING, '20.5'],
  ])('value what is in it, in whichever order they come: while it %s, from %s', async (_, source, point, rate) => {
    const home = await aHouseholdIn(source);
    const dollars = await anAccount(home.api, { currency: 'USD' });
    await aTransaction(home.api, { accountId: dollars.id, type: 'income', amount: '10.00' });
    const target = source === 's1' ? 's2' : 's1';
    const begun = startMove(database, home.workspaceId, target);
    expect(await stopAt(pools['directory']!, point, begun.ended, () => enter(rate))).toBe(true);
    const { code, errors } = await begun.ended;
    expect([code, errors, await placeIn(pools, home.workspaceId)]).toEqual([0, '', target]);
    const flow = ok(await home.api.get('/v1/reports/cash-flow?from=2026-03-01&to=2026-03-31'));
    expect(flow.total.income).toBe(`${Number(rate) * 10}.00`);
    await expectNoDrift(database);
  });
});

describe('what a workspace left behind', () => {
  const JOB = 'kernel.clear-moved';
  const LEFT = `
    select (select count(*)::int from ledger_transactions where workspace_id = $1) as transactions,
      (select count(*)::int from ledger_accounts where workspace_id = $1) as accounts,
      (select count(*)::int from kernel_audit_entries where workspace_id = $1) as entries,
      (select count(*)::int from workspace_workspaces where id = $1) as workspaces`;
  const rowsIn = async (shard: string, { workspaceId }: Household) =>
    (await pools[shard]!.query<Record<string, number>>(LEFT, [workspaceId])).rows[0]!;
  const NONE = { transactions: 0, accounts: 0, entries: 0, workspaces: 0 };

  const agedBy = ({ workspaceId }: Household, age: string) =>
    pools['s1']!.query('update kernel_stays set since = now() - $2::interval where workspace_id = $1', [
      workspaceId,
      age,
    ]);

  /** Says so in the directory, as one that was restored from an older backup would. */
  const setPlace = ({ workspaceId }: Household, shard: string) =>
    pools['directory']!.query('update kernel_placements set shard = $2 where workspace_id = $1', [workspaceId, shard]);

  /** Has a process of its own do the job as soon as it is ready; what is left of a run that died is given up. */
  async function startClearing(): Promise<ApiProcess> {
    const jobs = await startApi({ database, env: { JOBS: 'on' } });
    const queued = `select from centavo_jobs.schedule where name = $1`;
    await until(async () => (await pools['directory']!.query(queued, [JOB])).rowCount! > 0, 30_000);
    await pools['directory']!.query('delete from centavo_jobs.job where name = $1', [JOB]);
    await pools['directory']!.query(`insert into centavo_jobs.job (name, policy) values ($1, 'exclusive')`, [JOB]);
    return jobs;
  }

  async function runs({ url }: ApiProcess): Promise<[done: number, failed: number]> {
    const text = await (await fetch(`${url}/metrics`)).text();
    const figure = (name: string) => Number(new RegExp(`^${name}{job="${JOB}"} (\\d+)$`, 'm').exec(text)![1]);
    return [figure('job_runs_total'), figure('job_failures_total')];
  }

  it('is deleted after a day and never before, though a run is killed; and never where it may be the only copy', async () => {
    const made = Array.from({ length: 4 }, () => aHouseholdIn('s1'));
    const [old, recent, contradicted, lost] = (await Promise.all(made)) as [Moved, Moved, Moved, Moved];
    const before = await rowsIn('s1', old);
    for (const home of [old, recent, contradicted, lost]) await move(home, 's2');
    expect([await rowsIn('s1', old), await rowsIn('s2', old)]).toEqual([before, before]);
    const returned = await aHouseholdIn('s1');
    for (const to of ['s2', 's1']) await move(returned, to);
    for (const home of [old, contradicted, lost, returned]) await agedBy(home, '24 hours 1 minute');
    await agedBy(recent, '23 hours 59 minutes');
    await setPlace(contradicted, 's1');
    const stay = 'update kernel_stays set state = $2 where workspace_id = $1';
    await pools['s2']!.query(stay, [lost.workspaceId, 'cleared']);

    const killed = await startClearing();
    // All but the last table of those that are deleted from.
    const deleting: StopPoint = { where: 'source', table: 'ledger_accounts', on: 'before delete' };
    expect(await stopAt(pools['s1']!, deleting, new Promise(() => undefined), () => killed.kill9())).toBe(true);
    const half = await rowsIn('s1', old);
    expect([half.transactions, half.accounts, await rowsIn('s2', old)]).toEqual([0, 1, before]);

    const jobs = await startClearing();
    await until(async () => (await runs(jobs))[1] > 0, 60_000);
    expect(await runs(jobs)).toEqual([1, 1]);
    const told = jobs.log.filter((line) => line.includes('a job failed')).join('\n');
    expect(told).toMatch(
      new RegExp(`${contradicted.workspaceId} was moved from s1, and the directory says that it is there`),
    );
    expect(told).toMatch(new RegExp(`${lost.workspaceId} was moved from s1, and s2 does not have it`));
    expect(await jobs.stop()).toBe(0);
    expect(await rowsIn('s1', old)).toEqual(NONE);
    for (const home of [recent, contradicted, lost, returned]) expect(await rowsIn('s1', home)).toEqual(before);
    for (const home of [old, recent, contradicted, lost]) expect(await rowsIn('s2', home)).toEqual(before);

    await setPlace(contradicted, 's2');
    await pools['s2']!.query(stay, [lost.workspaceId, 'here']);
    for (const home of [old, recent, contradicted, lost, returned])
      expect(await balanceOf(home.api, home.accountId)).toBe('15.00');
    // Who left nothing behind comes back as all others do.
    await move(old, 's1');
    expect(await balanceOf(old.api, old.accountId)).toBe('15.00');
    await expectNoDrift(database);
  });
});
