import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { readRequest } from '@app/kernel';
import { householdSettlementView, SettlementPeriodRequest, Settlements } from '@app/household';
import { answer, currency, day, decimal, id } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { dayArgument, given, paging } from '../calls/arguments.js';
import { pageWithin } from '../calls/page.js';
import type { ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { amountOf, dayOf, idOf, pageOutput, texts } from './output.js';

@Injectable()
export class HouseholdTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'get_household_settlement',
      title: 'Quién pagó y quién debe',
      description:
        'Returns the payments and shares of each member in the shared expenses, their balances by currency, and the payments ' +
        'that settle them. Use it to find out who owes whom in the household. For debts with contacts use list_debts. It ' +
        'cannot record a payment: tell the user to do it in the app.',
      scopes: [['members:read']],
      input: {
        from: dayArgument('First day (default: everything).').optional(),
        to: dayArgument('Last day (default: everything).').optional(),
        ...paging,
      },
      output: {
        from: dayOf().nullable(),
        to: dayOf().nullable(),
        ...pageOutput(
          z.object({
            currency: z.string(),
            balances: z.array(
              z.object({
                memberId: idOf('the member'),
                paid: amountOf('Sum of the shared expenses that the member paid.'),
                share: amountOf('Sum of the shares that the member bears.'),
                settled: amountOf('Settlements paid minus settlements received.'),
                balance: amountOf('paid - share + settled: positive if other members owe this member.'),
                untrusted: texts('name'),
              }),
            ),
            transfers: z
              .array(
                z.object({ from: idOf('the member who owes'), to: idOf('the member who is owed'), amount: amountOf() }),
              )
              .describe('Payments that settle all balances.'),
          }),
        ),
      },
      read: async ({ limit, cursor, ...period }, { caller }) => {
        const request = readRequest(SettlementPeriodRequest, given(period), 'query');
        const { from, to, currencies } = householdSettlementView(
          request,
          await this.settlements.balances(caller.workspaceId, request),
        );
        const page = pageWithin('agents/household', period, { limit, cursor }, currencies, keyOf, currencyAnswer);
        return answer({ from: day(from), to: day(to), ...page });
      },
    }),
  ];

  constructor(private readonly settlements: Settlements) {}
}

type CurrencyBalances = ReturnType<typeof householdSettlementView>['currencies'][number];

function keyOf({ currency: code }: CurrencyBalances): string {
  return code;
}

function currencyAnswer({ currency: code, balances, transfers }: CurrencyBalances) {
  return answer({
    currency: currency(code),
    balances: balances.map(({ memberId, name, paid, share, settled, balance }) =>
      answer(
        {
          ...{ memberId: id(memberId), paid: decimal(paid), share: decimal(share) },
          ...{ settled: decimal(settled), balance: decimal(balance) },
        },
        untrusted({ name }),
      ),
    ),
    transfers: transfers.map(({ from, to, amount }) => answer({ from: id(from), to: id(to), amount: decimal(amount) })),
  });
}
