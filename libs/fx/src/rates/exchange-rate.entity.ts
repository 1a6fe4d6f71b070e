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

/** A rate of a feed or a file, at 10^-8, for all workspaces. Feeds bring thousands at a time, so they are written in SQL. */
export class FeedRate extends FeedRateSchema.class {}
FeedRateSchema.setClass(FeedRate);

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

/** A custom rate of a workspace, at 10^-8. On its day it takes precedence over all feeds. */
export class OwnRate extends OwnRateSchema.class {}
OwnRateSchema.setClass(OwnRate);
