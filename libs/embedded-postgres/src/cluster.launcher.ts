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

/**
 * Locale of the operating system for the database. Old macOS versions do not have C.UTF-8. Text comparison does not
 * depend on it, because the database uses PostgreSQL's built-in C.UTF-8.
 */
const SYSTEM_LOCALE = process.platform === 'darwin' ? 'C' : 'C.UTF-8';
export const ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: SYSTEM_LOCALE };

/** Creates the cluster in a temporary folder and renames it, so that an incomplete cluster is never used. */
export async function ensureCluster(
  paths: ClusterPaths,
  programs: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  removeAbandoned(paths);
  if (existsSync(join(paths.cluster, 'PG_VERSION'))) return;
  const unfinished = mkdtempSync(`${paths.cluster}.new-${process.pid}-`);
  handOver(unfinished, paths.runAs);
  // Only root and the user of the database can access the socket's folder. Both can read the database's files anyway,
  // so a password would protect nothing. The access rules reject TCP in case somebody enables it by mistake.
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

/** Removes incomplete clusters of processes that were killed. */
function removeAbandoned({ home, cluster }: ClusterPaths): void {
  const prefix = `${basename(cluster)}.new-`;
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(prefix))) {
    const maker = name.slice(prefix.length).split('-')[0];
    if (isAlive(Number(maker))) continue;
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // A running initdb may outlive its parent process and still write files. The next start removes the folder.
    }
  }
}

async function run({ runAs }: ClusterPaths, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, { ...runAs, cwd: '/', env: ENVIRONMENT, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise((done, fail) => child.once('close', done).once('error', fail));
  if (code !== 0) throw new Error(`${basename(program)} failed: ${output.trim()}`);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY);
  fsyncSync(handle);
  closeSync(handle);
}
