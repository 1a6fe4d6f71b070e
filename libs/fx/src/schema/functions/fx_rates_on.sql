create or replace function fx_rates_on(workspace uuid, quote_currency text, base_currency text, days date[])
returns table(day date, rate bigint, as_of date)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  known record;
  unknown date[];
begin
  if quote_currency = base_currency then
    return query select asked.day, 100000000::bigint, asked.day from unnest(days) asked (day);
    return;
  end if;
  select array_agg(series.day order by series.day) as days, array_agg(series.rate order by series.day) as rates into known
  from fx_pair_series(workspace, quote_currency, base_currency,
    (select min(on_day) from unnest(days) on_day), (select max(on_day) from unnest(days) on_day)) series;
  return query
    select on_day, known.rates[place], known.days[place]
    from unnest(days) on_day cross join lateral width_bucket(on_day, known.days) place where place > 0;
  unknown := array(select on_day from unnest(days) on_day where known.days is null or on_day < known.days[1]);
  if cardinality(unknown) > 0 then
    return query
      select crossed.day, crossed.rate, crossed.as_of
      from fx_cross_rates_on(workspace, quote_currency, base_currency, unknown) crossed;
  end if;
end
$$;
