import { defineEntity, p } from '@mikro-orm/postgresql';

const RateWindowSchema = defineEntity({
  name: 'RateWindow',
  tableName: 'identity_rate_windows',
  properties: {
    subject: p.text().primary(),
    beganAt: p.datetime(6),
    endsAt: p.datetime(6),
    taken: p.integer(),
    granted: p.integer(),
  },
});

/**
 * Number of requests of a subject in its current window. `RateLimits` writes it with SQL statements (decision 0025).
 */
export class RateWindow extends RateWindowSchema.class {}
RateWindowSchema.setClass(RateWindow);
