import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class FeedRates extends Migration {
  override up(): void {
    this.addSql(`
      create table fx_feed_rates (
        quote text not null,
        base text not null,
        day date not null,
        source text not null check (source in ('banxico', 'ecb', 'file')),
        rate bigint not null check (rate > 0),
        fetched_at timestamptz(3) not null,
        primary key (quote, base, day, source)
      );
      grant select, insert, update, delete on fx_feed_rates to centavo_app, centavo_operator;`);
    this.addSql(PAIR_RATE);
    this.addSql(COUNTERPARTS);
    this.addSql(RATE);
  }

  override down(): void {
    this.addSql(`drop function fx_rate_on, fx_counterparts, fx_pair_rate_on; drop table fx_feed_rates;`);
  }
}

export const PAIR_RATE = `
  -- What one unit of quote is worth in base by the pair's own rates or their inverse: the latest on or before the day.
  -- The later date wins, the pair before the inverse on one date; of the feeds banxico, ecb, file in this order.
  create function fx_pair_rate_on(quote_currency text, base_currency text, on_day date)
  returns table (rate bigint, as_of date) language sql stable parallel safe as $$
    select candidate.rate, candidate.day from (
      (select r.rate::numeric as rate, r.day, 0 as turn from fx_feed_rates r
        where r.quote = quote_currency and r.base = base_currency and r.day <= on_day
        order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
      union all
      (select divide_half_even(10000000000000000, r.rate), r.day, 1 from fx_feed_rates r
        where r.quote = base_currency and r.base = quote_currency and r.day <= on_day
        order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
    ) candidate where candidate.rate > 0
    order by candidate.day desc, candidate.turn limit 1
  $$;`;

export const COUNTERPARTS = `
  -- The currencies that a currency has rates with. Hops from pair to pair along the primary key, so that the cost grows
  -- with the number of pairs and not with their history.
  create function fx_counterparts(currency text) returns table (code text) language sql stable parallel safe as $$
    with recursive pair as (
      (select quote, base from fx_feed_rates order by quote, base limit 1)
      union all
      select next.quote, next.base from pair cross join lateral (
        select r.quote, r.base from fx_feed_rates r where (r.quote, r.base) > (pair.quote, pair.base)
        order by r.quote, r.base limit 1) next
    )
    select base from pair where quote = currency union select quote from pair where base = currency
  $$;`;

export const RATE = `
  -- What one unit of quote is worth in base on a day, and the date of the rate used; no row where nothing says so.
  -- Only where the pair has neither rate nor inverse, the cross whose older leg is the freshest.
  create function fx_rate_on(workspace uuid, quote_currency text, base_currency text, on_day date)
  returns table (rate bigint, as_of date) language plpgsql stable parallel safe as $$
  #variable_conflict use_column
  begin
    if quote_currency = base_currency then
      return query select 100000000::bigint, on_day;
      return;
    end if;
    return query select pair.rate, pair.as_of from fx_pair_rate_on(quote_currency, base_currency, on_day) pair;
    if found then
      return;
    end if;
    return query
      select crossed.rate::bigint, crossed.as_of from (
        select divide_half_even(near.rate::numeric * far.rate, 100000000) as rate,
          least(near.as_of, far.as_of) as as_of, via.code
        from fx_counterparts(quote_currency) via
        cross join lateral fx_pair_rate_on(quote_currency, via.code, on_day) near
        cross join lateral fx_pair_rate_on(via.code, base_currency, on_day) far
      ) crossed
      where crossed.rate > 0 and crossed.rate < 1000000000000000000
      order by crossed.as_of desc, crossed.code limit 1;
  end $$;`;

export const feedRates: NamedMigration = { name: '0004-fx-feed-rates', class: FeedRates };
