import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { memoryOf } from './raw-connection.js';

const RESPONSE_MB = 20;
const CONNECTIONS = 30;
/** Covers 128 MiB of unread responses and those that are being built. */
const LARGEST_GROWTH_MIB = 400;

let service: ApiProcess;
let sockets: Socket[];

beforeAll(async () => {
  service = await startApi();
  sockets = [];
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop();
});

async function householdWithLongNotes(): Promise<Household> {
  const home = await aHousehold(service);
  const { id: accountId } = await anAccount(home.api);
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, notes, amount, currency,
       signed_amount, created_at, updated_at)
     select $1, ordered_id(1735689600000, n), $2, 'expense', date '2026-01-01', 'x', repeat('nota ', $3::int), 100, 'MXN', -100,
       now(), now() from generate_series(1, 200) n`,
    [home.workspaceId, accountId, (RESPONSE_MB * 1_000_000) / 200 / 5],
  );
  return home;
}

/** Requests a page and reads nothing after the first bytes. */
async function unreadPage({ key }: Household): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  socket.write(`GET /v1/transactions?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

it('responses that clients do not read use limited memory, and other workspaces keep their connections', async () => {
  const [attacker, other] = [await householdWithLongNotes(), await householdWithLongNotes()];
  expect(ok(await other.api.get('/v1/transactions?limit=200')).items).toHaveLength(200);
  const before = memoryOf(service.pid, 'VmRSS');
  const slow = await unreadPage(other);
  for (let i = 0; i < CONNECTIONS; i += 1) await unreadPage(attacker);
  await pause(500);
  expect(memoryOf(service.pid, 'VmHWM') - before).toBeLessThan(LARGEST_GROWTH_MIB);
  let bytes = 0;
  slow.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await until(() => bytes > RESPONSE_MB * 1_000_000);
});
