import { expect, it } from '@jest/globals';
import { doEach } from './do-each.js';

it('doEach processes the other items if an item fails or hangs', async () => {
  const waiting = Promise.withResolvers<void>();
  const [done, failed]: [number[], number[]] = [[], []];
  const all = doEach(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      if (item === 1) await waiting.promise;
      if (item === 2) throw new Error('planted');
      done.push(item);
      if (item === 6) waiting.resolve();
    },
    (item) => failed.push(item),
  );
  await all;
  expect([done, failed]).toEqual([[3, 4, 5, 6, 1], [2]]);
});

it('doEach starts no item after the signal is aborted', async () => {
  const ending = new AbortController();
  const done: number[] = [];
  await doEach(
    [1, 2, 3, 4, 5],
    (item) => {
      done.push(item);
      ending.abort();
      return Promise.resolve();
    },
    () => undefined,
    ending.signal,
  );
  expect(done).toEqual([1]);
});
