import type { DatedRate } from '@app/fx';
import type { Day } from '@app/kernel/pure';
import { halfEven, Money } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import { CARD_CUT_DATE, demoAccount } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { dateOf, monthly, monthOf } from './demo-calendar.js';
import { deferredOn } from './demo-installments.js';
import { demoRate } from './demo-rates.js';
import type { DemoTransaction } from './demo-transaction.js';
import { effectOn } from './demo-transaction.js';

/** Minimum cash. Withdrawals from an ATM are multiples of the step below. */
const MIN_CASH = 150_00n;
const WITHDRAWAL_STEP = 500_00n;
/**
 * Limits of the pay account. Early in the month, money above the maximum moves to savings. Whenever the balance is
 * below the minimum, money moves back from savings.
 */
const MAX_ON_PAY_ACCOUNT = 34_000_00n;
const MIN_ON_PAY_ACCOUNT = 6_000_00n;
const CARD_PAYMENT_DATE = 24;
/** 12.9% per year. */
const CAR_MONTHLY_INTEREST_MILLIONTHS = 10_750n;

export function transfers(
  year: DemoYear,
  transactions: readonly DemoTransaction[],
  rates: readonly DatedRate[],
): DemoTransaction[] {
  const moves = [
    ...withdrawals(year, transactions),
    ...cardPayments(year, transactions),
    ...carPayments(year),
    ...investments(year),
    ...exchanges(year, rates),
  ];
  return [...moves, ...sweeps(year, [...transactions, ...moves])];
}

/** Withdraws cash whenever the cash would fall below its minimum. */
function withdrawals({ days }: DemoYear, transactions: readonly DemoTransaction[]): DemoTransaction[] {
  const effects = dailyEffects('cash', transactions);
  let cash = demoAccount('cash').opening;
  const taken: DemoTransaction[] = [];
  for (const date of days) {
    cash += effects.get(date) ?? 0n;
    if (cash >= MIN_CASH) continue;
    const amount = ((MIN_CASH - cash) / WITHDRAWAL_STEP + 2n) * WITHDRAWAL_STEP;
    taken.push(transfer(date, 'payroll', 'cash', amount, 'RETIRO CAJERO BBVA'));
    cash += amount;
  }
  return taken;
}

/** Pays the card's debt at each cut-off without the deferred part, which is enough to avoid interest. */
function cardPayments(year: DemoYear, transactions: readonly DemoTransaction[]): DemoTransaction[] {
  const effects = dailyEffects('card', transactions);
  let owed = demoAccount('card').opening;
  let due = owed;
  const payments: DemoTransaction[] = [];
  for (const date of year.days) {
    owed -= effects.get(date) ?? 0n;
    if (dateOf(date) === CARD_CUT_DATE) due = owed - deferredOn(date, transactions);
    if (dateOf(date) !== CARD_PAYMENT_DATE || due <= 0n) continue;
    payments.push(transfer(date, 'payroll', 'card', due, 'PAGO TARJETA NU'));
    owed -= due;
    due = 0n;
  }
  return payments;
}

function carPayments(year: DemoYear): DemoTransaction[] {
  const installment = 5_480_00n;
  const description = 'INTERESES CREDITO AUTO';
  let owed = demoAccount('car').opening;
  return monthly(year, 4).flatMap((date): DemoTransaction[] => {
    const interest = (owed * CAR_MONTHLY_INTEREST_MILLIONTHS) / 1_000_000n;
    owed += interest - installment;
    return [
      { date, account: 'car', type: 'expense', amount: interest, description, category: 'Intereses' },
      transfer(date, 'payroll', 'car', installment, 'PAGO CREDITO AUTO BBVA'),
    ];
  });
}

function investments(year: DemoYear): DemoTransaction[] {
  return monthly(year, 16).map((date) => transfer(date, 'payroll', 'cetes', 2_000_00n, 'SPEI A CETESDIRECTO'));
}

/** Buys dollars at the rate of the day, and sells some of them at the bank's lower rate. */
function exchanges(year: DemoYear, rates: readonly DatedRate[]): DemoTransaction[] {
  const purchases = monthly(year, 22)
    .filter((day) => monthOf(day) % 3 === 0)
    .map((date) => transfer(date, 'payroll', 'dollars', 5_000_00n, 'COMPRA DE DOLARES'));
  const sales = monthly(year, 20)
    .filter((day) => monthOf(day) === 7)
    .map((date) => {
      const bankRate = (demoRate(rates, 'USD', date) * 98n) / 100n;
      const toAmount = Money.ofMinor(400_00n, 'USD').convert(bankRate, 'MXN', halfEven).minor;
      return { ...transfer(date, 'dollars', 'payroll', 400_00n, 'VENTA DE DOLARES'), toAmount };
    });
  return [...purchases, ...sales];
}

/** Moves money between the pay account and savings, within the limits above. */
function sweeps({ days }: DemoYear, transactions: readonly DemoTransaction[]): DemoTransaction[] {
  const effects = dailyEffects('payroll', transactions);
  let balance = demoAccount('payroll').opening;
  const swept: DemoTransaction[] = [];
  for (const date of days) {
    balance += effects.get(date) ?? 0n;
    if (balance < MIN_ON_PAY_ACCOUNT) {
      const amount = ((MIN_ON_PAY_ACCOUNT - balance) / 1_000_00n + 4n) * 1_000_00n;
      swept.push(transfer(date, 'savings', 'payroll', amount, 'SPEI DE AHORRO'));
      balance += amount;
    }
    if (dateOf(date) === 3 && balance > MAX_ON_PAY_ACCOUNT) {
      const amount = ((balance - MAX_ON_PAY_ACCOUNT) / 500_00n + 1n) * 500_00n;
      swept.push(transfer(date, 'payroll', 'savings', amount, 'SPEI A AHORRO'));
      balance -= amount;
    }
  }
  return swept;
}

function transfer(
  date: Day,
  account: DemoAccountKey,
  to: DemoAccountKey,
  amount: bigint,
  description: string,
): DemoTransaction {
  return { date, account, type: 'transfer', amount, description, to };
}

function dailyEffects(key: DemoAccountKey, transactions: readonly DemoTransaction[]): ReadonlyMap<Day, bigint> {
  const effects = new Map<Day, bigint>();
  for (const transaction of transactions) {
    const effect = effectOn(key, transaction);
    if (effect !== 0n) effects.set(transaction.date, (effects.get(transaction.date) ?? 0n) + effect);
  }
  return effects;
}
