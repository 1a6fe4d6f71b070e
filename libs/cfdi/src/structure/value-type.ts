import { isDay } from '@app/kernel/pure';
import { collapse } from '../xml/xml-element.js';

/** A simple type of XML Schema with its facets. */
export interface ValueType {
  base: string;
  /** Regular expressions, one of which the whole value matches. */
  patterns?: string[];
  values?: string[];
  minLength?: number;
  maxLength?: number;
  /** Bounds of numbers, inclusive. */
  min?: string;
  max?: string;
  decimals?: number;
  preserveSpace?: boolean;
}

/** Longest number whose sums are exact and fast. */
const NUMBER = /^[+-]?(?=\.?\d)\d{0,28}(\.\d{0,10})?$/;
const INTEGER = /^[+-]?\d{1,28}$/;
const DATE_TIME = /^([^T]*)T([01]\d|2[0-3])(:[0-5]\d){2}$/;
const BASE64 = /^[A-Za-z0-9+/= ]*$/;

const compiled = new Map<ValueType, RegExp>();

export function matches(raw: string, type: ValueType): boolean {
  const value = type.preserveSpace ? raw : collapse(raw);
  return isOfBase(value, type) && isOfLength(value, type) && isOneOf(value, type) && matchesPattern(value, type);
}

function isOfBase(value: string, type: ValueType): boolean {
  switch (type.base) {
    case 'decimal':
      return NUMBER.test(value) && isInRange(value, type);
    case 'integer':
      return INTEGER.test(value) && isInRange(value, type);
    case 'date':
      return isDay(value);
    case 'dateTime':
      return isDay(DATE_TIME.exec(value)?.[1]);
    case 'base64':
      return BASE64.test(value);
    default:
      return true;
  }
}

function isInRange(value: string, { min, max, decimals }: ValueType): boolean {
  if (decimals !== undefined && !hasDecimals(value, decimals)) return false;
  // Doubles order decimals correctly, and the bounds of the schemas have few digits.
  const number = Number(value);
  return (min === undefined || number >= Number(min)) && (max === undefined || number <= Number(max));
}

/** Trailing zeros do not count. */
function hasDecimals(value: string, decimals: number): boolean {
  const point = value.indexOf('.');
  return point < 0 || /^0*$/.test(value.slice(point + 1 + decimals));
}

function isOfLength(value: string, { minLength = 0, maxLength = Infinity }: ValueType): boolean {
  if (value.length < minLength || value.length > 2 * maxLength) return false;
  if (maxLength === Infinity) return true;
  const length = /[\u{10000}-\u{10ffff}]/u.test(value) ? [...value].length : value.length;
  return length >= minLength && length <= maxLength;
}

function isOneOf(value: string, { values }: ValueType): boolean {
  return values === undefined || values.includes(value);
}

function matchesPattern(value: string, type: ValueType): boolean {
  if (!type.patterns) return true;
  let pattern = compiled.get(type);
  if (!pattern) {
    // The patterns are constants of the schemas.
    // eslint-disable-next-line no-restricted-syntax
    pattern = new RegExp(`^(?:${type.patterns.join('|')})$`, 'u');
    compiled.set(type, pattern);
  }
  return pattern.test(value);
}
