import type { UnitOfWork } from '@app/kernel';
import type { Day } from '@app/kernel';
import { calendarSpans } from './calendar-spans.js';

/** A query for the spending of a category and its descendants with from <= day < before. */
export interface SpendingQuestion {
  readonly categoryId: string;
  readonly from: Day;
  readonly before: Day;
}

export interface Spending {
  /** Minor units of the base currency; spending is positive. */
  readonly amount: bigint;
  /** Ids of transactions without a base amount. */
  readonly unconverted: readonly string[];
}

export interface SpendingRow extends Record<string, unknown> {
  /** Index of the question. */
  readonly at: number;
  readonly amount: string | null;
  readonly unconverted: string[] | null;
}

/**
 * Returns the spending for all questions with one query on totals, whose cost does not depend on the number of
 * transactions or years.
 */
export async function spendingOf(work: UnitOfWork, questions: readonly SpendingQuestion[]): Promise<Spending[]> {
  if (questions.length === 0) return [];
  const rows = await work.query<SpendingRow>({
    name: 'budgeting.spending',
    text: SPENDING,
    values: [work.workspaceId, ...spendingValues(questions)],
  });
  return spendingsIn(rows, questions.length);
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

// Reads each total once per root category, even if several questions need it. The running sum of a root's days and
// months, minus the one at the start, is the amount of a piece. Regardless of statistics, the union is sorted once,
// where a join may loop, and offset 0 makes each scan a range of the primary key.
export const SPENDING = `
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
  ), left_out as (
    select question.at, array_agg(distinct u.transaction_id order by u.transaction_id) as unconverted
    from ledger_unconverted($1) u
    join subtree on subtree.id = u.category_id
    join question on question.root = subtree.root and u.day >= question.from_day and u.day < question.before_day
    group by question.at
  )
  select at, total.amount::text, left_out.unconverted from total full join left_out using (at)`;
