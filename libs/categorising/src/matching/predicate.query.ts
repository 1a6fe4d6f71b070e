import type { Values } from '@app/kernel';
import type { Condition, Conditions } from './condition.js';
import { withoutSign } from './condition.js';
import { compiledPattern } from './pattern.js';
import type { RegexHits } from './regex-hits.js';

/**
 * Writes a query for rows that conditions can be asked of: transactions of the ledger, or what is to become some. It has
 * the columns of the ledger's ledger_live_transactions but import_id, with an id of any type that tells the rows apart, and
 * two more: `is_unfiled`, whether the row came without a category, even if one was suggested for it since; and `is_chosen`,
 * whether a person chose its category, or chose none.
 */
export type Rows = (values: Values) => string;

/** Where patterns were found; before they were looked for, they may be in every text that holds their letters. */
export type Hits = RegexHits | 'unknown';

/**
 * The one place where a condition becomes SQL: whether the row `row` of a query in the form of `Rows` meets the
 * conditions. Where patterns are is looked up in `hits`, which were found among the same rows (`Matching`).
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
    // What is unknown because the value is absent counts as not met; only a negative operator has to say otherwise.
    return isNegative(condition) ? `coalesce(${holds}, true)` : holds;
  });
  return `(${terms.join(match === 'all' ? ' and ' : ' or ')})`;
}

/** A negative operator holds for a value that is not there. */
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

/** The tags are looked up once, and compared by their ids. */
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

function comparison(figure: string, { op, value }: Condition, bound: (value: string) => string): string {
  if (op === 'between') return `${figure} between ${bound(value![0]!)} and ${bound(value![1]!)}`;
  return `${figure} ${SIGN[op]} ${bound(value as string)}`;
}

function choice(figure: string, type: string, { op, value }: Condition, values: Values): string {
  if (op === 'one_of') return `${figure} = any(${values.bind(value)}::${type}[])`;
  return `${figure} ${op === 'is' ? '=' : '<>'} ${values.bind(value)}::${type}`;
}
