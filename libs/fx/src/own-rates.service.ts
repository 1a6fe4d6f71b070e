import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, parseRate, ValidationFailed } from '@app/kernel';
import type { OwnRatePath } from './exchange-rate.request.js';
import type { RateOfSeries } from './exchange-rates.service.js';
import { RatesChanged } from './fx.events.js';
import { RateNotFound } from './fx.problems.js';

/**
 * Rates that a workspace sets itself. On their day they win over the feeds, and everything that was valued with the pair
 * follows before the change is answered. Nobody writes in the workspace meanwhile (decision 0010).
 */
@Injectable()
export class OwnRates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Sets the rate of a day, in place of the one that was set before. */
  set(workspaceId: string, { quote, base, date }: OwnRatePath, rate: string): Promise<RateOfSeries> {
    if (quote === base) throw ValidationFailed([{ parameter: 'base', ...OF_ITSELF }]);
    return this.database.transaction({ workspaceId, exclusive: true }, async (work) => {
      const [set] = await work.query<{ changed: boolean; set_at: string }>({
        text: `
          with before as (
            select rate from fx_own_rates where workspace_id = $1 and quote = $2 and base = $3 and day = $4
          )
          insert into fx_own_rates (workspace_id, quote, base, day, rate, set_at) values ($1, $2, $3, $4, $5, $6)
          on conflict (workspace_id, quote, base, day) do update set rate = excluded.rate, set_at = excluded.set_at
          returning (select rate from before) is distinct from rate as changed, instant_text(set_at) as set_at`,
        values: [workspaceId, quote, base, date, parseRate(rate), this.clock.now()],
      });
      if (set!.changed) await this.tell(work, quote, base, date);
      return { quote, base, rate: parseRate(rate), asOf: date, source: 'own', fetchedAt: set!.set_at };
    });
  }

  /**
   * Takes the rate of a day away, so that the feeds have the say again; answers what it was.
   * @throws RateNotFound when none was set.
   */
  remove(workspaceId: string, { quote, base, date }: OwnRatePath): Promise<RateOfSeries> {
    return this.database.transaction({ workspaceId, exclusive: true }, async (work) => {
      const [gone] = await work.query<{ rate: string; set_at: string }>({
        text: `
          delete from fx_own_rates where workspace_id = $1 and quote = $2 and base = $3 and day = $4
          returning rate, instant_text(set_at) as set_at`,
        values: [workspaceId, quote, base, date],
      });
      if (!gone) throw RateNotFound(quote, base, date, 'own');
      await this.tell(work, quote, base, date);
      return { quote, base, rate: BigInt(gone.rate), asOf: date, source: 'own', fetchedAt: gone.set_at };
    });
  }

  private async tell(work: UnitOfWork, quote: string, base: string, day: string): Promise<void> {
    const [following] = await work.query<{ day: string | null }>({
      text: `select fx_pair_day_after($1, $2, $3, $4)::text as day`,
      values: [work.workspaceId, quote, base, day],
    });
    await work.publish(new RatesChanged([{ quote, base, sinceDay: day, untilDay: following!.day }]));
  }
}

const OF_ITSELF = {
  code: 'VALUE_NOT_ALLOWED',
  detail: 'must be another currency than quote: a currency has no rate with itself',
};
