create or replace function fx_rate_on(workspace uuid, quote_currency text, base_currency text, on_day date)
returns table(rate bigint, as_of date)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if quote_currency = base_currency then
    return query select 100000000::bigint, on_day;
    return;
  end if;
  return query select pair.rate, pair.as_of from fx_pair_rate_on(workspace, quote_currency, base_currency, on_day) pair;
  if not found then
    return query
      select crossed.rate, crossed.as_of
      from fx_cross_rates_on(workspace, quote_currency, base_currency, array[on_day]) crossed;
  end if;
end
$$;
