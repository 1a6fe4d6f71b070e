import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { readRequest } from '@app/kernel';
import type { SpendingItem, SpendingReportView } from '@app/reporting';
import {
  CashFlowRequest,
  CashFlows,
  COMPARISONS,
  SPENDING_GROUPS,
  SpendingReports,
  SpendingRequest,
} from '@app/reporting';
import { digest } from '../acting/confirmations.service.js';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, currency, day, decimal, id } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { dayArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageWithin } from '../calls/page.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { amountOf, dayOf, idOf, nextCursorOutput, texts } from './output.js';

const range = {
  from: dayArgument('First day (default: the first of this month).').optional(),
  to: dayArgument('Last day (default: today).').optional(),
};
const INTERVALS = ['day', 'week', 'quincena', 'month', 'year'] as const;
const spendingInput = {
  ...range,
  type: z.enum(['expense', 'income']).default('expense'),
  groupBy: z
    .enum(SPENDING_GROUPS)
    .default('category')
    .describe(
      'Grouping of the items. A week starts on Monday; a quincena is the 1st to the 15th, or the rest of the month.',
    ),
  categoryId: idArgument('a category; includes its subcategories').optional(),
  accountId: idArgument('an account').optional(),
  merchant: z.string().max(500).optional().describe('A merchant, as returned with groupBy merchant.'),
  tag: z.string().max(40).optional(),
  compare: z
    .enum(COMPARISONS)
    .default('none')
    .describe('previous: the period immediately before. year: the same dates a year earlier.'),
  ...paging,
};

@Injectable()
export class ReportTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'report_spending',
      title: 'En qué se fue el dinero',
      description:
        'Returns totals of spending or income by category, account, merchant, tag or interval, in the base currency. Use it for any question ' +
        'about how much was spent or earned on something. Transfers between accounts and debts do not count; refunds are subtracted. For ' +
        'individual transactions use search_transactions; for income against expense, report_cash_flow.',
      scopes: [['reports:read']],
      input: spendingInput,
      output: {
        currency: z.string(),
        from: dayOf(),
        to: dayOf(),
        total: amountOf('Total of the period, the same on every page.'),
        count: z.number().int().describe('Number of transactions. Each split counts separately.'),
        previousTotal: amountOf().nullable(),
        items: z.array(
          z.object({
            categoryId: idOf('the category; null for transactions without a category').nullable().optional(),
            parentId: idOf('the parent category').nullable().optional(),
            own: amountOf('Amount of the category itself; amount also includes its subcategories.').optional(),
            accountId: idOf('the account').optional(),
            start: dayOf().optional(),
            end: dayOf().optional(),
            currency: z.string(),
            amount: amountOf(),
            count: z.number().int(),
            share: z.string().nullable().describe('Share of the total, with four decimals; null if the total is zero.'),
            previousAmount: amountOf().nullable(),
            untrusted: texts('name of the category or account, merchant, or tag').optional(),
          }),
        ),
        nextCursor: nextCursorOutput,
        unconverted: z
          .number()
          .int()
          .describe('Number of transactions omitted because they have no exchange rate, counted up to 10,000.'),
      },
      read: ({ limit, cursor, ...question }, call) => this.spending(given(question), { limit, cursor }, call),
    }),
    reading({
      name: 'report_cash_flow',
      title: 'Ingresos contra gastos',
      description:
        'Returns income, expense, net and savings rate for each interval, in the base currency. Use it to tell whether the user lives ' +
        'within their means, or how a quincena went. For a breakdown of spending use report_spending.',
      scopes: [['reports:read']],
      input: {
        ...range,
        interval: z.enum(INTERVALS).default('month'),
        accountId: idArgument('an account').optional(),
        ...paging,
      },
      output: {
        currency: z.string(),
        from: dayOf(),
        to: dayOf(),
        total: z.object(flowOutput()),
        items: z
          .array(z.object({ start: dayOf(), end: dayOf(), ...flowOutput() }))
          .describe('Intervals, oldest first.'),
        nextCursor: nextCursorOutput,
        unconverted: z
          .number()
          .int()
          .describe('Number of transactions omitted because they have no exchange rate, counted up to 10,000.'),
      },
      read: async ({ limit, cursor, ...question }, { caller }) => {
        const request = readRequest(CashFlowRequest, given(question), 'query');
        const { view } = await this.cashFlows.of(caller.workspaceId, request);
        const base = currency(view.currency);
        const page = pageWithin(
          'agents/cash-flow',
          question,
          { limit, cursor },
          view.points,
          ({ start }) => start,
          (point) => answer({ start: day(point.start), end: day(point.end), ...flow(point, base) }),
        );
        return answer({
          currency: base,
          from: day(view.from),
          to: day(view.to),
          total: answer(flow(view.total, base)),
          ...page,
          unconverted: view.unconverted.length,
        });
      },
    }),
  ];

  constructor(
    private readonly reports: SpendingReports,
    private readonly cashFlows: CashFlows,
  ) {}

  private async spending(
    question: { groupBy?: string },
    { limit, cursor }: { limit: number; cursor: string | undefined },
    { caller }: Call,
  ): Promise<Answer> {
    const request = readRequest(SpendingRequest, question, 'query');
    const { view } = await this.reports.of(caller.workspaceId, request, true);
    const page = pageWithin('agents/spending', question, { limit, cursor }, view.items, keyOf, (item) =>
      itemAnswer(item, view),
    );
    return spendingAnswer(view, page);
  }
}

function spendingAnswer(view: SpendingReportView, page: { items: Answer[]; nextCursor: Fact | null }): Answer {
  return answer({
    currency: currency(view.currency),
    from: day(view.from),
    to: day(view.to),
    total: decimal(view.total),
    count: view.count,
    previousTotal: decimal(view.previousTotal),
    ...page,
    unconverted: view.unconverted.length,
  });
}

/** Returns the key that identifies an item in a cursor. Hashes merchants and tags, because models can read cursors. */
function keyOf(item: SpendingItem): string {
  if ('merchant' in item) return digest([item.merchant]);
  if ('tag' in item) return item.tag === null ? 'none' : digest([item.tag]);
  if ('categoryId' in item) return item.categoryId ?? 'none';
  if ('accountId' in item) return item.accountId;
  return 'start' in item ? item.start : 'none';
}

function itemAnswer(item: SpendingItem, { currency: base }: SpendingReportView): Answer {
  const figures = {
    currency: currency(base),
    amount: decimal(item.amount),
    count: item.count,
    share: decimal(item.share),
    previousAmount: decimal(item.previousAmount),
  };
  if ('categoryId' in item) {
    const { categoryId, parentId, own, name } = item;
    const keys = { categoryId: id(categoryId), parentId: id(parentId), own: decimal(own) };
    return answer({ ...keys, ...figures }, untrusted({ category: name }));
  }
  if ('accountId' in item)
    return answer({ accountId: id(item.accountId), ...figures }, untrusted({ account: item.name }));
  if ('merchant' in item) return answer(figures, untrusted({ merchant: item.merchant }));
  if ('tag' in item) return answer(figures, untrusted({ tag: item.tag }));
  return answer({ start: day(item.start), end: day(item.end), ...figures });
}

function flowOutput() {
  return {
    currency: z.string(),
    income: amountOf(),
    expense: amountOf(),
    net: amountOf('income - expense.'),
    savingsRate: z.string().nullable().describe('net / income, with four decimals; null unless income is positive.'),
  };
}

interface Flow {
  readonly income: string;
  readonly expense: string;
  readonly net: string;
  readonly savingsRate: string | null;
}

function flow({ income, expense, net, savingsRate }: Flow, base: Fact) {
  return {
    currency: base,
    income: decimal(income),
    expense: decimal(expense),
    net: decimal(net),
    savingsRate: decimal(savingsRate),
  };
}
