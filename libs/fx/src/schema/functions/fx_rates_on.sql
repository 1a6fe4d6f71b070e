create or replace function fx_rates_on(workspace uuid, quote_currency text, base_currency text, days date[])
returns table(day date, rate bigint, as_of date)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  answered bigint;
begin
  if quote_currency = base_currency then
    return query select asked.day, 100000000::bigint, asked.day from unnest(days) asked (day);
    return;
  end if;
  return query
    select asked.day, pair.rate, pair.as_of from unnest(days) asked (day)
    cross join lateral fx_pair_rate_on(workspace, quote_currency, base_currency, asked.day) pair;
  get diagnostics answered = row_count;
  if answered < cardinality(days) then
    return query
      select crossed.day, crossed.rate, crossed.as_of
      from fx_cross_rates_on(workspace, quote_currency, base_currency, array(
        select asked.day from unnest(days) asked (day) where not exists (
          select from fx_pair_rate_on(workspace, quote_currency, base_currency, asked.day)))) crossed;
  end if;
end
$$;
