export { BUDGETING_TABLES } from './exported-tables.query.js';
export { budgetingMigrations } from './budgeting.migrations.js';
export { BudgetingModule } from './budgeting.module.js';
export * from './budgeting.problems.js';
export {
  CreateBudgetRequest,
  EditBudgetRequest,
  ExplainBudgetRequest,
  ListBudgetsRequest,
} from './budgets/budget.request.js';
export type { BudgetView } from './budgets/budget.view.js';
export { budgetExplanationView, budgetView } from './budgets/budget.view.js';
export type { BudgetInCycle } from './budgets/budget-statuses.service.js';
export { BudgetStatuses } from './budgets/budget-statuses.service.js';
export { Budgets } from './budgets/budgets.service.js';
export type { Cycle, Repeat } from './budgets/cycle.js';
export type { Span } from './totals/calendar-spans.js';
export { calendarSpans } from './totals/calendar-spans.js';
export { TOTAL_FIGURES } from './totals/total-figures.query.js';
export type { Plan, BudgetStatus } from './budgets/budget-status.js';
