import { spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { handOver } from './cluster-paths.launcher.js';
import type { ClusterPaths } from './cluster-paths.launcher.js';
import { isAlive } from './processes.launcher.js';

export const SUPERUSER = 'centavo';
export const DATABASE = 'centavo';

/** Older versions of macOS have no locale C.UTF-8. PostgreSQL's own C.UTF-8 compares and folds text everywhere. */
const SYSTEM_LOCALE = process.platform === 'darwin' ? 'C' : 'C.UTF-8';
/** Nothing of the service's environment is meant for the server. */
export const ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: SYSTEM_LOCALE };

/** Makes the cluster elsewhere and moves it into place whole, so that it never stands there half made. */
export async function ensureCluster(
  paths: ClusterPaths,
  programs: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  removeAbandoned(paths);
  if (existsSync(join(paths.cluster, 'PG_VERSION'))) return;
  const unfinished = mkdtempSync(`${paths.cluster}.new-${process.pid}-`);
  handOver(unfinished, paths.runAs);
  // Only the database's user and root can enter the socket's folder, and both could read the cluster's files
  // anyway: a password would guard nothing. There is no other way in, and HBA refuses what might be opened by mistake.
  const access = [`--username=${SUPERUSER}`, '--auth-local=trust', '--auth-host=reject'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${SYSTEM_LOCALE}`];
  const text = ['--encoding=UTF8', ...locale, '--text-search-config=simple'];
  const safety = ['--data-checksums', ...(settings.fsync === 'off' ? ['--no-sync'] : [])];
  await run(paths, join(programs, 'initdb'), ['--pgdata', unfinished, ...access, ...text, ...safety]);
  const single = ['--single', '-D', unfinished, '-c', 'exit_on_error=on', 'postgres'];
  await run(paths, join(programs, 'postgres'), single, `create database ${DATABASE}\n`);
  try {
    renameSync(unfinished, paths.cluster);
    syncFolder(paths.home);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(join(paths.cluster, 'PG_VERSION'))) throw error;
  }
}

/** Clears what is left of processes that were killed while they made the cluster. */
function removeAbandoned({ home, cluster }: ClusterPaths): void {
  const prefix = `${basename(cluster)}.new-`;
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(prefix))) {
    const maker = name.slice(prefix.length).split('-')[0];
    if (isAlive(Number(maker))) continue;
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // An initdb that outlived its maker is still writing there; another start will find it finished.
    }
  }
}

async function run({ runAs }: ClusterPaths, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, { ...runAs, cwd: '/', env: ENVIRONMENT, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise((done, fail) => child.once('close', done).once('error', fail));
  if (code !== 0) throw new Error(`${basename(program)} failed: ${said.trim()}`);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY);
  fsyncSync(handle);
  closeSync(handle);
}
