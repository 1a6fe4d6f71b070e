-- Computes the cross rate only for days on which one of its two rates has changed since the previous day of the list.
-- Each other day has the same rate as the day before. The `offset 0` clauses keep PostgreSQL from computing a value
-- more than once.
create or replace function fx_cross_rates_on(
  workspace uuid, quote_currency text, base_currency text, days date[]
)
returns table(day date, rate bigint, as_of date)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  vias text[] := array(
    select code from fx_counterparts(workspace, quote_currency)
    intersect select code from fx_counterparts(workspace, base_currency));
begin
  return query
    with asked as materialized (
      select array_agg(on_day order by on_day) as days, min(on_day) as first_day, max(on_day) as last_day
      from unnest(days) on_day
    ), leg as materialized (
      select via.code, near.days as near_days, near.rates as near_rates, far.days as far_days, far.rates as far_rates
      from asked cross join unnest(vias) via (code)
      cross join lateral (
        select array_agg(series.day order by series.day) as days, array_agg(series.rate order by series.day) as rates
        from fx_pair_series(workspace, quote_currency, via.code, first_day, last_day) series) near
      cross join lateral (
        select array_agg(series.day order by series.day) as days, array_agg(series.rate order by series.day) as rates
        from fx_pair_series(workspace, via.code, base_currency, first_day, last_day) series) far
      where near.days is not null and far.days is not null
    ), changed as materialized (
      select distinct asked.days[width_bucket(leg_day - 1, asked.days) + 1] as day
      from asked cross join leg cross join lateral unnest(near_days || far_days) leg_day
    ), crossed as (
      select distinct on (day) day, divide_half_even(product, 100000000)::bigint as rate, as_of from (
        select day, code, near_rates[near_at]::numeric * far_rates[far_at] as product,
          least(near_days[near_at], far_days[far_at]) as as_of
        from (
          select changed.day, leg.*, width_bucket(changed.day, near_days) as near_at, width_bucket(changed.day, far_days) as far_at
          from leg cross join changed offset 0) placed
        where near_at > 0 and far_at > 0 offset 0) candidate
      where product > 50000000 and product < 99999999999999999950000000
      order by day, as_of desc, code
    ), known as materialized (
      select array_agg(changed.day order by changed.day) as days, array_agg(crossed.rate order by changed.day) as rates,
        array_agg(crossed.as_of order by changed.day) as as_ofs
      from changed left join crossed on crossed.day = changed.day
    )
    select on_day, known.rates[place], known.as_ofs[place]
    from asked cross join known cross join unnest(asked.days) on_day cross join lateral width_bucket(on_day, known.days) place
    where known.rates[place] is not null;
end
$$;
