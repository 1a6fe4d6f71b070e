import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { NO_INVERSE, OWN_PAIR_RATE } from './0014-fx-own-rates.migrations.js';

class OwnInverseBeforeFeeds extends Migration {
  override up(): void {
    this.addSql(PAIR_RATE);
  }

  override down(): void {
    this.addSql(OWN_PAIR_RATE.replace('create function', 'create or replace function'));
  }
}

const PAIR_RATE = `
  -- Returns the value of one unit of quote in base by the pair's own rates or their inverse: the latest on or before the day.
  -- On one date the workspace's rates precede the feeds, then the pair its inverse, then banxico ecb and ecb the file.
  create or replace function fx_pair_rate_on(workspace uuid, quote_currency text, base_currency text, on_day date)
  returns table (rate bigint, as_of date) language sql stable parallel safe as $$
    select candidate.rate, candidate.day from (
      (select r.rate::numeric as rate, r.day, 0 as turn from fx_own_rates r
        where r.workspace_id = workspace and r.quote = quote_currency and r.base = base_currency and r.day <= on_day
        order by r.day desc limit 1)
      union all
      (select divide_half_even(10000000000000000, r.rate), r.day, 1 from fx_own_rates r
        where r.workspace_id = workspace and r.quote = base_currency and r.base = quote_currency and r.day <= on_day
          and r.rate < ${NO_INVERSE}
        order by r.day desc limit 1)
      union all
      (select r.rate, r.day, 2 from fx_feed_rates r
        where r.quote = quote_currency and r.base = base_currency and r.day <= on_day
        order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
      union all
      (select divide_half_even(10000000000000000, r.rate), r.day, 3 from fx_feed_rates r
        where r.quote = base_currency and r.base = quote_currency and r.day <= on_day and r.rate < ${NO_INVERSE}
        order by r.day desc, array_position(array['banxico', 'ecb', 'file'], r.source) limit 1)
    ) candidate
    order by candidate.day desc, candidate.turn limit 1
  $$;`;

/** On one date a workspace's own rate precedes the feeds, whichever way round it was set. */
export const ownInverseBeforeFeeds: NamedMigration = {
  name: '0213-fx-own-inverse-before-feeds',
  class: OwnInverseBeforeFeeds,
};
