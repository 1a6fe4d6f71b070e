import type { Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import type { Conditions } from './condition.js';
import { liveTransactions } from './matchable-rows.query.js';
import type { Rows } from './predicate.query.js';
import { matchesSql } from './predicate.query.js';
import { patternsOf } from './regex-hits.js';

/** Number of transactions per page. Limits memory: 2,000 long notes take a few megabytes. */
const PAGE_SIZE = 2_000;

export interface LiveCandidates {
  readonly description: string[];
  readonly notes: string[];
  readonly last: { readonly date: string; readonly id: string } | null;
}

/**
 * Returns the statement that selects the distinct descriptions and notes in which to search for patterns. Omits rows
 * that cannot match because of other conditions.
 */
export function candidateTexts(workspaceId: string, all: readonly Conditions[], rows: Rows): Statement {
  const values = new Values();
  return {
    text: `with came as materialized (${rows(values)}) select ${textsOf('came', workspaceId, all, values)}`,
    values: values.list,
  };
}

export function liveCandidates(workspaceId: string, conditions: Conditions, after: LiveCandidates['last']): Statement {
  const values = new Values();
  const rows = liveTransactions(workspaceId, (bound) =>
    after ? `(t.date, t.id) < (${bound.bind(after.date)}::date, ${bound.bind(after.id)}::uuid)` : 'true',
  );
  return {
    text: `
      with page as materialized (
        ${rows(values)} order by t.date desc, t.id desc limit ${PAGE_SIZE})
      select ${textsOf('page', workspaceId, [conditions], values)},
        (select json_build_object('date', e.date, 'id', e.id) from page e
          order by e.date desc, e.id desc offset ${PAGE_SIZE - 1} limit 1) as last`,
    values: values.list,
  };
}

function textsOf(source: string, workspaceId: string, all: readonly Conditions[], values: Values): string {
  const patterns = patternsOf(all);
  const possible = all
    .filter((conditions) => patternsOf([conditions]).length > 0)
    .map((conditions) => matchesSql('e', conditions, values, 'unknown', workspaceId))
    .join(' or ');
  const texts = (field: 'description' | 'notes') =>
    patterns.some((pattern) => pattern.field === field)
      ? `(select coalesce(json_agg(distinct e.folded_${field}), '[]') from ${source} e
          where e.folded_${field} is not null and (${possible}))`
      : `'[]'::json`;
  return `${texts('description')} as description, ${texts('notes')} as notes`;
}
