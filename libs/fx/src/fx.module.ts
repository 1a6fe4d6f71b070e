import { Module } from '@nestjs/common';
import { ExchangeRatesController } from './exchange-rates.controller.js';
import { ExchangeRates } from './exchange-rates.service.js';
import { FeedRates } from './feed-rates.service.js';
import { BanxicoFeed } from './feeds/banxico-feed.service.js';
import { EcbFeed } from './feeds/ecb-feed.service.js';
import { FetchRatesJob } from './feeds/fetch-rates.job.js';
import { RateFeeds } from './feeds/rate-feeds.service.js';
import { OwnRates } from './own-rates.service.js';

/** Exchange rates: of the feeds and of workspaces' own, and the rule which of them is in force. */
@Module({
  controllers: [ExchangeRatesController],
  providers: [ExchangeRates, OwnRates, FeedRates, BanxicoFeed, EcbFeed, RateFeeds, FetchRatesJob],
  exports: [ExchangeRates, FeedRates, RateFeeds],
})
export class FxModule {}
