import type { UnitOfWork } from '@app/kernel';
import type { Day } from '@app/kernel';
import { stretchesOf } from './spans.js';

/** What is asked for: what counted under a category and all below it, from one day up to another. */
export interface SpendingQuestion {
  readonly categoryId: string;
  readonly from: Day;
  readonly before: Day;
}

/** What counted, in minor units of the base currency, spending positive; and which transactions have no base amount. */
export interface Spending {
  readonly amount: bigint;
  readonly unconverted: readonly string[];
}

/**
 * Answers any number of questions in one statement, from totals alone: its cost grows neither with the transactions nor
 * with the years.
 */
export async function spendingOf(work: UnitOfWork, questions: readonly SpendingQuestion[]): Promise<Spending[]> {
  if (questions.length === 0) return [];
  const stretches = questions.flatMap((question, at) =>
    stretchesOf(question.from, question.before).map((stretch) => ({ at, ...stretch })),
  );
  const rows = await work.query<{ at: number; amount: string | null; unconverted: string[] | null }>({
    name: 'budgeting.spending',
    text: SPENDING,
    values: [
      work.workspaceId,
      questions.map(({ categoryId }) => categoryId),
      questions.map(({ from }) => from),
      questions.map(({ before }) => before),
      stretches.map(({ at }) => at),
      stretches.map(({ span }) => span),
      stretches.map(({ from }) => from),
      stretches.map(({ before }) => before),
    ],
  });
  const found = new Map(rows.map((row) => [row.at, row]));
  return questions.map((_, at) => ({
    amount: BigInt(found.get(at)?.amount ?? 0),
    unconverted: found.get(at)?.unconverted ?? [],
  }));
}

// The sum over a stretch stands in a lateral join of its own, so that it is one range of the primary key whatever the
// statistics say.
export const SPENDING = `
  with question as materialized (
    select (ordinality - 1)::int as at, root, from_day, before_day
    from unnest($2::uuid[], $3::date[], $4::date[]) with ordinality as q (root, from_day, before_day, ordinality)
  ), subtree as materialized (
    select root, id from ledger_category_subtrees($1, array(select distinct root from question))
  ), total as (
    select stretch.at, sum(part.amount) as amount
    from unnest($5::int[], $6::text[], $7::date[], $8::date[]) as stretch (at, span, from_day, before_day)
    join question on question.at = stretch.at
    join subtree on subtree.root = question.root
    cross join lateral (
      select sum(t.amount) as amount from budgeting_totals t
      where t.workspace_id = $1 and t.category_id = subtree.id and t.span = stretch.span
        and t.first_day >= stretch.from_day and t.first_day < stretch.before_day) part
    group by stretch.at
  ), left_out as (
    select question.at, array_agg(distinct u.transaction_id order by u.transaction_id) as unconverted
    from ledger_unconverted($1) u
    join subtree on subtree.id = u.category_id
    join question on question.root = subtree.root and u.day >= question.from_day and u.day < question.before_day
    group by question.at
  )
  select at, total.amount::text, left_out.unconverted from total full join left_out using (at)`;
