import { describe, expect, it } from '@jest/globals';
import { addDays } from '@app/kernel/pure';
import { recurringAmong } from '../src/suggestions/recurring.js';
import { DateGrid } from '../src/suggestions/rhythm.js';
import type { TruePayment } from './histories.js';
import { aHistory } from './histories.js';

const SEED = 20261204;
const HISTORIES = 12;

const TODAY = '2026-11-20';

/** The payment that three quarters of some entries or more are of, if it comes back in a rhythm. */
function mostlyOne(payments: readonly (TruePayment | null)[], every: string): TruePayment | null {
  const own = (payment: TruePayment | null) => payments.filter((one) => one === payment).length;
  return [...new Set(payments)].find((one) => one?.every === every && own(one) >= payments.length * 0.75) ?? null;
}

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
        ).map(({ series: { recurrence }, entries: of }) => {
          const payments = of.map(({ transactionId }) => some[Number(transactionId)]!.payment);
          return {
            merchant: some[0]!.merchant,
            every: recurrence.every,
            payment: mostlyOne(payments, recurrence.every),
          };
        }),
      );
      // A payment that is suggested twice is right once.
      const isRight = ({ payment }: (typeof suggested)[number], at: number) =>
        payment !== null && suggested.findIndex((one) => one.payment === payment) === at;
      truths += truth.length;
      found += suggested.length;
      right += suggested.filter(isRight).length;
      wrong!.push(...suggested.filter((one, at) => !isRight(one, at)).map((one) => `${n} ${JSON.stringify(one)}`));
      missed!.push(
        ...truth
          .filter((one) => !suggested.some(({ payment }) => payment === one))
          .map((one) => `${n} ${JSON.stringify(one)}`),
      );
    }
    expect(right / found).toBeGreaterThanOrEqual(0.95);
    expect((truths - missed!.length) / truths).toBeGreaterThanOrEqual(0.9);
  });
});
