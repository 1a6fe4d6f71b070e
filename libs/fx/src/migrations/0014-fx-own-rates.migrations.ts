import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';
import { COUNTERPARTS, PAIR_RATE, RATE } from './0004-fx-feed-rates.migrations.js';

class OwnRates extends Migration {
  override up(): void {
    this.addSql(OWN_RATES);
    this.addSql(secureByWorkspace('fx_own_rates'));
    // A look-up then reads the index alone; and the currencies that are priced in one are found as fast as the others.
    this.addSql(`
      alter table fx_feed_rates drop constraint fx_feed_rates_pkey,
        add constraint fx_feed_rates_pkey primary key (quote, base, day, source) include (rate);
      create index fx_feed_rates_by_base on fx_feed_rates (base, quote);
      create index fx_feed_rates_latest on fx_feed_rates (source, day);`);
    this.addSql(`drop function fx_rate_on, fx_counterparts, fx_pair_rate_on;`);
    for (const made of [OWN_PAIR_RATE, OWN_COUNTERPARTS, OWN_RATE, RATE_FOLLOWING]) this.addSql(made);
  }

  override down(): void {
    this.addSql(`
      drop function fx_pair_day_after, fx_rates_on, fx_rate_on, fx_cross_rates_on, fx_counterparts, fx_pair_rate_on;
      drop index fx_feed_rates_latest, fx_feed_rates_by_base;
      alter table fx_feed_rates drop constraint fx_feed_rates_pkey,
        add constraint fx_feed_rates_pkey primary key (quote, base, day, source);
      drop table fx_own_rates;`);
    for (const made of [PAIR_RATE, COUNTERPARTS, RATE]) this.addSql(made);
  }
}

const OWN_RATES = `
  -- What a workspace says itself that one unit of quote is worth in base; on its day it beats every feed.
  create table fx_own_rates (
    workspace_id uuid not null,
    quote text not null,
    base text not null check (base <> quote),
    day date not null,
    rate bigint not null check (rate > 0),
    set_at timestamptz(3) not null,
    primary key (workspace_id, quote, base, day) include (rate)
  );
  create index fx_own_rates_by_base on fx_own_rates (workspace_id, base, quote);`;

/** A rate from here on has an inverse that eight decimals round to nothing, and so none. */
export const NO_INVERSE = '20000000000000000';

export const OWN_PAIR_RATE = `
  -- What one unit of quote is worth in base by the pair's own rates or their inverse: the latest on or before the day.
  -- The later date wins, the pair before the inverse on one date; within either the workspace's own rate before the feeds,
  -- and of feeds banxico, ecb, file in this order.
  create function fx_pair_rate_on(workspace uuid, quote_currency text, base_currency text, on_day date)
  returns table (rate bigint, as_of date) language sql stable parallel safe as $$
    select candidate.rate, candidate.day from (
      (select r.rate::numeric as rate, r.day, 0 as turn from fx_own_rates r
        where r.workspace_id = workspace and r.quote = quote_currency and r.base = base_currency and r.day <= on_day
        order by r.day desc limit 1)
      union all
      (select r.rate, r.day, 1 from fx_feed_rates r
        where r.quote = quote_currency and r.base = base_currency and r.day <= on_day
        order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
      union all
      (select divide_half_even(10000000000000000, r.rate), r.day, 2 from fx_own_rates r
        where r.workspace_id = workspace and r.quote = base_currency and r.base = quote_currency and r.day <= on_day
          and r.rate < ${NO_INVERSE}
        order by r.day desc limit 1)
      union all
      (select divide_half_even(10000000000000000, r.rate), r.day, 3 from fx_feed_rates r
        where r.quote = base_currency and r.base = quote_currency and r.day <= on_day and r.rate < ${NO_INVERSE}
        order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
    ) candidate
    order by candidate.day desc, candidate.turn limit 1
  $$;`;

const OWN_COUNTERPARTS = `
  -- The currencies that a currency has rates with. Hops from one to the next along the indexes, so that the cost grows with
  -- their number and not with the history of their rates; by comparing rows, so that only the right index will do.
  create function fx_counterparts(workspace uuid, currency text) returns table (code text)
  language sql stable parallel safe as $$
    with recursive ${hops('feed_base', 'fx_feed_rates', 'quote', 'base')},
    ${hops('feed_quote', 'fx_feed_rates', 'base', 'quote')},
    ${hops('own_base', 'fx_own_rates', 'quote', 'base')},
    ${hops('own_quote', 'fx_own_rates', 'base', 'quote')}
    select code from feed_base where near = currency union select code from feed_quote where near = currency
    union select code from own_base where near = currency union select code from own_quote where near = currency
  $$;`;

/** A recursive query over the currencies on the other side of a currency, in the order of their codes, and one beyond. */
function hops(name: string, table: string, side: string, other: string): string {
  const [owner, workspace, ofWorkspace] =
    table === 'fx_own_rates' ? ['r.workspace_id, ', 'workspace, ', 'r.workspace_id = workspace and '] : ['', '', ''];
  const next = (code: string) => `
    select r.${side} as near, r.${other} as code from ${table} r
    where ${ofWorkspace}(${owner}r.${side}, r.${other}) > (${workspace}currency, ${code})
    order by ${owner}r.${side}, r.${other} limit 1`;
  return `${name} as (
      (${next(`''`)})
      union all
      select next.near, next.code from ${name} cross join lateral (${next(`${name}.code`)}) next
      where ${name}.near = currency
    )`;
}

// Planned once for all: how these look-ups are made never depends on what is looked for.
const PLANNED_ONCE = `set plan_cache_mode = force_generic_plan`;

const OWN_RATE = `
  -- What one unit of quote is worth in base on each of the days through a third currency that both have rates with: the one
  -- whose older leg is the freshest, then by its code.
  create function fx_cross_rates_on(workspace uuid, quote_currency text, base_currency text, days date[])
  returns table (day date, rate bigint, as_of date) language plpgsql stable parallel safe ${PLANNED_ONCE} as $$
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
  end $$;

  -- What one unit of quote is worth in base on a day, and the date of the rate used; no row where nothing says so.
  -- A cross only where the pair has neither rate nor inverse.
  create function fx_rate_on(workspace uuid, quote_currency text, base_currency text, on_day date)
  returns table (rate bigint, as_of date) language plpgsql stable parallel safe ${PLANNED_ONCE} as $$
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
  end $$;

  -- The same for many different days at once; days without a rate are left out.
  create function fx_rates_on(workspace uuid, quote_currency text, base_currency text, days date[])
  returns table (day date, rate bigint, as_of date) language plpgsql stable parallel safe ${PLANNED_ONCE} as $$
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
  end $$;`;

const RATE_FOLLOWING = `
  -- The first day after a day from which the pair has another rate, in either direction: whatever changed before it is
  -- out of force then. Rates without an inverse do not count. Null where none follows. With null for the workspace, by
  -- the feeds alone.
  create function fx_pair_day_after(workspace uuid, quote_currency text, base_currency text, on_day date) returns date
  language sql stable parallel safe as $$
    select min(following.day) from (
      (select r.day from fx_feed_rates r where r.quote = quote_currency and r.base = base_currency and r.day > on_day
        and r.rate < ${NO_INVERSE} order by r.day limit 1)
      union all
      (select r.day from fx_feed_rates r where r.quote = base_currency and r.base = quote_currency and r.day > on_day
        and r.rate < ${NO_INVERSE} order by r.day limit 1)
      union all
      (select r.day from fx_own_rates r where r.workspace_id = workspace and r.quote = quote_currency
        and r.base = base_currency and r.day > on_day and r.rate < ${NO_INVERSE} order by r.day limit 1)
      union all
      (select r.day from fx_own_rates r where r.workspace_id = workspace and r.quote = base_currency
        and r.base = quote_currency and r.day > on_day and r.rate < ${NO_INVERSE} order by r.day limit 1)
    ) following
  $$;`;

export const ownRates: NamedMigration = { name: '0014-fx-own-rates', class: OwnRates };
