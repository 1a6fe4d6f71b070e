import { readAmountText } from './parse-amount.js';
import { readDateText } from './parse-date.js';

const MAX_FIGURE_LENGTH = 40;

/** True if a cell looks like a date. Eight digits count only if they form a plausible day. */
export function looksLikeDate(cell: string): boolean {
  if (cell.length < 5 || cell.length > 60) return false;
  if (cell === lastSeen.cell) return lastSeen.isDate;
  const isDate = isDateText(cell);
  lastSeen = { cell, isDate };
  return isDate;
}

/** Last result, cached because consecutive rows often have the same date. */
let lastSeen = { cell: '', isDate: false };

function isDateText(cell: string): boolean {
  if (!/\d/.test(cell)) return false;
  const date = readDateText(cell);
  if (date === null) return false;
  // 03/12 may also mean installment 3 of 12.
  const isYearless = date.parts[2] === '' && date.namedMonth === null && date.parts[1] !== '';
  // 100 69 670 and 69 33 6464 are grouped digits or separate numbers, not dates.
  const isSpaced = date.namedMonth === null && date.between.some((between) => between !== '' && between.trim() === '');
  return (
    !isYearless && !(isSpaced && !mayBeDay(date.parts)) && (date.parts[1] !== '' || isPlausibleCompact(date.parts[0]))
  );
}

function mayBeDay(parts: readonly string[]): boolean {
  if (parts.some((part) => part.length === 3)) return false;
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  const isYearFirst = first > 31 && second <= 12 && third <= 31;
  return isYearFirst || (first <= 31 && second <= 31 && Math.min(first, second) <= 12);
}

function isPlausibleCompact(digits: string): boolean {
  return (
    /^(?:(?:0?[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19|20)\d\d$/.test(
      digits,
    ) || /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)
  );
}

export function looksLikeAmount(cell: string): boolean {
  if (cell === '' || cell.length > MAX_FIGURE_LENGTH || !/\d/.test(cell)) return false;
  const amount = readAmountText(cell);
  return typeof amount === 'object' && amount.figure.length <= 24;
}

/** True for a figure with decimals, grouping, a sign or a currency. A plain whole number may be a reference. */
export function looksLikeMoney(cell: string): boolean {
  return looksLikeAmount(cell) && /[.,]\d{1,2}\D*$|\d[.,' ]\d{3}|[-+$(−]|[A-Za-z]{2}/.test(cell.trim());
}

export function looksLikeMovement(cells: readonly string[]): boolean {
  const date = cells.findIndex(looksLikeDate);
  return date >= 0 && cells.some((cell, index) => index !== date && looksLikeAmount(cell) && !looksLikeDate(cell));
}
