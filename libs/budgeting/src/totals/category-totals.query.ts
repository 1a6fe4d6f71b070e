import type { FigureCheck } from '@app/ledger';
import type { ActivityJson, FiguresJson } from '@app/ledger';
import type { Statement } from '@app/kernel';

/** The spans of `Span`, as PostgreSQL truncates days to them. */
const SPANS = `unnest(array['day', 'month', 'year'])`;
const FIRST_DAY = 'date_trunc(span, day::timestamp)::date';

/**
 * Adds changes to the totals of their day, month and year.
 *
 * The rows are taken in the order of their keys, so that writers who meet in several of them wait for each other and
 * never in a circle.
 * @param changes a query of workspace_id, category_id, day and amount
 */
function add(name: string, changes: string, values: readonly unknown[]): Statement {
  return {
    name,
    text: `
      with daily as (
        select workspace_id, category_id, day, sum(amount) as amount from (${changes}) change
        group by workspace_id, category_id, day having sum(amount) <> 0
      )
      insert into budgeting_totals as kept (workspace_id, category_id, span, first_day, amount)
      select workspace_id, category_id, span, ${FIRST_DAY}, sum(amount)
      from daily cross join ${SPANS} as span
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, category_id, span, first_day) do update set amount = kept.amount + excluded.amount`,
    values,
  };
}

/** Transactions count from now on, or with the sign -1 no longer; null where there are none. */
export function addTransactions(workspaceId: string, ids: readonly string[], sign: 1 | -1): Statement | null {
  if (ids.length === 0) return null;
  return add(
    'budgeting.add-transactions',
    `select $1::uuid as workspace_id, category_id, day, $3::int * amount as amount from ledger_activity($1, $2::uuid[])`,
    [workspaceId, ids, sign],
  );
}

/** The transactions of an import count from now on. */
export function addImported(workspaceId: string, importId: string): Statement {
  return add(
    'budgeting.add-imported',
    `select $1::uuid as workspace_id, category_id, day, amount from ledger_imported_activity($1, $2::uuid)`,
    [workspaceId, importId],
  );
}

/** A transaction counts what it counts now instead of what it counted before. */
export function addEdited(workspaceId: string, id: string, before: FiguresJson): Statement {
  return add(
    'budgeting.add-edited',
    `select $1::uuid as workspace_id, category_id, day, amount from ledger_activity($1, array[$2::uuid])
     union all
     select $1::uuid, category_id, day, -amount
     from json_to_recordset($3::json -> 'activity') as before (category_id uuid, day date, amount numeric)`,
    [workspaceId, id, before],
  );
}

/** Transactions of one or several workspaces count by so much more or less. */
export function addChanges(changes: ActivityJson): Statement {
  return add(
    'budgeting.add-changes',
    `select workspace_id, category_id, day, amount
     from json_to_recordset($1::json) as counted (workspace_id uuid, category_id uuid, day date, amount numeric)`,
    [changes],
  );
}

/** Holds the totals of two categories, in the order in which all writers take them. */
export function holdTotals(workspaceId: string, categoryIds: readonly string[]): Statement {
  return {
    text: `
      select from budgeting_totals where workspace_id = $1 and category_id = any($2::uuid[])
      order by category_id, span, first_day for update`,
    values: [workspaceId, categoryIds],
  };
}

/** What counted under one category counts under another, and there is nothing left of the first. */
export function moveTotals(workspaceId: string, fromId: string, toId: string): Statement {
  return {
    text: `
      with gone as (
        delete from budgeting_totals where workspace_id = $1 and category_id = $2 returning span, first_day, amount
      )
      insert into budgeting_totals as kept (workspace_id, category_id, span, first_day, amount)
      select $1, $3, span, first_day, amount from gone order by span, first_day
      on conflict (workspace_id, category_id, span, first_day) do update set amount = kept.amount + excluded.amount`,
    values: [workspaceId, fromId, toId],
  };
}

const FIGURES = `
  select workspace_id, category_id || '/' || span || '/' || first_day as id, coalesce(kept.amount, 0) as stored,
    coalesce(due.amount, 0) as expected, category_id, span, first_day
  from (select * from budgeting_totals where $1::uuid is null or workspace_id = $1) kept
  full join (
    select workspace_id, category_id, span, ${FIRST_DAY} as first_day, sum(amount) as amount
    from ledger_live_activity($1) cross join ${SPANS} as span group by 1, 2, 3, 4
  ) due using (workspace_id, category_id, span, first_day)`;

/** The totals, recomputed from every live transaction. */
export const CATEGORY_TOTALS: FigureCheck = {
  figure: 'category.total',
  figures: FIGURES,
  repair: `
    insert into budgeting_totals as kept (workspace_id, category_id, span, first_day, amount)
    select workspace_id, category_id, span, first_day, expected from (${FIGURES}) f where stored <> expected
    on conflict (workspace_id, category_id, span, first_day) do update set amount = excluded.amount`,
};
