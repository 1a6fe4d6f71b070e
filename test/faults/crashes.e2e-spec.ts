import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../e2e/support/api-process.js';
import { startApi } from '../e2e/support/api-process.js';
import type { Household } from '../e2e/support/household.js';
import { aHousehold, anAccount } from '../e2e/support/household.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';

/** How often something dies; `npm run test:faults` has it die fifty times. */
const ROUNDS = Number(process.env.CENTAVO_FAULT_ROUNDS ?? 4);
const CALLERS = 8;
/** Twice what is promised: the machine may be busy with other tests. */
const LONGEST_RECOVERY_MS = 10_000;
const UNANSWERED = [409, 500, 503];

jest.setTimeout(240_000 + ROUNDS * 10_000);

let database: TestDatabase;
let processes: ApiProcess[];
let home: Household;
let accountId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  processes = await Promise.all([startApi({ database }), startApi({ database })]);
  home = await aHousehold(processes[0]!);
  accountId = (await anAccount(home.api, { openingBalance: '0.00' })).id;
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await database.drop();
});

/** What callers were told: for each thing that they wanted entered, the id that it has. */
type Acknowledged = Map<string, string>;

/**
 * Lets callers enter things, each until it is acknowledged, whichever process answers, while processes die.
 * @param underKeys whether each thing has a key, so that sending it again is safe
 */
async function enterWhileDying(
  underKeys: boolean,
  die: (round: number) => Promise<void>,
  rounds = ROUNDS,
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = new Map();
  const unexpected: string[] = [];
  let going = true;
  const enter = async (thing: string, turn: number): Promise<void> => {
    for (let attempt = turn; ; attempt += 1) {
      const answer = await post(processes[attempt % 2]!, thing, underKeys).catch(() => null);
      if (answer?.status === 200) return void acknowledged.set(thing, answer.id);
      if (answer !== null && !UNANSWERED.includes(answer.status)) unexpected.push(`${thing}: ${answer.status}`);
      if (answer?.status === 500) unexpected.push(`${thing}: 500`);
      await pause(20);
    }
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; going; n += 1) await enter(`${caller}-${n}`, caller);
  });
  try {
    for (let round = 0; round < rounds; round += 1) {
      await pause(400);
      await die(round);
    }
    await pause(400);
  } finally {
    going = false;
    await Promise.all(callers);
  }
  expect(unexpected).toEqual([]);
  return acknowledged;
}

async function post({ url }: ApiProcess, thing: string, underKey: boolean): Promise<{ status: number; id: string }> {
  const answer = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${home.key}`,
      'content-type': 'application/json',
      ...(underKey && { 'idempotency-key': thing }),
    },
    body: JSON.stringify({ accountId, type: 'expense', date: '2026-03-01', amount: '1.00', description: thing }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, id: ((await answer.json()) as { id: string }).id };
}

/** A process is killed and another takes its place. */
async function killProcess(round: number): Promise<void> {
  await processes[round % 2]!.kill9();
  processes[round % 2] = await startApi({ database });
}

/** Every connection to the database is cut, with whatever is under way in it. The processes have to go on by themselves. */
async function cutConnections(): Promise<void> {
  await database.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const began = performance.now();
  for (const { url } of processes) {
    while ((await fetch(`${url}/health/ready`)).status !== 200) await pause(50);
  }
  expect(performance.now() - began).toBeLessThan(LONGEST_RECOVERY_MS);
}

/** How often each thing is there, by what it was called; and whether its id is the one that was told. */
async function entered(
  acknowledged: Acknowledged,
): Promise<{ lost: number; twice: number; wrong: number; all: number }> {
  const rows = await database.query('select id, description from ledger_transactions where workspace_id = $1', [
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

async function expectExactFigures(count: number): Promise<void> {
  const [account] = await database.query('select position::text from ledger_accounts where id = $1', [accountId]);
  expect(account).toEqual({ position: String(-100 * count) });
  const verifier = await startVerifier(database);
  expect(await verifier.verify(home.workspaceId)).toMatchObject({ drift: [] });
  verifier.stop();
}

describe('no acknowledged entry is lost, none is there twice and every figure is exact', () => {
  it.each([
    ['processes are killed', killProcess],
    ['connections to the database are cut', cutConnections],
  ])('when %s under load', async (_, die) => {
    const acknowledged = await enterWhileDying(true, die);
    expect(acknowledged.size).toBeGreaterThan(CALLERS * 2);
    const { all, ...wrongs } = await entered(acknowledged);
    expect(wrongs).toEqual({ lost: 0, twice: 0, wrong: 0 });
    expect(all).toBe(acknowledged.size);
    await expectExactFigures(all);
  });

  it('which would be seen: sent again without a key, things are there twice', async () => {
    const cut = async () => {
      // Right after the commit, before the answer: what a caller cannot tell from a failure.
      await killProcess(0);
      await killProcess(1);
    };
    let twice = 0;
    for (let attempts = 0; attempts < 12 && twice === 0; attempts += 1) {
      twice += (await entered(await enterWhileDying(false, cut, 1))).twice;
    }
    expect(twice).toBeGreaterThan(0);
  });
});
