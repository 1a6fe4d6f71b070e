import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { Budget, BudgetAmount } from './budgets/budget.entity.js';
import { BudgetStandings } from './budgets/budget-standings.service.js';
import { BudgetUpkeep } from './budgets/budget-upkeep.listener.js';
import { BudgetsController } from './budgets/budgets.controller.js';
import { Budgets } from './budgets/budgets.service.js';
import { Forecasts } from './forecast/forecasts.service.js';
import { ForecastsController } from './forecast/forecasts.controller.js';
import { CategoryTotals } from './totals/category-totals.listener.js';

/** Budgets, and the totals of categories that they are read from. */
@Module({
  imports: [MikroOrmModule.forFeature([Budget, BudgetAmount]), LedgerModule],
  controllers: [BudgetsController, ForecastsController],
  providers: [CategoryTotals, BudgetUpkeep, BudgetStandings, Budgets, Forecasts],
  exports: [Budgets, BudgetStandings],
})
export class BudgetingModule {}
