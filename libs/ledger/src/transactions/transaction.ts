import type { FieldCode, ProblemError, Money } from '@app/kernel/pure';
import { AmountOutOfRange, fieldPointer, formatAmount, halfEven, MAX_AMOUNT } from '@app/kernel/pure';
import type { Share } from './shares.js';
import { divided } from './shares.js';
import type { TransactionType } from './transaction-type.js';
import { hasCategory, isDebt, signedAmount, splitTypesOf } from './transaction-type.js';

export interface Split {
  readonly amount: bigint;
  readonly type: TransactionType;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly notes: string | null;
}

/** Fields of a transaction that users set. Amounts are in minor units. Only transfers have a receiving account. */
export interface TransactionFields {
  readonly type: TransactionType;
  readonly accountId: string | null;
  readonly date: string;
  readonly description: string;
  readonly amount: bigint;
  /** Null if the transaction has an account. */
  readonly currency: string | null;
  readonly categoryId: string | null;
  readonly contactId: string | null;
  readonly toAccountId: string | null;
  readonly toAmount: bigint | null;
  readonly notes: string | null;
  readonly externalId: string | null;
  readonly goalId: string | null;
  /** ID of the member who paid; null if the expense names none. */
  readonly paidBy: string | null;
  readonly shares: readonly Share[];
  readonly splits: readonly Split[];
  /** Without duplicates. Spelled as in the request or as stored. */
  readonly tags: readonly string[];
}

/**
 * Applies changes to a transaction. Clears fields that the new type does not support, and the goal if the account
 * changes. Keeps fields that the request contains.
 */
export function changed(current: TransactionFields, change: Partial<TransactionFields>): TransactionFields {
  const sent = new Set(Object.keys(change));
  const next = { ...current, ...change };
  const drop = <K extends keyof TransactionFields>(field: K, has: boolean, empty: TransactionFields[K]) =>
    has || sent.has(field) ? next[field] : empty;
  const splits = splitTypesOf(next.type).length > 0;
  const result = {
    ...next,
    contactId: drop('contactId', isDebt(next.type), null),
    toAccountId: drop('toAccountId', next.type === 'transfer', null),
    toAmount: drop('toAmount', next.type === 'transfer', null),
    goalId: drop('goalId', next.type === 'expense' && next.accountId === current.accountId, null),
    paidBy: drop('paidBy', next.type === 'expense', null),
    shares: divided(drop('shares', next.type === 'expense', []), next.amount),
    splits: drop('splits', splits, []).map((split) =>
      split.type === current.type && !sent.has('splits') ? { ...split, type: next.type } : split,
    ),
  };
  return { ...result, categoryId: drop('categoryId', hasCategory(next.type) && result.splits.length === 0, null) };
}

/** Maximum UTF-16 code units of the notes of all splits. It limits the size of a page of transactions. */
const MAX_SPLIT_NOTES = 20_000;

/** Returns the errors in a transaction that can be found without its account, category and contact. */
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
    fault(['toAccountId'], 'SAME_ACCOUNT', 'must differ from accountId');
  }
  if (fields.categoryId !== null && !hasCategory(type))
    fault(['categoryId'], 'NOT_ALLOWED', `is not allowed for type ${type}`);
  if (fields.categoryId !== null && fields.splits.length > 0) {
    fault(['categoryId'], 'NOT_ALLOWED', 'is not allowed together with splits; set categoryId on each split');
  }
  if (fields.splits.length > 0 && !hasCategory(type))
    fault(['splits'], 'NOT_ALLOWED', `are not allowed for type ${type}`);
  if (fields.paidBy !== null && type !== 'expense') fault(['paidBy'], 'NOT_ALLOWED', `is not allowed for type ${type}`);
  if (fields.shares.length > 0 && type !== 'expense')
    fault(['shares'], 'NOT_ALLOWED', `are not allowed for type ${type}`);
  const noteLength = fields.splits.reduce((sum, { notes }) => sum + (notes?.length ?? 0), 0);
  if (noteLength > MAX_SPLIT_NOTES)
    fault(['splits'], 'TEXT_INVALID', `must have at most ${MAX_SPLIT_NOTES} characters of notes in total`);
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

export function isCounted({ type }: TransactionFields): boolean {
  return hasCategory(type);
}

export function hasDebts({ contactId, splits }: TransactionFields): boolean {
  return contactId !== null || splits.some((split) => split.contactId !== null);
}

export function isPaidFromGoal({ goalId }: TransactionFields): boolean {
  return goalId !== null;
}

export function isTagged({ tags }: TransactionFields): boolean {
  return tags.length > 0;
}

/** Returns the sum of the splits and the amount if they differ; null if they are equal or there are no splits. */
export function imbalance(
  parts: readonly { readonly amount: bigint }[],
  amount: bigint,
): { sum: string; amount: string } | null {
  if (parts.length === 0) return null;
  const sum = parts.reduce((total, part) => total + part.amount, 0n);
  return sum === amount ? null : { sum: formatAmount(sum), amount: formatAmount(amount) };
}

/**
 * Converts the amount of a transfer to the currency of the receiving account.
 * @throws AmountOutOfRange if the result is zero or has more than thirteen integer digits
 */
export function received(amount: Money, rate: bigint, currency: string): Money {
  const converted = amount.convert(rate, currency, halfEven);
  if (converted.isZero)
    throw AmountOutOfRange(
      `At the rate, less than 0.01 ${currency} would arrive. Create the transfer with \`toAmount\`.`,
    );
  if (converted.minor > MAX_AMOUNT)
    throw AmountOutOfRange('The amount received would have more than thirteen integer digits.');
  return converted;
}

export interface Movement {
  readonly accountId: string;
  readonly amount: bigint;
  readonly currency: string;
}

export interface Receiving {
  readonly accountId: string;
  readonly amount: bigint;
  readonly currency: string;
}

export function movementsOf(fields: TransactionFields, currency: string, receiving: Receiving | null): Movement[] {
  const { accountId, type, amount } = fields;
  const own = accountId === null ? [] : [{ accountId, amount: signedAmount(type, amount, accountId), currency }];
  return receiving === null ? own : [...own, receiving];
}

/** Returns the net change of each account's balance. Omits accounts whose balance does not change. */
export function differences(before: readonly Movement[], after: readonly Movement[]): Movement[] {
  const net = new Map<string, Movement>();
  const add = (movement: Movement, amount: bigint) =>
    net.set(movement.accountId, { ...movement, amount: (net.get(movement.accountId)?.amount ?? 0n) + amount });
  for (const movement of before) add(movement, -movement.amount);
  for (const movement of after) add(movement, movement.amount);
  return [...net.values()].filter(({ amount }) => amount !== 0n);
}

/** True if an edit changes current balances. Changes to the date, description, notes, category or splits do not. */
export function changesHoldings(before: TransactionFields, after: TransactionFields): boolean {
  const holding = ({ type, amount, accountId, toAccountId, toAmount }: TransactionFields) =>
    [type, amount, accountId, toAccountId, toAmount].join(' ');
  return holding(before) !== holding(after);
}

/**
 * Returns the received amount of an edited transfer whose request does not contain one. Keeps the rate if both
 * currencies are unchanged. Returns null if a currency changed, so that the rate of the date applies, as for a new
 * transfer.
 */
export function keptToAmount(
  before: { amount: Money; toAmount: Money; rate: bigint },
  after: { amount: Money; toCurrency: string },
): Money | null {
  if (before.amount.currency !== after.amount.currency || before.toAmount.currency !== after.toCurrency) return null;
  return before.amount.equals(after.amount) ? before.toAmount : received(after.amount, before.rate, after.toCurrency);
}
