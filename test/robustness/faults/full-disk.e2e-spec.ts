import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, balanceOf } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import type { OwnServer } from './own-server.js';
import { ownServer } from './own-server.js';
import { slowest } from '../bounds.js';

const DISK = '200m';
const MAY_FAIL = { mayFail: true };
const MIB = Buffer.alloc(1024 * 1024);

const disk = mounted();
let server: OwnServer;
let service: ApiProcess;
let home: Household;
let accountId: string;
/** Connects before the disk is full, because a server with a full disk accepts no new connections. */
let administrator: pg.Client;
let created = 0;

beforeAll(async () => {
  if (disk === null) return;
  server = ownServer(disk);
  service = await server.startApi({ env: { DEMO: 'off' } });
  home = await aHousehold({ ...service, database: server.database });
  accountId = (await anAccount(home.api)).id;
  administrator = await server.database.connect();
  administrator.on('error', () => undefined);
});
afterAll(async () => {
  if (disk === null) return;
  await administrator.end().catch(() => undefined);
  await service.stop();
  await server.remove();
  execFileSync('umount', [disk]);
  rmdirSync(disk);
});

function mounted(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return null;
  }
}

function fill(): void {
  const file = openSync(join(disk!, 'filler'), 'w');
  for (let chunk = MIB; chunk.length > 0;) {
    try {
      writeSync(file, chunk);
    } catch {
      chunk = chunk.subarray(0, Math.floor(chunk.length / 2));
    }
  }
  closeSync(file);
}

function makeSpace(): void {
  rmSync(join(disk!, 'filler'));
}

async function enter(): Promise<number> {
  const expense = { accountId, type: 'expense', date: '2026-05-04', amount: '1.00', description: 'Café' };
  const { status } = await home.api.post('/v1/transactions', expense, MAY_FAIL);
  if (status === 200) created += 1;
  return status;
}

async function expectAllThere(): Promise<void> {
  await until(async () => (await enter()) === 200, slowest(60_000));
  expect(await balanceOf(home.api, accountId)).toBe(`-${created}.00`);
  await expectNoDrift(server.database, home.workspaceId);
}

const onDisk = disk === null ? it.skip : it;

onDisk(
  'with a full disk, the service rejects writes, serves reads, reports the disk and recovers when there is space again',
  async () => {
    fill();
    await until(async () => (await enter()) === 503, slowest(60_000));
    const refused = await home.api.patch(`/v1/accounts/${accountId}`, { name: 'Otra' }, MAY_FAIL);
    if (refused.status !== 200) expect(refused.body.detail).toMatch('disk of the database is full');
    for (const path of ['/v1/transactions', '/v1/net-worth', `/v1/accounts/${accountId}`]) {
      expect((await home.api.get(path)).status).toBe(200);
    }
    expect((await service.client().get('/health/ready')).body).toEqual({ status: 'ready', problem: 'disk full' });
    expect(service.log.some((line) => line.includes('disk full'))).toBe(true);
    makeSpace();
    await expectAllThere();
  },
);

onDisk(
  'if a full disk stops PostgreSQL, the service recovers with every acknowledged transaction when there is space again',
  async () => {
    fill();
    // Each statement writes more than the space that remains in the preallocated WAL.
    const log = `select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`;
    await expect(
      (async () => {
        for (let n = 0; n < 200; n += 1) await administrator.query(log);
      })(),
    ).rejects.toThrow();
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n += 1)
      statuses.add(await enter()).add((await home.api.get('/v1/accounts', MAY_FAIL)).status);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    makeSpace();
    await expectAllThere();
  },
);
