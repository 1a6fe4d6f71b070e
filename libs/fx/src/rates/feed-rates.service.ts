import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { ActiveWork, Clock, Database } from '@app/kernel';
import type { DatedRate, FeedSource } from './dated-rate.js';
import type { ChangedPair } from '../fx.events.js';

/** A stored change of feed rates for which not every workspace has been revalued. */
export interface PendingChange extends ChangedPair, Record<string, unknown> {
  readonly id: string;
}

type Revaluation = (changes: readonly PendingChange[]) => Promise<void>;

/**
 * Stores rates from feeds and files, which affect all workspaces. After storing rates, revalues the workspaces in as
 * many transactions as needed (decision 0010).
 */
@Injectable()
export class FeedRates {
  private revalue: Revaluation = async () => undefined;

  constructor(
    private readonly database: Database,
    private readonly activeWork: ActiveWork,
    private readonly clock: Clock,
  ) {}

  /** Registers the function that revalues all workspaces. If a revaluation is interrupted, the function runs again. */
  onChange(revalue: Revaluation): void {
    this.revalue = revalue;
  }

  /**
   * Stores rates and revalues the affected amounts. Returns the number of new or changed rates.
   * @throws Error if the revaluation of a workspace fails. The rates remain stored, and `revaluePending` repeats the
   * revaluation.
   */
  async enter(source: FeedSource, rates: readonly DatedRate[]): Promise<number> {
    const count = await this.store(source, rates);
    await this.revaluePending();
    return count;
  }

  /**
   * Stores rates and returns the number of new or changed ones. Stored amounts do not change until `revaluePending`
   * runs.
   */
  store(source: FeedSource, rates: readonly DatedRate[]): Promise<number> {
    return this.database.transaction({ operator: true }, (work) => this.insert(work, source, rates));
  }

  /**
   * Revalues all workspaces after stored changes, including changes whose revaluation failed or was interrupted before.
   * @throws Error after trying all workspaces, if any failed
   */
  async revaluePending(): Promise<void> {
    const changes = await this.pending();
    if (changes.length === 0) return;
    // Transactions that began before the service stored the rates may have used the old ones.
    await this.activeWork.waitUntilEnded();
    await this.revalue(changes);
    const ids = changes.map(({ id }) => id);
    await this.database.transaction({ operator: true }, (work) =>
      work.query({ text: `delete from fx_feed_rate_changes where id = any($1::uuid[])`, values: [ids] }),
    );
  }

  async isRevaluationPending(): Promise<boolean> {
    return (await this.pending()).length > 0;
  }

  async latestDay(source: FeedSource): Promise<string | null> {
    const text = `select max(day)::text as day from fx_feed_rates where source = $1`;
    const [latest] = await this.database.single<{ day: string | null }>({}, { text, values: [source] });
    return latest!.day;
  }

  private async insert(work: UnitOfWork, source: FeedSource, rates: readonly DatedRate[]): Promise<number> {
    if (rates.length === 0) return 0;
    const [stored] = await work.query<{ count: number }>({
      text: `
        with written as (
          insert into fx_feed_rates as known (quote, base, day, source, rate, fetched_at)
          select quote, base, day, $5, rate, $6
          from unnest($1::text[], $2::text[], $3::date[], $4::bigint[]) r (quote, base, day, rate)
          order by quote, base, day
          on conflict (quote, base, day, source) do update set rate = excluded.rate, fetched_at = excluded.fetched_at
            where known.rate <> excluded.rate
          returning quote, base, day
        ), noted as (
          insert into fx_feed_rate_changes (quote, base, since, latest)
          select quote, base, min(day), max(day) from written group by quote, base
        )
        select count(*)::int as count from written`,
      values: [
        rates.map(({ quote }) => quote),
        rates.map(({ base }) => base),
        rates.map(({ day }) => day),
        rates.map(({ rate }) => rate),
        source,
        this.clock.now(),
      ],
    });
    return stored!.count;
  }

  private pending(): Promise<PendingChange[]> {
    return this.database.transaction({ operator: true }, (work) =>
      work.query<PendingChange>({
        text: `
          select id, quote, base, since::text as "sinceDay", fx_pair_day_after(null, quote, base, latest)::text as "untilDay"
          from fx_feed_rate_changes`,
        values: [],
      }),
    );
  }
}
