import type { ProblemError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, parseRate, ValidationFailed } from '@app/kernel';
import type { OwnRatePath } from './exchange-rate.request.js';
import type { DatedRate } from './dated-rate.js';
import { OwnRate } from './exchange-rate.entity.js';
import type { RateOfSeries } from './exchange-rates.service.js';
import { exchangeRateEvents, RatesChanged } from '../fx.events.js';
import { RateNotFound } from '../fx.problems.js';

/**
 * Sets and deletes custom rates. Revalues the affected amounts in the same transaction, which blocks other writes in
 * the workspace (decision 0010).
 */
@Injectable()
export class OwnRates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  set(workspaceId: string, { quote, base, date }: OwnRatePath, rate: string): Promise<RateOfSeries> {
    if (quote === base) throw ValidationFailed([{ parameter: 'base', ...SAME_CURRENCY }]);
    const key = { workspaceId, quote, base, day: date };
    const fields = { rate: parseRate(rate), setAt: this.clock.now() };
    return this.database.transaction({ workspaceId, exclusive: true }, async (work) => {
      const known = await work.em.findOne(OwnRate, key);
      const isChanged = known?.rate !== fields.rate;
      const own = known ? Object.assign(known, fields) : work.em.create(OwnRate, { ...key, ...fields });
      if (isChanged) await this.publishChange(work, own, 'set');
      return inSeries(own);
    });
  }

  /** @throws RateNotFound */
  remove(workspaceId: string, { quote, base, date }: OwnRatePath): Promise<RateOfSeries> {
    return this.database.transaction({ workspaceId, exclusive: true }, async (work) => {
      const own = await work.em.findOne(OwnRate, { workspaceId, quote, base, day: date });
      if (own === null) throw RateNotFound(quote, base, date, 'own');
      work.em.remove(own);
      await this.publishChange(work, own, 'removed');
      return inSeries(own);
    });
  }

  /** Stores rates without revaluing amounts. Only for a new workspace. */
  async enterAll(work: UnitOfWork, rates: readonly DatedRate[]): Promise<void> {
    await work.query({
      text: `
        insert into fx_own_rates (workspace_id, quote, base, day, rate, set_at)
        select $1, r.quote, r.base, r.day, r.rate, $6
        from unnest($2::text[], $3::text[], $4::date[], $5::bigint[]) r (quote, base, day, rate)`,
      values: [
        work.workspaceId,
        rates.map(({ quote }) => quote),
        rates.map(({ base }) => base),
        rates.map(({ day }) => day),
        rates.map(({ rate }) => rate),
        this.clock.now(),
      ],
    });
  }

  private async publishChange(
    work: UnitOfWork,
    { quote, base, day }: OwnRate,
    change: keyof typeof exchangeRateEvents,
  ): Promise<void> {
    const [following] = await work.query<{ day: string | null }>({
      text: `select fx_pair_day_after($1, $2, $3, $4)::text as day`,
      values: [work.workspaceId, quote, base, day],
    });
    await work.publish(new RatesChanged([{ quote, base, sinceDay: day, untilDay: following!.day }]));
    work.announce(exchangeRateEvents[change](`${quote}/${base}/${day}`));
  }
}

function inSeries({ quote, base, rate, day, setAt }: OwnRate): RateOfSeries {
  return { quote, base, rate, asOf: day, source: 'own', fetchedAt: setAt.toISOString() };
}

const SAME_CURRENCY: Pick<ProblemError, 'code' | 'detail'> = {
  code: 'VALUE_NOT_ALLOWED',
  detail: 'must differ from quote',
};
