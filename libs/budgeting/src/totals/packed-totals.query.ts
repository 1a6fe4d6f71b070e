/**
 * Periods of the stored totals, as arguments of date_trunc. A month's total has one part per day, and a year's total
 * has one part per month.
 */
export const SPANS = `unnest(array['month', 'year'])`;
export const FIRST_DAY = 'date_trunc(span, day::timestamp)::date';
/** SQL for the index of the part that contains a day, starting at 1. */
export const PLACE = `case span when 'month' then extract(day from day) else extract(month from day) end::int`;
/** Maximum number of parts: the days of the longest month. */
export const MAX_PARTS = 31;

/**
 * Returns the query that computes totals with their parts.
 * @param changes SQL that selects workspace_id, the key columns, day, amount and count
 */
export function packedTotals(key: readonly string[], changes: string): string {
  const columns = ['workspace_id', ...key, 'span', 'first_day'].join();
  return `
        with part as materialized (
          select workspace_id, ${key.join()}, span, ${FIRST_DAY} as first_day, ${PLACE} as place,
            sum(amount) as amount, sum(count)::int as count
          from (${changes}) change cross join ${SPANS} as span group by ${columns}, place
        )
        select ${columns}, sum(part.amount) as amount, sum(part.count) as count,
          array_agg(part.amount order by place) as part_amounts, array_agg(part.count order by place) as part_counts
        from (select distinct ${columns} from part) total cross join generate_series(1, ${MAX_PARTS}) as place
        left join part using (${columns}, place)
        group by ${columns}`;
}

/** Returns SQL for a total and its parts as text, for comparison. Omits empty parts. */
export function totalText(row: string): string {
  const [amount, count] = [`coalesce(${row}.part_amounts[place], 0)`, `coalesce(${row}.part_counts[place], 0)`];
  return `concat(coalesce(${row}.amount, 0), ' in ', coalesce(${row}.count, 0), (
          select string_agg(concat('; ', place, ': ', ${amount}, ' in ', ${count}), '' order by place)
          from generate_series(1, ${MAX_PARTS}) as place where ${amount} <> 0 or ${count} <> 0))`;
}
