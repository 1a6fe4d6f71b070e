import type { FieldCode } from '../problem/field-codes.js';
import { isDay, lengthOfMonth } from '../calendar/day.js';
import { AMOUNT_PATTERN, isAmount, parseAmount } from '../money/amount.js';
import { isCurrency } from '../money/currency.js';
import { isRate, RATE_PATTERN } from '../money/rate.js';
import { EXAMPLE_ID, isId, NOTHING_ID } from '../id/id.js';
import { codePoints, isStorableText, normaliseText, STORABLE_TEXT } from './text.js';

/** Maximum length of an email address in code points. */
export const MAX_EMAIL_LENGTH = 254;

export interface FieldSchema {
  readonly description?: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: string[];
}

export interface FieldRule {
  readonly code: FieldCode;
  readonly detail: string;
  readonly schema: FieldSchema;
  check(value: unknown): boolean;
  normalise?(value: unknown): unknown;
}

/** Rule for text of one or several lines, which is trimmed and normalized to NFC. Lengths are in code points. */
export function text(min: number, max: number, lines: 'one' | 'many' = 'one'): FieldRule {
  return {
    code: 'TEXT_INVALID',
    detail:
      lines === 'one'
        ? `must be text of ${min} to ${max} characters on one line, ${STORABLE_TEXT}`
        : `must be text of ${min} to ${max} characters, ${STORABLE_TEXT}`,
    schema: { type: 'string', minLength: min, maxLength: max },
    normalise: (value) => normaliseText(value, max),
    check: (value) => {
      if (typeof value !== 'string' || !isStorableText(value, lines)) return false;
      const length = codePoints(value);
      return length >= min && length <= max;
    },
  };
}

/** Rule for a cursor. Each list validates its own cursors. */
export function cursor(): FieldRule {
  return {
    code: 'CURSOR_INVALID',
    detail: 'must be a `nextCursor` of this list',
    schema: { type: 'string' },
    check: (value) => typeof value === 'string',
  };
}

export function amount(sign: 'any' | 'positive' | 'not zero' = 'any'): FieldRule {
  return {
    code: 'AMOUNT_INVALID',
    detail: `must be a decimal string with at most 13 integer digits and two decimals${
      sign === 'any' ? '' : sign === 'positive' ? ', greater than zero' : ', not zero'
    }`,
    schema: { type: 'string', pattern: AMOUNT_PATTERN.source, examples: ['1250.00'] },
    check: (value) => {
      if (!isAmount(value)) return false;
      return sign === 'any' || (sign === 'positive' ? parseAmount(value) > 0n : parseAmount(value) !== 0n);
    },
  };
}

export function rate(): FieldRule {
  return {
    code: 'RATE_INVALID',
    detail: 'must be a positive decimal string with at most 10 integer digits and eight decimals',
    schema: { type: 'string', pattern: RATE_PATTERN.source, examples: ['18.41230000'] },
    check: isRate,
  };
}

/** Rule for a decimal that is not money, such as a yield in percent. */
export function decimal(): FieldRule {
  const pattern = /^-?\d{1,10}(\.\d{1,8})?$/;
  return {
    code: 'DECIMAL_INVALID',
    detail: 'must be a decimal string with at most 10 integer digits and eight decimals',
    schema: { type: 'string', pattern: pattern.source, examples: ['10.50'] },
    check: (value) => typeof value === 'string' && pattern.test(value),
  };
}

export function day(): FieldRule {
  return {
    code: 'DATE_INVALID',
    detail: 'must be a calendar date as YYYY-MM-DD, between the years 1900 and 2200',
    schema: { type: 'string', format: 'date', examples: ['2026-11-20'] },
    check: isDay,
  };
}

/**
 * Rule for an RFC 3339 timestamp. PostgreSQL limits the UTC offset to 15:59. Does not use isRFC3339 of class-validator,
 * which checks only the format and so accepts 30 February and the year 0.
 */
export function timestamp(): FieldRule {
  const pattern = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;
  const isReal = (year: number, month: number, day: number) =>
    year > 0 && month > 0 && month <= 12 && day > 0 && day <= lengthOfMonth(year, month);
  return {
    code: 'TIMESTAMP_INVALID',
    detail: 'must be an RFC 3339 timestamp such as 2026-11-20T10:32:27.123Z',
    schema: { type: 'string', format: 'date-time', examples: ['2026-11-20T10:32:27.123Z'] },
    check: (value) => {
      const parts = typeof value === 'string' ? pattern.exec(value) : null;
      return parts !== null && isReal(Number(parts[1]), Number(parts[2]), Number(parts[3]));
    },
  };
}

export function currency(): FieldRule {
  return {
    code: 'CURRENCY_INVALID',
    detail: 'must be an ISO 4217 currency code such as MXN',
    schema: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['MXN'] },
    check: isCurrency,
  };
}

/**
 * Rule for the ID of another resource. Only a value that is not a string is invalid. A malformed ID matches nothing,
 * like an unknown one.
 */
export function reference(): FieldRule {
  return {
    code: 'ID_INVALID',
    detail: 'must be an ID as a string',
    schema: { type: 'string', examples: [EXAMPLE_ID] },
    normalise: (value) => (typeof value === 'string' && !isId(value) ? NOTHING_ID : value),
    check: (value) => typeof value === 'string',
  };
}

/**
 * Rule for an ID in a filter. Rejects an empty ID, because a client with an unset variable would otherwise get an empty
 * list.
 */
export function filterReference(): FieldRule {
  const rule = reference();
  return {
    ...rule,
    detail: 'must be a non-empty ID',
    normalise: (value) => (value === '' ? value : rule.normalise!(value)),
    check: (value) => value !== '' && rule.check(value),
  };
}

export function oneOf(...words: readonly string[]): FieldRule {
  return {
    code: 'VALUE_NOT_ALLOWED',
    detail: `must be one of ${words.join(', ')}`,
    schema: { type: 'string', enum: [...words] },
    check: (value) => typeof value === 'string' && words.includes(value),
  };
}

export function flag(): FieldRule {
  return {
    code: 'BOOLEAN_INVALID',
    detail: 'must be true or false',
    schema: { type: 'boolean' },
    check: (value) => typeof value === 'boolean',
  };
}

export function queryFlag(): FieldRule {
  return {
    ...flag(),
    normalise: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  };
}

export function integer(min: number, max: number): FieldRule {
  return {
    code: 'INTEGER_INVALID',
    detail: `must be a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    check: (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  };
}

export function queryInteger(min: number, max: number): FieldRule {
  return {
    ...integer(min, max),
    normalise: (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  };
}

/**
 * Rule for an email address of at most 254 characters (RFC 5321). Does not use isEmail of class-validator, which also
 * accepts quoted text with spaces and invisible characters and is slow to load.
 */
export function email(): FieldRule {
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  // eslint-disable-next-line no-restricted-syntax -- built from constants only
  const pattern = new RegExp(
    `^[^\\s@<>()[\\]\\\\,;:"]+@(?:${label}\\.)+(?=[a-z0-9-]*[a-z])${label.replace(')?', ')')}$`,
    'i',
  );
  return {
    code: 'EMAIL_INVALID',
    detail: 'must be an email address of at most 254 characters',
    schema: { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH, examples: ['persona@example.com'] },
    normalise: (value) => normaliseText(value, MAX_EMAIL_LENGTH),
    check: (value) =>
      typeof value === 'string' &&
      codePoints(value) <= MAX_EMAIL_LENGTH &&
      isStorableText(value, 'one') &&
      pattern.test(value) &&
      !value.includes('..') &&
      !value.startsWith('.') &&
      !value.includes('.@') &&
      value.indexOf('@') <= 64,
  };
}
