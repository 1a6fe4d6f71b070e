import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, Scoped } from '@app/kernel';
import { representationExamples, Representations } from '@app/presenting';
import { historyChart, historyFileName, historyTable } from './net-worth-chart.js';
import { NetWorthHistoryRequest, NetWorthRequest } from './net-worth-history.request.js';
import { NetWorthHistories } from './net-worth-history.service.js';
import type { NetWorthHistory } from './net-worth-history.js';
import { netWorthHistoryView, NetWorthHistoryView } from './net-worth-history.view.js';
import { NetWorths } from './net-worth.service.js';
import { netWorthView, NetWorthView } from './net-worth.view.js';

@Scoped('reports')
@Controller('v1/net-worth')
export class NetWorthController {
  constructor(
    private readonly netWorths: NetWorths,
    private readonly histories: NetWorthHistories,
  ) {}

  @Operation({
    summary: 'Get net worth',
    description:
      'Returns assets minus liabilities, in the base currency at the latest rates, with a breakdown by currency. Accounts without an exchange rate are excluded and listed in `unconverted`. With `date`, returns the net worth at the end of that day, at its rates.',
    answer: NetWorthView,
  })
  @Get()
  async current(@Caller() { workspaceId }: Principal, @Query() { date }: NetWorthRequest): Promise<NetWorthView> {
    return netWorthView(
      await (date === undefined ? this.netWorths.current(workspaceId) : this.netWorths.on(workspaceId, date)),
    );
  }

  @Operation({
    id: 'getNetWorthHistory',
    summary: 'Get net worth over time',
    description:
      'Each point uses the exchange rates of its day and the transactions dated on or before that day. An account counts from its opening date, or from its first transaction if that is earlier. Accounts with a fixed rate always use that rate.',
    answer: NetWorthHistoryView,
    readsReplica: true,
    example: {
      currency: 'MXN',
      points: [
        { date: '2026-10-31', netWorth: '351204.18', assets: '523704.18', liabilities: '172500.00', unconverted: [] },
        { date: '2026-11-20', netWorth: '368838.40', assets: '540021.15', liabilities: '171182.75', unconverted: [] },
      ],
    },
    alsoAnswers: representationExamples(
      'Fecha,Moneda,Patrimonio neto,Activos,Pasivos,Cuentas sin tipo de cambio\r\n' +
        '2026-11-20,MXN,368838.40,540021.15,171182.75,0\r\n',
    ),
  })
  @Representations({ json: netWorthHistoryView, table: historyTable, chart: historyChart, fileName: historyFileName })
  @Get('history')
  history(@Caller() caller: Principal, @Query() request: NetWorthHistoryRequest): Promise<NetWorthHistory> {
    return this.histories.between(caller.workspaceId, request);
  }
}
