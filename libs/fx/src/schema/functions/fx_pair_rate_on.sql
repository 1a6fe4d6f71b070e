create or replace function fx_pair_rate_on(
  workspace uuid, quote_currency text, base_currency text, on_day date
)
returns table(rate bigint, as_of date)
language sql stable parallel safe as $$
  select candidate.rate, candidate.day from (
    (select r.rate::numeric as rate, r.day, 0 as turn from fx_own_rates r
      where r.workspace_id = workspace and r.quote = quote_currency and r.base = base_currency and r.day <= on_day
      order by r.day desc limit 1)
    union all
    (select divide_half_even(10000000000000000, r.rate), r.day, 1 from fx_own_rates r
      where r.workspace_id = workspace and r.quote = base_currency and r.base = quote_currency and r.day <= on_day
        and r.rate < 20000000000000000
      order by r.day desc limit 1)
    union all
    (select r.rate, r.day, 2 from fx_feed_rates r
      where r.quote = quote_currency and r.base = base_currency and r.day <= on_day
      order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
    union all
    (select divide_half_even(10000000000000000, r.rate), r.day, 3 from fx_feed_rates r
      where r.quote = base_currency and r.base = quote_currency and r.day <= on_day and r.rate < 20000000000000000
      order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
  ) candidate
  order by candidate.day desc, candidate.turn limit 1
$$;
