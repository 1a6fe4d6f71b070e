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

/** Time within which a server begins to stop after the last process has released it. */
const MAX_NOTICE_MS = 2_000;
const MAX_STOP_MS = 8_000;
const LARGEST_LOG_BYTES = 1_000_000;
/** Line of the server state in postmaster.pid, counted from 0. */
const STATE_LINE = 7;
/** PostgreSQL's error messages if another server, or processes of a crashed one, use the cluster. */
export const LOST_THE_RACE = /lock file "[^"]+" (already exists|is empty)|pre-existing shared memory block/;

export const SETTINGS: Readonly<Record<string, string>> = {
  // `ensureCluster` explains why the socket does not need a password.
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  // Limits the recovery time after a crash.
  max_wal_size: '512MB',
  checkpoint_timeout: '5min',
  shared_buffers: '128MB',
  max_connections: '100',
  // The planner needs statistics soon after the first import.
  autovacuum_naptime: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // The log must not contain queries, or values that violate a constraint.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * Shell script that runs the server and stops it when the pipe closes. The kernel closes the pipe when the last process
 * that uses the server ends. PostgreSQL must not inherit the pipe or receive the signals of the process group.
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

export interface Attempt {
  readonly child: ChildProcess;
  isRunning(): boolean;
  output(): string;
}

/** Starts a server process. If several processes start one, PostgreSQL lets only one server use the cluster. */
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
    output: () => failure + readFileSync(paths.logFile).subarray(logStart).toString().trim(),
  };
}

type ServerState = 'absent' | 'starting' | 'ready' | 'stopping';

/** Reads the server's state from postmaster.pid. The file may belong to a server that has ended. */
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
 * True if the process is a PostgreSQL server of the cluster. Compares its working directory, or its command line if
 * there is no /proc, because the operating system reuses process IDs.
 */
function isServer(pid: number, cluster: string): boolean {
  if (!HAS_PROC) return pid > 0 && commandOf(pid).includes(`/postgres -D ${cluster} `);
  try {
    return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** Kills processes of a crashed server. Most of them end on their own, except those that wait for a lock. */
export function endOrphans(cluster: string): number[] {
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

/**
 * Removes lock files whose process ID now belongs to another program. PostgreSQL would keep them and refuse to start.
 */
function dropForeignLocks({ cluster, runFolder }: ClusterPaths): void {
  for (const file of [join(cluster, 'postmaster.pid'), join(runFolder, `${SOCKET_NAME}.lock`)]) {
    const pid = Number(linesOf(file)[0] ?? 0);
    if (pid > 0 && isAlive(pid) && !isServer(pid, cluster)) rmSync(file);
  }
}

/** Waits until the server and its shell have ended. Stops waiting if another process still uses the server. */
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

/** True if the process is the shell that runs the server. False for a zombie process, which has no command line. */
function isShellOf(cluster: string, pid: number): boolean {
  return pid > 1 && commandOf(pid).includes(cluster);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
