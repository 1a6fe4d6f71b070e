import { Module } from '@nestjs/common';
import { CashFlowController } from './cash-flow/cash-flow.controller.js';
import { CashFlows } from './cash-flow/cash-flows.service.js';
import { SpendingController } from './spending/spending.controller.js';
import { SpendingReports } from './spending/spending-reports.service.js';

@Module({
  controllers: [SpendingController, CashFlowController],
  providers: [SpendingReports, CashFlows],
  exports: [SpendingReports, CashFlows],
})
export class ReportingModule {}
