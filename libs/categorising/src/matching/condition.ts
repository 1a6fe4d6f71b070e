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

/** What each field of a transaction can be asked. Source: contract section 11. */
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

/** One question to a transaction. A list stands for one_of and between, null where nothing is compared. */
export interface Condition {
  readonly field: ConditionField;
  readonly op: ConditionOp;
  readonly value: ConditionValue;
}

/** Conditions that a transaction must meet, all of them or any. */
export interface Conditions {
  readonly match: 'all' | 'any';
  readonly conditions: readonly Condition[];
}

const MAX_TEXT_LENGTH = 500;
const MAX_CHOICES = 100;

type Kept = { readonly value: ConditionValue } | { readonly faults: ProblemError[] };

/**
 * The conditions in the form in which they are kept: texts trimmed and NFC, amounts with two decimals.
 * @returns them, or what is wrong with each of them, with a pointer to it
 */
export function keepConditions(given: readonly { field: ConditionField; op: ConditionOp; value?: ConditionValue }[]): {
  conditions: Condition[];
  faults: ProblemError[];
} {
  const conditions: Condition[] = [];
  const faults: ProblemError[] = [];
  given.forEach(({ field, op, value = null }, index) => {
    const ops: readonly string[] = OPS_OF_FIELD[field];
    if (!ops.includes(op)) {
      const detail = `must be one of ${ops.join(', ')} for ${field}`;
      faults.push({ pointer: fieldPointer(['conditions', index, 'op']), code: 'VALUE_NOT_ALLOWED', detail });
      return;
    }
    const kept = keepValue(field, op, value, ['conditions', index, 'value']);
    if ('faults' in kept) faults.push(...kept.faults);
    else conditions.push({ field, op, value: kept.value });
  });
  return { conditions, faults };
}

function keepValue(field: ConditionField, op: ConditionOp, value: ConditionValue, path: (string | number)[]): Kept {
  if (op === 'is_empty') return value === null ? { value } : fault(path, 'NOT_ALLOWED', 'is not allowed for is_empty');
  if (value === null) return fault(path, 'REQUIRED', 'is required');
  if (op === 'between') return keepRange(field, value, path);
  if (op === 'one_of') return keepChoices(field, value, path);
  if (typeof value !== 'string') return fault(path, 'TEXT_INVALID', `must be a string for ${op}`);
  return keepOne(field, op, value, path);
}

function keepRange(field: ConditionField, value: ConditionValue, path: (string | number)[]): Kept {
  if (typeof value === 'string' || value?.length !== 2) {
    return fault(path, 'RANGE_INVALID', 'must be a list of the lowest and the highest');
  }
  const ends = value.map((end, at) => keepOne(field, 'between', end, [...path, at]));
  const faults = ends.flatMap((end) => ('faults' in end ? end.faults : []));
  if (faults.length > 0) return { faults };
  const [low, high] = ends.map((end) => (end as { value: string }).value) as [string, string];
  if (field === 'amount') return keepAmounts(low, high, path);
  return low <= high ? { value: [low, high] } : fault(path, 'RANGE_INVALID', 'must begin with the lowest');
}

/** Amounts compare without their sign, so that -10 to -5 is written in its own order and means 5 to 10. */
function keepAmounts(low: string, high: string, path: (string | number)[]): Kept {
  if (withoutSign(low) <= withoutSign(high)) return { value: [low, high] };
  if (parseAmount(low) <= parseAmount(high)) return { value: [high, low] };
  return fault(path, 'RANGE_INVALID', 'must begin with the lowest');
}

function keepChoices(field: ConditionField, value: ConditionValue, path: (string | number)[]): Kept {
  if (typeof value === 'string' || value === null) return fault(path, 'LIST_INVALID', 'must be a list for one_of');
  if (value.length < 1 || value.length > MAX_CHOICES) {
    return fault(path, 'LIST_INVALID', `must have 1 to ${MAX_CHOICES} elements`);
  }
  const choices = value.map((choice, at) => keepOne(field, 'one_of', choice, [...path, at]));
  const faults = choices.flatMap((choice) => ('faults' in choice ? choice.faults : []));
  return faults.length > 0 ? { faults } : { value: choices.map((choice) => (choice as { value: string }).value) };
}

function keepOne(field: ConditionField, op: ConditionOp, value: string, path: (string | number)[]): Kept {
  switch (field) {
    case 'description':
    case 'notes':
      return keepText(op, value, path);
    case 'amount':
      return isAmount(value)
        ? { value: formatAmount(parseAmount(value)) }
        : fault(path, 'AMOUNT_INVALID', 'must be a string with a decimal of up to 13 digits and at most two decimals');
    case 'date':
      return isDay(value)
        ? { value }
        : fault(path, 'DATE_INVALID', 'must be a real calendar date, YYYY-MM-DD, of the years 1900 to 2200');
    case 'accountId':
      return { value: isId(value) ? value : NOTHING_ID };
    case 'type':
      return (TRANSACTION_TYPES as readonly string[]).includes(value)
        ? { value }
        : fault(path, 'VALUE_NOT_ALLOWED', `must be one of ${TRANSACTION_TYPES.join(', ')}`);
    case 'currency':
      return isCurrency(value)
        ? { value }
        : fault(path, 'CURRENCY_INVALID', 'must be the ISO 4217 code of a currency, in capitals');
    case 'tag':
      return keepTag(value, path);
    case 'category':
      throw new Error('a category is only asked whether it is there');
  }
}

function keepTag(value: string, path: (string | number)[]): Kept {
  const name = normaliseText(value);
  return isTagName(name) ? { value: name } : fault(path, 'TAG_INVALID', tagName().detail);
}

function keepText(op: ConditionOp, value: string, path: (string | number)[]): Kept {
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
    const wrong = patternFault(text);
    return wrong === null ? { value: text } : fault(path, 'PATTERN_INVALID', wrong);
  }
  // Accents alone are nothing once accents are put away, and nothing is contained in everything.
  return foldText(text) === '' ? fault(path, 'TEXT_INVALID', 'must hold more than accents') : { value: text };
}

/** The accounts that conditions name, each with the pointers to its places. */
export function namedAccounts(conditions: readonly Condition[]): { id: string; pointer: string }[] {
  return conditions.flatMap(({ field, value }, index) => {
    if (field !== 'accountId' || value === null) return [];
    const path = ['conditions', index, 'value'];
    return typeof value === 'string'
      ? [{ id: value, pointer: fieldPointer(path) }]
      : value.map((id, at) => ({ id, pointer: fieldPointer([...path, at]) }));
  });
}

/** Minor units of a written amount, without its sign: amounts are compared so. */
export function withoutSign(amount: string): bigint {
  const minor = parseAmount(amount);
  return minor < 0n ? -minor : minor;
}

function fault(path: (string | number)[], code: FieldCode, detail: string): { faults: ProblemError[] } {
  return { faults: [{ pointer: fieldPointer(path), code, detail }] };
}
