import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, Scoped } from '@app/kernel';
import { representationExamples, Representations } from '@app/presenting';
import { cashFlowChart, cashFlowFileName, cashFlowTable } from './cash-flow-chart.js';
import { CashFlowRequest } from './cash-flow.request.js';
import { CashFlowReportView } from './cash-flow.view.js';
import type { CashFlowReport } from './cash-flows.service.js';
import { CashFlows } from './cash-flows.service.js';

@Scoped('reports')
@Controller('v1/reports/cash-flow')
export class CashFlowController {
  constructor(private readonly cashFlows: CashFlows) {}

  @Operation({
    id: 'getCashFlowReport',
    summary: 'Get income and expenses by interval',
    description:
      'Counts the same transactions as the spending report: refunds lower expenses, and reversals lower income. ' +
      'Transactions without an exchange rate are excluded. The last column of a CSV file is their number. If any are ' +
      'excluded, the file name ends in `-incompleto`.',
    answer: CashFlowReportView,
    readsReplica: true,
    example: {
      from: '2026-10-01',
      to: '2026-11-20',
      interval: 'month',
      points: [
        {
          start: '2026-10-01',
          end: '2026-10-31',
          income: '32000.00',
          expense: '24000.00',
          net: '8000.00',
          savingsRate: '0.2500',
        },
        {
          start: '2026-11-01',
          end: '2026-11-20',
          income: '0.00',
          expense: '1250.00',
          net: '-1250.00',
          savingsRate: null,
        },
      ],
      total: { income: '32000.00', expense: '25250.00', net: '6750.00', savingsRate: '0.2109' },
      unconverted: [],
    },
    alsoAnswers: representationExamples(
      'Desde,Hasta,Moneda,Ingresos,Gastos,Neto,Tasa de ahorro,Transacciones sin tipo de cambio\r\n' +
        '2026-10-01,2026-10-31,MXN,32000.00,24000.00,8000.00,0.2500,0\r\n',
    ),
  })
  @Representations({
    json: ({ view }) => view,
    table: cashFlowTable,
    chart: cashFlowChart,
    fileName: cashFlowFileName,
  })
  @Get()
  report(@Caller() caller: Principal, @Query() request: CashFlowRequest): Promise<CashFlowReport> {
    return this.cashFlows.of(caller.workspaceId, request);
  }
}
