import { pageOf, pageStart, CursorInvalid } from '@app/kernel/pure';
import type { Answer, Fact } from '../answers/answer.js';
import { token } from '../answers/answer.js';

/** How many characters the things of an answer have together; what stands beside them takes little. Source: contract section 19. */
const MAX_LISTED_CHARACTERS = 18_500;

/** How many of some answers fit into one; at least the first. */
export function fitting(answers: readonly Answer[], most = MAX_LISTED_CHARACTERS): number {
  let length = 0;
  const beyond = answers.findIndex((one) => (length += JSON.stringify(one).length + 1) > most);
  return beyond === -1 ? answers.length : Math.max(1, beyond);
}

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of things that are all at hand. Its cursor names the last of them, so that the next page goes on behind it.
 * @param filters what else was asked for: a cursor is good for the same question alone
 * @throws CursorInvalid also where the last thing is gone
 */
export function pageWithin<T>(
  list: string,
  filters: object,
  paging: Paging,
  all: readonly T[],
  keyOf: (one: T) => string,
  show: (one: T) => Answer,
): { readonly items: Answer[]; readonly nextCursor: Fact | null } {
  const query = { ...filters, ...paging };
  const after = pageStart(list, query, () => true)?.[0];
  const begin = after === undefined ? 0 : all.findIndex((one) => keyOf(one) === after) + 1;
  if (after !== undefined && begin === 0) throw CursorInvalid();
  const rest = all.slice(begin, begin + paging.limit + 1);
  const shown = rest.slice(0, paging.limit).map(show);
  const limit = fitting(shown);
  const { nextCursor } = pageOf(list, { ...query, limit }, rest, (last) => [keyOf(last)]);
  return { items: shown.slice(0, limit), nextCursor: token(nextCursor) };
}

/**
 * A page that another context lists. Where its things are too long for one answer, as many are listed as fit, so that the
 * cursor is that of the last one told.
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
