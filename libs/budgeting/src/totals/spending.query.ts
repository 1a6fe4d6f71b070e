import type { UnitOfWork } from '@app/kernel';
import type { Day } from '@app/kernel';
import { calendarSpans } from './calendar-spans.js';
import { MAX_UNCONVERTED } from './max-unconverted.js';

/** Asks for the spending in a category and its descendants between `from` and `before` (exclusive). */
export interface SpendingQuestion {
  readonly categoryId: string;
  readonly from: Day;
  readonly before: Day;
}

export interface Spending {
  /** Minor units of the base currency. Spending is positive. */
  readonly amount: bigint;
  /**
   * IDs of the latest transactions without a base amount, at most MAX_UNCONVERTED. Empty if the query reads only
   * amounts.
   */
  readonly unconverted: readonly string[];
}

export interface SpendingRow extends Record<string, unknown> {
  /** Index of the question that the row answers. */
  readonly at: number;
  readonly amount: string | null;
  readonly unconverted?: string[] | null;
}

/**
 * Returns the spending for all questions with one query. The query reads stored totals, so its cost does not depend on
 * the number of transactions or years.
 */
export function spendingOf(work: UnitOfWork, questions: readonly SpendingQuestion[]): Promise<Spending[]> {
  return spendings(work, questions, { name: 'budgeting.spending', text: SPENDING });
}

/** Returns the spending for all questions, without the IDs of unconverted transactions. */
export function spentAmountsOf(work: UnitOfWork, questions: readonly SpendingQuestion[]): Promise<Spending[]> {
  return spendings(work, questions, { name: 'budgeting.spent-amounts', text: SPENT_AMOUNTS });
}

async function spendings(
  work: UnitOfWork,
  questions: readonly SpendingQuestion[],
  query: { readonly name: string; readonly text: string },
): Promise<Spending[]> {
  if (questions.length === 0) return [];
  const values = [work.workspaceId, ...spendingValues(questions)];
  return spendingsIn(await work.query<SpendingRow>({ ...query, values }), questions.length);
}

export function spendingsIn(rows: readonly SpendingRow[], questions: number): Spending[] {
  const byIndex = new Map(rows.map((row) => [row.at, row]));
  return Array.from({ length: questions }, (_, at) => ({
    amount: BigInt(byIndex.get(at)?.amount ?? 0),
    unconverted: byIndex.get(at)?.unconverted ?? [],
  }));
}

export function spendingValues(questions: readonly SpendingQuestion[]): unknown[] {
  const spans = questions.flatMap(({ categoryId, from, before }, at) =>
    calendarSpans(from, before, 'month').map((span) => ({ at, categoryId, ...span })),
  );
  return [
    questions.map(({ categoryId }) => categoryId),
    questions.map(({ from }) => from),
    questions.map(({ before }) => before),
    spans.map(({ at }) => at),
    spans.map(({ categoryId }) => categoryId),
    spans.map(({ span }) => span),
    spans.map(({ from }) => from),
    spans.map(({ before }) => before),
  ];
}

// Reads each total once, even if many questions need it, and adds up subtrees by depth-first order: `ledger_category_areas`
// assigns each category to its nearest root. `own` are the amounts of a root's area before a day, `upto` those of all
// areas up to a place. The subtree of a root is a range of places, so its amount is a difference of two sums. The plan
// does not depend on statistics: the unions are sorted, whereas joins could become nested loops, and `offset 0` makes
// each scan a range scan of the primary key.
const TOTALS = `
  with question as materialized (
    select (ordinality - 1)::int as at, root, from_day, before_day
    from unnest($2::uuid[], $3::date[], $4::date[]) with ordinality as q (root, from_day, before_day, ordinality)
  ), area as materialized (
    select root, id, place, last_place from ledger_category_areas($1, array(select distinct root from question))
  ), piece as materialized (
    select at, root, case of_span when 'day' then 'month' else 'year' end as span, from_day, before_day
    from unnest($5::int[], $6::uuid[], $7::text[], $8::date[], $9::date[]) as p (at, root, of_span, from_day, before_day)
  ), needed as materialized (
    select span, array_agg(distinct first_day::date) as first_days
    from piece cross join lateral generate_series(
      date_trunc(span, from_day::timestamp), before_day::timestamp - interval '1 day', ('1 ' || span)::interval) as first_day
    group by span
  ), edge as materialized (
    select at, root, span, day, sign from piece
    cross join lateral (values (from_day, -1), (before_day, 1)) as side (day, sign)
  ), step as (
    select area.place, needed.span, case needed.span when 'month' then t.first_day + t.before_first + position::int
      else (t.first_day + make_interval(months => t.before_first + position::int))::date end as day,
      part.amount, false as is_edge
    from needed cross join area
    cross join lateral (
      select total.first_day, total.part_amounts, array_lower(total.part_amounts, 1) - 2 as before_first
      from budgeting_totals total
      where total.workspace_id = $1 and total.category_id = area.id and total.span = needed.span
        and total.first_day = any(needed.first_days)
      offset 0) t
    cross join lateral unnest(t.part_amounts) with ordinality as part (amount, position)
    where part.amount <> 0
    union all
    select root.place, day.span, day.day, 0, true
    from (select place from area where id = root) root cross join (select distinct span, day from edge) day
  ), own as (
    select place, span, day, sum(amount) over (partition by place, span order by day, is_edge desc) as amount, is_edge
    from step
  ), upto as (
    select at, sign * sum(amount) over (partition by span, day order by place, at nulls first) as amount
    from (
      select place, span, day, amount, null::int as at, null::int as sign from own where is_edge
      union all
      select bound.place, edge.span, edge.day, 0, edge.at, edge.sign * bound.sign
      from edge join area on area.id = edge.root
      cross join lateral (values (area.last_place, 1), (area.place - 1, -1)) as bound (place, sign)) sums
  ), total as (
    select at, sum(amount) as amount from upto where at is not null group by at
  )`;

export const SPENT_AMOUNTS = `${TOTALS}
  select at, amount::text from total`;

// Reads unconverted transactions once, keeps the latest IDs of each category and day, and lists them once per distinct
// root category and range.
export const SPENDING = `${TOTALS}, unconverted as materialized (
    select category_id, day, transaction_id from (
      select u.category_id, u.day, u.transaction_id,
        row_number() over (partition by u.category_id, u.day order by u.transaction_id desc) as place
      from (
        select distinct category_id, day, transaction_id from ledger_unconverted($1)
        where category_id in (select id from area)) u) placed
    where place <= ${MAX_UNCONVERTED}
  ), unconverted_category as materialized (
    select category_id, min(day) as first_day, max(day) as last_day from unconverted group by category_id
  ), asked as materialized (
    select question.root, question.from_day, question.before_day, array_agg(distinct u.category_id) as category_ids
    from (select distinct root, from_day, before_day from question) question
    join area on area.id = question.root
    join (select u.*, area.place from unconverted_category u join area on area.id = u.category_id) u
      on u.place between area.place and area.last_place
      and u.last_day >= question.from_day and u.first_day < question.before_day
    group by question.root, question.from_day, question.before_day
  ), latest as materialized (
    select asked.root, asked.from_day, asked.before_day, array(
      select u.transaction_id from (
        select distinct u.day, u.transaction_id from unconverted u
        where u.category_id = any(asked.category_ids) and u.day >= asked.from_day and u.day < asked.before_day
        order by u.day desc, u.transaction_id desc limit ${MAX_UNCONVERTED}) u) as transaction_ids
    from asked
  ), left_out as (
    select question.at, latest.transaction_ids as unconverted from question join latest using (root, from_day, before_day)
  )
  select at, total.amount::text, left_out.unconverted from total full join left_out using (at)`;
