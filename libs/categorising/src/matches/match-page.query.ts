import type { PageRequest, Position, Statement } from '@app/kernel';
import { isDay, isId, JsonText, pageOf, pageStart, Values } from '@app/kernel';
import type { Conditions } from '../matching/condition.js';
import { liveTransactions } from '../matching/matchable-rows.query.js';
import { matchesSql } from '../matching/predicate.query.js';
import type { RegexHits } from '../matching/regex-hits.js';

export interface MatchRow {
  readonly body: string;
  readonly date: string;
  readonly id: string;
}

/** Matches on a page. `rows` has one extra row if another page follows. `total` counts the matches on all pages. */
export interface MatchPage {
  readonly total: number;
  readonly rows: readonly MatchRow[];
}

function matchJson(t: string): string {
  return `(select row_to_json(answer)::text from (select
    ${t}.id, ${t}.date, ${t}.description, money_text(${t}.amount) as amount, ${t}.currency, ${t}.type) answer)`;
}

/** @throws CursorInvalid */
export function matchPosition(list: string, paging: PageRequest): Position | undefined {
  return pageStart(list, paging, isDay, isId);
}

export function matchPageJson(list: string, paging: PageRequest, { rows, total }: MatchPage): JsonText {
  const { items, nextCursor } = pageOf(list, paging, rows, ({ date, id }) => [date, id]);
  const shown = items.map(({ body }) => body).join();
  return new JsonText(`{"items":[${shown}],"total":${total},"nextCursor":${JSON.stringify(nextCursor)}}`);
}

/** Builds the query for one page of the matching live transactions, newest first, and their total number. */
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

/** Builds the query for a digest that changes when any matching live transaction changes. */
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
