import { pageOf, pageStart, CursorInvalid } from '@app/kernel/pure';
import type { Answer, Fact } from '../answers/answer.js';
import { token } from '../answers/answer.js';

/** Maximum characters of the items on a page. Leaves room for the rest of the tool result. */
const MAX_LISTED_CHARACTERS = 18_500;

export function fitting(answers: readonly Answer[], maxLength = MAX_LISTED_CHARACTERS): number {
  let length = 0;
  const beyond = answers.findIndex((item) => (length += JSON.stringify(item).length + 1) > maxLength);
  return beyond === -1 ? answers.length : Math.max(1, beyond);
}

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Returns a page of a list in memory. The cursor contains the last item and is bound to the filters.
 * @throws CursorInvalid if the cursor is invalid or its item no longer exists
 */
export function pageWithin<T>(
  list: string,
  filters: object,
  paging: Paging,
  all: readonly T[],
  keyOf: (item: T) => string,
  show: (item: T) => Answer,
): { readonly items: Answer[]; readonly nextCursor: Fact | null } {
  const query = { ...filters, ...paging };
  const after = pageStart(list, query, () => true)?.[0];
  const begin = after === undefined ? 0 : all.findIndex((item) => keyOf(item) === after) + 1;
  if (after !== undefined && begin === 0) throw CursorInvalid();
  const rest = all.slice(begin, begin + paging.limit + 1);
  const shown = rest.slice(0, paging.limit).map(show);
  const limit = fitting(shown);
  const { nextCursor } = pageOf(list, { ...query, limit }, rest, (last) => [keyOf(last)]);
  return { items: shown.slice(0, limit), nextCursor: token(nextCursor) };
}

/**
 * Returns a page of another context's list. If a tool result cannot hold all items, fetches the page again with a lower
 * limit to get the matching cursor.
 */
export async function pageOfList<T, P extends { readonly items: readonly T[]; readonly nextCursor: string | null }>(
  limit: number,
  list: (limit: number) => Promise<P & { readonly items: readonly T[] }>,
  show: (items: readonly T[], page: P) => Promise<Answer[]>,
): Promise<{ readonly items: Answer[]; readonly nextCursor: Fact | null }> {
  const page = await list(limit);
  const shown = await show(page.items, page);
  const count = fitting(shown);
  if (count === shown.length) return { items: shown, nextCursor: token(page.nextCursor) };
  const shorter = await list(count);
  return { items: shown.slice(0, count), nextCursor: token(shorter.nextCursor) };
}
