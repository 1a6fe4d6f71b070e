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

  it('requests of a workspace start at once while no other workspace is active', () => {
    const { begun, send } = aProcess();
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('limits a workspace to two concurrent requests while others are active, and frees the admission slots of waiting requests', async () => {
    const { begun, left, send, say } = aProcess();
    send('b1');
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    expect(begun).toEqual(['b1', 'a1', 'a2']);
    expect(left).toEqual(['a3', 'a4']);
    await say('a2', 'close');
    expect(begun.at(-1)).toBe('a3');
    // A request that waits for long work is subject to the limits of that queue instead.
    await say('a1', QUEUED);
    expect(begun).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
  });

  it('releases the slot of a request that takes long or whose client disconnects', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { begun, send, say } = aProcess();
    send('b1');
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
    await say('a3', 'close');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['b1', 'a1', 'a2', 'a4']);
  });
});
