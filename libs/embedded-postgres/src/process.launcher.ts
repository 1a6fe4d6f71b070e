import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from './cluster.launcher.js';
import { SOCKET_NAME, SOCKET_PORT } from './cluster-paths.launcher.js';
import type { ClusterPaths } from './cluster-paths.launcher.js';
import { commandOf, HAS_PROC, isAlive, parentOf } from './processes.launcher.js';

/** How long a server may take to notice that its last process has ended. */
const MAX_NOTICE_MS = 2_000;
const MAX_STOP_MS = 8_000;
const LARGEST_LOG_BYTES = 1_000_000;
/** The line of postmaster.pid that tells the server's state. */
const STATE_LINE = 7;
/** What PostgreSQL says when a server, or what is left of one, has the cluster already. */
export const LOST_THE_RACE = /lock file "[^"]+" (already exists|is empty)|pre-existing shared memory block/;

/** How a server runs where nothing else is asked for. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // A socket in a private folder is the only way in; see `ensureCluster` on why no password guards it.
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  // Bounds the recovery after a crash.
  max_wal_size: '512MB',
  checkpoint_timeout: '5min',
  shared_buffers: '128MB',
  max_connections: '100',
  // Plans rest on statistics, and a first import should not wait a minute for them.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Neither statements nor the values that broke a constraint may get into a log.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * Runs PostgreSQL for as long as any process holds the pipe open: the kernel closes it with the last of them, however
 * that one ends. Postgres, in the background, must not inherit the pipe; signals for the group of the service are not
 * meant for the database.
 */
const KEEP_ALIVE_SCRIPT = `
  trap '' INT TERM HUP
  exec 3<&0 </dev/null
  "$@" 3<&- & postgres=$!
  ( read -r nothing <&3; kill -INT "$postgres" ) & keeper=$!
  exec 3<&-
  wait "$postgres"
  kill -KILL "$keeper" 2>/dev/null
`;

/** One start of the server's process, which another process may win. */
export interface Attempt {
  readonly child: ChildProcess;
  isRunning(): boolean;
  /** What it has written to the log. */
  said(): string;
}

/** Starts the server's process. Whether it becomes the server is up to PostgreSQL: only one gets the cluster. */
export function launch(paths: ClusterPaths, programs: string, settings: Readonly<Record<string, string>>): Attempt {
  dropForeignLocks(paths);
  const flags = constants.O_CREAT | constants.O_APPEND | constants.O_RDWR | constants.O_NOFOLLOW;
  if (sizeOf(paths.logFile) > LARGEST_LOG_BYTES) renameSync(paths.logFile, `${paths.logFile}.old`);
  const log = openSync(paths.logFile, flags, 0o600);
  if (paths.runAs.uid !== undefined) fchownSync(log, paths.runAs.uid, paths.runAs.gid);
  const logStart = fstatSync(log).size;
  const keepAlive = openSync(paths.pipe, constants.O_RDONLY | constants.O_NOFOLLOW);
  const folder = `"${paths.runFolder.replaceAll('"', '""')}"`;
  const options = Object.entries({ ...settings, unix_socket_directories: folder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = [join(programs, 'postgres'), '-D', paths.cluster, ...options];
  const child = spawn('/bin/sh', ['-c', KEEP_ALIVE_SCRIPT, 'centavo-postgres', ...server], {
    ...paths.runAs,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: [keepAlive, 'ignore', log],
  });
  closeSync(keepAlive);
  closeSync(log);
  let failure = '';
  child.once('error', (error) => (failure = error.message));
  child.unref();
  return {
    child,
    isRunning: () => child.exitCode === null && child.signalCode === null && failure === '',
    said: () => failure + readFileSync(paths.logFile).subarray(logStart).toString().trim(),
  };
}

type ServerState = 'absent' | 'starting' | 'ready' | 'stopping';

/** Reads what the server says of itself; a file that outlived its server stands for none. */
export function inspect(cluster: string): { state: ServerState; pid: number } {
  const lines = linesOf(join(cluster, 'postmaster.pid'));
  const pid = Number(lines[0] ?? 0);
  if (!isServer(pid, cluster)) return { state: 'absent', pid: 0 };
  const state = lines[STATE_LINE]?.trim();
  return { state: state === 'ready' || state === 'stopping' ? state : 'starting', pid };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/**
 * True if a process is a server of the cluster, and not another process that has got the same id since. A server works in the
 * folder of its cluster. Without /proc, its command line names the folder.
 */
function isServer(pid: number, cluster: string): boolean {
  if (!HAS_PROC) return pid > 0 && commandOf(pid).includes(`/postgres -D ${cluster} `);
  try {
    return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/**
 * Ends what a server left behind when it was killed, and tells the processes that this were. Such a process ends by
 * itself when it notices that its server is gone; one that waits for a lock which another held that was killed notices
 * nothing, and as long as it lives no server can start.
 */
export function endOrphans(cluster: string): number[] {
  // Without /proc, nothing connects such a process to its cluster.
  if (!HAS_PROC) return [];
  const orphans = readdirSync('/proc')
    .map(Number)
    .filter((pid) => isServer(pid, cluster) && commandOf(pid).startsWith('postgres: '))
    .filter((pid) => !isServer(parentOf(pid) ?? 0, cluster));
  return orphans.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
  });
}

/** PostgreSQL sees to a dead server's lock files itself, but takes any living process of its user for a server. */
function dropForeignLocks({ cluster, runFolder }: ClusterPaths): void {
  for (const file of [join(cluster, 'postmaster.pid'), join(runFolder, `${SOCKET_NAME}.lock`)]) {
    const pid = Number(linesOf(file)[0] ?? 0);
    if (pid > 0 && isAlive(pid) && !isServer(pid, cluster)) rmSync(file);
  }
}

/** Waits until a server without a process that holds it has ended, with its children. One that stays ready is held by another process. */
export async function waitForEnd(cluster: string, pid: number): Promise<void> {
  const begun = performance.now();
  const shell = parentOf(pid) ?? 0;
  for (let quit = false; isServer(pid, cluster) || isShellOf(cluster, shell); await pause(10)) {
    const waited = performance.now() - begun;
    const isReady = inspect(cluster).state === 'ready';
    if (waited > MAX_STOP_MS || (waited > MAX_NOTICE_MS && isReady)) return;
    if (waited > MAX_STOP_MS / 2 && !quit && isServer(pid, cluster)) {
      quit = true;
      process.kill(pid, 'SIGQUIT');
    }
  }
}

/** A process that has ended and waits to be reaped no longer has a command line. */
function isShellOf(cluster: string, pid: number): boolean {
  return pid > 1 && commandOf(pid).includes(cluster);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
