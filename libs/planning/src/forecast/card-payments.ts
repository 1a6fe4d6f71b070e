import type { Day } from '@app/kernel/pure';
import { halfEven, Money } from '@app/kernel/pure';
import type { CardProjection } from '@app/cards';
import type { AccountProjection } from '@app/ledger';
import type { ForecastItem } from './forecast.js';

interface CardPayment {
  readonly date: Day;
  readonly amount: Money;
}

export interface CardPayments {
  readonly items: ForecastItem[];
  /** Card IDs and due dates of the payments that do not appear on any paying account. */
  readonly unplaced: readonly { readonly id: string; readonly date: Day }[];
}

/**
 * Projects the card payments that avoid interest, on the card and on the paying account (decision 0019). Projects a
 * card that pays other cards after them, because their payments are charges on it. If the paying account is not active
 * or no rate converts the payment, the payment appears only on the card. Omits the payments of inactive cards and of
 * cards without a paying account.
 */
export function cardPayments(
  cards: readonly CardProjection[],
  accounts: ReadonlyMap<string, AccountProjection>,
  items: readonly ForecastItem[],
  today: Day,
): CardPayments {
  const all = Map.groupBy(items, ({ accountId }) => accountId);
  const payments: ForecastItem[] = [];
  const add = (payment: ForecastItem) => {
    payments.push(payment);
    const own = all.get(payment.accountId);
    if (own === undefined) all.set(payment.accountId, [payment]);
    else own.push(payment);
  };
  const unplaced: { id: string; date: Day }[] = [];
  for (const card of payersLast(cards)) {
    const { accountId, payFromAccountId } = card;
    const account = accounts.get(accountId);
    if (account === undefined) {
      unplaced.push(...unpaid(card).map(({ dueDate }) => ({ id: accountId, date: dueDate })));
      continue;
    }
    const payer = accounts.get(payFromAccountId ?? '');
    for (const { date, amount } of paymentsOf(card, account.position, all.get(accountId) ?? [], today)) {
      const item = { kind: 'card_payment', id: accountId, date } as const;
      const leaving = converted(amount, account, payer);
      if (leaving === null) unplaced.push({ id: accountId, date });
      if (payFromAccountId === null) continue;
      add({ ...item, accountId, amount });
      if (leaving !== null) add({ ...item, accountId: payFromAccountId, amount: leaving.negate() });
    }
  }
  return { items: payments, unplaced };
}

function unpaid({ closed, periods }: CardProjection) {
  return [...(closed ? [closed] : []), ...periods.slice(0, -1)].filter(({ remaining }) => remaining.isPositive);
}

/**
 * Projects the payments of a card's statements. A payment is the debt at the cut-off, minus deferred installments,
 * minus earlier projected payments, and minus other money that is paid into the card: by future-dated transactions, and
 * by schedules until the next cut-off.
 * @param position the card's position today
 * @param items the other changes, starting today
 */
function paymentsOf(
  { closed, periods }: Pick<CardProjection, 'closed' | 'periods'>,
  position: Money,
  items: readonly Pick<ForecastItem, 'kind' | 'date' | 'amount'>[],
  today: Day,
): CardPayment[] {
  const zero = Money.zero(position.currency);
  const sorted = items.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
  const changedUpTo = runningSum(sorted, zero);
  const paidInUpTo = runningSum(
    sorted.filter(({ kind, amount }) => kind !== 'transaction' && amount.isPositive),
    zero,
  );
  const payments: CardPayment[] = [];
  let expected = zero;
  const pay = (dueDate: Day, toPay: Money) => {
    if (!toPay.isPositive) return;
    expected = expected.add(toPay);
    payments.push({ date: dueDate < today ? today : dueDate, amount: toPay });
  };
  let paidIn = paidInUpTo(periods[0]!.cutOff);
  if (closed !== null) pay(closed.dueDate, closed.remaining.subtract(paidIn));
  periods.slice(0, -1).forEach(({ cutOff, dueDate, installmentsDeferred, paidSince }, at) => {
    const owed = position.add(changedUpTo(cutOff)).negate();
    const paidBefore = paidIn;
    paidIn = paidInUpTo(periods[at + 1]!.cutOff);
    const anyway = paidSince.add(paidIn).subtract(paidBefore);
    pay(dueDate, owed.subtract(installmentsDeferred).subtract(expected).subtract(anyway));
  });
  return payments;
}

/** Returns a function that sums the changes up to a day. Call it with days in ascending order. */
function runningSum(sorted: readonly Pick<ForecastItem, 'date' | 'amount'>[], zero: Money): (day: Day) => Money {
  let [sum, next] = [zero, 0];
  return (day) => {
    for (; next < sorted.length && sorted[next]!.date <= day; next += 1) sum = sum.add(sorted[next]!.amount);
    return sum;
  };
}

/**
 * Converts a payment to the currency of the paying account. Returns null if that account is not active or no rate is
 * known.
 */
function converted(payment: Money, card: AccountProjection, payer: AccountProjection | undefined): Money | null {
  if (payer === undefined) return null;
  const { currency } = payer.position;
  if (currency === payment.currency) return payment;
  if (card.rate === null || payer.rate === null) return null;
  return payment.convert(card.rate, currency, halfEven).convertBack(payer.rate, currency, halfEven);
}

/**
 * Orders cards so that a card comes after the cards that it pays. If cards pay each other in a cycle, breaks the cycle
 * at any point.
 */
function payersLast(cards: readonly CardProjection[]): CardProjection[] {
  const paidBy = Map.groupBy(cards, ({ payFromAccountId }) => payFromAccountId);
  const [ordered, seen]: [CardProjection[], Set<CardProjection>] = [[], new Set()];
  const place = (card: CardProjection) => {
    if (seen.has(card)) return;
    seen.add(card);
    paidBy.get(card.accountId)?.forEach(place);
    ordered.push(card);
  };
  cards.forEach(place);
  return ordered;
}
