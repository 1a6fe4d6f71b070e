import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { readRequest } from '@app/kernel';
import type { NetWorthHistoryView } from '@app/ledger';
import { NetWorthHistories, netWorthHistoryView, NetWorthHistoryRequest, NetWorths, netWorthView } from '@app/ledger';
import { ForecastRequest, Forecasts, forecastView } from '@app/planning';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, currency, day, decimal, id, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { dayArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageWithin } from '../calls/page.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { NamesOfThings } from './names.service.js';
import { amountOf, dayOf, idOf, nextCursorOutput, texts } from './output.js';

const lowestOutput = z.object({
  date: dayOf('The first day on which it is so low,'),
  balance: amountOf(),
  currency: z.string(),
});

type AccountForecast = ReturnType<typeof forecastView>['accounts'][number];

/** What everything is worth, and what accounts will hold. */
@Injectable()
export class WorthTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'get_net_worth',
      title: 'Patrimonio neto',
      description:
        'What is owned less what is owed, in the base currency, by currency, and over time where history is asked for. Use it for ' +
        'how much the person has in total, or how that changed. For single accounts use list_accounts; for the future get_forecast.',
      scopes: [['reports:read']],
      input: {
        history: z
          .enum(['none', 'day', 'week', 'month'])
          .default('none')
          .describe('How far the points of the history are apart.'),
        from: dayArgument('The first day of the history; a year before the last unless given,').optional(),
        to: dayArgument('The last day of the history; today unless given,').optional(),
        ...paging,
      },
      output: {
        currency: z.string(),
        netWorth: amountOf('Now.'),
        ratesAsOf: dayOf('The oldest exchange rate used is of'),
        byCurrency: z.array(
          z.object({
            currency: z.string(),
            balance: amountOf(),
            rate: z.string(),
            converted: amountOf('In the base currency.'),
          }),
        ),
        unconvertedAccountIds: z.array(idOf('an account left out for want of a rate')),
        items: z
          .array(
            z.object({
              date: dayOf(),
              currency: z.string(),
              netWorth: amountOf(),
              assets: amountOf(),
              liabilities: amountOf(),
            }),
          )
          .describe('The history, oldest first; empty where none was asked for.'),
        nextCursor: nextCursorOutput,
      },
      read: ({ history, limit, cursor, ...range }, call) => this.worth(history, range, { limit, cursor }, call),
    }),
    reading({
      name: 'get_forecast',
      title: 'Pronóstico de saldos',
      description:
        'What accounts will hold day by day, from scheduled payments and incomes, future-dated transactions and what budgets have left. ' +
        'Use it for whether money lasts until the next income or until a date. Without accountId: a line for each account. With ' +
        'accountId: its days on which something is expected. It is an estimate, not a promise.',
      scopes: [['reports:read']],
      input: {
        until: dayArgument('The last day, up to a year ahead; 30 days ahead unless given,').optional(),
        accountId: idArgument('an account, for its days').optional(),
        ...paging,
      },
      output: {
        until: dayOf(),
        accounts: z.array(
          z.object({
            accountId: idOf('the account'),
            currency: z.string(),
            balanceAtEnd: amountOf(),
            lowest: lowestOutput,
            lowestBeforeNextIncome: lowestOutput.nullable(),
            alertThreshold: amountOf().nullable(),
            crossesThresholdOn: dayOf().nullable(),
            untrusted: texts('the name of the account'),
          }),
        ),
        items: z
          .array(
            z.object({
              date: dayOf(),
              currency: z.string(),
              balance: amountOf('At the end of the day.'),
              expected: z.array(
                z.object({ kind: z.string(), id: z.string(), currency: z.string(), amount: amountOf('The change.') }),
              ),
            }),
          )
          .describe('The days of the one account; empty without accountId.'),
        nextCursor: nextCursorOutput,
        unplaced: z
          .number()
          .int()
          .describe('Number of budgets, schedules and cards of which a balance lacks an amount.'),
      },
      read: ({ until, accountId, ...page }, call) => this.forecast(given({ until }), accountId, page, call),
    }),
  ];

  constructor(
    private readonly netWorths: NetWorths,
    private readonly histories: NetWorthHistories,
    private readonly forecasts: Forecasts,
    private readonly names: NamesOfThings,
  ) {}

  private async worth(
    interval: 'none' | NetWorthHistoryRequest['interval'],
    range: { from?: string | undefined; to?: string | undefined },
    paged: { limit: number; cursor?: string | undefined },
    { caller }: Call,
  ): Promise<Answer> {
    const { workspaceId } = caller;
    const now = netWorthView(await this.netWorths.current(workspaceId));
    let points: NetWorthHistoryView['points'] = [];
    const bounds = given(range);
    // A range asks for its history, in months unless it says otherwise.
    const every = interval === 'none' && Object.keys(bounds).length > 0 ? 'month' : interval;
    if (every !== 'none') {
      const request = readRequest(NetWorthHistoryRequest, { ...bounds, interval: every }, 'query');
      const history = await this.histories.between(workspaceId, request);
      points = netWorthHistoryView(history).points;
    }
    const base = currency(now.currency);
    const page = pageWithin(
      'agents/net-worth',
      { interval, ...range },
      paged,
      points,
      ({ date }) => date,
      (point) =>
        answer({
          date: day(point.date),
          currency: base,
          netWorth: decimal(point.netWorth),
          assets: decimal(point.assets),
          liabilities: decimal(point.liabilities),
        }),
    );
    return answer({
      currency: base,
      netWorth: decimal(now.netWorth),
      ratesAsOf: day(now.ratesAsOf),
      byCurrency: now.byCurrency.map((one) =>
        answer({
          currency: currency(one.currency),
          balance: decimal(one.balance),
          rate: decimal(one.rate),
          converted: decimal(one.converted),
        }),
      ),
      unconvertedAccountIds: now.unconverted.slice(0, 50).map((one) => id(one)),
      ...page,
    });
  }

  private async forecast(
    query: object,
    accountId: string | undefined,
    paged: { limit: number; cursor?: string | undefined },
    call: Call,
  ): Promise<Answer> {
    const { until } = readRequest(ForecastRequest, query, 'query');
    const view = forecastView(await this.forecasts.until(call.caller.workspaceId, until));
    const names = await this.names.of(call);
    const told = answer({ until: day(view.until), unplaced: view.unplaced.length });
    const show = (one: AccountForecast) => forecastAnswer(one, names.account(one.accountId));
    const list = `agents/forecast/${view.until}`;
    if (accountId === undefined) {
      const { items, nextCursor } = pageWithin(list, {}, paged, view.accounts, (one) => one.accountId, show);
      return { ...told, ...answer({ accounts: items, items: [], nextCursor }) };
    }
    const account = view.accounts.filter((one) => one.accountId === accountId);
    const days = account.flatMap(({ points, currency: own }) =>
      points.filter(({ items }, at) => items.length > 0 || at === 0).map((point) => ({ ...point, own: currency(own) })),
    );
    const page = pageWithin(
      list,
      { accountId },
      paged,
      days,
      ({ date }) => date,
      ({ date, balance, items, own }) =>
        answer({
          date: day(date),
          currency: own,
          balance: decimal(balance),
          expected: items.map((one) => expected(one, own)),
        }),
    );
    return { ...told, ...answer({ accounts: account.map(show), ...page }) };
  }
}

function forecastAnswer(one: AccountForecast, name: string | null | undefined): Answer {
  const own = currency(one.currency);
  const lowest = ({ date, balance }: AccountForecast['lowest']) =>
    answer({ date: day(date), balance: decimal(balance), currency: own });
  return answer(
    {
      accountId: id(one.accountId),
      currency: own,
      balanceAtEnd: decimal(one.points.at(-1)!.balance),
      lowest: lowest(one.lowest),
      lowestBeforeNextIncome: one.lowestBeforeNextIncome && lowest(one.lowestBeforeNextIncome),
      alertThreshold: decimal(one.alertThreshold),
      crossesThresholdOn: day(one.crossesThresholdOn),
    },
    untrusted({ account: name }),
  );
}

function expected(one: { kind: string; id: string; amount: string }, own: Fact): Answer {
  return answer({ kind: word(one.kind), id: id(one.id), currency: own, amount: decimal(one.amount) });
}
