import type { Period } from '@app/kernel/pure';

export type ReceiptFilters = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of a group's transactions, such as
 * `/v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-30&merchant=oxxo`.
 */
export function receiptPath(countsAs: string, { start, end }: Period, filters: ReceiptFilters): string {
  const query = Object.entries({ countsAs, from: start, to: end, ...filters })
    .filter((filter): filter is [string, string] => filter[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/v1/transactions?${query.join('&')}`;
}
