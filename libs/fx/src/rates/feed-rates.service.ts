import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import type { DatedRate, FeedSource } from './dated-rate.js';
import type { ChangedPair } from '../fx.events.js';
import { RatesChanged } from '../fx.events.js';

interface WrittenPair extends Record<string, unknown> {
  quote: string;
  base: string;
  since: string;
  latest: string;
  count: number;
}

@Injectable()
export class FeedRates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores rates, revalues affected amounts (decision 0010) and returns the number of new or changed rates. */
  async enter(source: FeedSource, rates: readonly DatedRate[]): Promise<number> {
    const scope = { operator: true, exclusive: true };
    const { count, pairs } = await this.database.transaction(scope, (work) => this.write(work, source, rates));
    if (pairs.length === 0) return count;
    // Concurrent work used the old rates and the revaluation missed it, so run the revaluation again.
    await this.database.waitForActiveWork();
    await this.database.transaction(scope, (work) => work.publish(new RatesChanged(pairs)));
    return count;
  }

  async latestDay(source: FeedSource): Promise<string | null> {
    const text = `select max(day)::text as day from fx_feed_rates where source = $1`;
    const [latest] = await this.database.single<{ day: string | null }>({}, { text, values: [source] });
    return latest!.day;
  }

  private async write(work: UnitOfWork, source: FeedSource, rates: readonly DatedRate[]) {
    if (rates.length === 0) return { count: 0, pairs: [] };
    const written = await work.query<WrittenPair>({
      text: `
        with written as (
          insert into fx_feed_rates as known (quote, base, day, source, rate, fetched_at)
          select quote, base, day, $5, rate, $6
          from unnest($1::text[], $2::text[], $3::date[], $4::bigint[]) r (quote, base, day, rate)
          order by quote, base, day
          on conflict (quote, base, day, source) do update set rate = excluded.rate, fetched_at = excluded.fetched_at
            where known.rate <> excluded.rate
          returning quote, base, day
        )
        select quote, base, min(day)::text as since, max(day)::text as latest, count(*)::int as count
        from written group by quote, base order by quote, base`,
      values: [
        rates.map(({ quote }) => quote),
        rates.map(({ base }) => base),
        rates.map(({ day }) => day),
        rates.map(({ rate }) => rate),
        source,
        this.clock.now(),
      ],
    });
    const pairs = await this.changedPairs(work, written);
    if (pairs.length > 0) await work.publish(new RatesChanged(pairs));
    return { count: written.reduce((sum, { count }) => sum + count, 0), pairs };
  }

  /** Runs as a separate query so that it sees the written rates. */
  private changedPairs(work: UnitOfWork, written: readonly WrittenPair[]): Promise<ChangedPair[]> {
    return work.query<ChangedPair & Record<string, unknown>>({
      text: `
        select quote, base, since::text as "sinceDay", fx_pair_day_after(null, quote, base, latest)::text as "untilDay"
        from unnest($1::text[], $2::text[], $3::date[], $4::date[]) written (quote, base, since, latest)`,
      values: [
        written.map(({ quote }) => quote),
        written.map(({ base }) => base),
        written.map(({ since }) => since),
        written.map(({ latest }) => latest),
      ],
    });
  }
}
