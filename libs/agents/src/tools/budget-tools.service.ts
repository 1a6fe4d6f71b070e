import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, PageRequest, readRequest } from '@app/kernel';
import type { BudgetInCycle, BudgetView } from '@app/budgeting';
import {
  budgetExplanationView,
  BudgetNotFound,
  Budgets,
  BudgetStatuses,
  budgetView,
  CreateBudgetRequest,
  EditBudgetRequest,
  ListBudgetsRequest,
} from '@app/budgeting';
import { effectsSentence } from '../acting/effects-sentence.js';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, inOneText, says, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountArgument, dayArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageOfList, pageWithin } from '../calls/page.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { reading, writing } from '../calls/tool.js';
import { amountOf, dayOf, idOf, nextCursorOutput, pageOutput, texts } from './output.js';

const budgetOutput = {
  id: idOf('the budget'),
  categoryId: idOf('the category; its subcategories count too'),
  budgetType: z.string().describe('expense or income.'),
  repeat: z.string().describe('month, year or once.'),
  start: dayOf('First day of the cycle,'),
  end: dayOf('Last day of the cycle,'),
  currency: z.string().describe('Base currency of the workspace.'),
  amount: amountOf('Planned amount of the cycle.'),
  spent: amountOf('Expenses minus refunds so far; for an income budget, income minus reversals.'),
  rollover: amountOf('Amount carried over from earlier cycles; negative after overspending.'),
  available: amountOf('amount + rollover - spent.'),
  startDate: dayOf('First day of the first cycle,'),
  repeatUntil: dayOf('No cycle starts after this day,').nullable(),
  rolloverEnabled: z.boolean(),
  accountId: idOf('the account that the forecast uses').nullable(),
  unconverted: z
    .number()
    .int()
    .describe('Number of transactions omitted because they have no exchange rate, counted up to 100.'),
  untrusted: texts('name of the category'),
};
const DATE = dayArgument('Any day in the cycle (default: today).').optional();

function budgetAnswer({ plan, status }: BudgetInCycle): Answer {
  const view: BudgetView = budgetView({ plan, status });
  return answer(
    {
      id: id(view.id),
      categoryId: id(view.category.id),
      budgetType: word(view.budgetType),
      repeat: word(view.repeat),
      start: day(view.period.start),
      end: day(view.period.end),
      currency: currency(status.amount.currency),
      amount: decimal(view.amount),
      spent: decimal(view.spent),
      rollover: decimal(view.rollover),
      available: decimal(view.available),
      startDate: day(view.startDate),
      repeatUntil: day(view.repeatUntil),
      rolloverEnabled: view.rolloverEnabled,
      accountId: id(view.accountId),
      unconverted: view.unconverted.length,
    },
    untrusted({ category: view.category.name }),
  );
}

@Injectable()
export class BudgetTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_budgets',
      title: 'Ver presupuestos',
      description:
        'Lists budgets with the planned, spent and available amounts of the cycle that contains a day. Use it to find how much is left ' +
        'to spend or which budgets are overspent (available below zero). For spending without a budget use report_spending.',
      scopes: [['budgets:read']],
      input: { date: DATE, type: z.enum(['expense', 'income']).default('expense'), ...paging },
      output: pageOutput(z.object(budgetOutput)),
      read: async ({ date, type, ...page }, { caller }) => {
        const request = readRequest(ListBudgetsRequest, given({ date, type }), 'query');
        const all = await this.statuses.list(caller.workspaceId, request.type, request.date);
        return answer(pageWithin('agents/budgets', { date, type }, page, all, ({ plan }) => plan.id, budgetAnswer));
      },
    }),
    reading({
      name: 'explain_budget',
      title: 'Explicar un presupuesto',
      description:
        'Breaks down the figures of a budget: the transactions in spent, newest first, and the share of each earlier cycle in its ' +
        'rollover. Use it when the user asks why a budget is overspent. Requires an ID from list_budgets.',
      scopes: [['budgets:read']],
      input: { budgetId: idArgument('the budget'), date: DATE, ...paging },
      output: {
        start: dayOf(),
        end: dayOf(),
        currency: z.string(),
        amount: amountOf(),
        spent: amountOf(),
        rollover: amountOf(),
        available: amountOf(),
        rolloverCycles: z
          .array(
            z.object({
              start: dayOf(),
              end: dayOf(),
              currency: z.string(),
              amount: amountOf(),
              spent: amountOf(),
              share: amountOf(),
            }),
          )
          .describe('The latest earlier cycles, at most twelve.'),
        items: z.array(
          z.object({
            transactionId: idOf('the transaction'),
            part: z
              .number()
              .int()
              .nullable()
              .describe('Index of the split, counted from 0; null for a transaction without splits.'),
            date: dayOf(),
            amount: amountOf(),
            currency: z.string(),
            counted: amountOf('Contribution to spent, in the base currency.').nullable(),
            categoryId: idOf('the category'),
            untrusted: texts('description, category'),
          }),
        ),
        nextCursor: nextCursorOutput,
      },
      read: ({ budgetId, date, limit, cursor }, call) => this.explain(budgetId, given({ date, cursor }), limit, call),
    }),
    writing({
      name: 'save_budget',
      title: 'Crear o cambiar un presupuesto',
      description:
        'Creates a budget for a category (without budgetId; categoryId, amount and repeat are required) or changes the amount, end, ' +
        'rollover or account of an existing one (with budgetId). A new amount applies from the current cycle. It cannot delete a budget: ' +
        'set an end (repeatUntil), or tell the user to delete it in the app.',
      scopes: [['budgets:write']],
      destructive: false,
      input: {
        budgetId: idArgument('the budget to change').optional(),
        categoryId: idArgument('the category of a new budget').optional(),
        amount: amountArgument('Planned amount per cycle, in the base currency.').optional(),
        repeat: z.enum(['month', 'year', 'once']).optional().describe('Length of a cycle. Only for a new budget.'),
        startDate: dayArgument('First day of a new budget (default: the first of this month).').optional(),
        budgetType: z
          .enum(['expense', 'income'])
          .optional()
          .describe('Kind of transactions that count. Only for a new budget. Defaults to the kind of the category.'),
        repeatUntil: dayArgument('No cycle starts after this day; null for no end.').nullish(),
        rolloverEnabled: z
          .boolean()
          .optional()
          .describe('If true, unspent or overspent amounts carry over to the next cycle.'),
        accountId: idArgument('the account that the forecast uses; null to let the forecast choose one').nullish(),
      },
      output: { budget: z.object(budgetOutput) },
      seen: async ({ budgetId }, { caller }) => {
        if (budgetId === undefined) return [];
        return [planned(await this.statuses.get(caller.workspaceId, known(budgetId), undefined))];
      },
      act: async ({ budgetId, ...fields }, { caller }) => {
        const { workspaceId } = caller;
        if (budgetId === undefined) {
          const budget = await this.budgets.create(
            workspaceId,
            readRequest(CreateBudgetRequest, given(fields), 'body'),
          );
          const how = says`Call save_budget with this budgetId and repeatUntil set to its startDate, so that no further cycle starts. Only the user can delete it.`;
          const undo = { tool: null, arguments: null, how };
          return { result: answer({ budget: budgetAnswer(budget) }), touched: [planned(budget)], undo };
        }
        const before = await this.statuses.get(workspaceId, known(budgetId), undefined);
        const edited = await this.budgets.edit(
          workspaceId,
          budgetId,
          readRequest(EditBudgetRequest, given(fields), 'body'),
        );
        return {
          result: answer({ budget: budgetAnswer(edited) }),
          touched: [planned(edited)],
          undo: {
            tool: word('save_budget'),
            arguments: earlier(before),
            how: says`Call save_budget with these arguments.`,
          },
        };
      },
      summary: ({ budgetId }, effects) =>
        inOneText([
          budgetId === undefined ? says`Se crearía un presupuesto.` : says`Se cambiaría un presupuesto.`,
          effectsSentence(effects),
        ]),
    }),
  ];

  constructor(
    private readonly budgets: Budgets,
    private readonly statuses: BudgetStatuses,
  ) {}

  private async explain(budgetId: string, query: object, limit: number, { caller }: Call): Promise<Answer> {
    const { date } = query as { date?: string };
    const { cursor } = query as { cursor?: string };
    const explained = (pageSize: number) =>
      this.statuses.explain(
        caller.workspaceId,
        known(budgetId),
        date === undefined ? undefined : readRequest(ListBudgetsRequest, { date }, 'query').date,
        readRequest(PageRequest, { ...given({ cursor }), limit: String(pageSize) }, 'query'),
      );
    let explanation: Awaited<ReturnType<typeof explained>> | undefined;
    const page = await pageOfList(
      limit,
      async (pageSize) => {
        explanation = await explained(pageSize);
        const { items, nextCursor } = budgetExplanationView(explanation, caller);
        return { items, nextCursor };
      },
      async (items) =>
        items.map((item) =>
          answer(
            {
              transactionId: id(item.transactionId),
              part: item.splitIndex,
              date: day(item.date),
              amount: decimal(item.amount),
              currency: currency(item.currency),
              counted: decimal(item.counted),
              categoryId: id(item.category.id),
            },
            untrusted({ description: item.description, category: item.category.name }),
          ),
        ),
    );
    const view = budgetExplanationView(explanation!, caller);
    const base = currency(explanation!.status.amount.currency);
    return answer({
      start: day(view.period.start),
      end: day(view.period.end),
      currency: base,
      amount: decimal(view.amount),
      spent: decimal(view.spent),
      rollover: decimal(view.rollover),
      available: decimal(view.available),
      rolloverCycles: view.rolloverCycles.slice(0, 12).map(({ period, amount, spent, share }) =>
        answer({
          start: day(period.start),
          end: day(period.end),
          currency: base,
          amount: decimal(amount),
          spent: decimal(spent),
          share: decimal(share),
        }),
      ),
      ...page,
    });
  }
}

function known(budgetId: string): string {
  if (!isId(budgetId)) throw BudgetNotFound(budgetId);
  return budgetId;
}

/** Serializes the plan that the user confirms, without figures that depend on transactions. */
function planned({ plan, status }: BudgetInCycle): string {
  const { category, budgetType, amount, repeat, startDate, ...more } = budgetView({ plan, status });
  const { repeatUntil, rolloverEnabled, accountId, period } = more;
  const own = [category.id, category.name, budgetType, amount, status.amount.currency, repeat, startDate, repeatUntil];
  return JSON.stringify([...own, rolloverEnabled, accountId, period.start]);
}

/** Returns the arguments that restore the previous values. */
function earlier({ plan, status }: BudgetInCycle): Answer {
  const { id: budgetId, amount, repeatUntil, rolloverEnabled, accountId } = budgetView({ plan, status });
  return answer({
    budgetId: id(budgetId),
    amount: decimal(amount),
    repeatUntil: day(repeatUntil),
    rolloverEnabled,
    accountId: id(accountId),
  });
}
