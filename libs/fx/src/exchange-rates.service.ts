import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { RateNotFound } from './fx.problems.js';
import { RatesChanged } from './fx.events.js';
import type { DatedRate } from './rates-file.js';

/** A rate as it is used: at 10^-8, with the date that it is from. */
export interface RateInForce {
  readonly quote: string;
  readonly base: string;
  readonly rate: bigint;
  readonly asOf: string;
}

/** Exchange rates. Which rate is in force on a day is decided in one place, the SQL function fx_rate_on. */
@Injectable()
export class ExchangeRates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * What one unit of a currency is worth in another on a day; the base is the workspace's unless given.
   * @throws RateNotFound when nothing says so. Never 1, never a guess.
   */
  async inForce(workspaceId: string, quote: string, base: string | null, day: string | null): Promise<RateInForce> {
    const on = day ?? this.clock.today();
    const [found] = await this.database.read<{ base: string; rate: string | null; as_of: string | null }>(workspaceId, {
      name: 'fx.rate-in-force',
      text: `
        select pair.base, found.rate, found.as_of::text
        from (select coalesce($3, workspace_base_currency($1)) as base) pair
        left join lateral fx_rate_on($1, $2, pair.base, $4) found on true`,
      values: [workspaceId, quote, base, on],
    });
    if (found?.rate == null || found.as_of === null) throw RateNotFound(quote, found?.base ?? '', on);
    return { quote, base: found.base, rate: BigInt(found.rate), asOf: found.as_of };
  }

  /** Enters rates into the feed table as source `file`; a day given again is replaced. Everything valued with them follows. */
  async importFile(rates: readonly DatedRate[]): Promise<void> {
    if (rates.length === 0) return;
    await this.database.aloneAsOperator((work) => this.enterFile(work, rates));
    // What was being entered at the same moment was valued without these rates, and not seen by what followed from them.
    await this.database.waitForRunningWork();
    await this.database.aloneAsOperator((work) => work.publish(changeBy(rates)));
  }

  /** Enters rates as source `file` within a unit of work of an administrator. */
  async enterFile(work: UnitOfWork, rates: readonly DatedRate[]): Promise<void> {
    if (rates.length === 0) return;
    await this.write(work, rates);
    await work.publish(changeBy(rates));
  }

  private async write(work: UnitOfWork, rates: readonly DatedRate[]): Promise<void> {
    await work.query({
      text: `
        insert into fx_feed_rates (quote, base, day, source, rate, fetched_at)
        select quote, base, day, 'file', rate, $5
        from unnest($1::text[], $2::text[], $3::date[], $4::bigint[]) given (quote, base, day, rate)
        order by quote, base, day
        on conflict (quote, base, day, source) do update set rate = excluded.rate, fetched_at = excluded.fetched_at`,
      values: [
        rates.map(({ quote }) => quote),
        rates.map(({ base }) => base),
        rates.map(({ day }) => day),
        rates.map(({ rate }) => rate),
        this.clock.now(),
      ],
    });
  }
}

function changeBy(rates: readonly DatedRate[]): RatesChanged {
  return new RatesChanged(rates.reduce((earliest, { day }) => (day < earliest ? day : earliest), rates[0]!.day));
}
