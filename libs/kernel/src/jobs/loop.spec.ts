import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Log } from '../log/log.js';
import type { Loop } from './loop.js';
import { RunningLoop } from './loop.js';

const LONG_MS = 60_000;

/** A loop that notes its rounds, until it is ended. */
function aLoop(fields: Partial<Loop> = {}) {
  const notes: string[] = [];
  const ending = new AbortController();
  const log = { warn: (_: object, message: string) => notes.push(message) } as unknown as Log;
  const round = () => {
    notes.push('round');
    return Promise.resolve(false);
  };
  const loop = new RunningLoop({ name: 'a loop', pauseMs: LONG_MS, round, ...fields }, log);
  const ended = loop.run(ending.signal);
  const end = async () => {
    ending.abort();
    await ended;
    return notes;
  };
  return { notes, wake: () => loop.wake(), end };
}

describe('a loop', () => {
  it('rests between its rounds', async () => {
    const { end } = aLoop();
    await pause(60);
    expect(await end()).toEqual(['round']);
  });

  it('is woken from its rest, and also where it was woken during a round', async () => {
    const resting = aLoop();
    await pause(60);
    resting.wake();
    await pause(60);
    expect(await resting.end()).toEqual(['round', 'round']);
    const busy = aLoop();
    busy.wake();
    await pause(60);
    expect((await busy.end()).length).toBe(2);
  });

  it('goes on at once while there is more to do', async () => {
    let left = 3;
    const { end } = aLoop({ round: () => Promise.resolve((left -= 1) > 0) });
    await pause(200);
    await end();
    expect(left).toBe(0);
  });

  it('says that a round failed, and goes on', async () => {
    let rounds = 0;
    const round = () => {
      rounds += 1;
      return rounds === 1 ? Promise.reject(new Error('no database')) : Promise.resolve(false);
    };
    const { notes, wake, end } = aLoop({ round });
    await pause(60);
    wake();
    await pause(60);
    await end();
    expect([rounds, notes]).toEqual([2, ['a round of work failed and will be repeated']]);
  });

  it('does the remaining work after its last round', async () => {
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
