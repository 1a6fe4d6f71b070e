import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, LongWork, Operation, Scoped } from '@app/kernel';
import { representationExamples, Representations } from '@app/presenting';
import { forecastChart, forecastFileName, forecastTable } from './forecast-chart.js';
import { ForecastRequest } from './forecast.request.js';
import { forecastView, ForecastView } from './forecast.view.js';
import type { Forecast } from './forecasts.service.js';
import { Forecasts } from './forecasts.service.js';

@Scoped('reports')
@Controller('v1/forecast')
export class ForecastsController {
  constructor(
    private readonly forecasts: Forecasts,
    private readonly work: LongWork,
  ) {}

  @Operation({
    summary: 'Forecast account balances day by day',
    description:
      'Projects each active account from its balance today, future-dated transactions, schedules, card payments on ' +
      'their due dates and rounds of tandas. The remaining amount of each budget is spread over the days left in its ' +
      "cycle. It is taken from the budget's account, or from the account that its category uses most.",
    answer: ForecastView,
    example: { accounts: [{ crossesThresholdOn: null, points: [{ items: [{ kind: 'budget', amount: '-96.77' }] }] }] },
    alsoAnswers: representationExamples(
      'Fecha,Cuenta,Moneda,Cambio,Saldo,Id de la cuenta\r\n' +
        '2026-11-21,"BBVA Nómina",MXN,-96.77,18153.23,019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04\r\n',
    ),
  })
  @Representations({ json: forecastView, table: forecastTable, chart: forecastChart, fileName: forecastFileName })
  @Get()
  until(@Caller() { workspaceId }: Principal, @Query() { until }: ForecastRequest): Promise<Forecast> {
    return this.work.calculate(workspaceId, () => this.forecasts.until(workspaceId, until));
  }
}
