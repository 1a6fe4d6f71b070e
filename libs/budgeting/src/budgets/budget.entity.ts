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
    /** Of which cycle it was last told that it is nearly spent (1) or overspent (2). */
    toldCycle: p.date().nullable(),
    toldLevel: p.smallint().nullable(),
  },
});

/** A plan for a category and all below it, over and over. The entity is for changing one; statuses are read by SQL. */
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

/** What a budget plans per cycle from a day on, until the next amount. */
export class BudgetAmount extends BudgetAmountSchema.class {}
BudgetAmountSchema.setClass(BudgetAmount);
