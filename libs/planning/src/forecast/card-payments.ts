import type { Day } from '@app/kernel/pure';
import { halfEven, Money } from '@app/kernel/pure';
import type { CardProjection } from '@app/cards';
import type { AccountProjection } from '@app/ledger';
import type { ForecastItem } from './forecast.js';

/** A payment of a statement that is expected. */
interface CardPayment {
  readonly date: Day;
  /** In the card's currency. */
  readonly amount: Money;
}

/** The payments of cards in a forecast. */
export interface CardPayments {
  readonly items: ForecastItem[];
  /** Cards and due dates of payments that no account makes in the forecast. */
  readonly unplaced: readonly { readonly id: string; readonly date: Day }[];
}

/**
 * The payments that cards make a forecast expect, on both accounts: what is to be paid of each statement to avoid interest, on its
 * due date. A card is worked out after those that are paid from it, because their payments are charged to it. A payment from
 * an account that is not active, or that no rate converts, appears on the card alone. A payment of a card that is not active, or
 * that names no account to pay from, appears nowhere.
 * Source: contract section 20, forecast; decision 0075.
 * @param items what else changes accounts
 */
export function cardPayments(
  cards: readonly CardProjection[],
  accounts: ReadonlyMap<string, AccountProjection>,
  items: readonly ForecastItem[],
  today: Day,
): CardPayments {
  const all = Map.groupBy(items, ({ accountId }) => accountId);
  const found: ForecastItem[] = [];
  const unplaced: { id: string; date: Day }[] = [];
  for (const card of payersLast(cards)) {
    const { accountId, payFromAccountId } = card;
    const account = accounts.get(accountId);
    if (account === undefined) {
      unplaced.push(...unpaid(card).map(({ dueDate }) => ({ id: accountId, date: dueDate })));
      continue;
    }
    const own = [...(all.get(accountId) ?? []), ...found.filter((item) => item.accountId === accountId)];
    const payer = accounts.get(payFromAccountId ?? '');
    for (const { date, amount } of paymentsOf(card, account.position, own, today)) {
      const item = { kind: 'card_payment', id: accountId, date } as const;
      const leaving = converted(amount, account, payer);
      if (leaving === null) unplaced.push({ id: accountId, date });
      if (payFromAccountId === null) continue;
      found.push({ ...item, accountId, amount });
      if (leaving !== null) found.push({ ...item, accountId: payFromAccountId, amount: leaving.negate() });
    }
  }
  return { items: found, unplaced };
}

function unpaid({ closed, periods }: CardProjection) {
  return [...(closed ? [closed] : []), ...periods.slice(0, -1)].filter(({ remaining }) => remaining.isPositive);
}

/**
 * What is to be paid of the statements of a card. Each is what it owes at its cut-off, less what is deferred, less what is expected
 * to have been paid of those before it, and less what is paid into the card anyway: by transactions that are dated later, and by
 * schedules until the next cut-off.
 * @param position of the card today
 * @param items what else changes the card from today on
 */
function paymentsOf(
  { closed, periods }: Pick<CardProjection, 'closed' | 'periods'>,
  position: Money,
  items: readonly Pick<ForecastItem, 'kind' | 'date' | 'amount'>[],
  today: Day,
): CardPayment[] {
  const upTo = (day: Day) => items.filter(({ date }) => date <= day);
  const zero = Money.zero(position.currency);
  const paidIn = (after: Day, until: Day) =>
    upTo(until)
      .filter(({ kind, date, amount }) => kind !== 'transaction' && date > after && amount.isPositive)
      .reduce((sum, { amount }) => sum.add(amount), zero);
  const payments: CardPayment[] = [];
  let expected = zero;
  const pay = (dueDate: Day, toPay: Money) => {
    if (!toPay.isPositive) return;
    expected = expected.add(toPay);
    payments.push({ date: dueDate < today ? today : dueDate, amount: toPay });
  };
  if (closed !== null) pay(closed.dueDate, closed.remaining.subtract(paidIn('', periods[0]!.cutOff)));
  periods.slice(0, -1).forEach(({ cutOff, dueDate, installmentsDeferred, paidSince }, at) => {
    const owed = upTo(cutOff).reduce((sum, { amount }) => sum.subtract(amount), position.negate());
    const anyway = paidSince.add(paidIn(cutOff, periods[at + 1]!.cutOff));
    pay(dueDate, owed.subtract(installmentsDeferred).subtract(expected).subtract(anyway));
  });
  return payments;
}

/** Returns the amount that leaves the paying account; null if it is not active or no rate converts the payment. */
function converted(payment: Money, card: AccountProjection, payer: AccountProjection | undefined): Money | null {
  if (payer === undefined) return null;
  const { currency } = payer.position;
  if (currency === payment.currency) return payment;
  if (card.rate === null || payer.rate === null) return null;
  return payment.convert(card.rate, currency, halfEven).convertBack(payer.rate, currency, halfEven);
}

/** Cards in an order in which each comes after those that are paid from it; in a circle, somewhere. */
function payersLast(cards: readonly CardProjection[]): CardProjection[] {
  const waiting = [...cards];
  const ordered: CardProjection[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex((card) => !waiting.some((other) => other.payFromAccountId === card.accountId));
    ordered.push(...waiting.splice(Math.max(free, 0), 1));
  }
  return ordered;
}
