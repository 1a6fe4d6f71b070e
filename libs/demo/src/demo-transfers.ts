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

/** The cash that is always left in the pocket, and what the machine gives at least. */
const MIN_CASH = 150_00n;
const WITHDRAWAL_STEP = 500_00n;
/** Beyond this, what is on the pay account at the start of a month goes to the savings; below the other, it comes back. */
const MAX_ON_PAY_ACCOUNT = 34_000_00n;
const MIN_ON_PAY_ACCOUNT = 6_000_00n;
const CARD_PAYMENT_DATE = 24;
/** 12.9 percent a year. */
const CAR_MONTHLY_INTEREST_MILLIONTHS = 10_750n;

/** Money moved between the accounts so that none of them runs dry, given everything else that happens in the year. */
export function transfers(
  year: DemoYear,
  others: readonly DemoTransaction[],
  rates: readonly DatedRate[],
): DemoTransaction[] {
  const moved = [
    ...withdrawals(year, others),
    ...cardPayments(year, others),
    ...carPayments(year),
    ...investments(year),
    ...exchanges(year, rates),
  ];
  return [...moved, ...sweeps(year, [...others, ...moved])];
}

/** Cash from the machine on the day on which the pocket would otherwise be empty. */
function withdrawals({ days }: DemoYear, others: readonly DemoTransaction[]): DemoTransaction[] {
  const effects = dailyEffects('cash', others);
  let held = demoAccount('cash').opening;
  const taken: DemoTransaction[] = [];
  for (const date of days) {
    held += effects.get(date) ?? 0n;
    if (held >= MIN_CASH) continue;
    const amount = ((MIN_CASH - held) / WITHDRAWAL_STEP + 2n) * WITHDRAWAL_STEP;
    taken.push(transfer(date, 'payroll', 'cash', amount, 'RETIRO CAJERO BBVA'));
    held += amount;
  }
  return taken;
}

/** Each month the card is paid so that it costs no interest: what was owed on its cut-off date, but for what is deferred. */
function cardPayments(year: DemoYear, others: readonly DemoTransaction[]): DemoTransaction[] {
  const effects = dailyEffects('card', others);
  let owed = demoAccount('card').opening;
  let due = owed;
  const payments: DemoTransaction[] = [];
  for (const date of year.days) {
    owed -= effects.get(date) ?? 0n;
    if (dateOf(date) === CARD_CUT_DATE) due = owed - deferredOn(date, others);
    if (dateOf(date) !== CARD_PAYMENT_DATE || due <= 0n) continue;
    payments.push(transfer(date, 'payroll', 'card', due, 'PAGO TARJETA NU'));
    owed -= due;
    due = 0n;
  }
  return payments;
}

/** A fixed instalment, and the interest that the lender adds on the same day. */
function carPayments(year: DemoYear): DemoTransaction[] {
  const instalment = 5_480_00n;
  const description = 'INTERESES CREDITO AUTO';
  let owed = demoAccount('car').opening;
  return monthly(year, 4).flatMap((date): DemoTransaction[] => {
    const interest = (owed * CAR_MONTHLY_INTEREST_MILLIONTHS) / 1_000_000n;
    owed += interest - instalment;
    return [
      { date, account: 'car', type: 'expense', amount: interest, description, category: 'Intereses' },
      transfer(date, 'payroll', 'car', instalment, 'PAGO CREDITO AUTO BBVA'),
    ];
  });
}

function investments(year: DemoYear): DemoTransaction[] {
  return monthly(year, 16).map((date) => transfer(date, 'payroll', 'cetes', 2_000_00n, 'SPEI A CETESDIRECTO'));
}

/** Dollars bought at the rate of the day, and some sold at what the bank gave for them. */
function exchanges(year: DemoYear, rates: readonly DatedRate[]): DemoTransaction[] {
  const bought = monthly(year, 22)
    .filter((day) => monthOf(day) % 3 === 0)
    .map((date) => transfer(date, 'payroll', 'dollars', 5_000_00n, 'COMPRA DE DOLARES'));
  const sold = monthly(year, 20)
    .filter((day) => monthOf(day) === 7)
    .map((date) => {
      const bankRate = (demoRate(rates, 'USD', date) * 98n) / 100n;
      const toAmount = Money.ofMinor(400_00n, 'USD').convert(bankRate, 'MXN', halfEven).minor;
      return { ...transfer(date, 'dollars', 'payroll', 400_00n, 'VENTA DE DOLARES'), toAmount };
    });
  return [...bought, ...sold];
}

/** Between pay account and savings: what is over goes there early in the month, and what is missing comes back. */
function sweeps({ days }: DemoYear, others: readonly DemoTransaction[]): DemoTransaction[] {
  const effects = dailyEffects('payroll', others);
  let held = demoAccount('payroll').opening;
  const swept: DemoTransaction[] = [];
  for (const date of days) {
    held += effects.get(date) ?? 0n;
    if (held < MIN_ON_PAY_ACCOUNT) {
      const amount = ((MIN_ON_PAY_ACCOUNT - held) / 1_000_00n + 4n) * 1_000_00n;
      swept.push(transfer(date, 'savings', 'payroll', amount, 'SPEI DE AHORRO'));
      held += amount;
    }
    if (dateOf(date) === 3 && held > MAX_ON_PAY_ACCOUNT) {
      const amount = ((held - MAX_ON_PAY_ACCOUNT) / 500_00n + 1n) * 500_00n;
      swept.push(transfer(date, 'payroll', 'savings', amount, 'SPEI A AHORRO'));
      held -= amount;
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

/** What an account gains or loses on each day. */
function dailyEffects(key: DemoAccountKey, transactions: readonly DemoTransaction[]): ReadonlyMap<Day, bigint> {
  const effects = new Map<Day, bigint>();
  for (const transaction of transactions) {
    const effect = effectOn(key, transaction);
    if (effect !== 0n) effects.set(transaction.date, (effects.get(transaction.date) ?? 0n) + effect);
  }
  return effects;
}
