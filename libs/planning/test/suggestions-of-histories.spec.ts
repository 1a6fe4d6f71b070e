import { describe, expect, it } from '@jest/globals';
import { addDays } from '@app/kernel/pure';
import { recurringAmong } from '../src/suggestions/recurring.js';
import { DateGrid } from '../src/suggestions/rhythm.js';
import { aHistory } from './histories.js';

const SEED = 20261204;
const HISTORIES = 12;

const TODAY = '2026-11-20';

describe('what comes back in histories of known truth', () => {
  it(`is found, and little else (seed ${SEED})`, () => {
    const [missed, wrong]: string[][] = [[], []];
    const grid = new DateGrid(addDays(TODAY, -1_000), addDays(TODAY, 31));
    let [found, right, truths] = [0, 0, 0];
    for (let n = 0; n < HISTORIES; n += 1) {
      const { entries, truth } = aHistory(SEED + n, TODAY);
      const byMerchant = Map.groupBy(entries, ({ merchant, type }) => `${type} ${merchant}`);
      const suggested = [...byMerchant.values()].flatMap((some) =>
        recurringAmong(
          some.map(({ date, amount }, at) => ({ transactionId: `${at}`, date, amount })),
          grid,
        ).map((one) => ({
          merchant: some[0]!.merchant,
          every: one.series.recurrence.every,
          entries: one.entries.length,
        })),
      );
      const isTrue = (one: { merchant: string; every: string }) =>
        truth.some(({ merchant, every }) => merchant === one.merchant && every === one.every);
      truths += truth.length;
      found += suggested.length;
      right += suggested.filter(isTrue).length;
      wrong!.push(...suggested.filter((one) => !isTrue(one)).map((one) => `${n} ${JSON.stringify(one)}`));
      missed!.push(
        ...truth
          .filter(({ merchant, every }) => !suggested.some((one) => one.merchant === merchant && one.every === every))
          .map((one) => `${n} ${JSON.stringify(one)}`),
      );
    }
    expect(right / found).toBeGreaterThanOrEqual(0.95);
    expect((truths - missed!.length) / truths).toBeGreaterThanOrEqual(0.9);
  });
});
