import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { availableParallelism } from 'node:os';
import { LongWork } from './long-work.service.js';
import { WorkspaceShares } from './workspace-shares.service.js';

function aProcess() {
  const shares = new WorkspaceShares();
  return { work: new LongWork(shares), shares };
}

describe('steps of long work', () => {
  afterEach(() => void jest.useRealTimers());

  it('long work leaves one core free for short requests, even if many workspaces run long work', async () => {
    const { work } = aProcess();
    let [running, most] = [0, 0];
    const step = async () => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 4 * availableParallelism() }, (_, n) => work.step(`workspace ${n}`, step)));
    expect(most).toBe(Math.max(1, availableParallelism() - 1));
  });

  it('workspaces take turns, so a single step waits for at most one step of another workspace', async () => {
    const { work } = aProcess();
    const order: string[] = [];
    const step = (workspace: string) =>
      work.step(workspace, async () => {
        order.push(workspace);
        await new Promise(setImmediate);
      });
    const crowd = Array.from({ length: 4 * availableParallelism() }, () => step('crowd'));
    await Promise.all([...crowd, step('alone')]);
    expect(order.indexOf('alone')).toBeLessThanOrEqual(2 * Math.max(1, availableParallelism() - 1));
  });

  it('a failed step releases its turn', async () => {
    const { work } = aProcess();
    for (let n = 0; n < availableParallelism() + 1; n += 1) {
      await expect(work.step('workspace', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    expect(work.figures().find((queue) => queue.work === 'long_work_steps')).toMatchObject({ running: 0, waiting: 0 });
  });

  it('long work pauses for twice the duration of a step, but only while another workspace sends requests', async () => {
    jest.useFakeTimers();
    const { work, shares } = aProcess();
    const steps = Array.from({ length: availableParallelism() }, (_, n) => n);
    /* eslint-disable no-restricted-syntax -- the timers and the clock are Jest's fakes */
    const elapsed = async () => {
      const began = Date.now();
      const step = () => work.step('workspace', () => new Promise((done) => setTimeout(done, 60)));
      const ended = Promise.all(steps.map(step)).then(() => Date.now() - began);
      await jest.advanceTimersByTimeAsync(5_000);
      return ended;
    };
    /* eslint-enable no-restricted-syntax */
    const own = shares.queue.tryAcquire({ group: 'workspace' })!;
    expect(await elapsed()).toBe(120);
    const other = shares.queue.tryAcquire({ group: 'another' })!;
    expect(await elapsed()).toBe(60 + 2 * 60 + 60);
    other();
    own();
  });
});
