import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation } from '@app/kernel';
import { LatestRateRequest } from './exchange-rate.request.js';
import { exchangeRateView, ExchangeRateView } from './exchange-rate.view.js';
import { ExchangeRates } from './exchange-rates.service.js';
import { RateNotFound } from './fx.problems.js';

@Controller('v1/exchange-rates')
export class ExchangeRatesController {
  constructor(private readonly rates: ExchangeRates) {}

  @Get('latest')
  @Operation({
    id: 'getLatestExchangeRate',
    summary: 'The rate in force on a day',
    answer: ExchangeRateView,
    problems: [RateNotFound],
    example: { base: 'MXN', quote: 'USD', rate: '18.41230000', asOf: '2026-11-19' },
  })
  async latest(@Caller() caller: Principal, @Query() request: LatestRateRequest): Promise<ExchangeRateView> {
    const { quote, base, date } = request;
    return exchangeRateView(await this.rates.inForce(caller.workspaceId, quote, base ?? null, date ?? null));
  }
}
