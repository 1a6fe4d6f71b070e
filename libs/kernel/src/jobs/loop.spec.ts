import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Log } from '../log/log.js';
import type { Loop } from './loop.js';
import { RunningLoop } from './loop.js';

const LONG_MS = 60_000;
const [SHORT_PAUSE, REST, REST_AFTER_FAILURE] = [20, LONG_MS - 20, 2_000];

/**
 * Starts a loop that records its rounds and pauses. Short pauses end immediately. A long pause ends when the loop is
 * woken or stopped.
 */
function aLoop(fields: Partial<Loop> = {}) {
  const notes: string[] = [];
  const pauses: number[] = [];
  const ending = new AbortController();
  const log = { warn: (_: object, message: string) => notes.push(message) } as unknown as Log;
  const round = () => {
    notes.push('round');
    return Promise.resolve(false);
  };
  const pause = async (ms: number, signal?: AbortSignal) => {
    pauses.push(ms);
    if (signal && !signal.aborted) await once(signal, 'abort');
  };
  const loop = new RunningLoop({ name: 'a loop', pauseMs: LONG_MS, round, ...fields }, log, pause);
  const ended = loop.run(ending.signal);
  const end = async () => {
    ending.abort();
    await ended;
    return notes;
  };
  return { notes, pauses, wake: () => loop.wake(), end };
}

const settled = () => new Promise(setImmediate);

describe('a loop', () => {
  it('a loop makes a short and then a long pause between two rounds', async () => {
    const { pauses, end } = aLoop();
    await settled();
    expect(pauses).toEqual([SHORT_PAUSE, REST]);
    expect(await end()).toEqual(['round']);
  });

  it('a loop starts another round if it is woken during a pause or a round', async () => {
    const resting = aLoop();
    await settled();
    resting.wake();
    await settled();
    expect(await resting.end()).toEqual(['round', 'round']);
    const busy = aLoop();
    busy.wake();
    await settled();
    expect(busy.pauses).toEqual([SHORT_PAUSE, SHORT_PAUSE, REST]);
    expect((await busy.end()).length).toBe(2);
  });

  it('a loop skips the long pause while more work is waiting', async () => {
    let left = 3;
    const { pauses, end } = aLoop({ round: () => Promise.resolve((left -= 1) > 0) });
    await settled();
    expect([left, pauses]).toEqual([0, [SHORT_PAUSE, SHORT_PAUSE, SHORT_PAUSE, REST]]);
    await end();
  });

  it('a loop logs a failed round and repeats the round later', async () => {
    let rounds = 0;
    const round = () => {
      rounds += 1;
      return rounds === 1 ? Promise.reject(new Error('no database')) : Promise.resolve(false);
    };
    const { notes, pauses, wake, end } = aLoop({ round });
    await settled();
    expect(pauses).toEqual([SHORT_PAUSE, REST_AFTER_FAILURE]);
    wake();
    await settled();
    await end();
    expect([rounds, notes]).toEqual([2, ['a round of work failed and will be retried']]);
  });

  it('calls the loop’s `end` callback after the last round', async () => {
    const notes: string[] = [];
    const { end } = aLoop({
      end: () => {
        notes.push('end');
        return Promise.resolve();
      },
    });
    await end();
    expect(notes).toEqual(['end']);
  });
});
