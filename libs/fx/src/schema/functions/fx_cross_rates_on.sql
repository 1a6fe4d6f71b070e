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
    select distinct on (crossed.day) crossed.day, crossed.rate::bigint, crossed.as_of from (
      select asked.day, divide_half_even(near.rate::numeric * far.rate, 100000000) as rate,
        least(near.as_of, far.as_of) as as_of, via.code
      from unnest(days) asked (day) cross join unnest(vias) via (code)
      cross join lateral fx_pair_rate_on(workspace, quote_currency, via.code, asked.day) near
      cross join lateral fx_pair_rate_on(workspace, via.code, base_currency, asked.day) far
    ) crossed
    where crossed.rate > 0 and crossed.rate < 1000000000000000000
    order by crossed.day, crossed.as_of desc, crossed.code;
end
$$;
