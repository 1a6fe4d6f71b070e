import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraft, commit } from '../../../libs/importing/test/statements.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aContact, aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import type { LedgerVerifier } from '../../e2e/support/ledger-verifier.js';
import { sized } from '../../e2e/support/long-form.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import type { OwnServer } from './own-server.js';
import { ownServer } from './own-server.js';
import { slowest } from '../bounds.js';

/** `npm run test:robustness` sets CENTAVO_FAULT_ROUNDS. */
const ROUNDS = sized(1, Number(process.env.CENTAVO_FAULT_ROUNDS));
/** Number of points in time during a commit or undo at which the process is killed. */
const POINTS = sized(2, 20);
const ROWS = sized(500, 5_000);
const CALLERS = 4;
const LIFE_MS = sized(150, 400);
const MAX_RECOVERY_MS = slowest(5_000);
const MAX_ANSWER_MS = slowest(10_000);
const MAX_ATTEMPTS = 1_000;
const MAY_FAIL = { mayFail: true };
const aCashAccount = { name: 'Caja', typeId: 'cash' };

let server: OwnServer;
let processes: ApiProcess[];
let verifier: LedgerVerifier;
let home: Household;
let accountId: string;
let otherId: string;
let contactId: string;
let categoryId: string;

// One process runs jobs, and its queue must survive the same faults.
const begin = (place: number) => server.startApi({ env: { JOBS: place === 0 ? 'on' : 'off' } });

beforeAll(async () => {
  server = ownServer();
  processes = [await begin(0)];
  processes.push(await begin(1));
  verifier = startVerifier(server.database);
});
afterAll(async () => {
  verifier.stop();
  for (const process of processes) await process.stop();
  await server.remove();
});
beforeEach(async () => {
  home = await aHousehold(processes[0]!);
  accountId = (await anAccount(home.api, { openingBalance: '0.00' })).id;
  otherId = (await anAccount(home.api, { openingBalance: '0.00' })).id;
  contactId = await aContact(server.database, home.workspaceId);
  categoryId = ok(await home.api.get('/v1/categories'))[0]!.id;
});
afterEach(() => verifier.expectNoDrift(home.workspaceId));

type Acknowledged = Map<string, string>;

interface Manners {
  readonly underKeys: boolean;
  /** Time in milliseconds after which a caller retries for the first time. */
  readonly patienceMs: () => number;
}

const PATIENT = { patienceMs: () => MAX_ANSWER_MS };
const CAREFUL: Manners = { underKeys: true, ...PATIENT };
/** Returns the behavior of callers whose timeouts vary from 1 to 19 ms in a fixed order. */
const hasty = (underKeys: boolean): Manners => {
  let turn = 0;
  return { underKeys, patienceMs: () => 1 + ((turn += 7) % 19) };
};

async function createDuringFaults(
  die: (round: number) => Promise<void>,
  manners = CAREFUL,
  rounds = ROUNDS,
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = new Map();
  const unexpected: string[] = [];
  let going = true;
  const enter = async (thing: string, turn: number): Promise<void> => {
    for (let attempt = turn; attempt < turn + MAX_ATTEMPTS; attempt += 1) {
      const answer = await post(
        processes[attempt % 2]!,
        thing,
        turn,
        attempt === turn ? manners : { ...manners, ...PATIENT },
      ).catch(() => null);
      if (answer?.status === 200) return void acknowledged.set(thing, answer.id);
      if (answer !== null && ![409, 503].includes(answer.status)) unexpected.push(`${thing}: ${answer.status}`);
      await pause(20);
    }
    unexpected.push(`${thing}: never acknowledged`);
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; going; n += 1) await enter(`${caller}-${n}`, caller + n);
  });
  try {
    for (let round = 0; round < rounds && unexpected.length === 0; round += 1) {
      await pause(LIFE_MS);
      await die(round);
    }
    for (let waits = 0; acknowledged.size <= CALLERS && waits < 200; waits += 1) await pause(50);
    await pause(LIFE_MS);
  } finally {
    going = false;
    await Promise.all(callers);
  }
  expect(unexpected).toEqual([]);
  return acknowledged;
}

/** Creates a transaction of 1.00. It is a categorized expense, a transfer or a partly lent dinner. */
async function post({ url }: ApiProcess, thing: string, turn: number, { underKeys, patienceMs }: Manners) {
  const kinds = [
    { type: 'expense', categoryId },
    { type: 'transfer', toAccountId: otherId },
    {
      type: 'expense',
      splits: [
        { amount: '0.60', categoryId },
        { amount: '0.40', type: 'lent', contactId },
      ],
    },
  ];
  const answer = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${home.key}`,
      'content-type': 'application/json',
      ...(underKeys && { 'idempotency-key': thing }),
    },
    body: JSON.stringify({ accountId, date: '2026-03-01', amount: '1.00', description: thing, ...kinds[turn % 3] }),
    signal: AbortSignal.timeout(patienceMs()),
  });
  return { status: answer.status, id: ((await answer.json()) as { id: string }).id };
}

async function killProcess(round: number): Promise<void> {
  const place = (round + 1) % 2;
  await processes[place]!.kill9();
  processes[place] = await begin(place);
}

async function cutConnections(): Promise<void> {
  await server.database.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

/** Kills a backend of the service. PostgreSQL then terminates all connections and recovers. */
async function killBackend(): Promise<void> {
  const serving = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  const [backend] = await server.database.query<{ pid: number }>(`${serving} order by state = 'active' desc limit 1`);
  const witness = await server.database.connect();
  const thrownOut = new Promise((resolve) => witness.on('error', () => undefined).once('end', resolve));
  process.kill(backend!.pid, 'SIGKILL');
  await thrownOut;
}

async function killServer(): Promise<void> {
  server.kill9();
}

async function waitForRecovery(): Promise<void> {
  const began = performance.now();
  const isWell = async (process: ApiProcess): Promise<boolean> => {
    const api = process.client(home.key);
    const ready = await api.get('/health/ready', MAY_FAIL);
    return ready.status === 200 && (await api.post('/v1/accounts', aCashAccount, MAY_FAIL)).status === 200;
  };
  for (const process of processes) {
    while (!(await isWell(process))) {
      if (performance.now() - began > MAX_RECOVERY_MS) throw new Error(`not well again:\n${process.log.join('\n')}`);
      await pause(20);
    }
  }
}

async function comparedWith(acknowledged: Acknowledged) {
  const rows = await server.database.query('select id, description from ledger_transactions where workspace_id = $1', [
    home.workspaceId,
  ]);
  const byThing = Map.groupBy(rows, ({ description }) => description as string);
  const things = [...acknowledged];
  return {
    lost: things.filter(([thing]) => !byThing.has(thing)).length,
    twice: [...byThing.values()].filter((same) => same.length > 1).length,
    wrong: things.filter(([thing, id]) => byThing.get(thing)?.every((row) => row.id !== id)).length,
    all: rows.length,
  };
}

/** Expects every transaction to have its effect on the balance, an idempotency record and an audit entry. */
async function expectComplete(count: number): Promise<void> {
  const [totals] = await server.database.query(
    `select (select position from ledger_accounts where workspace_id = $1 and id = $2)::text as position,
      (select count(*) from kernel_idempotency_records where workspace_id = $1)::int as records,
      (select count(*) from kernel_audit_entries a join ledger_transactions t
         on t.workspace_id = $1 and t.id::text = a.resource_id where a.workspace_id = $1)::int as notes`,
    [home.workspaceId, accountId],
  );
  expect(totals).toEqual({ position: String(-100 * count), records: count, notes: count });
}

describe('acknowledged transactions', () => {
  it.each<[string, (round: number) => Promise<void>, Manners]>([
    ['processes are killed', killProcess, CAREFUL],
    ['connections to the database are cut', cutConnections, CAREFUL],
    ['backends of the database are killed', killBackend, CAREFUL],
    ['the database server is killed', killServer, CAREFUL],
    ['callers disconnect before the response', () => pause(100), hasty(true)],
  ])('acknowledged transactions are complete and stored exactly once when %s under load', async (_, die, manners) => {
    const acknowledged = await createDuringFaults((round) => die(round).then(waitForRecovery), manners);
    expect(acknowledged.size).toBeGreaterThan(CALLERS);
    const { all, ...wrongs } = await comparedWith(acknowledged);
    expect(wrongs).toEqual({ lost: 0, twice: 0, wrong: 0 });
    expect(all).toBe(acknowledged.size);
    await expectComplete(all);
  });

  it('clients that retry without idempotency keys create duplicates', async () => {
    const acknowledged = await createDuringFaults(() => pause(100), hasty(false), 1);
    expect((await comparedWith(acknowledged)).twice).toBeGreaterThan(0);
  });

  it('a server that acknowledges before it writes loses the last transactions', async () => {
    await server.database.query(`alter database centavo set synchronous_commit = off`);
    await cutConnections();
    await waitForRecovery();
    const acknowledged = await createDuringFaults(() => killServer().then(waitForRecovery), CAREFUL, 1);
    await server.database.query(`alter database centavo reset synchronous_commit`);
    await cutConnections();
    await waitForRecovery();
    expect((await comparedWith(acknowledged)).lost).toBeGreaterThan(0);
  });
});

describe('an import and its commit under crashes', () => {
  async function stateOf(importId: string, account: string): Promise<{ status: string; live: number; moved: string }> {
    const running = `select from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and datname = current_database()`;
    // A query continues for some time after its client process was killed.
    while ((await server.database.query(running)).length > 0) await pause(5);
    const [row] = await server.database.query<{ status: string; live: number; moved: string }>(
      `select (select status from importing_imports where workspace_id = $1 and id = $2) as status,
        (select count(*) from ledger_transactions where workspace_id = $1 and import_id = $2 and deleted_at is null)::int as live,
        (select position from ledger_accounts where workspace_id = $1 and id = $3)::text as moved`,
      [home.workspaceId, importId, account],
    );
    return row!;
  }
  const none = (status: string) => ({ status, live: 0, moved: '0' });
  const whole = { status: 'committed', live: ROWS, moved: String(-100 * ROWS) };
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `2026-03-${String(1 + (n % 28)).padStart(2, '0')},Fila ${n},-1.00`,
  );
  /** Returns a client of the current second process, because a test may have killed and replaced an earlier one. */
  const api = () => processes[1]!.client(home.key);
  const draft = () => aDraft(api(), accountId, ['Fecha,Concepto,Importe', ...rows].join('\n'));

  /**
   * Sends a request and, `delayMs` later, kills a process, its connections or a backend. Returns true if the response
   * was 200.
   */
  async function killedAfter(delayMs: number, point: number, send: (api: Client) => Promise<Answer>): Promise<boolean> {
    const answer = send(processes[point % 2]!.client(home.key)).then(
      ({ status }) => status === 200,
      () => false,
    );
    await pause(delayMs);
    await [() => killProcess(point + 1), cutConnections, killBackend][point % 3]!();
    return answer;
  }

  it(`an import killed at any of ${POINTS} points has created all of its rows or none and can be committed again`, async () => {
    let { id } = await draft();
    const took: Record<string, number> = { commit: 0, undo: 0 };
    // The first commit and the first undo run without faults, to measure their duration.
    for (const act of ['commit', 'undo']) {
      const began = performance.now();
      ok(await api().post(`/v1/imports/${id}/${act}`));
      took[act] = performance.now() - began;
    }
    const reached = { before: 0, after: 0 };
    for (let point = 0; point < POINTS; point += 1) {
      const [act, from, to] = point % 4 === 1 ? ['undo', whole, none('undone')] : ['commit', none('draft'), whole];
      if ((await stateOf(id, accountId)).status !== from.status) {
        id = (await draft()).id;
        if (act === 'undo') await commit(api(), { id });
      }
      const path = `/v1/imports/${id}/${act}` as const;
      const answered = await killedAfter((took[act]! * (point + 0.5)) / POINTS, point, (caller) =>
        caller.post(path, undefined, MAY_FAIL),
      );
      await waitForRecovery();
      const state = await stateOf(id, accountId);
      expect(answered ? [to] : [from, to]).toContainEqual(state);
      reached[state.status === to.status ? 'after' : 'before'] += 1;
      // Repeats the request. If the killed request did not finish, the work runs now; otherwise, the response is the
      // same.
      ok(await api().post(path));
      expect(await stateOf(id, accountId)).toEqual(to);
      if (act === 'commit') ok(await api().post(`/v1/imports/${id}/undo`));
      await verifier.expectNoDrift(home.workspaceId);
    }
    expect(reached.before).toBeGreaterThan(0);
  });

  it('a client that creates transactions row by row leaves an incomplete import if a process is killed', async () => {
    const enterAll = async () => {
      for (let n = 0; n < ROWS; n += 1) if ((await post(processes[1]!, `${n}`, 0, CAREFUL)).status !== 200) return;
    };
    const entering = enterAll().catch(() => undefined);
    while ((await stateOf(accountId, accountId)).moved === '0') await pause(5);
    await killProcess(0);
    await entering;
    await waitForRecovery();
    expect([none('draft').moved, whole.moved]).not.toContain((await stateOf(accountId, accountId)).moved);
  });
});
