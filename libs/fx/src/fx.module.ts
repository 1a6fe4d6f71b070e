import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { FeedRate, FeedRateChange, OwnRate } from './rates/exchange-rate.entity.js';
import { ExchangeRatesController } from './rates/exchange-rates.controller.js';
import { ExchangeRates } from './rates/exchange-rates.service.js';
import { FeedRates } from './rates/feed-rates.service.js';
import { BanxicoFeed } from './feeds/banxico-feed.service.js';
import { EcbFeed } from './feeds/ecb-feed.service.js';
import { FetchRatesJob } from './feeds/fetch-rates.job.js';
import { RateFeeds } from './feeds/rate-feeds.service.js';
import { OwnRates } from './rates/own-rates.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([FeedRate, FeedRateChange, OwnRate])],
  controllers: [ExchangeRatesController],
  providers: [ExchangeRates, OwnRates, FeedRates, BanxicoFeed, EcbFeed, RateFeeds, FetchRatesJob],
  exports: [ExchangeRates, FeedRates, OwnRates, RateFeeds],
})
export class FxModule {}
