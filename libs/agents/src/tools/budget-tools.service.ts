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
  categoryId: idOf('the category; everything under it counts'),
  budgetType: z.string().describe('expense or income.'),
  repeat: z.string().describe('month, year or once.'),
  start: dayOf('The first day of the cycle,'),
  end: dayOf('The last day of the cycle,'),
  currency: z.string().describe('The base currency.'),
  amount: amountOf('Planned for the cycle.'),
  spent: amountOf('Spent so far, refunds taken off; of an income budget what was earned.'),
  rollover: amountOf('What earlier cycles left or owe.'),
  available: amountOf('amount + rollover - spent.'),
  startDate: dayOf('The first day of the first cycle,'),
  repeatUntil: dayOf('No cycle begins after it,').nullable(),
  rolloverEnabled: z.boolean(),
  accountId: idOf('the account on which the forecast expects it').nullable(),
  unconverted: z.number().int().describe('Transactions left out for want of an exchange rate.'),
  untrusted: texts('the name of the category'),
};
const DATE = dayArgument('A day in the cycle; today unless given,').optional();

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

/** Budgets: how they stand, why, and planning them. */
@Injectable()
export class BudgetTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_budgets',
      title: 'Ver presupuestos',
      description:
        'Lists budgets with what is planned, spent and available in the cycle that contains a day. Use it for how much is left to spend, ' +
        'or which budgets are overspent (available below zero). For spending without a budget use report_spending.',
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
        'Shows what the figures of one budget are made of: the transactions behind spent, newest first, and what earlier cycles gave to ' +
        'its rollover. Use it when the person asks why a budget is overspent. Needs the id from list_budgets.',
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
          .describe('The latest earlier cycles, twelve at most.'),
        items: z.array(
          z.object({
            transactionId: idOf('the transaction'),
            part: z.number().int().nullable().describe('Which split it is, from 0; null for the whole.'),
            date: dayOf(),
            amount: amountOf(),
            currency: z.string(),
            counted: amountOf('What it adds to spent, in the base currency.').nullable(),
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
        'Plans a budget for a category (without budgetId: categoryId, amount and repeat are needed), or changes the amount, end, rollover ' +
        'or account of one (with budgetId). A new amount holds from the running cycle on. It cannot delete a budget: give it an end ' +
        '(repeatUntil), or tell the person to delete it in their app.',
      scopes: [['budgets:write']],
      destructive: false,
      input: {
        budgetId: idArgument('the budget to change').optional(),
        categoryId: idArgument('the category, for a new budget').optional(),
        amount: amountArgument('Planned per cycle, in the base currency.').optional(),
        repeat: z.enum(['month', 'year', 'once']).optional().describe('For a new budget.'),
        startDate: dayArgument('For a new budget: the first day; the first of this month unless given,').optional(),
        budgetType: z
          .enum(['expense', 'income'])
          .optional()
          .describe('For a new budget: the kind of the category unless given.'),
        repeatUntil: dayArgument('No cycle begins after it; null for no end,').nullish(),
        rolloverEnabled: z
          .boolean()
          .optional()
          .describe('Whether what is left, or missing, is carried into the next cycle.'),
        accountId: idArgument('the account on which the forecast expects it; null for none').nullish(),
      },
      output: { budget: z.object(budgetOutput) },
      seen: async ({ budgetId }, { caller }) => {
        if (budgetId === undefined) return [];
        return [planned(await this.statuses.get(caller.workspaceId, known(budgetId), undefined))];
      },
      act: async ({ budgetId, ...fields }, { caller }) => {
        const { workspaceId } = caller;
        if (budgetId === undefined) {
          const made = await this.budgets.create(workspaceId, readRequest(CreateBudgetRequest, given(fields), 'body'));
          const how = says`Call save_budget with this budgetId and repeatUntil on its startDate, so that no further cycle begins; deleting it is for the person.`;
          const undo = { tool: null, arguments: null, how };
          return { result: answer({ budget: budgetAnswer(made) }), touched: [planned(made)], undo };
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
    const explained = (most: number) =>
      this.statuses.explain(
        caller.workspaceId,
        known(budgetId),
        date === undefined ? undefined : readRequest(ListBudgetsRequest, { date }, 'query').date,
        readRequest(PageRequest, { ...given({ cursor }), limit: String(most) }, 'query'),
      );
    let told: Awaited<ReturnType<typeof explained>> | undefined;
    const page = await pageOfList(
      limit,
      async (most) => {
        told = await explained(most);
        const { items, nextCursor } = budgetExplanationView(told, caller);
        return { items, nextCursor };
      },
      async (items) =>
        items.map((one) =>
          answer(
            {
              transactionId: id(one.transactionId),
              part: one.splitIndex,
              date: day(one.date),
              amount: decimal(one.amount),
              currency: currency(one.currency),
              counted: decimal(one.counted),
              categoryId: id(one.category.id),
            },
            untrusted({ description: one.description, category: one.category.name }),
          ),
        ),
    );
    const view = budgetExplanationView(told!, caller);
    const base = currency(told!.status.amount.currency);
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

/** The plan that a person confirms, without the figures that other transactions move. */
function planned({ plan, status }: BudgetInCycle): string {
  const { category, budgetType, amount, repeat, startDate, ...more } = budgetView({ plan, status });
  const { repeatUntil, rolloverEnabled, accountId, period } = more;
  const own = [category.id, category.name, budgetType, amount, status.amount.currency, repeat, startDate, repeatUntil];
  return JSON.stringify([...own, rolloverEnabled, accountId, period.start]);
}

/** What was set before, as arguments that set it again. */
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
