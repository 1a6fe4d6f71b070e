import { expect, it } from '@jest/globals';
import type { FeedRates, PendingChange } from '@app/fx';
import type { Database, Log } from '@app/kernel';
import { FeedRevaluation } from './feed-revaluation.service.js';
import type { Revaluation } from './revaluation.service.js';

it('a retry for the same changes revalues only the workspaces that failed, and other changes revalue all', async () => {
  let revalue: (changes: readonly PendingChange[]) => Promise<void> = async () => undefined;
  let broken = 'b';
  let revalued: string[] = [];
  const rates = { onChange: (registered: typeof revalue) => (revalue = registered) } as unknown as FeedRates;
  const ranges = ['a', 'b', 'c'].map((workspaceId) => ({ workspaceId, accountId: null, sinceDay: '2026-01-01' }));
  const database = {
    transaction: ({ workspaceId }: { workspaceId?: string }, work: (unit: object) => unknown) =>
      Promise.resolve(work({ workspaceId, query: () => Promise.resolve(ranges) })),
  } as unknown as Database;
  const revaluation = {
    revalueNext: ({ workspaceId }: { workspaceId: string }) => {
      revalued.push(workspaceId);
      return workspaceId === broken ? Promise.reject(new Error('refused')) : Promise.resolve(null);
    },
  } as unknown as Revaluation;
  new FeedRevaluation(rates, database, revaluation, { error: () => undefined } as unknown as Log);
  const revaluedFor = async (id: string) => {
    revalued = [];
    const change = { id, quote: 'USD', base: 'MXN', sinceDay: '2026-01-01', untilDay: null };
    const outcome = await revalue([change]).then(
      () => 'done',
      (error: Error) => error.message,
    );
    return [revalued.join(''), outcome];
  };
  expect(await revaluedFor('first')).toEqual(['abc', 'revaluing failed for 1 of 3 workspaces']);
  expect(await revaluedFor('first')).toEqual(['b', 'revaluing failed for 1 of 1 workspaces']);
  expect(await revaluedFor('second')).toEqual(['abc', 'revaluing failed for 1 of 3 workspaces']);
  broken = '';
  expect(await revaluedFor('second')).toEqual(['b', 'done']);
});
