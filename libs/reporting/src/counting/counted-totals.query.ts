import type { Span } from '@app/budgeting';
import { calendarSpans } from '@app/budgeting';
import type { Interval, Statement } from '@app/kernel';
import { addDays, Values } from '@app/kernel';
import { answer, namesJson, narrowed, prevailing, unconverted } from './counted-parts.query.js';
import type { Question } from './question.js';
import { periodsOf } from './question.js';

/** Longest span of stored totals that fits into an interval of each length. */
const MAX_SPAN: Readonly<Record<Interval, Span>> = {
  day: 'day',
  week: 'day',
  quincena: 'day',
  month: 'month',
  year: 'year',
};

/**
 * Sums stored totals by category, optionally only in a subtree. The cost does not depend on the number of transactions
 * or days (decision 0017). The uncategorized amount is the total of the accounts minus the total of the categories.
 */
export function categoryTotals(question: Question): Statement {
  const values = new Values();
  const workspace = `${values.bind(question.workspaceId)}::uuid`;
  const [type] = question.types;
  const kind = values.bind(type);
  const spans = spanRows(question, 'year', values);
  const { categoryId } = question.filters;
  const subtree =
    categoryId === undefined
      ? ''
      : `and c.id in (select s.id from ledger_category_subtrees(${workspace}, array[${values.bind(categoryId)}::uuid]) s)`;
  return {
    name: `reporting.category-totals${categoryId === undefined ? '' : '.subtree'}`,
    text: `
      with piece as materialized (${spans}), category as materialized (
        select c.id, c.name, c.parent_id from ledger_category_names(${workspace}) c where c.kind = ${kind} ${subtree}
      ), categorised as (
        select piece.period, category.id::text as key, sum(total.amount) as spent, sum(total.count) as count
        from piece cross join category
        cross join lateral (
          select sum(t.amount) as amount, sum(t.count) as count
          from budgeting_category_totals_of(${workspace}, category.id, piece.span, piece.from_day, piece.before_day) t
        ) total
        group by piece.period, category.id having sum(total.count) > 0
      ), counted as (
        select * from categorised
        ${categoryId === undefined ? `union all ${uncategorised(workspace, kind)}` : ''}
      ), cell as (
        select period, ${kind} as type, key, ${prevailing(kind, 'spent')} as amount, count from counted
      )
      ${answer(workspace, 'cell', 'cell', namesJson('category', 'n.parent_id'))},
      ${unconverted(question, values, workspace)}, ${narrowed(question, values, workspace)}`,
    values: values.list,
  };
}

function uncategorised(workspace: string, kind: string): string {
  return `(
        select whole.period, null, whole.spent - coalesce(sum(c.spent), 0), whole.count - coalesce(sum(c.count), 0)
        from (
          select piece.period, sum(total.amount) as spent, sum(total.count) as count
          from piece cross join ledger_account_names(${workspace}) account
          cross join lateral (${accountTotal(workspace, kind)}) total
          group by piece.period having sum(total.count) > 0) whole
        left join categorised c on c.period = whole.period
        group by whole.period, whole.spent, whole.count having whole.count > coalesce(sum(c.count), 0))`;
}

function accountTotal(workspace: string, type: string): string {
  return `
            select sum(t.amount) as amount, sum(t.count) as count
            from budgeting_account_totals_of(${workspace}, account.id, ${type}, piece.span, piece.from_day, piece.before_day) t`;
}

/** Sums stored totals by account, or by interval with one cell per stored total. The filter may select one account. */
export function accountTotals(question: Question, grouping: Interval | 'account'): Statement {
  const values = new Values();
  const workspace = `${values.bind(question.workspaceId)}::uuid`;
  const types = values.bind(question.types);
  const byAccount = grouping === 'account';
  const spans = spanRows(question, byAccount ? 'year' : MAX_SPAN[grouping], values);
  const { accountId } = question.filters;
  const account = accountId === undefined ? '' : `where a.id = ${values.bind(accountId)}::uuid`;
  return {
    name: `reporting.account-totals.${byAccount ? 'account' : 'interval'}${accountId === undefined ? '' : '.one'}`,
    text: `
      with piece as materialized (${spans}), account as materialized (
        select a.id, a.name from ledger_account_names(${workspace}) a ${account}
      ), cell as (
        select piece.period, kind.type, ${byAccount ? 'account.id' : 'total.first_day'}::text as key,
          ${prevailing('kind.type', 'sum(total.amount)')} as amount, sum(total.count) as count
        from piece cross join account cross join unnest(${types}::text[]) as kind (type)
        cross join lateral (
          select * from budgeting_account_totals_of(${workspace}, account.id, kind.type, piece.span, piece.from_day,
            piece.before_day) offset 0) total
        where total.count > 0 group by piece.period, kind.type, 3
      )
      ${answer(workspace, 'cell', 'cell', byAccount ? namesJson('account') : `'[]'::json`)},
      ${unconverted(question, values, workspace)}, ${narrowed(question, values, workspace)}`,
    values: values.list,
  };
}

function spanRows(question: Question, longest: Span, values: Values): string {
  const all = periodsOf(question).flatMap(({ start, end }, period) =>
    calendarSpans(start, addDays(end, 1), longest).map((span) => ({ period, ...span })),
  );
  const [periods, spans, firsts, befores] = [
    all.map(({ period }) => period),
    all.map(({ span }) => span),
    all.map(({ from }) => from),
    all.map(({ before }) => before),
  ].map((list) => values.bind(list));
  return `
        select * from unnest(${periods}::int[], ${spans}::text[], ${firsts}::date[], ${befores}::date[])
          as s (period, span, from_day, before_day)`;
}
