import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation } from '@app/kernel';
import { ForecastRequest } from './forecast.request.js';
import { forecastView, ForecastView } from './forecast.view.js';
import { Forecasts } from './forecasts.service.js';

@Controller('v1/forecast')
export class ForecastsController {
  constructor(private readonly forecasts: Forecasts) {}

  @Operation({
    summary: 'What accounts will hold, day by day',
    description:
      'From the balance today, the transactions that are dated later, and what the budgets have left, spread over the ' +
      'days left of each cycle: on the account of the budget, or else the one used most for its category.',
    answer: ForecastView,
    example: { accounts: [{ crossesThresholdOn: null, points: [{ items: [{ kind: 'budget', amount: '-96.77' }] }] }] },
  })
  @Get()
  async until(@Caller() caller: Principal, @Query() { until }: ForecastRequest): Promise<ForecastView> {
    return forecastView(await this.forecasts.until(caller.workspaceId, until));
  }
}
