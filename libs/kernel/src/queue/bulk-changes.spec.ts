import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BulkChanges, MAX_SMALL_ROWS } from './bulk-changes.service.js';
import { LongWork } from './long-work.service.js';
import { WorkspaceShares } from './workspace-shares.service.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

class Response extends EventEmitter {
  closed = false;
}

/** Bulk changes in workspaces whose name tells if they are large. A change runs until it is ended. */
function aProcess() {
  const work = new LongWork(new WorkspaceShares());
  const changes = new BulkChanges(work);
  changes.measureBy((workspace) => Promise.resolve(MAX_SMALL_ROWS + (workspace.startsWith('large') ? 1 : 0)));
  const running = new Map<string, () => void>();
  const start = (workspace: string, options?: { isLimited: boolean }) => {
    const change = () => new Promise<void>((done) => running.set(workspace, done));
    void changes.make(workspace, new Response(), change, options).finally(() => running.delete(workspace));
    return jest.advanceTimersByTimeAsync(0);
  };
  const end = (workspace: string) => {
    running.get(workspace)!();
    return jest.advanceTimersByTimeAsync(0);
  };
  const held = () =>
    work
      .figures()
      .filter((queue) => queue.work.endsWith('bulk_changes'))
      .map((queue) => queue.running);
  return { start, end, held, names: () => [...running.keys()] };
}

describe('bulk changes', () => {
  it('a small change runs at once while large changes of many workspaces wait', async () => {
    const { start, names } = aProcess();
    for (let n = 1; n <= 9; n += 1) await start(`large ${n}`);
    await start('small');
    expect(names()).toEqual(['large 1', 'large 2', 'small']);
  });

  it('a change whose request names all rows is small, even in a large workspace', async () => {
    const { start, names } = aProcess();
    for (let n = 1; n <= 3; n += 1) await start(`large ${n}`);
    await start('large 4', { isLimited: true });
    expect(names()).toEqual(['large 1', 'large 2', 'large 4']);
  });

  it('after two seconds, a small change moves to a slot for large ones', async () => {
    const { start, end, held, names } = aProcess();
    for (const name of ['slow 1', 'slow 2', 'small 1', 'small 2']) await start(name);
    expect(names()).toEqual(['slow 1', 'slow 2']);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(names()).toEqual(['slow 1', 'slow 2', 'small 1', 'small 2']);
    expect(held()).toEqual([2, 2]);
    for (const name of names()) await end(name);
    expect(held()).toEqual([0, 0]);
  });

  it('a slow change keeps its slot until there is another one, so at most four changes run at once', async () => {
    const { start, end, held, names } = aProcess();
    for (const name of ['large 1', 'large 2', 'slow 1', 'slow 2', 'small']) await start(name);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(names()).toEqual(['large 1', 'large 2', 'slow 1', 'slow 2']);
    await end('large 1');
    expect(names()).toEqual(['large 2', 'slow 1', 'slow 2', 'small']);
    for (const name of names()) await end(name);
    expect(held()).toEqual([0, 0]);
  });

  it('changes of a workspace count as large for ten minutes after a slow one', async () => {
    const { start, end, names } = aProcess();
    await start('slow');
    await jest.advanceTimersByTimeAsync(2_000);
    await end('slow');
    for (const name of ['large 1', 'large 2', 'slow']) await start(name);
    expect(names()).toEqual(['large 1', 'large 2']);
    await end('large 1');
    await end('slow');
    await start('large 3');
    await jest.advanceTimersByTimeAsync(600_000);
    await start('slow');
    expect(names()).toEqual(['large 2', 'large 3', 'slow']);
  });
});
