import { CursorInvalid } from '../problem/http.problems.js';
import type { Position } from './cursor.js';
import { readCursor, writeCursor } from './cursor.js';

/** What every list is asked for, besides its filters. */
interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a list, and the cursor of the next one; null on the last. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/**
 * The position after which a page begins; undefined on the first one.
 * @param list names the list; a cursor of another list, or of other filters, is refused
 * @param forms what each part of a position has to be
 * @throws CursorInvalid
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
 * The page that rows make. One row more than the limit has to be read: it says that another page follows.
 * @param positionOf the position of the last row of a page, of which its cursor is made
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

/** The same of rows whose items are written as JSON already. */
export function pageText(items: readonly string[], nextCursor: string | null): string {
  return `{"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
