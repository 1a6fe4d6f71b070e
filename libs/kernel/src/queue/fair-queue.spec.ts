import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { ServiceUnavailable } from '../problem/http.problems.js';
import type { QueueLimits, Release, SlotRequest } from './fair-queue.js';
import { FairQueue } from './fair-queue.js';

const settled = () => new Promise(setImmediate);
const pause = (ms: number) => jest.advanceTimersByTimeAsync(ms);

function callersOf(limits: QueueLimits) {
  const queue = new FairQueue(limits);
  const held = new Map<string, Release>();
  const refused = new Map<string, unknown>();
  const ask = (name: string, request?: SlotRequest) => {
    void queue.acquire(request).then(
      (release) => held.set(name, release),
      (error: unknown) => refused.set(name, error),
    );
  };
  const holding = async () => {
    await settled();
    return [...held.keys()].join('');
  };
  const release = (name: string) => {
    held.get(name)!();
    held.delete(name);
  };
  return { queue, ask, holding, release, refused };
}

describe('a fair queue', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('assigns free slots in order of arrival', async () => {
    const { ask, holding, release } = callersOf({ capacity: 2 });
    for (const name of 'abcd') ask(name);
    expect(await holding()).toBe('ab');
    release('b');
    expect(await holding()).toBe('ac');
    release('a');
    release('c');
    expect(await holding()).toBe('d');
  });

  it('serves the group that uses less than its share first', async () => {
    const { ask, holding, release } = callersOf({ capacity: 3, maxPerGroup: 2 });
    for (const name of 'abc') ask(name, { group: 'greedy' });
    ask('x', { group: 'modest' });
    expect(await holding()).toBe('abx');
    ask('y', { group: 'modest' });
    release('a');
    expect(await holding()).toBe('bxc');
    release('x');
    expect(await holding()).toBe('bcy');
  });

  it('reports a group that waits while other groups use all slots, but not one that waits for its own slots', async () => {
    const { queue, ask, holding, release } = callersOf({ capacity: 3, maxPerGroup: 2 });
    for (const name of 'abc') ask(name, { group: 'greedy' });
    ask('x', { group: 'modest' });
    await pause(500);
    expect([await holding(), queue.starvedShare(400)]).toEqual(['abx', null]);
    ask('y', { group: 'modest' });
    await pause(300);
    expect(queue.starvedShare(400)).toBeNull();
    await pause(200);
    expect([queue.starvedShare(400), queue.takenBy('greedy'), queue.takenBy('absent')]).toEqual([1, 2, 0]);
    release('a');
    release('b');
    expect([await holding(), queue.starvedShare(0)]).toEqual(['xcy', null]);
  });

  it('reports the smallest share of the groups that wait, even if another group waits first', async () => {
    const { queue, ask } = callersOf({ capacity: 3 });
    for (const name of 'ab') ask(name, { group: 'greedy' });
    for (const name of 'cd') ask(name, { group: 'crowd' });
    ask('x', { group: 'quiet' });
    await pause(500);
    expect(queue.starvedShare(400)).toBe(0);
  });

  it('limits a group to a smaller share while another group is active', async () => {
    const { queue, ask, holding, release } = callersOf({ capacity: 9, maxBesideOthers: 2 });
    for (const name of 'abc') ask(name, { group: 'greedy' });
    expect(await holding()).toBe('abc');
    ask('x', { group: 'modest' });
    for (const name of 'de') ask(name, { group: 'greedy' });
    release('a');
    release('b');
    expect(await holding()).toBe('cxd');
    release('x');
    expect(await holding()).toBe('cd');
    expect(queue.hasOthers('greedy')).toBe(true);
    await pause(500);
    expect(await holding()).toBe('cde');
    expect(queue.hasOthers('greedy')).toBe(false);
  });

  it('alternates between groups, so that a small group waits for at most one turn of each other group', async () => {
    const { ask, holding, release } = callersOf({ capacity: 1 });
    for (const name of 'abcd') ask(name, { group: 'greedy' });
    for (const name of 'xy') ask(name, { group: 'modest' });
    ask('o');
    for (const next of 'abxocyd') {
      expect(await holding()).toBe(next);
      release(next);
    }
  });

  it('counts each turn with the weight of its caller', async () => {
    const { ask, holding, release } = callersOf({ capacity: 4 });
    ask('a', { group: 'heavy', weight: 4 });
    for (const name of 'bc') ask(name, { group: 'heavy', weight: 4 });
    for (const name of 'xy') ask(name, { group: 'light', weight: 2 });
    expect(await holding()).toBe('a');
    release('a');
    for (const next of ['b', 'xy', 'c']) {
      expect(await holding()).toBe(next);
      for (const name of next) release(name);
    }
  });

  it('rejects a caller at once if too many callers of its group wait, but accepts callers of other groups', async () => {
    const { ask, refused } = callersOf({ capacity: 1, maxWaitingPerGroup: 1 });
    for (const name of 'abc') ask(name, { group: 'greedy' });
    for (const name of 'xy') ask(name, { group: 'modest' });
    await settled();
    expect([...refused.keys()]).toEqual(['c', 'y']);
  });

  it('the limit of a group does not apply to callers without a group', async () => {
    const { ask, holding } = callersOf({ capacity: 3, maxPerGroup: 1 });
    for (const name of 'abc') ask(name);
    expect(await holding()).toBe('abc');
  });

  it('a light caller does not overtake a heavy caller', async () => {
    const { ask, holding, release } = callersOf({ capacity: 10 });
    ask('a', { weight: 6 });
    ask('b', { weight: 6 });
    ask('c', { weight: 1 });
    expect(await holding()).toBe('a');
    release('a');
    expect(await holding()).toBe('bc');
  });

  it('gives its full capacity to a caller whose weight exceeds the capacity', async () => {
    const { ask, holding, release } = callersOf({ capacity: 10 });
    ask('a', { weight: 100 });
    expect(await holding()).toBe('a');
    ask('b', { weight: 100 });
    release('a');
    expect(await holding()).toBe('b');
  });

  it('rejects callers at once if too many wait', async () => {
    const { queue, ask, holding, release, refused } = callersOf({ capacity: 1, maxWaiting: 1 });
    for (const name of 'abc') ask(name);
    await settled();
    expect([...refused.keys()]).toEqual(['c']);
    expect(refused.get('c')).toMatchObject({
      ...{ type: ServiceUnavailable, detail: 'Too many requests are waiting. Send the request again later.' },
      extras: { headers: { 'Retry-After': '2' } },
    });
    expect(queue.figures()).toEqual({ taken: 1, running: 1, waiting: 1, refused: 1, dropped: 0 });
    release('a');
    expect(await holding()).toBe('b');
  });

  it('rejects callers with the configured problem if the queue is full', async () => {
    const { ask, refused } = callersOf({ capacity: 1, maxWaiting: 0, refusal: () => new RangeError('busy') });
    for (const name of 'ab') ask(name);
    await settled();
    expect(refused.get('b')).toBeInstanceOf(RangeError);
  });

  it('rejects a caller after the maximum wait', async () => {
    const { ask, holding, release, refused } = callersOf({ capacity: 1, maxWaitMs: 150 });
    for (const name of 'ab') ask(name);
    await pause(400);
    expect([...refused.keys()]).toEqual(['b']);
    ask('c');
    release('a');
    expect(await holding()).toBe('c');
  });

  it('rejects waiting callers if no slot is released for a long time', async () => {
    const { ask, release, refused, holding } = callersOf({ capacity: 1, maxStandstillMs: 400 });
    ask('a');
    ask('b');
    await pause(250);
    ask('c');
    release('a');
    expect(await holding()).toBe('b');
    await pause(250);
    expect([...refused.keys()]).toEqual([]);
    await pause(500);
    expect([...refused.keys()]).toEqual(['c']);
  });

  it('measures the time without a released slot separately for each group', async () => {
    const { ask, release, refused } = callersOf({ capacity: 2, maxPerGroup: 1, maxStandstillMs: 400 });
    ask('a', { group: 'still' });
    ask('b', { group: 'still' });
    for (let n = 0; n < 8; n += 1) {
      ask(`x${n}`, { group: 'moving' });
      await pause(100);
      release(`x${n}`);
    }
    expect([...refused.keys()]).toEqual(['b']);
  });

  it('skips a caller whose signal is aborted', async () => {
    const { queue, ask, holding, release, refused } = callersOf({ capacity: 1 });
    const gone = new AbortController();
    ask('a');
    ask('b', { signal: gone.signal });
    ask('c');
    await settled();
    gone.abort(new Error('gone'));
    release('a');
    expect(await holding()).toBe('c');
    expect(refused.get('b')).toMatchObject({ message: 'gone' });
    expect(queue.figures()).toEqual({ taken: 1, running: 1, waiting: 0, refused: 0, dropped: 1 });
  });

  it('serves callers that waited behind an aborted heavy caller', async () => {
    const { ask, holding } = callersOf({ capacity: 10 });
    const gone = new AbortController();
    ask('a', { weight: 6 });
    ask('b', { weight: 6, signal: gone.signal });
    ask('c', { weight: 4 });
    gone.abort();
    expect(await holding()).toBe('ac');
  });

  it('rejects all waiting callers if refuseWaiting is called', async () => {
    const { queue, ask, refused } = callersOf({ capacity: 1 });
    for (const name of 'abc') ask(name);
    queue.refuseWaiting(new Error('no server'));
    await settled();
    expect([...refused.keys()]).toEqual(['b', 'c']);
    expect(refused.get('b')).toMatchObject({ cause: { message: 'no server' } });
  });

  it('releases a slot only once, even if release is called again or the work fails', async () => {
    const queue = new FairQueue({ capacity: 2 });
    const release = await queue.acquire();
    const other = await queue.acquire();
    release();
    release();
    expect(queue.figures().taken).toBe(1);
    other();
    const work = queue.run({ group: 'g' }, async () => {
      throw new Error('failed');
    });
    await expect(work).rejects.toThrow('failed');
    expect(queue.figures().taken).toBe(0);
  });

  it('never exceeds the capacity or the share of a group, and serves all callers', async () => {
    const requestLists = fc.array(
      fc.record({ group: fc.constantFrom(undefined, 'a', 'b'), weight: fc.integer({ min: 1, max: 3 }) }),
      { maxLength: 30 },
    );
    const step = async (requests: readonly SlotRequest[]) => {
      const queue = new FairQueue({ capacity: 5, maxPerGroup: 3 });
      const taken = { a: 0, b: 0 } as Record<string, number>;
      let all = 0;
      await Promise.all(
        requests.map((request) =>
          queue.run(request, async () => {
            const { group = 'none', weight = 1 } = request;
            all += weight;
            taken[group] = (taken[group] ?? 0) + weight;
            expect(all).toBeLessThanOrEqual(5);
            expect(Math.max(taken['a']!, taken['b']!)).toBeLessThanOrEqual(3);
            await settled();
            all -= weight;
            taken[group]! -= weight;
          }),
        ),
      );
      expect(queue.figures()).toMatchObject({ taken: 0, running: 0, waiting: 0, refused: 0 });
    };
    await fc.assert(fc.asyncProperty(requestLists, step), { numRuns: 50 });
  });
});
