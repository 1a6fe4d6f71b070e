import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../e2e/support/until.js';

const CONFIG = '--config=test/robustness/runs/fixtures/jest.config.js';
let facts: string;

beforeEach(() => {
  facts = join(mkdtempSync(join(tmpdir(), 'runs-')), 'facts');
});

function start(script: string, fixture: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`scripts/${script}`, CONFIG, fixture], {
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), FIXTURE_FACTS: facts, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text));
  return { child, ended: once(child, 'exit') as Promise<[number | null]>, output };
}

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe('a test run', () => {
  it.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGKILL'])(
    'a test run leaves no processes and no folders after %s',
    async (signal) => {
      const { child, ended } = start('test.mjs', 'leaves-processes');
      await until(() => existsSync(facts) && readFileSync(facts, 'utf8').endsWith('}'));
      const { folder, pids } = JSON.parse(readFileSync(facts, 'utf8')) as { folder: string; pids: number[] };
      expect(pids.every(isRunning)).toBe(true);
      child.kill(signal);
      await ended;
      // After SIGKILL, only the reaper can clean up.
      if (signal === 'SIGKILL') await until(() => !existsSync(folder));
      expect([pids.filter(isRunning), existsSync(folder)]).toEqual([[], false]);
    },
  );
});

describe('the robustness command', () => {
  it('repeats a failed test alone, and reports the test if it then passes', async () => {
    const { ended, output } = start('robustness.mjs', 'fails-once');
    expect(await ended).toEqual([0, null]);
    const lines = output.join('').trim().split('\n');
    expect(lines.at(-1)).toBe('3 passed, 0 failed');
    expect(lines).toContainEqual(
      expect.stringMatching(/^repeated, passed by itself: .*fails-once.* fails the first time/),
    );
  });

  it('the robustness command fails if a test fails twice', async () => {
    const { ended, output } = start('robustness.mjs', 'fails-once', { FIXTURE_FAILS: 'yes' });
    expect(await ended).toEqual([1, null]);
    const lines = output.join('').trim().split('\n');
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
    expect(lines).toContainEqual(expect.stringMatching(/^failed twice: .*fails-once.* fails on request$/));
  });
});
