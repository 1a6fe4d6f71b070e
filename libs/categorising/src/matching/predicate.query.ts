import type { Values } from '@app/kernel';
import type { Condition, Conditions } from './condition.js';
import { withoutSign } from './condition.js';
import { compiledPattern } from './pattern.js';
import type { RegexHits } from './regex-hits.js';

/**
 * Returns a query for the rows to match, which are transactions or drafts of transactions. The query has the columns of
 * ledger_live_transactions except import_id, and a unique id of any type. `is_unfiled` is true if the row had no
 * category when it arrived, even if a rule suggested one later. `is_chosen` is true if a user chose the category, or
 * chose to have none.
 */
export type Rows = (values: Values) => string;

/**
 * Hits of the patterns, or 'unknown' before the search. While the hits are unknown, every text with the pattern's
 * literal may match.
 */
export type Hits = RegexHits | 'unknown';

/**
 * Compiles conditions to SQL that tests the row with the alias `row`. All rule matching uses this function. `hits` must
 * come from a search in the same rows.
 */
export function matchesSql(
  row: string,
  { match, conditions }: Conditions,
  values: Values,
  hits: Hits,
  workspaceId: string,
): string {
  const terms = conditions.map((condition) => {
    const holds = term(row, condition, values, hits, workspaceId);
    // A comparison with an absent value yields null, which counts as false. A negative operator must match such a
    // value.
    return isNegative(condition) ? `coalesce(${holds}, true)` : holds;
  });
  return `(${terms.join(match === 'all' ? ' and ' : ' or ')})`;
}

function isNegative({ op }: Condition): boolean {
  return op === 'not_contains' || op === 'is_not';
}

function term(row: string, condition: Condition, values: Values, hits: Hits, workspaceId: string): string {
  const { field } = condition;
  switch (field) {
    case 'description':
    case 'notes':
      return textTerm(`${row}.folded_${field}`, condition, values, hits);
    case 'amount':
      return comparison(`abs(${row}.amount)`, condition, (amount) => `${values.bind(withoutSign(amount))}::bigint`);
    case 'date':
      return comparison(`${row}.date`, condition, (day) => `${values.bind(day)}::date`);
    case 'accountId':
      return choice(`${row}.account_id`, 'uuid', condition, values);
    case 'type':
    case 'currency':
      return choice(`${row}.${field}`, 'text', condition, values);
    case 'tag':
      return tagTerm(`${row}.tag_ids`, condition, values, workspaceId);
    case 'category':
      return `${row}.is_unfiled`;
  }
}

function textTerm(text: string, { field, op, value }: Condition, values: Values, hits: Hits): string {
  if (op === 'matches') {
    const [column, pattern] = [field as 'description' | 'notes', value as string];
    if (hits !== 'unknown') return `md5(${text})::uuid = any(${values.bind(hits.of(column, pattern))}::uuid[])`;
    const { literal } = compiledPattern(pattern);
    return literal === '' ? `${text} is not null` : `position(${values.bind(literal)}::text in ${text}) > 0`;
  }
  const sought = `fold_text(${values.bind(value)}::text)`;
  if (op === 'contains') return `position(${sought} in ${text}) > 0`;
  if (op === 'not_contains') return `position(${sought} in ${text}) = 0`;
  if (op === 'equals') return `${text} = ${sought}`;
  if (op === 'starts_with') return `starts_with(${text}, ${sought})`;
  return `right(${text}, length(${sought})) = ${sought}`;
}

function tagTerm(tagIds: string, { op, value }: Condition, values: Values, workspaceId: string): string {
  const names = values.bind([value].flat());
  const has = `${tagIds} && (select ledger_tag_ids(${values.bind(workspaceId)}::uuid, ${names}::text[]))`;
  return op === 'is_not' ? `not (${has})` : has;
}

const SIGN: Readonly<Record<string, string>> = {
  eq: '=',
  on: '=',
  gt: '>',
  after: '>',
  gte: '>=',
  lt: '<',
  before: '<',
  lte: '<=',
};

function comparison(column: string, { op, value }: Condition, bound: (value: string) => string): string {
  if (op === 'between') return `${column} between ${bound(value![0]!)} and ${bound(value![1]!)}`;
  return `${column} ${SIGN[op]} ${bound(value as string)}`;
}

function choice(column: string, type: string, { op, value }: Condition, values: Values): string {
  if (op === 'one_of') return `${column} = any(${values.bind(value)}::${type}[])`;
  return `${column} ${op === 'is' ? '=' : '<>'} ${values.bind(value)}::${type}`;
}
