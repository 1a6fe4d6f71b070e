import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FairQueue } from '../queue/fair-queue.js';
import { readToInterrupt } from './interrupted-read.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('interrupts the oldest slow read of the workspace with the most connections, if another workspace has fewer', async () => {
  const queue = new FairQueue({ capacity: 5, maxPerGroup: 4 });
  const use = (name: string, group: string, since: number, mayBeInterrupted = true) => {
    queue.tryAcquire({ group });
    return { name, group, since, queue, mayBeInterrupted };
  };
  const uses = [
    use('modest', 'b', 0),
    use('write', 'a', 100, false),
    use('young', 'a', 9_500),
    use('oldest', 'a', 200),
    use('old', 'a', 300),
  ];
  const interrupted = () => readToInterrupt(uses, queue, 10_000)?.name;
  expect(interrupted()).toBeUndefined();
  void queue.acquire({ group: 'a' });
  void queue.acquire({ group: 'c' });
  await jest.advanceTimersByTimeAsync(100);
  expect(interrupted()).toBeUndefined();
  await jest.advanceTimersByTimeAsync(150);
  expect(interrupted()).toBe('oldest');
  uses.splice(3, 2);
  expect(interrupted()).toBe('modest');
  const other = new FairQueue({ capacity: 1 });
  expect(readToInterrupt(uses, other, 10_000)).toBeUndefined();
});
