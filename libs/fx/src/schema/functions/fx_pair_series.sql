-- Returns the rate of a pair that applies on the first day, if there is one, and every later rate up to the last day. A
-- rate applies until the day of the next rate.
create or replace function fx_pair_series(
  workspace uuid, quote_currency text, base_currency text, first_day date, last_day date
)
returns table(day date, rate bigint)
language sql stable parallel safe as $$
  select pair.as_of, pair.rate from fx_pair_rate_on(workspace, quote_currency, base_currency, first_day) pair
  union all
  (select distinct on (candidate.day) candidate.day, candidate.rate::bigint from (
    select r.day, r.rate::numeric as rate, 0 as turn from fx_own_rates r
    where r.workspace_id = workspace and r.quote = quote_currency and r.base = base_currency
      and r.day > first_day and r.day <= last_day
    union all
    select r.day, divide_half_even(10000000000000000, r.rate), 1 from fx_own_rates r
    where r.workspace_id = workspace and r.quote = base_currency and r.base = quote_currency
      and r.day > first_day and r.day <= last_day and r.rate < 20000000000000000
    union all
    select r.day, r.rate, 2 + array_position(array['banxico', 'ecb', 'file'], r.source) from fx_feed_rates r
    where r.quote = quote_currency and r.base = base_currency and r.day > first_day and r.day <= last_day
    union all
    select r.day, divide_half_even(10000000000000000, r.rate), 5 + array_position(array['banxico', 'ecb', 'file'], r.source)
    from fx_feed_rates r
    where r.quote = base_currency and r.base = quote_currency and r.day > first_day and r.day <= last_day
      and r.rate < 20000000000000000
  ) candidate
  where first_day < last_day order by candidate.day, candidate.turn)
$$;
