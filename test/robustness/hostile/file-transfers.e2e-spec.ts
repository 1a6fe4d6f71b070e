import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { multipart } from '../../../libs/importing/test/statements.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aFile, aJpeg, download, sendFile } from '../../e2e/support/files.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { memoryOf } from './raw-connection.js';

const MIB = 1024 * 1024;
const SIZE = 10 * MIB;
const LARGEST_GROWTH_MIB = 20;
/** Number of concurrent slow clients. The service has fewer database connections. */
const SLOW = 12;

let service: ApiProcess;
let home: Household;

beforeAll(async () => {
  service = await startApi();
  home = await aHousehold(service);
  await anAccount(home.api);
  await service.database.query(`update workspace_workspaces set plan = 'pro' where id = $1`, [home.workspaceId]);
  // Warms up the service, so that the measurements do not include memory that it allocates once.
  for (let count = 0; count < 8; count += 1) {
    const { id } = await aFile(home.api, aJpeg(SIZE));
    await download(home.api, id);
  }
});
afterAll(() => service.stop());

async function growthOf(act: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(service.pid, 'VmRSS');
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
  await act();
  const growth = memoryOf(service.pid, 'VmHWM') - before;
  if (process.env.CENTAVO_TEST_FIGURES) process.stderr.write(`${JSON.stringify({ growth })}\n`);
  return growth;
}

function open(head: string): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`${head}Host: x\r\nAuthorization: Bearer ${home.key}\r\n`);
  return socket;
}

/** Number of unlinked temporary files that the service has open. */
const openFiles = (): number =>
  readdirSync(`/proc/${service.pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${service.pid}/fd/${fd}`).includes('centavo-upload-');
    } catch {
      return false;
    }
  }).length;

describe('large files', () => {
  it('an upload and a download of 10 MiB take at most 20 MB of memory each', async () => {
    const bytes = aJpeg(SIZE);
    let id = '';
    expect(await growthOf(async () => ({ id } = await aFile(home.api, bytes)))).toBeLessThan(LARGEST_GROWTH_MIB);
    expect(await growthOf(() => download(home.api, id))).toBeLessThan(LARGEST_GROWTH_MIB);
  });

  it('slow uploads hold no database connection, do not delay other clients and leave no temporary files', async () => {
    const { raw, headers } = multipart({ name: 'file', filename: 'a.jpg', content: aJpeg(2 * MIB) });
    const sockets = Array.from({ length: SLOW }, () => {
      const socket = open('POST /v1/files HTTP/1.1\r\n');
      socket.write(`Content-Type: ${String(headers!['content-type'])}\r\nContent-Length: ${raw!.length}\r\n\r\n`);
      // The service keeps the first MiB of an upload in memory.
      socket.write((raw as Buffer).subarray(0, 1.5 * MIB));
      return socket;
    });
    await until(() => openFiles() > 0);
    const before = ok(await home.api.get('/v1/files')).items.length;
    const { etag } = (await home.api.get('/v1/workspace')).headers;
    ok(await home.api.patch('/v1/workspace', { name: 'Otra' }, { headers: { 'if-match': etag! } }));
    expect((await sendFile(home.api, aJpeg())).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(() => openFiles() === 0);
    expect(ok(await home.api.get('/v1/files')).items).toHaveLength(before + 1);
  });

  it('slow downloads hold no database connection and use little memory', async () => {
    const { id } = await aFile(home.api, aJpeg(SIZE));
    const sockets: Socket[] = [];
    const growth = await growthOf(async () => {
      for (let count = 0; count < SLOW; count += 1) {
        const socket = open(`GET /v1/files/${id}/content HTTP/1.1\r\n`);
        socket.write('\r\n');
        socket.pause();
        sockets.push(socket);
      }
      for (let count = 0; count < 30; count += 1) ok(await home.api.get('/v1/files?limit=1'));
      expect((await download(home.api, id)).bytes).toHaveLength(SIZE);
    });
    expect(growth).toBeLessThan((SLOW + 1) * LARGEST_GROWTH_MIB * 0.25 + LARGEST_GROWTH_MIB);
    for (const socket of sockets) socket.destroy();
  });
});
