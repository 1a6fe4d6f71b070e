-- Returns the counted amounts of a category by day, month or year, from from_day to before_day (exclusive).
create or replace function budgeting_category_totals_of(
  workspace uuid, category uuid, of_span text, from_day date, before_day date
)
returns table(first_day date, amount numeric, count bigint)
language sql stable parallel safe as $$
  select t.first_day, t.amount, t.count from budgeting_totals t
  where of_span = 'year' and t.workspace_id = workspace and t.category_id = category and t.span = 'year'
    and t.first_day >= from_day and t.first_day < before_day
  union all
  select case of_span when 'day' then t.first_day + part.index - 1
      else (t.first_day + make_interval(months => part.index - 1))::date end,
    part.amount, part.count::bigint
  from budgeting_totals t cross join lateral (
    select greatest(array_lower(t.part_counts, 1), budgeting_part_index(of_span, from_day, t.first_day)) + p.n::int - 1 as index,
      p.amount, p.count
    from unnest(
      t.part_amounts[budgeting_part_index(of_span, from_day, t.first_day)
        : budgeting_part_index(of_span, before_day, t.first_day) - 1],
      t.part_counts[budgeting_part_index(of_span, from_day, t.first_day)
        : budgeting_part_index(of_span, before_day, t.first_day) - 1]
    ) with ordinality as p (amount, count, n)
  ) part
  where of_span <> 'year' and t.workspace_id = workspace and t.category_id = category
    and t.span = case of_span when 'day' then 'month' else 'year' end
    and t.first_day >= date_trunc(case of_span when 'day' then 'month' else 'year' end, from_day::timestamp)::date
    and t.first_day < before_day
$$;
