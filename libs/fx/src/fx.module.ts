import { Module } from '@nestjs/common';
import { ExchangeRatesController } from './exchange-rates.controller.js';
import { ExchangeRates } from './exchange-rates.service.js';
import { FeedRates } from './feed-rates.service.js';
import { OwnRates } from './own-rates.service.js';

/** Exchange rates: of the feeds and of workspaces' own, and the rule which of them is in force. */
@Module({
  controllers: [ExchangeRatesController],
  providers: [ExchangeRates, OwnRates, FeedRates],
  exports: [ExchangeRates, FeedRates],
})
export class FxModule {}
