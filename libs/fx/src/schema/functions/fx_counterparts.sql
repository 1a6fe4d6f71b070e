create or replace function fx_counterparts(workspace uuid, currency text)
returns table(code text)
language sql stable parallel safe as $$
  with recursive feed_base as (
    (
  select r.quote as near, r.base as code from fx_feed_rates r
  where (r.quote, r.base) > (currency, '')
  order by r.quote, r.base limit 1)
    union all
    select next.near, next.code from feed_base cross join lateral (
  select r.quote as near, r.base as code from fx_feed_rates r
  where (r.quote, r.base) > (currency, feed_base.code)
  order by r.quote, r.base limit 1) next
    where feed_base.near = currency
  ),
  feed_quote as (
    (
  select r.base as near, r.quote as code from fx_feed_rates r
  where (r.base, r.quote) > (currency, '')
  order by r.base, r.quote limit 1)
    union all
    select next.near, next.code from feed_quote cross join lateral (
  select r.base as near, r.quote as code from fx_feed_rates r
  where (r.base, r.quote) > (currency, feed_quote.code)
  order by r.base, r.quote limit 1) next
    where feed_quote.near = currency
  ),
  own_base as (
    (
  select r.quote as near, r.base as code from fx_own_rates r
  where r.workspace_id = workspace and (r.quote, r.base) > (currency, '')
  order by r.quote, r.base limit 1)
    union all
    select next.near, next.code from own_base cross join lateral (
  select r.quote as near, r.base as code from fx_own_rates r
  where r.workspace_id = workspace and (r.quote, r.base) > (currency, own_base.code)
  order by r.quote, r.base limit 1) next
    where own_base.near = currency
  ),
  own_quote as (
    (
  select r.base as near, r.quote as code from fx_own_rates r
  where r.workspace_id = workspace and (r.base, r.quote) > (currency, '')
  order by r.base, r.quote limit 1)
    union all
    select next.near, next.code from own_quote cross join lateral (
  select r.base as near, r.quote as code from fx_own_rates r
  where r.workspace_id = workspace and (r.base, r.quote) > (currency, own_quote.code)
  order by r.base, r.quote limit 1) next
    where own_quote.near = currency
  )
  select code from feed_base where near = currency union select code from feed_quote where near = currency
  union select code from own_base where near = currency union select code from own_quote where near = currency
$$;
