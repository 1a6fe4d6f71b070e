import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** ID of the user `nobody`. PostgreSQL refuses to run as root, so everything runs as this user if root runs the tests. */
const NOBODY = 65_534;
const runAs: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Program {
  readonly pid: number;
  /** Last lines of the output, for error messages. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Makes the user who runs the programs the owner of a path. */
export function handOver(path: string): void {
  const { uid, gid } = runAs;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

export function folderIn(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  handOver(folder);
  return folder;
}

/**
 * Copies a configuration file of docker-compose.ha.yml, because only the owner of the checkout may be able to read it.
 * Replaces the socket folder, because the nodes share a file system here and have separate ones under Docker Compose.
 */
export function configurationIn(folder: string, name: string): string {
  const copy = join(folder, name);
  const text = readFileSync(join('scripts/high-availability', name), 'utf8');
  writeFileSync(copy, text.replaceAll('/var/run/postgresql', folder));
  handOver(copy);
  return copy;
}

/** The mark in the environment lets `scripts/reap.mjs` find processes that start their own session. */
const base = (): Environment => ({ LC_ALL: 'C.UTF-8', CENTAVO_TEST_RUN: process.env.CENTAVO_TEST_RUN });

export function startProgram(path: string, args: readonly string[], env: Environment): Program {
  const child = spawn(path, args, {
    ...runAs,
    cwd: '/',
    env: { ...base(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = (output + String(text)).slice(-20_000)));
  const ended = once(child, 'exit');
  return {
    pid: child.pid!,
    output: () => output,
    kill: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

export async function runProgram(path: string, args: readonly string[], env: Environment, input = ''): Promise<string> {
  const running = promisify(execFile)(path, args, { ...runAs, cwd: '/', env: { ...base(), ...env } });
  running.child.stdin!.end(input);
  return (await running).stdout;
}
