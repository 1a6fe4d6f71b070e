import { addDays, addMonths, bankingDayAfter, bankingDayBefore, dayNumber, weekday } from '@app/kernel/pure';
import type { Day, Frequency } from '@app/kernel/pure';

export interface HistoryEntry {
  readonly merchant: string;
  readonly type: 'expense' | 'income';
  readonly date: Day;
  /** In minor units. */
  readonly amount: bigint;
  /** Recurring payment to which the entry belongs; null for other purchases. */
  readonly payment: TruePayment | null;
}

export interface TruePayment {
  readonly merchant: string;
  readonly every: Frequency;
}

export interface History {
  readonly entries: readonly HistoryEntry[];
  readonly truth: readonly TruePayment[];
}

/** Returns a deterministic generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Pattern of payments. `amount` is in minor units, `spread` is the relative variation of the amount, `late` is the
 * maximum delay in days, and `missed` is the share of missed payments.
 */
interface Habit {
  readonly type?: HistoryEntry['type'];
  readonly amount: number;
  readonly spread?: number;
  readonly late?: number;
  readonly missed?: number;
}

const DAYS = 913;
const MONTHS = 31;
const stay = (day: Day) => day;

class Household {
  readonly entries: HistoryEntry[] = [];
  readonly truth: TruePayment[] = [];
  readonly start: Day;
  readonly random: () => number;

  constructor(
    seed: number,
    readonly today: Day,
  ) {
    this.random = seeded(seed);
    this.start = addDays(today, -DAYS);
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)]!;
  }

  enter(
    merchant: string,
    type: HistoryEntry['type'],
    date: Day,
    amount: number,
    payment: TruePayment | null = null,
  ): void {
    if (date < this.start || date > this.today) return;
    this.entries.push({ merchant, type, date, amount: BigInt(Math.max(100, Math.round(amount))), payment });
  }

  comesBack(merchant: string, every: Frequency, dates: readonly Day[], habit: Habit): void {
    const { type = 'expense', amount, spread = 0, late = 0, missed = 0.02 } = habit;
    const [from, to] = [this.whole(0, Math.floor(dates.length / 3)), dates.length - this.whole(0, 3) ** 2];
    const paid = dates.slice(from, to).filter(() => this.random() > missed);
    const rise = this.random() < 0.3 ? this.pick([0.04, 0.08]) : 0;
    const payment = { merchant, every };
    paid.forEach((date, at) => {
      const dearer = 1 + rise * Math.floor((at / paid.length) * 2.5);
      this.enter(
        merchant,
        type,
        addDays(date, this.whole(0, late)),
        amount * dearer * (1 + spread * (this.random() * 2 - 1)),
        payment,
      );
    });
    if (paid.length >= (every === 'year' ? 2 : 4)) this.truth.push(payment);
  }

  quincenas(move: (day: Day) => Day): Day[] {
    return Array.from({ length: MONTHS }, (_, month) => addMonths(`${this.start.slice(0, 8)}01`, month)).flatMap(
      (month) => [move(`${month.slice(0, 8)}15`), move(addDays(addMonths(month, 1), -1))],
    );
  }

  monthly(day: number, move = stay): Day[] {
    const anchor = `2020-01-${String(day).padStart(2, '0')}`;
    const first = (Number(this.start.slice(0, 4)) - 2020) * 12 + Number(this.start.slice(5, 7)) - 1;
    return Array.from({ length: MONTHS }, (_, month) => move(addMonths(anchor, first + month)));
  }

  everyDays(days: number, wanted: number): Day[] {
    const first = addDays(this.start, (wanted - weekday(this.start) + 7) % 7);
    return Array.from({ length: Math.floor(DAYS / days) }, (_, at) => addDays(first, at * days));
  }
}

/**
 * Generates transactions of two and a half years: income, rent, bills and subscriptions, some of them late, missed or
 * with rising prices, and irregular purchases.
 */
export function aHistory(seed: number, today: Day): History {
  const home = new Household(seed, today);
  pays(home);
  bills(home);
  visits(home);
  const entries = home.entries.sort((a, b) => dayNumber(a.date) - dayNumber(b.date));
  return { entries, truth: home.truth };
}

function pays(home: Household): void {
  const every = home.pick(['quincena', 'quincena', 'two_weeks', 'month'] as const);
  const habit = {
    type: 'income' as const,
    amount: home.whole(600_000, 2_500_000),
    spread: home.pick([0, 0, 0.03]),
    missed: 0,
  };
  const dates = {
    quincena: () => home.quincenas(home.pick([bankingDayBefore, bankingDayBefore, stay])),
    two_weeks: () => home.everyDays(14, 5),
    month: () => home.monthly(home.whole(25, 31), home.pick([bankingDayBefore, stay])),
  };
  home.comesBack('nomina', every, dates[every](), habit);
}

function bills(home: Household): void {
  const { random } = home;
  const rent = home.monthly(home.whole(1, 5), home.pick([stay, bankingDayAfter]));
  home.comesBack('renta', 'month', rent, { amount: 950_000, late: home.pick([0, 1]) });
  home.comesBack('luz y gas', 'month', home.monthly(home.whole(8, 28)), { amount: 60_000, spread: 0.12, late: 2 });
  home.comesBack('internet', 'month', home.monthly(home.whole(1, 31)), { amount: 59_900, late: home.pick([0, 0, 1]) });
  for (const name of ['musica', 'series', 'nube', 'gimnasio']) {
    if (random() > 0.75) continue;
    home.comesBack(name, 'month', home.monthly(home.whole(1, 31)), { amount: home.whole(99, 799) * 100 });
  }
  // Two subscriptions from one merchant that differ only in their amounts.
  if (random() < 0.6) {
    for (const amount of [home.whole(29, 99), home.whole(149, 399)]) {
      home.comesBack('tienda de apps', 'month', home.monthly(home.whole(1, 28)), { amount: amount * 100 });
    }
  }
  if (random() < 0.5)
    home.comesBack('limpieza', 'week', home.everyDays(7, home.whole(1, 6)), { amount: 45_000, missed: 0.08 });
  if (random() < 0.4) home.comesBack('clases', 'two_weeks', home.everyDays(14, home.whole(1, 6)), { amount: 80_000 });
  if (random() < 0.4) home.comesBack('ahorro', 'quincena', home.quincenas(stay), { amount: 100_000 });
  if (random() < 0.6) {
    const day = addDays(home.start, home.whole(10, 170));
    const dates = [day, addMonths(day, 12), addMonths(day, 24)];
    home.comesBack('seguro', 'year', dates, { amount: 900_000, spread: 0.08, late: 2, missed: 0 });
  }
}

function visits(home: Household): void {
  const { start, today } = home;
  const shops = [
    'oxxo',
    'super',
    'gasolina',
    'farmacia',
    'cafe',
    'tacos',
    'taxi',
    'ropa',
    'libros',
    'cine',
    'ferreteria',
  ];
  for (const shop of shops) {
    const [mean, isFixed, amount] = [home.pick([2, 4, 9, 20, 45, 90]), home.random() < 0.3, home.whole(3_000, 150_000)];
    const daysToNext = () => 1 + Math.floor(-Math.log(1 - home.random()) * mean);
    for (let day = start; day <= today; day = addDays(day, daysToNext())) {
      home.enter(shop, 'expense', day, isFixed ? amount : amount * (0.3 + home.random() * 1.7));
    }
  }
  for (let n = 0; n < 60; n += 1) {
    home.enter(
      `tienda ${home.whole(1, 40)}`,
      'expense',
      addDays(start, home.whole(0, DAYS)),
      home.whole(5_000, 300_000),
    );
  }
}
