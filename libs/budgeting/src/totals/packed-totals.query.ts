/** The spans of stored totals, as PostgreSQL truncates days to them; their parts are the days of a month and the months of a year. */
export const SPANS = `unnest(array['month', 'year'])`;
/** The first day of the span that a day is in. */
export const FIRST_DAY = 'date_trunc(span, day::timestamp)::date';
/** Which part of its span a day is in, counted from one. */
export const PLACE = `case span when 'month' then extract(day from day) else extract(month from day) end::int`;
/** How many parts a total has at most. */
export const MAX_PARTS = 31;

/**
 * Totals with their parts, as rows of a table: a query to be read from.
 * @param key the columns that the totals are by, beside the workspace
 * @param changes what counts: a query of workspace_id, the key, day, amount and count
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

/** A total and its parts as a text to compare, which does not depend on how parts without anything are stored. */
export function totalText(row: string): string {
  const [amount, count] = [`coalesce(${row}.part_amounts[place], 0)`, `coalesce(${row}.part_counts[place], 0)`];
  return `concat(coalesce(${row}.amount, 0), ' in ', coalesce(${row}.count, 0), (
          select string_agg(concat('; ', place, ': ', ${amount}, ' in ', ${count}), '' order by place)
          from generate_series(1, ${MAX_PARTS}) as place where ${amount} <> 0 or ${count} <> 0))`;
}
