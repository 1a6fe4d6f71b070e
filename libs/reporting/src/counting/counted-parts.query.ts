import type { Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import { MAX_UNCONVERTED } from './counted.js';
import type { GroupPage, Grouping, Question } from './question.js';
import { periodsOf } from './question.js';

interface Gathering {
  readonly by: string;
  readonly key: string;
  readonly names: (workspace: string) => string;
}

const noNames = () => `'[]'::json`;
const BY_DAY: Gathering = { by: 'p.day', key: 'gathered::text', names: noNames };

// First groups rows by the stored column, so that ledger_merchant runs only once per description.
const GATHERINGS: Readonly<Record<Grouping, Gathering>> = {
  category: {
    by: 'p.category_id',
    key: 'gathered::text',
    names: (workspace) => namesJson(`ledger_category_names(${workspace})`, 'n.parent_id'),
  },
  account: {
    by: 'p.account_id',
    key: 'gathered::text',
    names: (workspace) => namesJson(`ledger_account_names(${workspace})`),
  },
  merchant: { by: 'p.folded_description', key: 'ledger_merchant(gathered)', names: noNames },
  // The empty key stands for rows without tags.
  tag: { by: 'p.tag_ids', key: `coalesce(tag.name, '')`, names: noNames },
  day: BY_DAY,
  week: BY_DAY,
  quincena: BY_DAY,
  month: BY_DAY,
  year: BY_DAY,
};

/**
 * Sums splits and unsplit transactions. Supports all filters, but its cost grows with the number of transactions in the
 * period.
 */
export function countedParts(question: Question, grouping: Grouping, page: GroupPage | null): Statement {
  const values = new Values();
  const workspace = `${values.bind(question.workspaceId)}::uuid`;
  const filters = partConditions(question, values, workspace);
  const { by, key, names } = GATHERINGS[grouping];
  const perPeriod = periodsOf(question).map(
    (period, at) => `
        select ${at} as period, p.type, ${by} as gathered, ${prevailing('p.type', 'sum(p.amount)')} as amount,
          count(*) as count
        from ledger_counted_parts_between(${workspace}, ${values.bind(period.start)}, ${values.bind(period.end)}) p
        where ${filters} and p.is_converted group by p.type, ${by}`,
  );
  return {
    text: `
      with part as materialized (${perPeriod.join(' union all ')}
      ), cell as materialized (
        select part.period, part.type, ${key} as key, sum(part.amount) as amount, sum(part.count) as count
        from part ${grouping === 'tag' ? eachTag(workspace, question, values) : ''} group by part.period, part.type, 3
      )${page === null ? '' : `, ${pageOfCells(page, values)}`}
      ${answer(workspace, page === null ? 'cell' : 'shown', 'part', names(workspace))},
      ${unconverted(question, values, workspace, filters)}, ${narrowed(question, values, workspace)}`,
    values: values.list,
  };
}

/**
 * Returns SQL for the first columns of a report, which has a single row. Sums `counted` rather than `cells`, because a
 * transaction with two tags is in two cells.
 */
export function answer(workspace: string, cells: string, counted: string, names: string): string {
  return `
    select workspace_base_currency(${workspace}) as currency, (
        select coalesce(json_agg(json_build_array(period, type, key, amount::text, count)
          order by period, amount desc, key collate "C"), '[]') from ${cells}) as cells, (
        select coalesce(json_agg(json_build_array(period, type, null, amount::text, count)), '[]') from (
          select period, type, sum(amount) as amount, sum(count) as count from ${counted} group by period, type) total) as sums,
      ${names} as names`;
}

/** Returns SQL for the total of a type. `spent` counts spending as positive, so income is negated. */
export function prevailing(type: string, spent: string): string {
  return `case ${type} when 'expense' then ${spent} else -${spent} end`;
}

/** Returns SQL for the last column: the names of the filtered category, account and tag. */
export function narrowed(
  { filters: { categoryId, accountId, tag } }: Question,
  values: Values,
  workspace: string,
): string {
  const names = [
    ...(categoryId === undefined
      ? []
      : [
          `'categoryId', (select n.name from ledger_category_names(${workspace}) n where n.id = ${values.bind(categoryId)}::uuid)`,
        ]),
    ...(accountId === undefined
      ? []
      : [
          `'accountId', (select n.name from ledger_account_names(${workspace}) n where n.id = ${values.bind(accountId)}::uuid)`,
        ]),
    ...(tag === undefined
      ? []
      : [
          `'tag', (select g.name from ledger_tag_names(${workspace}) g where g.folded_name = fold_text(${values.bind(tag)}))`,
        ]),
  ];
  return `json_build_object(${names.join(', ')}) as narrowed`;
}

/**
 * Returns SQL for the column with the latest transactions in the period that do not count because they have no exchange
 * rate.
 */
export function unconverted(question: Question, values: Values, workspace: string, filters?: string): string {
  return `(
        select coalesce(json_agg(u.transaction_id order by u.transaction_id), '[]') from (
          select distinct p.day, p.transaction_id from ledger_counted_parts() p
          where p.workspace_id = ${workspace} and p.is_live and not p.is_converted
            and p.day between ${values.bind(question.period.start)} and ${values.bind(question.period.end)}
            and ${filters ?? partConditions(question, values, workspace)}
          order by p.day desc, p.transaction_id desc limit ${MAX_UNCONVERTED}) u) as unconverted`;
}

function partConditions({ types, filters }: Question, values: Values, workspace: string): string {
  const conditions = [`p.type = any(${values.bind(types)}::text[])`];
  if (filters.categoryId !== undefined) {
    const root = values.bind(filters.categoryId);
    conditions.push(
      `p.category_id in (select s.id from ledger_category_subtrees(${workspace}, array[${root}::uuid]) s)`,
    );
  }
  if (filters.accountId !== undefined) conditions.push(`p.account_id = ${values.bind(filters.accountId)}::uuid`);
  if (filters.merchant !== undefined) {
    conditions.push(`ledger_merchant(p.folded_description) = ${values.bind(filters.merchant)}`);
  }
  if (filters.tag !== undefined) conditions.push(`${tagId(workspace, filters.tag, values)} = any(p.tag_ids)`);
  return conditions.join(' and ');
}

/** Returns SQL that joins each group with its tags, or only with the tag of the filter. */
function eachTag(workspace: string, { filters }: Question, values: Values): string {
  return `cross join unnest(coalesce(part.gathered, array[null]::uuid[])) as tagged (id)
        left join ledger_tag_names(${workspace}) tag on tag.id = tagged.id
        ${filters.tag === undefined ? '' : `where tagged.id = ${tagId(workspace, filters.tag, values)}`}`;
}

function tagId(workspace: string, name: string, values: Values): string {
  return `(select g.id from ledger_tag_names(${workspace}) g where g.folded_name = fold_text(${values.bind(name)}))`;
}

export function namesJson(source: string, parentId = 'null'): string {
  return `(select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'parentId', ${parentId})), '[]') from ${source} n)`;
}

/** Returns SQL for a page of the period's cells, and the cells of the compared period with the same keys. */
function pageOfCells({ limit, after }: GroupPage, values: Values): string {
  const position =
    after === undefined
      ? ''
      : `and (amount < ${values.bind(after[0])} or amount = ${values.bind(after[0])} and key collate "C" > ${values.bind(after[1])})`;
  return `page as materialized (
        select * from cell where period = 0 ${position} order by amount desc, key collate "C" limit ${limit}
      ), shown as (
        select * from page
        union all
        select cell.* from cell join page on page.key = cell.key where cell.period = 1
      )`;
}
