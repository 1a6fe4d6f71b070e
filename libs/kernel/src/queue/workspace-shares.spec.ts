import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { QUEUED } from './fair-queue.js';
import { WorkspaceShares } from './workspace-shares.service.js';

function aProcess() {
  const shares = new WorkspaceShares();
  const begun: string[] = [];
  const left: string[] = [];
  const responses = new Map<string, EventEmitter & { closed: boolean }>();
  const send = (name: string, workspace = name[0]!) => {
    const response = Object.assign(new EventEmitter(), { closed: false });
    responses.set(name, response);
    response.once(QUEUED, () => left.push(name));
    const turn = shares.enter(workspace, response);
    if (turn === undefined) begun.push(name);
    else
      void turn.then(
        () => begun.push(name),
        () => undefined,
      );
  };
  const say = async (name: string, event: 'close' | typeof QUEUED) => {
    const response = responses.get(name)!;
    response.closed = event === 'close';
    response.emit(event);
    await new Promise(setImmediate);
  };
  return { begun, left, send, say };
}

describe('the requests of a workspace', () => {
  afterEach(() => void jest.useRealTimers());

  it('run at once while no other workspace sends any', () => {
    const { begun, send } = aProcess();
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('have two turns next to others, in order of arrival, and release their admission slot while they wait', async () => {
    const { begun, left, send, say } = aProcess();
    send('b1');
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    expect(begun).toEqual(['b1', 'a1', 'a2']);
    expect(left).toEqual(['a3', 'a4']);
    await say('a2', 'close');
    expect(begun.at(-1)).toBe('a3');
    // A request that waits for long work takes its turns there.
    await say('a1', QUEUED);
    expect(begun).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
  });

  it('release their turns if they take long, or if their client disconnects', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { begun, send, say } = aProcess();
    send('b1');
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    await say('a3', 'close');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['b1', 'a1', 'a2', 'a4']);
  });
});
