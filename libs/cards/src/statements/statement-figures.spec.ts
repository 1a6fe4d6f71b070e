import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '@app/kernel/pure';
import { leftToPay, PAYABLE } from './payable-amount.js';
import { statementFigures } from './statement-figures.js';

const SEED = 20261207;
const PERIOD = { cutOff: '2026-11-07', dueDate: '2026-11-27' };
const MOVED = {
  ...{ openingBalance: 0n, charges: 600_000n, payments: 0n, installmentsDeferred: 500_000n },
  ...{ paid: 0n, paidSince: 0n },
};
const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const inPesos = <Name extends string>(minor: Record<Name, bigint>) =>
  Object.fromEntries(Object.entries<bigint>(minor).map(([name, amount]) => [name, pesos(amount)])) as Record<
    Name,
    Money
  >;

function on(today: string, fields: Partial<typeof MOVED> = {}, limit = 5_000_000n) {
  const figures = statementFigures(PERIOD, inPesos({ ...MOVED, ...fields }), pesos(limit), today);
  const { balance, paymentToAvoidInterest, minimumPayment, remaining, status } = figures;
  return {
    ...{ balance: balance.minor, paymentToAvoidInterest: paymentToAvoidInterest.minor },
    ...{ minimumPayment: minimumPayment.minor, remaining: remaining.minor, status },
  };
}

describe('card statement figures', () => {
  it('the payment to avoid interest excludes the deferred amount', () => {
    expect(on('2026-11-08')).toMatchObject({
      ...{ balance: 600_000n, paymentToAvoidInterest: 100_000n, minimumPayment: 62_500n, remaining: 100_000n },
    });
  });

  it('the amounts to pay are zero if the payments exceed the debt', () => {
    expect(on('2026-11-08', { payments: 700_000n })).toMatchObject({
      ...{ balance: -100_000n, paymentToAvoidInterest: 0n, minimumPayment: 0n, remaining: 0n, status: 'paid' },
    });
  });

  it('rounds the minimum payment half-even', () => {
    // The minimum payments before rounding are 1.25% of 0.20, 1.00, 3.60 and 2.80: 0.0025, 0.0125, 0.045 and 0.035.
    const least = (limit: bigint) => on('2026-11-08', { installmentsDeferred: 599_995n }, limit).minimumPayment;
    expect([least(20n), least(100n), least(360n), least(280n)]).toEqual([0n, 1n, 4n, 4n]);
  });

  it('the minimum payment never exceeds the payment to avoid interest', () => {
    const least = (installmentsDeferred: bigint) => on('2026-11-08', { installmentsDeferred }).minimumPayment;
    expect([least(570_000n), least(537_500n), least(600_000n), least(700_000n)]).toEqual([30_000n, 62_500n, 0n, 0n]);
  });

  it(`the balance is the payment to avoid interest plus the deferred amount (seed ${SEED})`, () => {
    const amount = fc.bigInt(0n, 10n ** 9n);
    fc.assert(
      fc.property(
        fc.record({
          openingBalance: amount,
          charges: amount,
          payments: amount,
          installmentsDeferred: amount,
          paid: amount,
          paidSince: amount,
        }),
        (fields) => {
          const { balance, paymentToAvoidInterest, minimumPayment, remaining, status } = on('2026-11-08', fields);
          const { openingBalance, charges, payments, installmentsDeferred, paidSince } = fields;
          expect(balance).toBe(openingBalance + charges - payments);
          if (balance >= installmentsDeferred) expect(paymentToAvoidInterest + installmentsDeferred).toBe(balance);
          else expect(paymentToAvoidInterest).toBe(0n);
          expect(minimumPayment >= 0n && minimumPayment <= paymentToAvoidInterest).toBe(true);
          expect(remaining).toBe(paidSince < paymentToAvoidInterest ? paymentToAvoidInterest - paidSince : 0n);
          expect(status).toBe(remaining === 0n ? 'paid' : 'due');
        },
      ),
      { seed: SEED, numRuns: 200 },
    );
  });

  it.each([
    ['2026-11-07', {}, 'open'],
    ['2026-11-08', {}, 'due'],
    ['2026-11-27', {}, 'due'],
    ['2026-11-28', {}, 'overdue'],
    ['2026-11-28', { paid: 100_000n, paidSince: 100_000n }, 'paid'],
    ['2027-03-01', { paidSince: 100_000n }, 'paid'],
    ['2027-03-01', { paidSince: 99_999n }, 'overdue'],
    ['2026-11-07', { installmentsDeferred: 600_000n }, 'open'],
  ])('a statement on %s with %j has status %s', (today, fields, status) => {
    expect(on(today, fields).status).toBe(status);
  });
});

describe('the amount left to pay of a statement', () => {
  const payments = (paidSince: bigint, remaining: bigint) => {
    const figures = inPesos({ balance: 900n, minimumPayment: 100n, paidSince, remaining });
    return PAYABLE.map((payable) => leftToPay(payable, figures).minor);
  };

  it('computes the amounts left to pay for avoidInterest, minimum and total', () => {
    expect(payments(50n, 550n)).toEqual([550n, 100n, 850n]);
    expect(payments(530n, 70n)).toEqual([70n, 70n, 370n]);
    expect(payments(600n, 0n)).toEqual([0n, 0n, 300n]);
  });
});
