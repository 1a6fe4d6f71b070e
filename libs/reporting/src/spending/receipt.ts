import type { Period } from '@app/kernel/pure';

/** The filters of a list of transactions; what is undefined is left out. */
export type ReceiptFilters = Readonly<Record<string, string | undefined>>;

/**
 * The path of the list that holds exactly the transactions with a part in a group of a report:
 * `/v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-30&merchant=oxxo`.
 * Source: contract section 15, "Receipts".
 */
export function receiptPath(countsAs: string, { start, end }: Period, filters: ReceiptFilters): string {
  const query = Object.entries({ countsAs, from: start, to: end, ...filters })
    .filter((filter): filter is [string, string] => filter[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/v1/transactions?${query.join('&')}`;
}
