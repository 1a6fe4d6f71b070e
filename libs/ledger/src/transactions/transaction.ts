import type { FieldCode, ProblemError, Money } from '@app/kernel/pure';
import { AmountOutOfRange, fieldPointer, formatAmount, halfEven } from '@app/kernel/pure';
import type { TransactionType } from './transaction-type.js';
import { hasCategory, isDebt, signedAmount, splitTypesOf } from './transaction-type.js';

/** A part of a transaction: what it was for, or whom it was lent to. Amounts are minor units. */
export interface Split {
  readonly amount: bigint;
  readonly type: TransactionType;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly notes: string | null;
}

/** What a person says of a transaction. Amounts are minor units; the receiving side belongs to transfers alone. */
export interface TransactionFields {
  readonly type: TransactionType;
  readonly accountId: string | null;
  readonly date: string;
  readonly description: string;
  readonly amount: bigint;
  /** Given only where no account says it. */
  readonly currency: string | null;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly toAccountId: string | null;
  readonly toAmount: bigint | null;
  readonly notes: string | null;
  readonly externalId: string | null;
  readonly splits: readonly Split[];
  /** Each once, as they were given or are shown. */
  readonly tags: readonly string[];
}

/**
 * A transaction after a change of some fields: what its new type does not have falls away, unless it was sent with the
 * change. Source: contract section 7, PATCH.
 */
export function changed(current: TransactionFields, change: Partial<TransactionFields>): TransactionFields {
  const sent = new Set(Object.keys(change));
  const next = { ...current, ...change };
  const drop = <K extends keyof TransactionFields>(field: K, has: boolean, empty: TransactionFields[K]) =>
    has || sent.has(field) ? next[field] : empty;
  const splits = splitTypesOf(next.type).length > 0;
  const kept = {
    ...next,
    contactId: drop('contactId', isDebt(next.type), null),
    toAccountId: drop('toAccountId', next.type === 'transfer', null),
    toAmount: drop('toAmount', next.type === 'transfer', null),
    splits: drop('splits', splits, []).map((split) =>
      split.type === current.type && !sent.has('splits') ? { ...split, type: next.type } : split,
    ),
  };
  return { ...kept, categoryId: drop('categoryId', hasCategory(next.type) && kept.splits.length === 0, null) };
}

/** What is wrong with a transaction by itself, before any account, category or contact is looked at. */
export function faultsOf(fields: TransactionFields): ProblemError[] {
  const faults: ProblemError[] = [];
  const fault = (path: (string | number)[], code: FieldCode, detail: string) =>
    faults.push({ pointer: fieldPointer(path), code, detail });
  const needs = (field: keyof TransactionFields, has: boolean, wanted: boolean, of: string) => {
    if (wanted && !has) fault([field], 'REQUIRED', `is required for type ${of}`);
    if (!wanted && has) fault([field], 'NOT_ALLOWED', `is not allowed for type ${of}`);
  };
  const { type } = fields;
  if (type !== 'adjustment' && fields.amount < 0n) fault(['amount'], 'AMOUNT_INVALID', 'must be greater than zero');
  if (fields.accountId === null && !isDebt(type)) fault(['accountId'], 'REQUIRED', `is required for type ${type}`);
  if (fields.accountId === null && isDebt(type) && fields.currency === null) {
    fault(['currency'], 'REQUIRED', 'is required without an account');
  }
  needs('contactId', fields.contactId !== null, isDebt(type), type);
  needs('toAccountId', fields.toAccountId !== null, type === 'transfer', type);
  if (type !== 'transfer' && fields.toAmount !== null)
    fault(['toAmount'], 'NOT_ALLOWED', `is not allowed for type ${type}`);
  if (fields.toAccountId !== null && fields.toAccountId === fields.accountId) {
    fault(['toAccountId'], 'SAME_ACCOUNT', 'must be another account than accountId');
  }
  if (fields.categoryId !== null && !hasCategory(type))
    fault(['categoryId'], 'NOT_ALLOWED', `is not allowed for type ${type}`);
  if (fields.categoryId !== null && fields.splits.length > 0) {
    fault(['categoryId'], 'NOT_ALLOWED', 'is not allowed together with splits; set categoryId on each split');
  }
  if (fields.splits.length > 0 && !hasCategory(type))
    fault(['splits'], 'NOT_ALLOWED', `are not allowed for type ${type}`);
  fields.splits.forEach((split, index) => faults.push(...splitFaults(split, type, index)));
  return faults;
}

function splitFaults(split: Split, whole: TransactionType, index: number): ProblemError[] {
  const fault = (field: string, code: FieldCode, detail: string): ProblemError => ({
    pointer: fieldPointer(['splits', index, field]),
    code,
    detail,
  });
  const allowed = splitTypesOf(whole);
  if (allowed.length > 0 && !allowed.includes(split.type)) {
    return [fault('type', 'VALUE_NOT_ALLOWED', `must be one of ${allowed.join(', ')} in a split of ${whole}`)];
  }
  const faults: ProblemError[] = [];
  if (isDebt(split.type) && split.contactId === null) {
    faults.push(fault('contactId', 'REQUIRED', `is required for type ${split.type}`));
  }
  if (!isDebt(split.type) && split.contactId !== null) {
    faults.push(fault('contactId', 'NOT_ALLOWED', `is not allowed for type ${split.type}`));
  }
  if (isDebt(split.type) && split.categoryId !== null) {
    faults.push(fault('categoryId', 'NOT_ALLOWED', `is not allowed for type ${split.type}`));
  }
  return faults;
}

/** Whether a transaction, or a part of it, is spending or earning. */
export function isCounted({ type }: TransactionFields): boolean {
  return hasCategory(type);
}

/** Whether a transaction, or a part of it, is a debt. */
export function hasDebts({ contactId, splits }: TransactionFields): boolean {
  return contactId !== null || splits.some((split) => split.contactId !== null);
}

/** Whether a transaction has tags. */
export function isTagged({ tags }: TransactionFields): boolean {
  return tags.length > 0;
}

/** By how much the splits miss the whole; null where they add up, or there are none. */
export function splitImbalance(fields: TransactionFields): { sum: string; amount: string } | null {
  if (fields.splits.length === 0) return null;
  const sum = fields.splits.reduce((total, split) => total + split.amount, 0n);
  return sum === fields.amount ? null : { sum: formatAmount(sum), amount: formatAmount(fields.amount) };
}

/** The largest amount that can be sent: thirteen integer digits. */
const MAX_AMOUNT = 999_999_999_999_999n;

/**
 * What an amount becomes in another currency.
 * @throws AmountOutOfRange where that is no amount: it came to nothing, or has more than thirteen integer digits
 */
export function received(amount: Money, rate: bigint, currency: string): Money {
  const converted = amount.convert(rate, currency, halfEven);
  if (converted.isZero)
    throw AmountOutOfRange(
      `At the rate, less than 0.01 ${currency} would arrive. Create the transfer with \`toAmount\`.`,
    );
  if (converted.minor > MAX_AMOUNT) throw AmountOutOfRange('More than thirteen integer digits would arrive.');
  return converted;
}

/** By how much an account's position changes, and the currency that it was reckoned in. */
export interface Movement {
  readonly accountId: string;
  readonly amount: bigint;
  readonly currency: string;
}

/** What arrives where, of a transfer. */
export interface Receiving {
  readonly accountId: string;
  readonly amount: bigint;
  readonly currency: string;
}

/** The accounts that a transaction moves: its own, and the receiver of a transfer. */
export function movementsOf(fields: TransactionFields, currency: string, receiving: Receiving | null): Movement[] {
  const { accountId, type, amount } = fields;
  const own = accountId === null ? [] : [{ accountId, amount: signedAmount(type, amount, accountId), currency }];
  return receiving === null ? own : [...own, receiving];
}

/** What takes accounts from the first movements to the second; accounts that stay as they are do not occur. */
export function differences(before: readonly Movement[], after: readonly Movement[]): Movement[] {
  const net = new Map<string, Movement>();
  const add = (movement: Movement, amount: bigint) =>
    net.set(movement.accountId, { ...movement, amount: (net.get(movement.accountId)?.amount ?? 0n) + amount });
  for (const movement of before) add(movement, -movement.amount);
  for (const movement of after) add(movement, movement.amount);
  return [...net.values()].filter(({ amount }) => amount !== 0n);
}

/** Whether a change touches what accounts hold; date, description, notes, category and parts do not. */
export function changesHoldings(before: TransactionFields, after: TransactionFields): boolean {
  const holding = ({ type, amount, accountId, toAccountId, toAmount }: TransactionFields) =>
    [type, amount, accountId, toAccountId, toAmount].join(' ');
  return holding(before) !== holding(after);
}

/**
 * What a transfer delivers after a change that did not say it: between the same currencies the rate is kept, and with an
 * unchanged amount what was delivered; null asks for the rate of the date, as on creation.
 */
export function keptToAmount(
  before: { amount: Money; toAmount: Money; rate: bigint },
  after: { amount: Money; toCurrency: string },
): Money | null {
  if (before.amount.currency !== after.amount.currency || before.toAmount.currency !== after.toCurrency) return null;
  return before.amount.equals(after.amount) ? before.toAmount : received(after.amount, before.rate, after.toCurrency);
}
