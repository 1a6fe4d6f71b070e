import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { Budget, BudgetAmount } from './budgets/budget.entity.js';
import { BudgetStatuses } from './budgets/budget-statuses.service.js';
import { BudgetReferences } from './budgets/budget-references.listener.js';
import { BudgetsController } from './budgets/budgets.controller.js';
import { Budgets } from './budgets/budgets.service.js';
import { Forecasts } from './forecast/forecasts.service.js';
import { ForecastsController } from './forecast/forecasts.controller.js';
import { CategoryTotal } from './totals/category-total.entity.js';
import { CategoryTotals } from './totals/category-totals.listener.js';

/** Budgets, and the totals of categories that they are read from. */
@Module({
  imports: [MikroOrmModule.forFeature([Budget, BudgetAmount, CategoryTotal]), LedgerModule],
  controllers: [BudgetsController, ForecastsController],
  providers: [CategoryTotals, BudgetReferences, BudgetStatuses, Budgets, Forecasts],
  exports: [Budgets, BudgetStatuses],
})
export class BudgetingModule {}
