import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LongWork, readRequest } from '@app/kernel';
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
  date: dayOf('First day with this balance,'),
  balance: amountOf(),
  currency: z.string(),
});

type AccountForecast = ReturnType<typeof forecastView>['accounts'][number];

@Injectable()
export class WorthTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'get_net_worth',
      title: 'Patrimonio neto',
      description:
        'Returns net worth (assets minus liabilities) in the base currency, by currency, and over time if history is requested. Use it for ' +
        'how much the user has in total, or how that changed. For individual accounts use list_accounts; for the future, get_forecast.',
      scopes: [['reports:read']],
      input: {
        history: z.enum(['none', 'day', 'week', 'month']).default('none').describe('Interval of the history.'),
        from: dayArgument('First day of the history (default: one year before the last).').optional(),
        to: dayArgument('Last day of the history (default: today).').optional(),
        ...paging,
      },
      output: {
        currency: z.string(),
        netWorth: amountOf('Current net worth.'),
        ratesAsOf: dayOf('Date of the oldest exchange rate used,'),
        byCurrency: z.array(
          z.object({
            currency: z.string(),
            balance: amountOf(),
            rate: z.string(),
            converted: amountOf('Balance in the base currency.'),
          }),
        ),
        unconvertedAccountIds: z.array(idOf('an account omitted because it has no exchange rate')),
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
          .describe('History, oldest first; empty unless requested.'),
        nextCursor: nextCursorOutput,
      },
      read: ({ history, limit, cursor, ...range }, call) => this.worth(history, range, { limit, cursor }, call),
    }),
    reading({
      name: 'get_forecast',
      title: 'Pronóstico de saldos',
      description:
        'Projects account balances day by day from schedules, future-dated transactions, card payments, rounds of tandas and remaining budgets. ' +
        'Use it to tell whether money lasts until the next income or a date. Without accountId: one item per account. With ' +
        'accountId: the days of that account with expected changes. It is an estimate, not a guarantee.',
      scopes: [['reports:read']],
      input: {
        until: dayArgument('Last day, at most one year ahead (default: 30 days ahead).').optional(),
        accountId: idArgument('an account, to get its days').optional(),
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
            untrusted: texts('name of the account'),
          }),
        ),
        items: z
          .array(
            z.object({
              date: dayOf(),
              currency: z.string(),
              balance: amountOf('Balance at the end of the day.'),
              expected: z.array(
                z.object({
                  kind: z.string(),
                  id: z.string(),
                  currency: z.string(),
                  amount: amountOf('Change in the balance.'),
                }),
              ),
            }),
          )
          .describe('Days of the account; empty without accountId.'),
        nextCursor: nextCursorOutput,
        unplaced: z.number().int().describe('Number of budgets, schedules, tandas and cards that the forecast omits.'),
      },
      read: ({ until, accountId, ...page }, call) => this.forecast(given({ until }), accountId, page, call),
    }),
  ];

  constructor(
    private readonly netWorths: NetWorths,
    private readonly histories: NetWorthHistories,
    private readonly forecasts: Forecasts,
    private readonly names: NamesOfThings,
    private readonly work: LongWork,
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
    // A range without an interval returns a monthly history.
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
      byCurrency: now.byCurrency.map((position) =>
        answer({
          currency: currency(position.currency),
          balance: decimal(position.balance),
          rate: decimal(position.rate),
          converted: decimal(position.converted),
        }),
      ),
      unconvertedAccountIds: now.unconverted.slice(0, 50).map((unconvertedId) => id(unconvertedId)),
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
    const { workspaceId } = call.caller;
    const view = forecastView(await this.work.calculate(workspaceId, () => this.forecasts.until(workspaceId, until)));
    const names = await this.names.of(call);
    const header = answer({ until: day(view.until), unplaced: view.unplaced.length });
    const show = (account: AccountForecast) => forecastAnswer(account, names.account(account.accountId));
    const list = `agents/forecast/${view.until}`;
    if (accountId === undefined) {
      const { items, nextCursor } = pageWithin(list, {}, paged, view.accounts, (account) => account.accountId, show);
      return { ...header, ...answer({ accounts: items, items: [], nextCursor }) };
    }
    const account = view.accounts.filter((candidate) => candidate.accountId === accountId);
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
          expected: items.map((item) => expected(item, own)),
        }),
    );
    return { ...header, ...answer({ accounts: account.map(show), ...page }) };
  }
}

function forecastAnswer(account: AccountForecast, name: string | null | undefined): Answer {
  const own = currency(account.currency);
  const lowest = ({ date, balance }: AccountForecast['lowest']) =>
    answer({ date: day(date), balance: decimal(balance), currency: own });
  return answer(
    {
      accountId: id(account.accountId),
      currency: own,
      balanceAtEnd: decimal(account.points.at(-1)!.balance),
      lowest: lowest(account.lowest),
      lowestBeforeNextIncome: account.lowestBeforeNextIncome && lowest(account.lowestBeforeNextIncome),
      alertThreshold: decimal(account.alertThreshold),
      crossesThresholdOn: day(account.crossesThresholdOn),
    },
    untrusted({ account: name }),
  );
}

function expected(item: { kind: string; id: string; amount: string }, own: Fact): Answer {
  return answer({ kind: word(item.kind), id: id(item.id), currency: own, amount: decimal(item.amount) });
}
