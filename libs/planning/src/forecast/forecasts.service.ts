import { Injectable } from '@nestjs/common';
import type { Day, Problem, UnitOfWork } from '@app/kernel';
import { addDays, addMonths, Clock, Database, dayNumber, Pace, ValidationFailed } from '@app/kernel';
import { BudgetStatuses } from '@app/budgeting';
import type { BudgetInCycle } from '@app/budgeting';
import type { ExpectedRound } from '@app/goals';
import type { AccountProjection } from '@app/ledger';
import { AccountProjections } from '@app/ledger';
import type { Expectation, ExpectedSchedule } from './expectations.js';
import { expectationsOf, ExpectedSpending } from './expectations.js';
import type { AccountForecast, ForecastItem } from './forecast.js';
import { accountForecast, itemsOf, restsOf, sharesOf } from './forecast.js';
import { cardPayments } from './card-payments.js';
import { areNested, narrowestFirst, PlannedDays } from './nested-budgets.js';
import { Expectations } from './expectations.service.js';

export interface Forecast {
  readonly until: Day;
  readonly accounts: readonly AccountForecast[];
  readonly unplaced: readonly string[];
}

interface Budgets {
  readonly budgets: readonly BudgetInCycle[];
  readonly within: ReadonlyMap<string, ReadonlySet<string>>;
}

const USUAL_DAYS = 30;
const MAX_MONTHS = 12;
/** Maximum number of days times accounts, and of days times budgets. Limits the memory of a response. */
const MAX_POINTS = 50_000;
/** Maximum number of changes in balances on all days together. */
const MAX_ITEMS = 60_000;
const MAX_TRANSACTIONS = 20_000;
/** Maximum number of pairs of a budget's category and one of its descendants that has a budget or a schedule. */
const MAX_NESTED = 5_000;

/** Projects account balances from schedules, budgets and future-dated transactions (decision 0019). */
@Injectable()
export class Forecasts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly statuses: BudgetStatuses,
    private readonly projections: AccountProjections,
    private readonly expectations: Expectations,
  ) {}

  /** @throws ValidationFailed if the day is before today or more than 12 months ahead */
  async until(workspaceId: string, day: Day | undefined): Promise<Forecast> {
    const today = this.clock.today();
    const until = day ?? addDays(today, USUAL_DAYS);
    if (until < today || until > addMonths(today, MAX_MONTHS)) {
      const detail = `must be a day from ${today} to ${addMonths(today, MAX_MONTHS)}`;
      throw ValidationFailed([{ parameter: 'until', code: 'DATE_INVALID', detail }]);
    }
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const accounts = await this.projections.accounts(work, today);
      refuseTooMany(accounts.length, today, until);
      const cards = await this.expectations.cards(work, until);
      // The horizon includes the first cut-off after the last due date, because money that is paid into the card before
      // that cut-off reduces the payment.
      const horizon = latest([until, ...cards.map(({ periods }) => periods.at(-1)!.cutOff)]);
      const scheduled = await this.projections.scheduled(work, today, horizon, MAX_TRANSACTIONS + 1);
      if (scheduled.length > MAX_TRANSACTIONS) {
        const lastDay = addDays(scheduled.at(-1)!.date, -1);
        throw tooMany(`must be ${lastDay} or earlier: a forecast has at most ${MAX_TRANSACTIONS} dated transactions`);
      }
      const schedules = await this.expectations.schedules(work, today);
      const rounds = await this.expectations.rounds(work, horizon);
      const earmarks = await this.expectations.earmarks(work, until);
      const { budgets, within } = await this.budgets(work, schedules, today, until);
      const pace = new Pace();
      // A remaining amount is spread over its whole cycle, so occurrences after the end of the forecast reduce it, too.
      const lastDay = latest([horizon, ...cycleEnds(budgets, until)]);
      const expected = await allExpectations(schedules, today, lastDay, pace);
      const days = { today, until };
      const { shares, unplaced } = await this.budgetShares(work, { budgets, within }, accounts, expected, pace, days);
      const byId = new Map(accounts.map((account) => [account.id, account]));
      const { changes: fromSchedules, incomplete } = await changesOf(expected, byId, until, pace);
      const items: ForecastItem[] = [
        ...scheduled.map((entry) => ({ kind: 'transaction' as const, ...entry })),
        ...fromSchedules,
        ...rounds
          .filter(({ accountId }) => byId.has(accountId))
          .map(({ tandaId, ...round }) => ({ kind: 'tanda' as const, id: tandaId, ...round })),
        ...shares,
      ];
      if (items.length > MAX_ITEMS)
        throw tooMany(
          `must be earlier: the schedules, budgets and tandas change balances more than ${MAX_ITEMS} times`,
        );
      const payments = cardPayments(cards, byId, items, today);
      const byAccount = Map.groupBy(
        [...items, ...payments.items].filter(({ date }) => date <= until),
        ({ accountId }) => accountId,
      );
      const forecasts: AccountForecast[] = [];
      for (const account of accounts) {
        await pace.keep();
        const changes = byAccount.get(account.id) ?? [];
        forecasts.push(accountForecast(account, changes, today, until, earmarks.get(account.id)));
      }
      for (const { id, date } of payments.unplaced) if (date <= until) incomplete.add(id);
      return {
        until,
        accounts: forecasts,
        unplaced: [...unplaced, ...incomplete, ...unplacedTandas(rounds, byId, until)],
      };
    });
  }

  /** Reads the budget cycles until a day. If budgets are nested, reads on until the last of these cycles ends. */
  private async budgets(
    work: UnitOfWork,
    schedules: readonly ExpectedSchedule[],
    today: Day,
    until: Day,
  ): Promise<Budgets> {
    const budgets = await this.statuses.between(work, today, until);
    const plans = [...new Map(budgets.map(({ plan }) => [plan.id, plan])).values()];
    refuseTooMany(plans.length, today, until);
    const categories = [...new Set(plans.map(({ category }) => category.id))];
    const scheduled = schedules.map(({ categoryId }) => categoryId).filter((id) => id !== null);
    const within = await this.expectations.within(work, categories, [...categories, ...scheduled], MAX_NESTED + 1);
    if ([...within.values()].reduce((count, { size }) => count + size, 0) > MAX_NESTED) {
      throw tooMany(`the budgets have more than ${MAX_NESTED} categories with budgets or schedules below them`);
    }
    if (!areNested(plans, within)) return { budgets, within };
    const last = latest([until, ...cycleEnds(budgets, until)]);
    return { budgets: await this.statuses.between(work, today, last), within };
  }

  private async budgetShares(
    work: UnitOfWork,
    { budgets: inCycles, within }: Budgets,
    accounts: readonly AccountProjection[],
    expected: readonly Expectation[],
    pace: Pace,
    { today, until }: { readonly today: Day; readonly until: Day },
  ): Promise<{ shares: ForecastItem[]; unplaced: string[] }> {
    const budgets = Map.groupBy(inCycles, ({ plan }) => plan.id);
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const categories = [...new Set(inCycles.map(({ plan }) => plan.category.id))];
    const used = await this.projections.mostUsed(work, categories);
    const planned = new PlannedDays(within, today, addMonths(until, MAX_MONTHS));
    const spending = inCycles[0] && new ExpectedSpending(expected, inCycles[0].status.amount.currency);
    const shares: ForecastItem[] = [];
    const unplaced: string[] = [];
    for (const cycles of narrowestFirst([...budgets.values()], within)) {
      await pace.keep();
      const { plan } = cycles[0]!;
      const statuses = cycles.map(({ status }) => status);
      const ofSchedules = spending!.within(plan.category.id, within.get(plan.category.id) ?? new Set());
      const rests = restsOf(plan, statuses, (cycle) => {
        const scheduled = ofSchedules.within(cycle);
        return planned.within(plan, cycle).add(plan.type === 'income' ? scheduled.negate() : scheduled);
      });
      const left = rests.filter(({ amount }) => amount.isPositive);
      const account = byId.get(plan.accountId ?? '') ?? byId.get(used.get(plan.category.id) ?? '');
      if (account?.rate == null) {
        if (left.some(({ start }) => start <= until)) unplaced.push(plan.id);
        continue;
      }
      for (const rest of left) planned.add(rest);
      shares.push(...left.flatMap((rest) => sharesOf(rest, account, today, until)));
    }
    return { shares, unplaced };
  }
}

/** Returns the ends of the cycles that end at most 12 months after the forecast. */
function cycleEnds(budgets: readonly BudgetInCycle[], until: Day): Day[] {
  return budgets.map(({ status: { cycle } }) => cycle.end).filter((end) => end <= addMonths(until, MAX_MONTHS));
}

function latest(days: readonly Day[]): Day {
  return days.toSorted().at(-1)!;
}

async function allExpectations(
  schedules: readonly ExpectedSchedule[],
  today: Day,
  lastDay: Day,
  pace: Pace,
): Promise<Expectation[]> {
  const expected: Expectation[] = [];
  for (const schedule of schedules) {
    await pace.keep();
    expected.push(...expectationsOf(schedule, today, lastDay));
  }
  return expected.sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

/** Returns the changes that schedules make, and the schedules with an account that is not active or has no rate. */
async function changesOf(
  expected: readonly Expectation[],
  accounts: ReadonlyMap<string, AccountProjection>,
  until: Day,
  pace: Pace,
): Promise<{ changes: ForecastItem[]; incomplete: Set<string> }> {
  const changes: ForecastItem[] = [];
  const incomplete = new Set<string>();
  for (const expectation of expected) {
    await pace.keep();
    const items = itemsOf(expectation, accounts);
    changes.push(...items);
    const { id, toAccountId } = expectation.schedule;
    if (expectation.date <= until && items.length < (toAccountId === null ? 1 : 2)) incomplete.add(id);
  }
  return { changes, incomplete };
}

/** Returns the tandas whose account is not active. */
function unplacedTandas(
  rounds: readonly ExpectedRound[],
  accounts: ReadonlyMap<string, AccountProjection>,
  until: Day,
): string[] {
  const unplaced = rounds.filter(({ accountId, date }) => date <= until && !accounts.has(accountId));
  return [...new Set(unplaced.map(({ tandaId }) => tandaId))];
}

/** @throws ValidationFailed if the forecast would have too many points for the number of accounts or budgets */
function refuseTooMany(count: number, today: Day, until: Day): void {
  const days = Math.floor(MAX_POINTS / Math.max(count, 1));
  if (dayNumber(until) - dayNumber(today) < days) return;
  const lastDay = addDays(today, Math.max(days - 1, 0));
  throw tooMany(`must be ${lastDay} or earlier: a forecast has at most ${MAX_POINTS} points`);
}

function tooMany(detail: string): Problem {
  return ValidationFailed([{ parameter: 'until', code: 'TOO_MANY_POINTS', detail }]);
}
