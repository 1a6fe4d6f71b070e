import { Injectable } from '@nestjs/common';
import type { Page } from '@app/kernel';
import { Clock, Database, isDay, pageOf, pageStart } from '@app/kernel';
import type { RateSource } from './dated-rate.js';
import type { RateSeriesRequest } from './exchange-rate.request.js';
import { RateNotFound } from '../fx.problems.js';

export interface RateInForce {
  readonly quote: string;
  readonly base: string;
  /** Scaled by 10^8. */
  readonly rate: bigint;
  readonly asOf: string;
}

export interface RateOfSeries extends RateInForce {
  readonly source: RateSource;
  readonly fetchedAt: string;
}

interface SeriesRow extends Record<string, unknown> {
  base: string;
  day: string | null;
  rate: string;
  source: RateSource;
  fetched_at: string;
}

/** Reads exchange rates. The SQL function `fx_rate_on` decides which rate applies on a day. */
@Injectable()
export class ExchangeRates {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the rate that applies on a day. `base` defaults to the workspace's base currency, and `day` to today.
   * @throws RateNotFound
   */
  async inForce(workspaceId: string, quote: string, base: string | null, day: string | null): Promise<RateInForce> {
    const on = day ?? this.clock.today();
    const [row] = await this.database.read<{ base: string; rate: string | null; as_of: string | null }>(workspaceId, {
      name: 'fx.rate-in-force',
      text: `
        select pair.base, fx.rate, fx.as_of::text
        from (select coalesce($3, workspace_base_currency($1)) as base) pair
        left join lateral fx_rate_on($1, $2, pair.base, $4) fx on true`,
      values: [workspaceId, quote, base, on],
    });
    if (row?.rate == null || row.as_of === null) throw RateNotFound(quote, row?.base ?? '', on);
    return { quote, base: row.base, rate: BigInt(row.rate), asOf: row.as_of };
  }

  /**
   * Returns the rates of a pair, newest first. Each day has only the rate that takes precedence. Omits inverse and
   * cross rates.
   * @throws CursorInvalid
   */
  async series(workspaceId: string, request: RateSeriesRequest): Promise<Page<RateOfSeries>> {
    const { quote, base, from, to, limit } = request;
    const list = `${workspaceId}/exchange-rates`;
    const position = pageStart(list, request, isDay);
    const rows = await this.database.read<SeriesRow>(workspaceId, {
      name: 'fx.series',
      text: SERIES_PAGE,
      values: [workspaceId, quote, base ?? null, from ?? null, to ?? null, position?.[0] ?? null, limit + 1],
    });
    const items = rows.flatMap(({ base: priced, day, rate, source, fetched_at }): RateOfSeries[] =>
      day === null ? [] : [{ quote, base: priced, rate: BigInt(rate), asOf: day, source, fetchedAt: fetched_at }],
    );
    return pageOf(list, request, items, ({ asOf }) => [asOf]);
  }
}

const OF_SERIES = `quote = $2 and base = pair.base and day >= coalesce($4::date, '-infinity')
  and day <= coalesce($5::date, 'infinity') and day < coalesce($6::date, 'infinity')`;

// A day has at most one rate per feed, and there are three feeds, so three times the page size is enough.
const SERIES_PAGE = `
  select pair.base, page.day::text, page.rate, page.source, instant_text(page.fetched_at) as fetched_at
  from (select coalesce($3, workspace_base_currency($1)) as base) pair
  left join lateral (
    select distinct on (day) day, rate, source, fetched_at from (
      (select day, rate, 'own' as source, set_at as fetched_at, 0 as precedence from fx_own_rates
        where workspace_id = $1 and ${OF_SERIES} order by day desc limit $7)
      union all
      (select day, rate, source, fetched_at, array_position(array['banxico', 'ecb', 'file'], source) from fx_feed_rates
        where ${OF_SERIES} order by day desc limit 3 * $7)
    ) known order by day desc, precedence limit $7
  ) page on true
  order by page.day desc`;
