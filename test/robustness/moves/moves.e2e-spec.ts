import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import type { Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, aTransaction, anAccount, balanceOf, ok } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import type { Receiver } from '../../e2e/support/receiver.js';
import { aReceiver } from '../../e2e/support/receiver.js';
import { until } from '../../e2e/support/until.js';
import { startFollowers } from '../faults/feed-followers.js';
import type { StopPoint } from './move-process.js';
import { databasesSeeing, killAt, placeIn, poolsOf, startMove, threeDatabases } from './move-process.js';
import { startLoad } from './household-under-load.js';

jest.setTimeout(sized(120_000, 900_000));

/** What is promised of a stop, as a caller sees it who comes again every 25 ms. */
const MAX_STOP_MS = 2_000;
/** Writes that a killed move had stopped go on by themselves. */
const MAX_RECOVERY_MS = 10_000;

let database: TestDatabase;
let processes: ApiProcess[];
let pools: Record<string, pg.Pool>;
let home: Household;

beforeAll(async () => {
  database = await threeDatabases();
  pools = poolsOf(database);
  processes = [await startApi({ database, env: { JOBS: 'on' } }), await startApi({ database })];
  home = await aHousehold(processes[0]!);
});

afterAll(async () => {
  for (const one of processes) await one.stop();
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await database.drop();
});

const clients = (): Client[] => processes.map((one) => one.client(home.key));

const placeOf = () => placeIn(pools, home.workspaceId);
const seenIn = () => databasesSeeing(pools, home.workspaceId);
const other = (shard: string) => (shard === 's1' ? 's2' : 's1');

/** Moves it to where it is not. */
async function move(): Promise<NonNullable<Awaited<ReturnType<typeof startMove>['ended']>['report']>> {
  const { code, report, errors } = await startMove(database, home.workspaceId, other(await placeOf())).ended;
  if (process.env.MOVE_LOG) process.stderr.write(errors);
  else expect([code, errors]).toEqual([0, '']);
  return report!;
}

describe('a workspace that is moved', () => {
  it('is where it was moved to, with all that it has, and a process that remembers the former place reads and writes there', async () => {
    const [first, second] = clients();
    const account = await anAccount(first!);
    const body = { accountId: account.id, type: 'expense', date: '2026-03-07', amount: '25.00', description: 'Tacos' };
    const headers = { 'idempotency-key': 'before-the-move' };
    const entered = await first!.post('/v1/transactions', body, { headers });
    const cursor = ok(await second!.get('/v1/events?from=now&types=transaction.created')).nextCursor;
    const audited = ok(await second!.get('/v1/audit-log')).items;
    await aTransaction(second!, { accountId: account.id, description: 'after the cursor' });
    const before = await placeOf();
    const report = await move();
    expect([report.copied > 50, report.stoppedMs < MAX_STOP_MS]).toEqual([true, true]);
    expect([await placeOf(), await seenIn()]).toEqual([other(before), [other(before)]]);
    // Neither process was told.
    for (const [api, balance] of [
      [second!, '-50.00'],
      [first!, '-25.00'],
    ] as const) {
      expect(await balanceOf(api, account.id)).toBe(balance);
      await aTransaction(api, { accountId: account.id, type: 'income' });
    }
    const again = await second!.post('/v1/transactions', body, { headers });
    expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', entered.text]);
    const events = ok(await first!.get(`/v1/events?types=transaction.created&cursor=${cursor}`)).items;
    expect(events).toHaveLength(3);
    const entries = ok(await first!.get('/v1/audit-log')).items;
    expect(entries.filter(({ id }) => audited.some((one) => one.id === id))).toEqual(audited);
    await expectNoDrift(database);
  });

  it('is refused where it is, to a shard that there is not, and while it is moved elsewhere', async () => {
    const here = await placeOf();
    const refusal = async (to: string) => (await startMove(database, home.workspaceId, to).ended).errors;
    expect(await refusal(here)).toMatch(/is in s\d already/);
    expect(await refusal('s9')).toMatch(/names no shard s9/);
    const begun = startMove(database, home.workspaceId, other(here));
    await killAt(pools['directory']!, { where: 'directory', table: 'kernel_moves', on: 'before update' }, begun);
    expect(await refusal('directory')).toMatch(/is being moved from/);
  });

  it('stays where it is when the move is given up, which leaves nothing at the target', async () => {
    const here = await placeOf();
    const { code } = await startMove(database, home.workspaceId, here).ended;
    expect([code, await placeOf(), await seenIn()]).toEqual([0, here, [here]]);
    const left = await pools[other(here)]!.query('select from ledger_transactions where workspace_id = $1', [
      home.workspaceId,
    ]);
    const noted = await pools[here]!.query('select from kernel_changes where workspace_id = $1', [home.workspaceId]);
    expect([left.rowCount, noted.rowCount]).toEqual([0, 0]);
    await anAccount(home.api);
  });
});

describe('a workspace that is moved while it is used', () => {
  const MOVES = sized(2, 10);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await aReceiver();
  });
  afterAll(() => receiver.close());

  it('loses nothing, has nothing twice, is read all the time, and is not written for less than two seconds', async () => {
    const webhook = ok(await home.api.post('/v1/webhooks', { url: receiver.url, types: ['transaction.created'] }));
    const followers = startFollowers(home, (request) => processes[request % 2]!.url);
    const load = await startLoad(home, clients(), sized(3, 12));
    for (let n = 0; n < MOVES; n += 1) {
      await pause(sized(500, 2_000));
      const moved = await move();
      expect(moved.stoppedMs).toBeLessThan(MAX_STOP_MS);
    }
    const report = await load.stop();
    expect([report.written > 20, report.reads > 20]).toEqual([true, true]);
    expect(report.longestStopMs).toBeLessThan(MAX_STOP_MS);
    for (const api of clients()) expect(await load.differences(api)).toEqual([]);
    const [here] = await seenIn();
    const rows = await pools[here!]!.query<{ id: string; type: string }>(
      'select id, type from kernel_outbox where workspace_id = $1 order by id',
      [home.workspaceId],
    );
    const ids = (types: string[] | null) =>
      rows.rows.flatMap(({ id, type }) => ((types?.includes(type) ?? true) ? [id] : []));
    for (const { types, ids: seen } of await followers.stop()) expect(seen.toSorted()).toEqual(ids(types));
    for (const [key, { body, text }] of [...report.answers].slice(0, 20)) {
      const again = await clients()[0]!.post('/v1/transactions', body, { headers: { 'idempotency-key': key } });
      expect([again.headers['idempotency-replayed'], again.text]).toEqual(['true', text]);
    }
    const created = rows.rows.filter(({ type }) => type === 'transaction.created').map(({ id }) => id);
    const sent = () => new Set(receiver.events().map(({ id }) => id));
    await until(() => sent().size >= report.answers.size, 30_000);
    expect([...sent()].every((id) => created.includes(id))).toBe(true);
    ok(await home.api.delete(`/v1/webhooks/${webhook.id}`));
    await expectNoDrift(database);
  });
});

/** Where a move is killed: each write of its steps, and copies of rows between them. */
const POINTS: readonly StopPoint[] = [
  { where: 'target', table: 'ledger_transactions', on: 'before insert' },
  { where: 'source', table: 'kernel_stays', on: 'before update', when: `new.state = 'closed'` },
  { where: 'source', table: 'kernel_stays', on: 'before update', when: `new.state = 'gone'` },
  { where: 'directory', table: 'kernel_moves', on: 'before insert' },
  { where: 'target', table: 'kernel_stays', on: 'before insert or update', when: `new.state = 'arriving'` },
  { where: 'source', table: 'kernel_stays', on: 'before insert or update', when: `new.state = 'leaving'` },
  { where: 'target', table: 'ledger_accounts', on: 'before insert' },
  { where: 'target', table: 'kernel_audit_entries', on: 'before insert' },
  { where: 'directory', table: 'kernel_moves', on: 'before update', when: `new.step = 'following'` },
  { where: 'source', table: 'kernel_changes', on: 'before delete' },
  { where: 'directory', table: 'kernel_moves', on: 'before update', when: `new.step = 'closing'` },
  { where: 'source', table: 'kernel_stays', on: 'before update', when: `new.state = 'closing'` },
  { where: 'target', table: 'kernel_stays', on: 'before update', when: `new.state = 'arrived'` },
  { where: 'directory', table: 'kernel_moves', on: 'before update', when: `new.step = 'switched'` },
  { where: 'directory', table: 'kernel_placements', on: 'after insert or update' },
  { where: 'target', table: 'kernel_stays', on: 'before update', when: `new.state = 'here'` },
  { where: 'directory', table: 'kernel_moves', on: 'before delete' },
];

describe('a move that is killed', () => {
  const load: { current?: Awaited<ReturnType<typeof startLoad>> } = {};
  beforeAll(async () => {
    load.current = await startLoad(home, clients(), 2);
  });
  /** Asks again for a move that was interrupted, unless it had come to its end. */
  async function complete(source: string): Promise<void> {
    if ((await placeOf()) === source) {
      const { code, errors } = await startMove(database, home.workspaceId, other(source)).ended;
      expect([code, errors]).toEqual([0, '']);
    }
    await until(async () => (await seenIn()).length === 1, MAX_RECOVERY_MS);
    expect([await placeOf(), await seenIn()]).toEqual([other(source), [other(source)]]);
  }

  const stopped = POINTS.slice(0, sized(3, POINTS.length)).map(
    (point) => [point.where, point.table, point.on, point.when ?? '', point] as const,
  );
  it.each(stopped)('at %s, %s, %s %s is either there or here, and goes on', async (where, table, _, __, point) => {
    const source = await placeOf();
    const target = other(source);
    const begun = startMove(database, home.workspaceId, target);
    const pool = pools[where === 'directory' ? where : where === 'source' ? source : target]!;
    expect([table, await killAt(pool, point, begun)]).toEqual([table, true]);
    const killedAt = load.current!.written();
    await until(() => load.current!.written() > killedAt + 3, MAX_RECOVERY_MS);
    // At no time it is seen at both sides, and soon where the directory says.
    await until(async () => (await seenIn()).length === 1, MAX_RECOVERY_MS);
    expect(await seenIn()).toEqual([await placeOf()]);
    await complete(source);
  });

  it('after its switch is concluded by a move back, which brings the workspace back', async () => {
    const source = await placeOf();
    const begun = startMove(database, home.workspaceId, other(source));
    const untold = { where: 'source', table: 'kernel_stays', on: 'before update', when: `new.state = 'gone'` } as const;
    expect(await killAt(pools[source]!, untold, begun)).toBe(true);
    const stepOf = 'select step from kernel_moves where workspace_id = $1';
    const left = await pools['directory']!.query<{ step: string }>(stepOf, [home.workspaceId]);
    expect(left.rows).toEqual([{ step: 'switched' }]);
    // At once, before any process has settled it.
    const { code, errors } = await startMove(database, home.workspaceId, source).ended;
    expect([code, errors]).toEqual([0, '']);
    expect([await placeOf(), await seenIn()]).toEqual([source, [source]]);
  });

  it.each(sized([120], [40, 300, 700]))('after %i ms is either there or here, and goes on', async (ms) => {
    const source = await placeOf();
    const begun = startMove(database, home.workspaceId, other(source));
    // The program takes about so long to start.
    await pause(600 + ms);
    await begun.kill();
    await complete(source);
  });

  it('has lost nothing and nothing twice in the end', async () => {
    await load.current!.stop();
    for (const api of clients()) expect(await load.current!.differences(api)).toEqual([]);
    await expectNoDrift(database);
  });
});
