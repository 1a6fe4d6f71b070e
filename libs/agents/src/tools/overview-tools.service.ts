import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Principal } from '@app/kernel';
import { covers, Money, readRequest } from '@app/kernel';
import { BudgetStatuses, budgetView } from '@app/budgeting';
import { Contacts } from '@app/contacts';
import { Imports } from '@app/importing';
import { CashFlowRequest, CashFlows } from '@app/reporting';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import type { ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { AccountFigures } from './account-figures.service.js';
import { amountOf, brokenAssertionsOutput, dayOf, idOf, texts } from './output.js';

const MAX_SHOWN = 10;

const LACKING = 'Null if the token lacks the read scope.';

@Injectable()
export class OverviewTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'get_overview',
      title: 'Ver el panorama',
      description:
        "Summarizes the user's finances: today's date in Mexico, net worth, income and expense of this month, overspent budgets, debts " +
        'with contacts, pending statement drafts, and balances that differ from the bank. Use it first, or for "how am I doing". For details use the specific tools.',
      scopes: [['reports:read']],
      input: {},
      output: {
        today: dayOf('Today in Mexico City,'),
        currency: z.string().describe('Base currency of the workspace.'),
        netWorth: amountOf('Assets minus liabilities.'),
        accountsWithoutRate: z
          .number()
          .int()
          .describe('Number of accounts omitted from netWorth because they have no exchange rate.'),
        month: z.object({
          from: dayOf(),
          to: dayOf(),
          currency: z.string(),
          income: amountOf(),
          expense: amountOf(),
          net: amountOf('income - expense.'),
          unconverted: z
            .number()
            .int()
            .describe('Number of transactions omitted because they have no exchange rate, counted up to 10,000.'),
        }),
        budgets: z
          .object({
            count: z.number().int(),
            overspentCount: z.number().int(),
            overspent: z
              .array(
                z.object({
                  budgetId: idOf('the budget'),
                  currency: z.string(),
                  available: amountOf(),
                  untrusted: texts('category'),
                }),
              )
              .describe('The ten most overspent budgets.'),
          })
          .nullable()
          .describe(`Expense budgets in their current cycles. ${LACKING}`),
        debts: z
          .array(z.object({ currency: z.string(), owedToOwner: amountOf(), owedByOwner: amountOf() }))
          .nullable()
          .describe(`Debts with contacts, by currency. ${LACKING}`),
        drafts: z
          .array(
            z.object({ importId: idOf('the draft'), accountId: idOf('the account'), untrusted: texts('filename') }),
          )
          .nullable()
          .describe(`The ten latest statement drafts that are not committed. ${LACKING}`),
        brokenAssertions: brokenAssertionsOutput.nullable(),
      },
      read: async (_, { caller }) => {
        const { workspaceId } = caller;
        const worth = await this.accounts.worth(workspaceId);
        const { view } = await this.cashFlows.of(workspaceId, readRequest(CashFlowRequest, {}, 'query'));
        const base = currency(worth.currency);
        return answer({
          today: day(view.to),
          currency: base,
          netWorth: decimal(worth.netWorth),
          accountsWithoutRate: worth.unconverted.length,
          month: answer({
            from: day(view.from),
            to: day(view.to),
            currency: base,
            income: decimal(view.total.income),
            expense: decimal(view.total.expense),
            net: decimal(view.total.net),
            unconverted: view.unconverted.length,
          }),
          budgets: covers(caller, ['budgets:read']) ? await this.budgetsOf(caller) : null,
          debts: covers(caller, ['contacts:read']) ? await this.debtsOf(caller) : null,
          drafts: covers(caller, ['imports:read']) ? await this.draftsOf(caller) : null,
          brokenAssertions: covers(caller, ['books:read']) ? await this.accounts.brokenAssertions(workspaceId) : null,
        });
      },
    }),
  ];

  constructor(
    private readonly accounts: AccountFigures,
    private readonly cashFlows: CashFlows,
    private readonly budgets: BudgetStatuses,
    private readonly contacts: Contacts,
    private readonly imports: Imports,
  ) {}

  private async budgetsOf({ workspaceId }: Principal): Promise<Answer> {
    const all = await this.budgets.list(workspaceId, 'expense', undefined);
    const overspent = all
      .filter(({ status }) => status.available.isNegative)
      .sort((a, b) => a.status.available.compare(b.status.available));
    return answer({
      count: all.length,
      overspentCount: overspent.length,
      overspent: overspent.slice(0, MAX_SHOWN).map((budget) => {
        const { id: budgetId, available, category } = budgetView(budget);
        const own = currency(budget.status.amount.currency);
        return answer(
          { budgetId: id(budgetId), currency: own, available: decimal(available) },
          untrusted({ category: category.name }),
        );
      }),
    });
  }

  private async debtsOf({ workspaceId }: Principal): Promise<Answer[]> {
    const contacts = await this.contacts.list(workspaceId, { archived: 'all' });
    const owed = contacts.flatMap(({ balances }) => balances.map(({ balance }) => balance));
    return [...Map.groupBy(owed, (balance) => balance.currency)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, balances]) => {
        const [to, by] = [
          balances.filter(({ isPositive }) => isPositive),
          balances.filter(({ isNegative }) => isNegative),
        ];
        return answer({
          currency: currency(code),
          owedToOwner: decimal(Money.sum(to, code).toString()),
          owedByOwner: decimal(Money.sum(by, code).negate().toString()),
        });
      });
  }

  private async draftsOf({ workspaceId }: Principal): Promise<Answer[]> {
    const drafts = (await this.imports.list(workspaceId)).filter(({ status }) => status === 'draft');
    return drafts
      .slice(0, MAX_SHOWN)
      .map((draft) =>
        answer({ importId: id(draft.id), accountId: id(draft.accountId) }, untrusted({ filename: draft.filename })),
      );
  }
}
