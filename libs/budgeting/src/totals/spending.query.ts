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

// Reads each total once per root category, even if several questions need it. The amount of a piece is the running sum
// of the root's days and months, minus the running sum at the start of the piece. The plan does not depend on
// statistics: the union is sorted once, whereas a join could become a nested loop, and `offset 0` makes each scan a
// range scan of the primary key.
const TOTALS = `
  with question as materialized (
    select (ordinality - 1)::int as at, root, from_day, before_day
    from unnest($2::uuid[], $3::date[], $4::date[]) with ordinality as q (root, from_day, before_day, ordinality)
  ), subtree as materialized (
    select root, id from ledger_category_subtrees($1, array(select distinct root from question))
  ), piece as materialized (
    select at, root, case of_span when 'day' then 'month' else 'year' end as span, from_day, before_day
    from unnest($5::int[], $6::uuid[], $7::text[], $8::date[], $9::date[]) as p (at, root, of_span, from_day, before_day)
  ), needed as materialized (
    select root, span, array_agg(distinct first_day::date) as first_days
    from piece cross join lateral generate_series(
      date_trunc(span, from_day::timestamp), before_day::timestamp - interval '1 day', ('1 ' || span)::interval) as first_day
    group by root, span
  ), step as (
    select needed.root, needed.span, case needed.span when 'month' then t.first_day + t.before_first + place::int
      else (t.first_day + make_interval(months => t.before_first + place::int))::date end as day,
      part.amount, null::int as at, null::int as sign
    from needed join subtree on subtree.root = needed.root
    cross join lateral (
      select total.first_day, total.part_amounts, array_lower(total.part_amounts, 1) - 2 as before_first
      from budgeting_totals total
      where total.workspace_id = $1 and total.category_id = subtree.id and total.span = needed.span
        and total.first_day = any(needed.first_days)
      offset 0) t
    cross join lateral unnest(t.part_amounts) with ordinality as part (amount, place)
    where part.amount <> 0
    union all
    select root, span, from_day, 0, at, -1 from piece
    union all
    select root, span, before_day, 0, at, 1 from piece
  ), running as (
    select at, sign * sum(amount) over (partition by root, span order by day, at nulls last) as amount from step
  ), total as (
    select at, sum(amount) as amount from running where at is not null group by at
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
        where category_id in (select id from subtree)) u) placed
    where place <= ${MAX_UNCONVERTED}
  ), unconverted_category as materialized (
    select category_id, min(day) as first_day, max(day) as last_day from unconverted group by category_id
  ), asked as materialized (
    select question.root, question.from_day, question.before_day, array_agg(distinct u.category_id) as category_ids
    from (select distinct root, from_day, before_day from question) question
    join subtree on subtree.root = question.root
    join unconverted_category u on u.category_id = subtree.id
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
