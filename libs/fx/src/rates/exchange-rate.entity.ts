import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FeedSource } from './dated-rate.js';

const FeedRateSchema = defineEntity({
  name: 'FeedRate',
  tableName: 'fx_feed_rates',
  properties: {
    quote: p.text().primary(),
    base: p.text().primary(),
    day: p.date().primary(),
    source: p.text().$type<FeedSource>().primary(),
    rate: p.bigint(),
    fetchedAt: p.datetime(3),
  },
});

/**
 * Rate that all workspaces share, scaled by 10^8. SQL statements write feed rates, because a feed may return thousands
 * of them.
 */
export class FeedRate extends FeedRateSchema.class {}
FeedRateSchema.setClass(FeedRate);

const FeedRateChangeSchema = defineEntity({
  name: 'FeedRateChange',
  tableName: 'fx_feed_rate_changes',
  properties: {
    id: p.uuid().primary(),
    quote: p.text(),
    base: p.text(),
    since: p.date(),
    latest: p.date(),
  },
});

/** Days on which the feed rates of a pair changed. The row exists until every workspace has been revalued. */
export class FeedRateChange extends FeedRateChangeSchema.class {}
FeedRateChangeSchema.setClass(FeedRateChange);

const OwnRateSchema = defineEntity({
  name: 'OwnRate',
  tableName: 'fx_own_rates',
  properties: {
    workspaceId: p.uuid().primary(),
    quote: p.text().primary(),
    base: p.text().primary(),
    day: p.date().primary(),
    rate: p.bigint(),
    setAt: p.datetime(3),
  },
});

/** Custom rate of a workspace, scaled by 10^8. Takes precedence over feed rates of the same day. */
export class OwnRate extends OwnRateSchema.class {}
OwnRateSchema.setClass(OwnRate);
