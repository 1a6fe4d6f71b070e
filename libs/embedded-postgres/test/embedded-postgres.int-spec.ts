import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../../test/e2e/support/until.js';
import { cluster, dataDir, folder, processesOn, putCluster, query, start, useFolders } from './own-cluster.js';

const AS_ROOT = process.getuid?.() === 0;

useFolders();

describe('the embedded PostgreSQL', () => {
  it('starts in an empty folder and keeps its data across a restart', async () => {
    const first = await start();
    expect(first.owned).toBe(true);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    await until(() => processesOn(folder).length === 0);
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('listens only on a private socket, and uses Unicode, checksums and UTC', async () => {
    putCluster();
    const { url } = await start();
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const runFolder = decodeURIComponent(new URL(url).searchParams.get('host')!);
    expect(lstatSync(runFolder).mode & 0o777).toBe(0o700);
    const settings = await query(
      url,
      `select upper('ñandú') as upper, current_setting('server_encoding') as encoding,
        current_setting('data_checksums') as checksums, current_setting('timezone') as timezone,
        (select datlocprovider::text from pg_database where datname = current_database()) as provider`,
    );
    expect(settings).toEqual([{ upper: 'ÑANDÚ', encoding: 'UTF8', checksums: 'on', timezone: 'UTC', provider: 'b' }]);
  });

  it('two processes share a server, which keeps running for the second process when the first one ends', async () => {
    putCluster();
    const first = await start();
    await query(first.url, 'create table kept as select 1 as one');
    const second = await start();
    expect([first.owned, second.owned]).toEqual([true, false]);
    await first.stop();
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await second.stop();
    await until(() => processesOn(folder).length === 0);
  });

  it('ignores lock files whose process ID now belongs to another program', async () => {
    putCluster();
    const first = await start();
    const lines = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n');
    await first.stop();
    const bystander = spawn('sleep', ['60'], { cwd: '/', ...ownerOf(cluster()), stdio: 'ignore' });
    try {
      const stale = [bystander.pid, ...lines.slice(1)].join('\n');
      writeFileSync(join(cluster(), 'postmaster.pid'), stale);
      writeFileSync(join(dirname(cluster()), 'postgres-run/.s.PGSQL.5432.lock'), stale);
      expect((await start()).owned).toBe(true);
    } finally {
      bystander.kill();
    }
  });

  it('moves only the socket if the path of the data folder is too long', async () => {
    const long = join(folder, 'año fiscal 100% "nuevo"', 'x'.repeat(100));
    const server = await start({ dataDir: long });
    const runFolder = decodeURIComponent(new URL(server.url).searchParams.get('host')!);
    // If the server runs as another user, it cannot use this process's temporary folder.
    expect([tmpdir(), '/tmp']).toContain(dirname(runFolder));
    expect(basename(runFolder)).toMatch(/^centavo-[0-9a-f]{16}$/);
    expect(lstatSync(join(long, 'postgres')).isDirectory()).toBe(true);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    rmSync(runFolder, { recursive: true });
  });

  it('works in a data folder whose name has spaces, quotes and accents', async () => {
    const strange = join(folder, 'año, "1"% nuevo');
    putCluster(strange);
    const server = await start({ dataDir: strange });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('explains why the server cannot start', async () => {
    mkdirSync(cluster(), { recursive: true });
    chmodSync(dataDir(), 0o711);
    writeFileSync(join(cluster(), 'PG_VERSION'), '9.6\n');
    await expect(start()).rejects.toThrow(/PostgreSQL does not start: .*postgresql\.conf/s);
  });

  it('rejects a socket folder that other users can access', async () => {
    mkdirSync(join(dataDir(), 'postgres-run'), { recursive: true });
    chmodSync(dataDir(), 0o711);
    chmodSync(join(dataDir(), 'postgres-run'), 0o777);
    await expect(start()).rejects.toThrow(/postgres-run is not a private folder/);
  });

  if (AS_ROOT) {
    it('uses another folder if only root can access the parent folders', async () => {
      chmodSync(folder, 0o700);
      const first = await start();
      await query(first.url, 'create table kept as select 42 as answer');
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
      await second.stop();
      const home = dirname(readlinkSync(cluster()));
      rmSync(home, { recursive: true });
      await expect(start()).rejects.toThrow(/points to a deleted database/);
    });

    it('explains that the database user has lost access to the folder', async () => {
      putCluster();
      await (await start()).stop();
      chmodSync(folder, 0o700);
      await expect(start()).rejects.toThrow(/cannot enter .*data: allow access/);
    });
  }
});

export function ownerOf(path: string): { uid?: number; gid?: number } {
  const { uid, gid } = lstatSync(path);
  return AS_ROOT ? { uid, gid } : {};
}
