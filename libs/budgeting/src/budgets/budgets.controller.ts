import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, operationsOn, PageRequest, ReferenceNotFound, Scoped } from '@app/kernel';
import { BudgetLimitReached, BudgetNotFound } from '../budgeting.problems.js';
import {
  BudgetOnDayRequest,
  CreateBudgetRequest,
  EditBudgetRequest,
  ExplainBudgetRequest,
  ListBudgetsRequest,
} from './budget.request.js';
import {
  budgetCycleView,
  budgetExplanationView,
  BudgetExplanationView,
  BudgetHistoryView,
  budgetView,
  BudgetView,
} from './budget.view.js';
import { BudgetStatuses } from './budget-statuses.service.js';
import { Budgets } from './budgets.service.js';

const pathIds = { id: BudgetNotFound };

const figures = {
  period: { start: '2026-11-01', end: '2026-11-30' },
  amount: '6000.00',
  spent: '4180.50',
  rollover: '310.25',
  available: '2129.75',
};
const budgetExample = { ...figures, repeat: 'month', startDate: '2026-01-01', rolloverEnabled: true };
const OnBudget = operationsOn({ answer: BudgetView, pathIds, example: budgetExample });

@Scoped('budgets')
@Controller('v1/budgets')
export class BudgetsController {
  constructor(
    private readonly budgets: Budgets,
    private readonly statuses: BudgetStatuses,
  ) {}

  @Operation({
    summary: 'List budgets in the cycle that contains a date',
    description: 'Returns budgets sorted by category name. Omits budgets without a cycle on that date.',
    answer: [BudgetView],
    example: [budgetExample],
  })
  @Get()
  async list(@Caller() caller: Principal, @Query() { date, type }: ListBudgetsRequest): Promise<BudgetView[]> {
    return (await this.statuses.list(caller.workspaceId, type, date)).map(budgetView);
  }

  @Operation({
    summary: 'Create a budget for a category',
    description:
      'The budget repeats monthly or yearly, or applies once. With `rolloverEnabled`, each cycle carries its unspent or overspent amount into the next.',
    answer: BudgetView,
    example: budgetExample,
    problems: [ReferenceNotFound, BudgetLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateBudgetRequest): Promise<BudgetView> {
    return budgetView(await this.budgets.create(caller.workspaceId, request));
  }

  @OnBudget('Get a budget in the cycle that contains a date', {
    description: 'Includes the spent amount, the rollover from earlier cycles and the available amount.',
    resource: true,
  })
  @Get(':id')
  async get(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() { date }: BudgetOnDayRequest,
  ): Promise<BudgetView> {
    return budgetView(await this.statuses.get(caller.workspaceId, id, date));
  }

  @OnBudget('Edit a budget', {
    description:
      'Changes the amount, the end, the rollover or the account. Omitted fields do not change, and finished cycles keep their amount.',
    requestExample: { amount: '6500.00' },
    problems: [ReferenceNotFound],
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditBudgetRequest,
  ): Promise<BudgetView> {
    return budgetView(await this.budgets.edit(caller.workspaceId, id, request));
  }

  @OnBudget('Delete a budget', { description: 'The transactions of the budget do not change.' })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<BudgetView> {
    return budgetView(await this.budgets.delete(caller.workspaceId, id));
  }

  @Operation({
    id: 'listBudgetHistory',
    summary: 'List past and current cycles of a budget',
    description: 'Returns the cycles of the budget, newest first, each with the amount that applied in it.',
    answer: BudgetHistoryView,
    example: { items: [figures], nextCursor: null },
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/history')
  async history(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() page: PageRequest,
  ): Promise<BudgetHistoryView> {
    const { items, nextCursor } = await this.statuses.history(caller.workspaceId, id, page);
    return { items: items.map(budgetCycleView), nextCursor };
  }

  @Operation({
    id: 'explainBudget',
    summary: 'Explain the figures of a budget',
    description:
      'Returns the transactions and splits that make up `spent`, newest first and paginated. Every page includes the earlier cycles that make up `rollover`.',
    answer: BudgetExplanationView,
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/explain')
  async explain(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() { date, ...page }: ExplainBudgetRequest,
  ): Promise<BudgetExplanationView> {
    return budgetExplanationView(await this.statuses.explain(caller.workspaceId, id, date, page), caller);
  }
}
