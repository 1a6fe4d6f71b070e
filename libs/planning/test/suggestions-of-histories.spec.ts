import { describe, expect, it } from '@jest/globals';
import { addDays } from '@app/kernel/pure';
import { recurringAmong } from '../src/suggestions/recurring.js';
import { DateGrid } from '../src/suggestions/rhythm.js';
import type { TruePayment } from './histories.js';
import { aHistory } from './histories.js';

const SEED = 20261204;
const HISTORIES = 12;

const TODAY = '2026-11-20';

/** Returns the payment with the given frequency to which at least three quarters of the entries belong. */
function mostlyOne(payments: readonly (TruePayment | null)[], every: string): TruePayment | null {
  const own = (payment: TruePayment | null) => payments.filter((candidate) => candidate === payment).length;
  return (
    [...new Set(payments)].find((payment) => payment?.every === every && own(payment) >= payments.length * 0.75) ?? null
  );
}

describe('schedule suggestions', () => {
  it(`finds recurring payments in generated histories with few false positives (seed ${SEED})`, () => {
    const [missed, wrong]: string[][] = [[], []];
    const grid = new DateGrid(addDays(TODAY, -1_000), addDays(TODAY, 31));
    let [suggestions, right, truths] = [0, 0, 0];
    for (let n = 0; n < HISTORIES; n += 1) {
      const { entries, truth } = aHistory(SEED + n, TODAY);
      const byMerchant = Map.groupBy(entries, ({ merchant, type }) => `${type} ${merchant}`);
      const suggested = [...byMerchant.values()].flatMap((transactions) =>
        recurringAmong(
          transactions.map(({ date, amount }, at) => ({ transactionId: `${at}`, date, amount })),
          grid,
        ).map(({ series: { recurrence }, entries: of }) => {
          const payments = of.map(({ transactionId }) => transactions[Number(transactionId)]!.payment);
          return {
            merchant: transactions[0]!.merchant,
            every: recurrence.every,
            payment: mostlyOne(payments, recurrence.every),
          };
        }),
      );
      // If a payment is suggested twice, only the first suggestion counts as right.
      const isRight = ({ payment }: (typeof suggested)[number], at: number) =>
        payment !== null && suggested.findIndex((suggestion) => suggestion.payment === payment) === at;
      truths += truth.length;
      suggestions += suggested.length;
      right += suggested.filter(isRight).length;
      wrong!.push(
        ...suggested
          .filter((suggestion, at) => !isRight(suggestion, at))
          .map((suggestion) => `${n} ${JSON.stringify(suggestion)}`),
      );
      missed!.push(
        ...truth
          .filter((truePayment) => !suggested.some(({ payment }) => payment === truePayment))
          .map((truePayment) => `${n} ${JSON.stringify(truePayment)}`),
      );
    }
    expect(right / suggestions).toBeGreaterThanOrEqual(0.95);
    expect((truths - missed!.length) / truths).toBeGreaterThanOrEqual(0.9);
  });
});
