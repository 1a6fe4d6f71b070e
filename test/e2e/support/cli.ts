import { execFile } from 'node:child_process';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf, builtProgram } from '../../../libs/kernel/src/testing.js';
import { connectAdministrator } from './administrator.js';
import { nodeOptions } from './api-process.js';
import type { MovingClock } from './moving-clock.js';
import { GIVE_UP_AFTER_MS } from './until.js';

export interface CommandOutput {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly key: string;
  readonly apiKey: string;
  readonly password: string;
  readonly code: string;
  readonly checked: number;
  readonly drift: readonly unknown[];
  readonly brokenAssertions: readonly unknown[];
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  readonly retired: readonly string[];
  readonly imported: number;
  readonly feeds: readonly unknown[];
  readonly restored: Readonly<Record<string, number>>;
  readonly filesLeftOut: number;
}

export interface CommandAnswer {
  readonly code: number;
  readonly json: CommandOutput;
  readonly errors: string;
}

export async function runCli(database: TestDatabase, ...words: string[]): Promise<CommandAnswer> {
  const { code, output, errors } = await ended(database, words);
  return { code, json: parsed(output, errors), errors };
}

export async function seedDemo(database: TestDatabase, clock: MovingClock): Promise<CommandOutput> {
  const { output, errors } = await ended(database, ['demo', 'seed'], clock.env);
  return parsed(output, errors);
}

/** Runs a command that must fail without output. Returns the error message. */
export async function refusalOf(database: TestDatabase, ...words: string[]): Promise<string> {
  const { code, output, errors } = await ended(database, words);
  if (code === 0 || output !== '') throw new Error(`the command did not fail: ${output}`);
  // Log lines may precede the error.
  return (JSON.parse(errors.trimEnd().split('\n').at(-1)!) as { detail: string }).detail;
}

export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command in the administrator process, which is faster than starting the program. */
export async function runInAdministrator(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<Ended> {
  const administrator = connectAdministrator();
  try {
    return await administrator.ask<Ended>({ env, words });
  } finally {
    administrator.stop();
  }
}

function ended(
  database: TestDatabase,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { PATH: process.env.PATH, ...addressesOf(database), LOG_LEVEL: 'warn', ...settings };
  const command = [...words, '--json'];
  // The administrator process has a fixed clock and build.
  const needsOwnProcess = Object.keys(settings).length > 0 || process.env.CENTAVO_TEST_BUILD !== undefined;
  return needsOwnProcess ? runAlone(env, command) : runInAdministrator(env, command);
}

export function runAlone(env: NodeJS.ProcessEnv, words: readonly string[], cwd?: string): Promise<Ended> {
  const command = [...nodeOptions('cli'), builtProgram('cli', env), ...words];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd, env, timeout: GIVE_UP_AFTER_MS }, (error, output, errors) => {
      if (error && typeof error.code !== 'number')
        return reject(new Error('the command did not end', { cause: error }));
      return resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

function parsed(output: string, errors: string): CommandOutput {
  try {
    return JSON.parse(output) as CommandOutput;
  } catch {
    throw new Error(`the command answered no JSON value: ${output}\n${errors}`);
  }
}

export async function expectNoDrift(database: TestDatabase, workspaceId?: string): Promise<void> {
  const filter = workspaceId === undefined ? [] : ['--workspace', workspaceId];
  const { json, code, errors } = await runCli(database, 'ledger', 'verify', ...filter);
  if (code !== 0 || json.drift.length > 0 || json.checked === 0) {
    throw new Error(`the ledger has drifted: ${JSON.stringify(json).slice(0, 2000)}\n${errors}`);
  }
}
