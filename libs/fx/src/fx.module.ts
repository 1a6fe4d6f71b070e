import { Module } from '@nestjs/common';
import { ExchangeRatesController } from './exchange-rates.controller.js';
import { ExchangeRates } from './exchange-rates.service.js';

/** Exchange rates and the rule which of them is in force. */
@Module({ controllers: [ExchangeRatesController], providers: [ExchangeRates], exports: [ExchangeRates] })
export class FxModule {}
