create or replace function fx_pair_day_after(
  workspace uuid, quote_currency text, base_currency text, on_day date
)
returns date
language sql stable parallel safe as $$
  select min(following.day) from (
    (select r.day from fx_feed_rates r where r.quote = quote_currency and r.base = base_currency and r.day > on_day
      and r.rate < 20000000000000000 order by r.day limit 1)
    union all
    (select r.day from fx_feed_rates r where r.quote = base_currency and r.base = quote_currency and r.day > on_day
      and r.rate < 20000000000000000 order by r.day limit 1)
    union all
    (select r.day from fx_own_rates r where r.workspace_id = workspace and r.quote = quote_currency
      and r.base = base_currency and r.day > on_day and r.rate < 20000000000000000 order by r.day limit 1)
    union all
    (select r.day from fx_own_rates r where r.workspace_id = workspace and r.quote = base_currency
      and r.base = quote_currency and r.day > on_day and r.rate < 20000000000000000 order by r.day limit 1)
  ) following
$$;
