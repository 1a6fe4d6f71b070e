import type { PageRequest, Position, Statement } from '@app/kernel';
import { isDay, isId, JsonText, pageOf, pageStart, Values } from '@app/kernel';
import type { Conditions } from '../matching/condition.js';
import { liveTransactions } from '../matching/matchable-rows.query.js';
import { matchesSql } from '../matching/predicate.query.js';
import type { RegexHits } from '../matching/regex-hits.js';

/** A match of a page as JSON, and where it stands. */
export interface MatchRow {
  readonly body: string;
  readonly date: string;
  readonly id: string;
}

/** A page with one match more than was asked for, where there is one, and how many there are in all. */
export interface MatchPage {
  readonly total: number;
  readonly rows: readonly MatchRow[];
}

/** A match as it is answered; `t` is the alias of a row of the ledger's live transactions. */
function matchJson(t: string): string {
  return `(select row_to_json(answer)::text from (select
    ${t}.id, ${t}.date, ${t}.description, money_text(${t}.amount) as amount, ${t}.currency, ${t}.type) answer)`;
}

/**
 * Where the page before ended: the date of its last match, and its id.
 * @throws CursorInvalid
 */
export function matchPosition(list: string, paging: PageRequest): Position | undefined {
  return pageStart(list, paging, isDay, isId);
}

/** The answer that rows make: one row more than asked for says that another page follows. */
export function matchPageJson(list: string, paging: PageRequest, { rows, total }: MatchPage): JsonText {
  const { items, nextCursor } = pageOf(list, paging, rows, ({ date, id }) => [date, id]);
  const shown = items.map(({ body }) => body).join();
  return new JsonText(`{"items":[${shown}],"total":${total},"nextCursor":${JSON.stringify(nextCursor)}}`);
}

/**
 * How many of the live transactions meet the conditions, and the newest `limit` of them after a position.
 *
 * The page is read from the index by date until it is full; the total looks at each transaction once.
 */
export function matchPage(
  workspaceId: string,
  conditions: Conditions,
  hits: RegexHits,
  limit: number,
  after: Position | undefined,
): Statement {
  const values = new Values();
  const rows = liveTransactions(workspaceId);
  const counted = `select count(*)::int from (${rows(values)}) e where ${matchesSql('e', conditions, values, hits, workspaceId)}`;
  const beyond = after ? `and (e.date, e.id) < (${values.bind(after[0])}::date, ${values.bind(after[1])}::uuid)` : '';
  const shown = `
    select ${matchJson('e')} as body, e.date::text as date, e.id from (${rows(values)}) e
    where ${matchesSql('e', conditions, values, hits, workspaceId)} ${beyond}
    order by e.date desc, e.id desc limit ${values.bind(limit)}`;
  return {
    text: `select (${counted}) as total, (select coalesce(json_agg(shown), '[]') from (${shown}) shown) as rows`,
    values: values.list,
  };
}

/** A digest of the live transactions that meet the conditions: another transaction, or another field of one, changes it. */
export function matchState(workspaceId: string, conditions: Conditions, hits: RegexHits): Statement {
  const values = new Values();
  const rows = liveTransactions(workspaceId)(values);
  return {
    text: `
      select md5(coalesce(string_agg(md5(row(e.id, e.account_id, e.type, e.date, e.amount, e.currency, e.description, e.notes,
        e.category_id, e.category_source, e.split_count, e.tag_ids)::text), '' order by e.id), '')) as state
      from (${rows}) e where ${matchesSql('e', conditions, values, hits, workspaceId)}`,
    values: values.list,
  };
}
