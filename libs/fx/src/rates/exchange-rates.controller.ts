import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, Scoped } from '@app/kernel';
import { LatestRateRequest, OwnRatePath, RateSeriesRequest, SetRateRequest } from './exchange-rate.request.js';
import {
  exchangeRateView,
  ExchangeRateView,
  RateSeriesView,
  rateSeriesView,
  seriesRateView,
  SeriesRateView,
} from './exchange-rate.view.js';
import { ExchangeRates } from './exchange-rates.service.js';
import { RateNotFound } from '../fx.problems.js';
import { OwnRates } from './own-rates.service.js';

const EXAMPLE = { base: 'MXN', quote: 'USD', rate: '18.41230000', asOf: '2026-11-19' };

@Scoped('rates')
@Controller('v1/exchange-rates')
export class ExchangeRatesController {
  constructor(
    private readonly rates: ExchangeRates,
    private readonly ownRates: OwnRates,
  ) {}

  @Operation({
    id: 'getLatestExchangeRate',
    summary: 'Get the exchange rate for a day',
    description:
      'Returns the rate of the day, or of the latest earlier day with a rate. If no such day has a rate, the error is `RATE_NOT_FOUND`.',
    answer: ExchangeRateView,
    problems: [RateNotFound],
    example: EXAMPLE,
  })
  @Get('latest')
  async latest(@Caller() caller: Principal, @Query() request: LatestRateRequest): Promise<ExchangeRateView> {
    const { quote, base, date } = request;
    return exchangeRateView(await this.rates.inForce(caller.workspaceId, quote, base ?? null, date ?? null));
  }

  @Operation({
    id: 'listExchangeRates',
    summary: 'List exchange rates of a currency pair, newest first',
    description:
      'Returns the rate in force for each day, with its source. Inverse and cross rates are not listed, even if they are in force.',
    answer: RateSeriesView,
    problems: [CursorInvalid],
    example: { items: [{ ...EXAMPLE, source: 'banxico' }] },
  })
  @Get()
  async series(@Caller() caller: Principal, @Query() request: RateSeriesRequest): Promise<RateSeriesView> {
    return rateSeriesView(await this.rates.series(caller.workspaceId, request));
  }

  @Operation({
    id: 'setExchangeRate',
    summary: 'Set a custom rate',
    bulk: true,
    description:
      'The rate takes precedence over the feeds on its day and stays in force until the next rate. Affected amounts in the base currency change immediately.',
    answer: SeriesRateView,
    example: { ...EXAMPLE, source: 'own' },
  })
  @Put(':quote/:base/:date')
  async set(
    @Caller() caller: Principal,
    @Param() path: OwnRatePath,
    @Body() { rate }: SetRateRequest,
  ): Promise<SeriesRateView> {
    return seriesRateView(await this.ownRates.set(caller.workspaceId, path, rate));
  }

  @Operation({
    id: 'deleteExchangeRate',
    summary: 'Delete a custom rate',
    collection: { after: ['setExchangeRate'] },
    bulk: true,
    description: 'The rates of the feeds apply again. Affected amounts in the base currency change immediately.',
    answer: SeriesRateView,
    problems: [RateNotFound],
    example: { ...EXAMPLE, source: 'own' },
  })
  @Delete(':quote/:base/:date')
  async delete(@Caller() caller: Principal, @Param() path: OwnRatePath): Promise<SeriesRateView> {
    return seriesRateView(await this.ownRates.remove(caller.workspaceId, path));
  }
}
