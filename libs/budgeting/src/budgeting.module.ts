import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { Budget, BudgetAmount } from './budgets/budget.entity.js';
import { BeginCyclesJob } from './budgets/begin-cycles.job.js';
import { BudgetCrossings } from './budgets/budget-crossings.listener.js';
import { BudgetEffects } from './budgets/budget-effects.service.js';
import { BudgetStatuses } from './budgets/budget-statuses.service.js';
import { BudgetReferences } from './budgets/budget-references.listener.js';
import { BudgetsController } from './budgets/budgets.controller.js';
import { Budgets } from './budgets/budgets.service.js';
import { AccountTotal } from './totals/account-total.entity.js';
import { CategoryTotal } from './totals/category-total.entity.js';
import { Totals } from './totals/totals.listener.js';

@Module({
  imports: [MikroOrmModule.forFeature([Budget, BudgetAmount, CategoryTotal, AccountTotal]), LedgerModule],
  controllers: [BudgetsController],
  providers: [Totals, BudgetReferences, BudgetCrossings, BeginCyclesJob, BudgetStatuses, Budgets, BudgetEffects],
  exports: [Budgets, BudgetStatuses],
})
export class BudgetingModule {}
