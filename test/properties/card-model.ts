import { halfEven } from './reference-rates.js';

export interface Movement {
  readonly date: string;
  readonly minor: bigint;
  /** Number of interest-free installments; absent if the purchase is due at once. */
  readonly months?: number;
}

export interface ModelCard {
  readonly limit: bigint;
  readonly cutOffDay: number;
  readonly movements: readonly Movement[];
}

/** Computes a statement in minor units from the transactions alone. */
export function modelStatement({ limit, cutOffDay, movements }: ModelCard, cutOff: string, today: string) {
  const month = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const period = (date: string) => month(date) + (Number(date.slice(8)) > cutOffDay ? 1 : 0);
  const own = month(cutOff);
  const total = (chosen: readonly Movement[]) => chosen.reduce((sum, { minor }) => sum + minor, 0n);
  const charges = movements.filter(({ minor }) => minor > 0n);
  const payments = movements.filter(({ minor }) => minor < 0n);
  const openingBalance = total(movements.filter(({ date }) => period(date) < own));
  const charged = total(charges.filter(({ date }) => period(date) === own));
  const paidIn = -total(payments.filter(({ date }) => period(date) === own));
  const balance = openingBalance + charged - paidIn;
  let installmentsDeferred = 0n;
  for (const { date, minor, months = 1 } of charges) {
    const billed = own - period(date) + 1;
    if (billed >= 1 && billed < months) installmentsDeferred += minor - BigInt(billed) * (minor / BigInt(months));
  }
  const paymentToAvoidInterest = atLeastZero(balance - installmentsDeferred);
  const [ofLimit, ofBalance] = [halfEven(limit * 125n, 10_000n), halfEven(paymentToAvoidInterest * 15n, 1_000n)];
  const minimum = ofLimit > ofBalance ? ofLimit : ofBalance;
  const paid = cutOff >= today ? 0n : -total(payments.filter(({ date }) => period(date) === own + 1));
  const remaining = atLeastZero(paymentToAvoidInterest + total(payments.filter(({ date }) => period(date) > own)));
  return {
    ...{ openingBalance, charges: charged, payments: paidIn, balance, installmentsDeferred, paymentToAvoidInterest },
    minimumPayment: minimum < paymentToAvoidInterest ? minimum : paymentToAvoidInterest,
    ...{ paid, remaining },
  };
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
