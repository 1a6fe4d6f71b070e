import { CursorInvalid } from '../problem/http.problems.js';
import type { Position } from './cursor.js';
import { readCursor, writeCursor } from './cursor.js';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a list. `nextCursor` is null on the last page. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/**
 * Returns the position after which the page begins, or undefined for the first page.
 * @param list name of the list, so that cursors of other lists are rejected
 * @param forms checks of the position, one per part
 * @throws CursorInvalid if the cursor belongs to another list or to other filters
 */
export function pageStart(
  list: string,
  query: PageQuery,
  ...forms: readonly ((part: string) => boolean)[]
): Position | undefined {
  const position = readCursor(list, query, query.cursor);
  if (position === undefined) return undefined;
  if (position.length !== forms.length || !forms.every((has, at) => has(position[at]!))) throw CursorInvalid();
  return position;
}

/**
 * Creates a page from rows. Read one row more than the limit: this extra row shows that another page follows.
 * @param positionOf returns the position of a row for the cursor
 */
export function pageOf<Row>(
  list: string,
  query: PageQuery,
  rows: readonly Row[],
  positionOf: (last: Row) => Position,
): Page<Row> {
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const isLast = last === undefined || rows.length <= items.length;
  return { items, nextCursor: isLast ? null : writeCursor(list, query, positionOf(last)) };
}

export function pageText(items: readonly string[], nextCursor: string | null): string {
  return `{"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
