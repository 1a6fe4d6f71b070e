/**
 * Model of reports that reads all transactions through the API and shares no code with the service. Amounts are in
 * cents.
 */

import type { CategoryView, TransactionView } from '../e2e/support/answers.js';
import { hundredths, written } from '../e2e/support/amounts.js';
import { halfEven, later } from './budget-model.js';

type Kind = 'expense' | 'income';

/** A live expense or income, or one of its expense or income splits if it has splits. */
export interface ModelPart {
  readonly id: string;
  readonly day: string;
  readonly account: string;
  readonly category: string | null;
  readonly countsAs: Kind;
  /**
   * Value in the base currency, positive if it increases the total of its type. Null if the transaction has no base
   * amount.
   */
  readonly worth: bigint | null;
  readonly merchant: string;
  readonly tags: readonly string[];
}

export interface ModelPeriod {
  readonly start: string;
  readonly end: string;
}

export interface ModelQuery {
  readonly from: string;
  readonly to: string;
  readonly type: Kind;
  readonly groupBy: string;
  readonly compare: 'none' | 'previous' | 'year';
  readonly categoryId?: string;
  readonly accountId?: string;
  readonly merchant?: string;
  readonly tag?: string;
}

const foldedWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

export const isSameText = (left: string, right: string): boolean =>
  foldedWords(left).join(' ') === foldedWords(right).join(' ');

export function merchantOf(description: string): string {
  const folded = foldedWords(description);
  const words = folded.filter((word) => !/[0-9*#]/.test(word));
  return (words.length > 0 ? words : folded).join(' ');
}

export function partsOf(transactions: readonly TransactionView[], categories: readonly CategoryView[]): ModelPart[] {
  const kinds = new Map(categories.map(({ id, kind }) => [id, kind]));
  return transactions.flatMap((transaction) => {
    if (transaction.status !== 'live' || (transaction.type !== 'expense' && transaction.type !== 'income')) return [];
    const wholes = transaction.splits.length > 0 ? transaction.splits : [transaction];
    return wholes
      .filter(({ type }) => type === 'expense' || type === 'income')
      .map(({ type, category, baseAmount }) => {
        const countsAs = category === null ? (type as Kind) : kinds.get(category.id)!;
        const amount = baseAmount === null ? null : hundredths(baseAmount);
        return {
          id: transaction.id,
          day: transaction.date,
          account: transaction.accountId!,
          category: category?.id ?? null,
          countsAs,
          worth: amount === null || type === countsAs ? amount : -amount,
          merchant: merchantOf(transaction.description),
          tags: transaction.tags,
        };
      });
  });
}

export function share(amount: bigint, total: bigint): string | null {
  if (total === 0n) return null;
  const digits = halfEven(total < 0n ? -amount * 10_000n : amount * 10_000n, total < 0n ? -total : total);
  const text = (digits < 0n ? -digits : digits).toString().padStart(5, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -4)}.${text.slice(-4)}`;
}

export const sumOf = (parts: readonly ModelPart[]): bigint => parts.reduce((sum, { worth }) => sum + worth!, 0n);

export function isWithin(parent: ReadonlyMap<string, string | null>, category: string | null, root: string): boolean {
  for (let at = category; at !== null; at = parent.get(at) ?? null) if (at === root) return true;
  return false;
}

export function cut({ start, end }: ModelPeriod, interval: string): ModelPeriod[] {
  const intervals: { start: string; end: string }[] = [];
  for (let day = start; day <= end; day = later(day, 1)) {
    const date = Number(day.slice(8));
    const begins =
      interval === 'day' ||
      (interval === 'week' && new Date(day).getUTCDay() === 1) ||
      (interval === 'quincena' && (date === 1 || date === 16)) ||
      (interval === 'month' && date === 1) ||
      (interval === 'year' && day.endsWith('-01-01'));
    if (begins || day === start) intervals.push({ start: day, end: day });
    else intervals.at(-1)!.end = day;
  }
  return intervals;
}

export function comparedTo({ start, end }: ModelPeriod, compare: ModelQuery['compare']): ModelPeriod | null {
  if (compare === 'none') return null;
  if (compare === 'year') {
    const earlier = (day: string) => {
      const moved = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
      return day.endsWith('-02-29') ? moved.replace('-29', '-28') : moved;
    };
    return { start: earlier(start), end: earlier(end) };
  }
  const isWhole = start.endsWith('-01') && later(end, 1).endsWith('-01');
  if (!isWhole) {
    const days = Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
    return { start: later(start, -days), end: later(start, -1) };
  }
  const months = new Set(cut({ start, end }, 'month').map((month) => month.start)).size;
  const first = new Date(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)) - 1 - months, 1));
  return { start: first.toISOString().slice(0, 10), end: later(start, -1) };
}

export const inPeriod = (parts: readonly ModelPart[], { start, end }: ModelPeriod): ModelPart[] =>
  parts.filter(({ day }) => start <= day && day <= end);

export function itemOf(now: readonly ModelPart[], before: readonly ModelPart[] | null, total: bigint) {
  return {
    amount: written(sumOf(now)),
    count: now.length,
    share: share(sumOf(now), total),
    previousAmount: before === null ? null : written(sumOf(before)),
    behind: [...new Set(now.map(({ id }) => id))].sort(),
  };
}
