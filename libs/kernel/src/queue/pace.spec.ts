import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { Pace } from './pace.js';

const LOOPS = 8;
const ITERATIONS = 8;
const CLOCK_STEP_MS = 11;

afterEach(() => void jest.restoreAllMocks());

it('only one of several long loops runs in each turn of the event loop, and they take turns', async () => {
  let clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (clock += CLOCK_STEP_MS));
  let ran: number[] = [];
  let going = LOOPS;
  const loop = async (n: number): Promise<void> => {
    const pace = new Pace();
    for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
      await pace.keep();
      ran.push(n);
    }
    going -= 1;
  };
  const loops = Array.from({ length: LOOPS }, (_, n) => loop(n));
  const turns: number[][] = [];
  while (going > 0) {
    ran = [];
    await nextTurn();
    turns.push([...new Set(ran)]);
  }
  await Promise.all(loops);
  expect(turns.filter((turn) => turn.length > 1)).toEqual([]);
  expect(turns.flat().slice(0, LOOPS)).toEqual(Array.from({ length: LOOPS }, (_, n) => n));
});
