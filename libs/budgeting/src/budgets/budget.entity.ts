import { defineEntity, p } from '@mikro-orm/postgresql';
import type { CategoryKind } from '@app/ledger';
import type { Repeat } from './cycle.js';

const BudgetSchema = defineEntity({
  name: 'Budget',
  tableName: 'budgeting_budgets',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    categoryId: p.uuid(),
    type: p.text().$type<CategoryKind>(),
    repeat: p.text().$type<Repeat>(),
    startDate: p.date(),
    repeatUntil: p.date().nullable(),
    rolloverSince: p.date().nullable(),
    accountId: p.uuid().nullable(),
    createdAt: p.datetime(3),
    /**
     * Cycle of the latest alert, or null if there was none. `toldLevel` is the level of that alert: nearly spent (1) or
     * overspent (2).
     */
    toldCycle: p.date().nullable(),
    toldLevel: p.smallint().nullable(),
  },
});

/** A budget. The service uses this entity only to change budgets. SQL queries read their figures. */
export class Budget extends BudgetSchema.class {}
BudgetSchema.setClass(Budget);

const BudgetAmountSchema = defineEntity({
  name: 'BudgetAmount',
  tableName: 'budgeting_amounts',
  properties: {
    workspaceId: p.uuid().primary(),
    budgetId: p.uuid().primary(),
    since: p.date().primary(),
    amount: p.bigint(),
  },
});

export class BudgetAmount extends BudgetAmountSchema.class {}
BudgetAmountSchema.setClass(BudgetAmount);
