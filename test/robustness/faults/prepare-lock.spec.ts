import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const LOCK = JSON.stringify(resolve(import.meta.dirname, '../../../scripts/prepare-lock.mjs'));

/**
 * Age in milliseconds after which the lock of a killed holder can be acquired. A live holder refreshes its folder more
 * often, even on a slow machine.
 */
const ABANDONED_MS = 10_000;

/** Acquires the lock, writes `in` and soon after `out`. A killed process never writes `out`. */
const HOLDER = (folder: string, lines: string, isKilled: boolean) => `
  import { appendFileSync } from 'node:fs';
  import { lock } from ${LOCK};
  const unlock = await lock(${JSON.stringify(folder)}, () => undefined, ${ABANDONED_MS});
  const say = (word) => appendFileSync(${JSON.stringify(lines)}, word + ' ' + process.pid + '\\n');
  say('in');
  await new Promise((done) => setTimeout(done, 20 + Math.random() * 60));
  if (${isKilled}) process.kill(process.pid, 'SIGKILL');
  say('out');
  unlock();`;

let folder: string;
let lines: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'centavo-lock-'));
  lines = join(folder, 'lines');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hold(isKilled = false): Promise<void> {
  const program = ['--input-type=module', '--eval', HOLDER(folder, lines, isKilled)];
  return new Promise((done) => spawn(process.execPath, program, { stdio: 'inherit' }).once('close', () => done()));
}

/**
 * Counts the lines that the holders wrote. `disturbed` lists each holder whose lock another process acquired before it
 * was released.
 */
function written(): { ins: number; outs: number; disturbed: string[] } {
  const output = readFileSync(lines, 'utf8').trim().split('\n');
  const outs = output.filter((line) => line.startsWith('out'));
  const disturbed = outs.filter((line) => output[output.indexOf(line) - 1] !== line.replace('out', 'in'));
  return { ins: output.length - outs.length, outs: outs.length, disturbed };
}

describe('the preparation lock', () => {
  it('only one process at a time holds the preparation lock', async () => {
    await Promise.all(Array.from({ length: 8 }, () => hold()));
    expect(written()).toEqual({ ins: 8, outs: 8, disturbed: [] });
    expect(readdirSync(folder).filter((name) => name.startsWith('.prepare.lock.'))).toHaveLength(1);
  });

  it('a waiting process acquires the lock of a killed process', async () => {
    await hold(true);
    await Promise.all(Array.from({ length: 6 }, () => hold()));
    expect(written()).toEqual({ ins: 7, outs: 6, disturbed: [] });
  });

  it('a process waits while the lock folder is recent and then acquires the lock with the next number', async () => {
    mkdirSync(join(folder, '.prepare.lock.9'));
    const holding = hold();
    await new Promise((done) => setTimeout(done, 700));
    expect(readdirSync(folder)).toEqual(['.prepare.lock.9']);
    utimesSync(join(folder, '.prepare.lock.9'), 0, 0);
    await holding;
    expect(readdirSync(folder).sort()).toEqual(['.prepare.lock.10', 'lines']);
  });
});
