import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, Scoped } from '@app/kernel';
import { AsWholeTable, representationExamples, Representations } from '@app/presenting';
import { spendingChart, spendingFileName, spendingTable } from './spending-chart.js';
import type { SpendingReport } from './spending-reports.service.js';
import { SpendingReports } from './spending-reports.service.js';
import { SpendingRequest } from './spending.request.js';
import { SpendingReportView } from './spending.view.js';

@Scoped('reports')
@Controller('v1/reports/spending')
export class SpendingController {
  constructor(private readonly reports: SpendingReports) {}

  @Operation({
    id: 'getSpendingReport',
    summary: 'Get spending or income by group',
    description:
      'Returns totals in the base currency. Each item links to its transactions. Live expenses and income, or their ' +
      'splits, count under the kind of their category, so a refund lowers spending. Transfers, adjustments and debts do ' +
      'not count. A transaction with two tags counts under both. Merchants and tags are paginated. Without `limit`, a ' +
      'CSV file has up to 10,000 merchants or tags. Its last column is the number of transactions excluded because ' +
      'they have no exchange rate. If the file is incomplete, its name ends in `-incompleto`.',
    answer: SpendingReportView,
    readsReplica: true,
    example: {
      from: '2026-11-01',
      to: '2026-11-20',
      type: 'expense',
      groupBy: 'category',
      total: '1250.00',
      count: 3,
      previousTotal: null,
      items: [
        {
          name: 'Restaurantes',
          amount: '950.00',
          own: '950.00',
          count: 2,
          share: '0.7600',
          previousAmount: null,
          transactions:
            '/v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-20&categoryId=01a1fd6f-5b00-7c4e-8a52-3f1b5e7a0c03',
        },
        {
          categoryId: null,
          name: null,
          amount: '300.00',
          own: '300.00',
          count: 1,
          share: '0.2400',
          previousAmount: null,
          transactions: '/v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-20&uncategorized=true',
        },
      ],
      unconverted: [],
    },
    alsoAnswers: representationExamples(
      'Comercio,Moneda,Importe,Partes,Proporción,Antes,Transacciones,Transacciones sin tipo de cambio\r\n' +
        '"oxxo",MXN,950.00,2,0.7600,,"/v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-20&merchant=oxxo",0\r\n',
    ),
    problems: [CursorInvalid],
  })
  @Representations({
    json: ({ view }) => view,
    table: spendingTable,
    chart: spendingChart,
    fileName: spendingFileName,
    nextCursor: ({ view }) => view.nextCursor,
  })
  @Get()
  report(
    @Caller() caller: Principal,
    @Query() request: SpendingRequest,
    @AsWholeTable() isWhole: boolean,
  ): Promise<SpendingReport> {
    return this.reports.of(caller.workspaceId, request, isWhole);
  }
}
