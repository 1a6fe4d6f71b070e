import { Injectable } from '@nestjs/common';
import { Settings } from '@app/kernel';
import type { DatedRate } from '../rates/dated-rate.js';
import { BANXICO_SERIES, banxicoRates, banxicoRefusal } from './banxico-rates.js';
import { download } from './feed-download.service.js';
import type { RateFeed } from './rate-feed.js';
import { FeedFailed } from './rate-feed.js';

/**
 * Fetches the peso rates of five currencies, which the Banco de México publishes at noon on banking days. Requires a
 * token.
 */
@Injectable()
export class BanxicoFeed implements RateFeed {
  readonly name = 'banxico';

  constructor(private readonly settings: Settings) {}

  async ratesBetween(from: string, to: string, signal: AbortSignal): Promise<DatedRate[]> {
    const { banxicoToken, feedAddresses } = this.settings;
    if (banxicoToken === null) throw new FeedFailed('banxico', 'it requires a token, and BANXICO_TOKEN is not set');
    const series = Object.keys(BANXICO_SERIES).join(',');
    const { status, text } = await download(
      'banxico',
      `${feedAddresses.banxico}/series/${series}/datos/${from}/${to}`,
      { signal, headers: { 'Bmx-Token': banxicoToken, Accept: 'application/json' } },
    );
    if (status !== 200) throw banxicoRefusal(status, text);
    return banxicoRates(text).filter(({ day }) => day >= from && day <= to);
  }
}
