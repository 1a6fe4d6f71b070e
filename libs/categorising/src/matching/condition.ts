import type { FieldCode, ProblemError } from '@app/kernel/pure';
import {
  codePoints,
  fieldPointer,
  foldText,
  formatAmount,
  isAmount,
  isCurrency,
  isDay,
  isId,
  isStorableText,
  STORABLE_TEXT,
  NOTHING_ID,
  normaliseText,
  parseAmount,
} from '@app/kernel/pure';
import { isTagName, tagName, TRANSACTION_TYPES } from '@app/ledger';
import { patternFault } from './pattern.js';

const TEXT_OPS = ['contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'matches'] as const;
const AMOUNT_OPS = ['eq', 'gt', 'gte', 'lt', 'lte', 'between'] as const;
const DATE_OPS = ['on', 'before', 'after', 'between'] as const;
const CHOICE_OPS = ['is', 'is_not', 'one_of'] as const;

export const OPS_OF_FIELD = {
  description: TEXT_OPS,
  notes: TEXT_OPS,
  amount: AMOUNT_OPS,
  date: DATE_OPS,
  accountId: CHOICE_OPS,
  type: CHOICE_OPS,
  currency: CHOICE_OPS,
  tag: CHOICE_OPS,
  category: ['is_empty'],
} as const;

export type ConditionField = keyof typeof OPS_OF_FIELD;
export type ConditionOp = (typeof OPS_OF_FIELD)[ConditionField][number];
export type ConditionValue = string | readonly string[] | null;

/** A condition of a rule. `value` is a list for `one_of` and `between`, null for `is_empty`, and otherwise a string. */
export interface Condition {
  readonly field: ConditionField;
  readonly op: ConditionOp;
  readonly value: ConditionValue;
}

export interface Conditions {
  readonly match: 'all' | 'any';
  readonly conditions: readonly Condition[];
}

const MAX_TEXT_LENGTH = 500;
const MAX_CHOICES = 100;

type NormalisedValue = { readonly value: ConditionValue } | { readonly faults: ProblemError[] };

/**
 * Normalizes conditions: trims strings, converts them to NFC and formats amounts with two decimals. Each fault has a
 * pointer to its condition.
 */
export function keepConditions(
  requests: readonly { field: ConditionField; op: ConditionOp; value?: ConditionValue }[],
): {
  conditions: Condition[];
  faults: ProblemError[];
} {
  const conditions: Condition[] = [];
  const faults: ProblemError[] = [];
  requests.forEach(({ field, op, value = null }, index) => {
    const ops: readonly string[] = OPS_OF_FIELD[field];
    if (!ops.includes(op)) {
      const detail = `must be one of ${ops.join(', ')} for ${field}`;
      faults.push({ pointer: fieldPointer(['conditions', index, 'op']), code: 'VALUE_NOT_ALLOWED', detail });
      return;
    }
    const result = keepValue(field, op, value, ['conditions', index, 'value']);
    if ('faults' in result) faults.push(...result.faults);
    else conditions.push({ field, op, value: result.value });
  });
  return { conditions, faults };
}

function keepValue(
  field: ConditionField,
  op: ConditionOp,
  value: ConditionValue,
  path: (string | number)[],
): NormalisedValue {
  if (op === 'is_empty')
    return value === null ? { value } : fault(path, 'NOT_ALLOWED', 'must be null or absent for is_empty');
  if (value === null) return fault(path, 'REQUIRED', 'is required');
  if (op === 'between') return keepRange(field, value, path);
  if (op === 'one_of') return keepChoices(field, value, path);
  if (typeof value !== 'string') return fault(path, 'TEXT_INVALID', `must be a string for ${op}`);
  return keepSingle(field, op, value, path);
}

function keepRange(field: ConditionField, value: ConditionValue, path: (string | number)[]): NormalisedValue {
  if (typeof value === 'string' || value?.length !== 2) {
    return fault(path, 'RANGE_INVALID', 'must be a list of two values, the lower one first');
  }
  const ends = value.map((end, at) => keepSingle(field, 'between', end, [...path, at]));
  const faults = ends.flatMap((end) => ('faults' in end ? end.faults : []));
  if (faults.length > 0) return { faults };
  const [low, high] = ends.map((end) => (end as { value: string }).value) as [string, string];
  if (field === 'amount') return keepAmounts(low, high, path);
  return low <= high ? { value: [low, high] } : fault(path, 'RANGE_INVALID', 'must have the lower value first');
}

/** Sorts the bounds by absolute value, because amount conditions ignore signs: a range from -10 to -5 means 5 to 10. */
function keepAmounts(low: string, high: string, path: (string | number)[]): NormalisedValue {
  if (withoutSign(low) <= withoutSign(high)) return { value: [low, high] };
  if (parseAmount(low) <= parseAmount(high)) return { value: [high, low] };
  return fault(path, 'RANGE_INVALID', 'must have the lower value first');
}

function keepChoices(field: ConditionField, value: ConditionValue, path: (string | number)[]): NormalisedValue {
  if (typeof value === 'string' || value === null) return fault(path, 'LIST_INVALID', 'must be a list for one_of');
  if (value.length < 1 || value.length > MAX_CHOICES) {
    return fault(path, 'LIST_INVALID', `must have 1 to ${MAX_CHOICES} elements`);
  }
  const choices = value.map((choice, at) => keepSingle(field, 'one_of', choice, [...path, at]));
  const faults = choices.flatMap((choice) => ('faults' in choice ? choice.faults : []));
  return faults.length > 0 ? { faults } : { value: choices.map((choice) => (choice as { value: string }).value) };
}

function keepSingle(field: ConditionField, op: ConditionOp, value: string, path: (string | number)[]): NormalisedValue {
  switch (field) {
    case 'description':
    case 'notes':
      return keepText(op, value, path);
    case 'amount':
      return isAmount(value)
        ? { value: formatAmount(parseAmount(value)) }
        : fault(path, 'AMOUNT_INVALID', 'must be a decimal string with at most 13 integer digits and two decimals');
    case 'date':
      return isDay(value)
        ? { value }
        : fault(path, 'DATE_INVALID', 'must be a calendar date as YYYY-MM-DD, between the years 1900 and 2200');
    case 'accountId':
      return { value: isId(value) ? value : NOTHING_ID };
    case 'type':
      return (TRANSACTION_TYPES as readonly string[]).includes(value)
        ? { value }
        : fault(path, 'VALUE_NOT_ALLOWED', `must be one of ${TRANSACTION_TYPES.join(', ')}`);
    case 'currency':
      return isCurrency(value)
        ? { value }
        : fault(path, 'CURRENCY_INVALID', 'must be an ISO 4217 currency code such as MXN');
    case 'tag':
      return keepTag(value, path);
    case 'category':
      throw new Error('category supports only is_empty');
  }
}

function keepTag(value: string, path: (string | number)[]): NormalisedValue {
  const name = normaliseText(value);
  return isTagName(name) ? { value: name } : fault(path, 'TAG_INVALID', tagName().detail);
}

function keepText(op: ConditionOp, value: string, path: (string | number)[]): NormalisedValue {
  const text = normaliseText(value) as string;
  const length = codePoints(text);
  if (!isStorableText(text, 'one') || length < 1 || length > MAX_TEXT_LENGTH) {
    return fault(
      path,
      'TEXT_INVALID',
      `must be text of 1 to ${MAX_TEXT_LENGTH} characters on one line, ${STORABLE_TEXT}`,
    );
  }
  if (op === 'matches') {
    const reason = patternFault(text);
    return reason === null ? { value: text } : fault(path, 'PATTERN_INVALID', reason);
  }
  // A value that consists only of accents folds to an empty string, which every description contains.
  return foldText(text) === '' ? fault(path, 'TEXT_INVALID', 'must contain more than accents') : { value: text };
}

export function namedAccounts(conditions: readonly Condition[]): { id: string; pointer: string }[] {
  return conditions.flatMap(({ field, value }, index) => {
    if (field !== 'accountId' || value === null) return [];
    const path = ['conditions', index, 'value'];
    return typeof value === 'string'
      ? [{ id: value, pointer: fieldPointer(path) }]
      : value.map((id, at) => ({ id, pointer: fieldPointer([...path, at]) }));
  });
}

export function withoutSign(amount: string): bigint {
  const minor = parseAmount(amount);
  return minor < 0n ? -minor : minor;
}

function fault(path: (string | number)[], code: FieldCode, detail: string): { faults: ProblemError[] } {
  return { faults: [{ pointer: fieldPointer(path), code, detail }] };
}
