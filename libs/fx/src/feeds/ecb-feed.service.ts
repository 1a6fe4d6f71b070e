import { Injectable } from '@nestjs/common';
import { Clock, Settings } from '@app/kernel';
import type { DatedRate } from '../rates/dated-rate.js';
import { ecbDocument } from './ecb-document.js';
import { ecbRates } from './ecb-rates.js';
import { download } from './feed-download.service.js';
import type { RateFeed } from './rate-feed.js';
import { FeedFailed } from './rate-feed.js';

@Injectable()
export class EcbFeed implements RateFeed {
  readonly name = 'ecb';

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async ratesBetween(from: string, to: string, signal: AbortSignal): Promise<DatedRate[]> {
    const document = ecbDocument(from, to, this.clock.today());
    const { status, text } = await download('ecb', `${this.settings.feedAddresses.ecb}/${document}`, { signal });
    if (status !== 200) throw new FeedFailed('ecb', `it responded with ${status}`);
    return ecbRates(text).filter(({ day }) => day >= from && day <= to);
  }
}
