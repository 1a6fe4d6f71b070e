import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import { everyEvent, startFollowers, startNaiveFollower } from './feed-followers.js';
import type { OwnServer } from './own-server.js';
import { ownServer } from './own-server.js';

const ROUNDS = sized(2, Number(process.env.CENTAVO_FAULT_ROUNDS));
const WRITERS = 24;
const LIFE_MS = 700;

let server: OwnServer;
let processes: ApiProcess[];
let home: Household;

const begin = () => server.startApi({ env: { JOBS: 'off' } });

beforeAll(async () => {
  server = ownServer();
  processes = [await begin()];
  processes.push(await begin());
  home = await aHousehold(processes[0]!);
});
afterAll(async () => {
  for (const process of processes) await process.stop();
  await server.remove();
});

const urlOf = (request: number) => processes[request % 2]!.url;

async function enter(accountId: string, writer: number, isOver: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  const body = { accountId, type: 'expense', date: '2026-03-01', amount: '1.00', description: 'x' };
  for (let n = 0; !isOver(); n += 1) {
    for (let attempt = writer; ; attempt += 1) {
      const answer = await fetch(`${urlOf(attempt)}/v1/transactions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${home.key}`,
          'content-type': 'application/json',
          // Without a key, a retry may create a second transaction, which has another event.
          ...(writer % 2 === 0 && { 'idempotency-key': `${writer}-${n}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null);
      if (answer?.status === 200) {
        ids.push(((await answer.json()) as { id: string }).id);
        break;
      }
      await answer?.text();
      await pause(20);
    }
  }
  return ids;
}

it('every reader gets each event once and in the same order while 24 writers write and processes are killed', async () => {
  const { database } = server;
  // Writers of one account wait for each other, which would put the IDs of their events in order. Each writer therefore
  // uses a separate account.
  const accounts = await Promise.all(Array.from({ length: WRITERS }, () => anAccount(home.api)));
  const followers = startFollowers(home, urlOf);
  const naive = startNaiveFollower(database, home.workspaceId);
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, writer) => enter(accounts[writer]!.id, writer, () => isOver));
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(LIFE_MS);
    await processes[round % 2]!.kill9();
    processes[round % 2] = await begin();
  }
  await pause(LIFE_MS);
  isOver = true;
  const createdIds = (await Promise.all(writers)).flat();
  const [seen, naively] = await Promise.all([followers.stop(), naive.stop()]);
  for (const { types, ids } of seen) {
    expect(ids).toEqual(await everyEvent(database, home.workspaceId, types));
  }
  const eventCounts = await database.query<{ id: string; count: number }>(
    `select subject_id as id, count(*)::int as count from kernel_outbox where type = 'transaction.created' group by 1`,
  );
  const stored = await database.query<{ id: string }>('select id from ledger_transactions');
  expect(eventCounts.map(({ id, count }) => `${id} ${count}`).toSorted()).toEqual(
    stored.map(({ id }) => `${id} 1`).toSorted(),
  );
  const ids = new Set(stored.map(({ id }) => id));
  expect(createdIds.filter((id) => !ids.has(id))).toEqual([]);
  expect(createdIds.length).toBeGreaterThan(WRITERS);
  // As a control, a reader that follows IDs misses events.
  expect(naively.length).toBeLessThan((await everyEvent(database, home.workspaceId)).length);
});
