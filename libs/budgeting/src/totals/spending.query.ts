import type { UnitOfWork } from '@app/kernel';
import type { Day } from '@app/kernel';
import { calendarSpans } from './calendar-spans.js';

/** Asks for the spending of a category and its descendants with from <= day < before. */
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
  /** Index of the question. Questions without spending have no row. */
  readonly at: number;
  readonly amount: string | null;
  readonly unconverted: string[] | null;
}

/** Answers all questions with one query on totals, whose cost does not depend on the number of transactions or years. */
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
  const spans = questions.flatMap((question, at) =>
    calendarSpans(question.from, question.before).map((span) => ({ at, ...span })),
  );
  return [
    questions.map(({ categoryId }) => categoryId),
    questions.map(({ from }) => from),
    questions.map(({ before }) => before),
    spans.map(({ at }) => at),
    spans.map(({ span }) => span),
    spans.map(({ from }) => from),
    spans.map(({ before }) => before),
  ];
}

// The lateral join sums each piece with one range scan of the primary key, regardless of statistics.
export const SPENDING = `
  with question as materialized (
    select (ordinality - 1)::int as at, root, from_day, before_day
    from unnest($2::uuid[], $3::date[], $4::date[]) with ordinality as q (root, from_day, before_day, ordinality)
  ), subtree as materialized (
    select root, id from ledger_category_subtrees($1, array(select distinct root from question))
  ), total as (
    select piece.at, sum(part.amount) as amount
    from unnest($5::int[], $6::text[], $7::date[], $8::date[]) as piece (at, span, from_day, before_day)
    join question on question.at = piece.at
    join subtree on subtree.root = question.root
    cross join lateral (
      select sum(t.amount) as amount
      from budgeting_category_totals_of($1, subtree.id, piece.span, piece.from_day, piece.before_day) t) part
    group by piece.at
  ), left_out as (
    select question.at, array_agg(distinct u.transaction_id order by u.transaction_id) as unconverted
    from ledger_unconverted($1) u
    join subtree on subtree.id = u.category_id
    join question on question.root = subtree.root and u.day >= question.from_day and u.day < question.before_day
    group by question.at
  )
  select at, total.amount::text, left_out.unconverted from total full join left_out using (at)`;
