import { Injectable } from '@nestjs/common';
import type { Day, Money, Page, PageRequest, UnitOfWork } from '@app/kernel';
import { addDays, Clock, Database, isDay, isId, pageOf, pageStart, writeCursor } from '@app/kernel';
import type { CategoryEntry, EntryPosition } from '@app/ledger';
import { CategoryEntries } from '@app/ledger';
import { BudgetNotFound } from '../budgeting.problems.js';
import type { Spending, SpendingQuestion } from '../totals/spending.query.js';
import { spendingOf, spentAmountsOf } from '../totals/spending.query.js';
import { inCategoryOrder } from './budget-order.js';
import type { Cycle } from './cycle.js';
import { cycleAt, cycleContaining, cyclesBefore, nearestCycle } from './cycle.js';
import { amountOn } from './planned-amount.js';
import { plans } from './plan.query.js';
import type { Plan, BudgetStatus } from './budget-status.js';
import { questionsOf, spentOf, budgetStatus } from './budget-status.js';

export interface BudgetInCycle {
  readonly plan: Plan;
  readonly status: BudgetStatus;
}

export interface RolloverContribution {
  readonly cycle: Cycle;
  readonly amount: Money;
  readonly spent: Money;
}

type SpendingReader = (work: UnitOfWork, questions: readonly SpendingQuestion[]) => Promise<Spending[]>;

export interface Explanation extends BudgetInCycle {
  readonly shares: readonly RolloverContribution[];
  readonly entries: readonly CategoryEntry[];
  readonly nextCursor: string | null;
}

/** Reads budgets with their figures. The number of queries is at most four, however large the ledger is. */
@Injectable()
export class BudgetStatuses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entries: CategoryEntries,
  ) {}

  /** Returns the budgets that have a cycle on the date, sorted by category name. The default date is today. */
  list(workspaceId: string, type: Plan['type'], date: Day | undefined): Promise<BudgetInCycle[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => {
      const day = date ?? this.clock.today();
      return this.overlapping(work, day, day, type, spendingOf);
    });
  }

  /**
   * Returns the budgets for each of their cycles that overlaps a range of days, sorted by category name and then by
   * date. Omits the IDs of unconverted transactions.
   */
  between(work: UnitOfWork, from: Day, until: Day, type?: Plan['type']): Promise<BudgetInCycle[]> {
    return this.overlapping(work, from, until, type, spentAmountsOf);
  }

  private async overlapping(
    work: UnitOfWork,
    from: Day,
    until: Day,
    type: Plan['type'] | undefined,
    read: SpendingReader,
  ): Promise<BudgetInCycle[]> {
    const begun = await plans(work, { type: type ?? null, begunOn: until });
    const cycles = begun.flatMap((plan) => cyclesBetween(plan, from, until).map((cycle) => ({ plan, cycle })));
    return inCategoryOrder(await this.statuses(work, cycles, read));
  }

  /**
   * Returns the budget in the cycle that contains the date, or in the nearest cycle. The default date is today.
   * @throws BudgetNotFound
   */
  get(workspaceId: string, id: string, date: Day | undefined): Promise<BudgetInCycle> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => this.one(work, id, date));
  }

  async one(work: UnitOfWork, id: string, date?: Day): Promise<BudgetInCycle> {
    const plan = await this.find(work, id);
    const cycle = nearestCycle(plan.schedule, date ?? this.clock.today());
    const [budget] = await this.statuses(work, [{ plan, cycle }], spendingOf);
    return budget!;
  }

  /**
   * Returns the current and earlier cycles, newest first.
   * @throws BudgetNotFound
   */
  history(workspaceId: string, id: string, page: PageRequest): Promise<Page<BudgetStatus>> {
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const plan = await this.find(work, id);
      const list = `budgets/${id}/history`;
      const begun = cyclesBefore(plan.schedule, addDays(this.clock.today(), 1));
      const before = readIndex(list, page) ?? begun;
      const first = Math.max(0, before - page.limit);
      const cycles = cyclesBackTo(plan, first, before).map((cycle) => ({ plan, cycle }));
      const statuses = await this.statuses(work, cycles, spentAmountsOf);
      return {
        items: statuses.map(({ status }) => status),
        nextCursor: first > 0 && cycles.length > 0 ? writeCursor(list, page, [String(first)]) : null,
      };
    });
  }

  /**
   * Returns the transactions that add up to `spent` and the cycles that add up to `rollover`, newest first.
   * @throws BudgetNotFound
   */
  explain(workspaceId: string, id: string, date: Day | undefined, page: PageRequest): Promise<Explanation> {
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const budget = await this.one(work, id, date);
      const { plan, status } = budget;
      const list = `budgets/${id}/explain/${status.cycle.start}`;
      const { current } = questionsOf(plan, status.cycle);
      const rows = await this.entries.page(work, current, readEntryPosition(list, page), page.limit + 1);
      const { items: entries, nextCursor } = pageOf(list, page, rows, ({ date: day, transactionId, part }) => {
        return [day, transactionId, String(part ?? -1)];
      });
      return { ...budget, shares: await this.shares(work, plan, status.cycle), entries, nextCursor };
    });
  }

  private async shares(work: UnitOfWork, plan: Plan, { index }: Cycle): Promise<RolloverContribution[]> {
    if (plan.rolloverSince === null) return [];
    const cycles = cyclesBackTo(plan, cyclesBefore(plan.schedule, plan.rolloverSince), index);
    const questions = cycles.map((cycle) => questionsOf(plan, cycle).current);
    const spendings = await spentAmountsOf(work, questions);
    return cycles.map((cycle, at) => ({
      cycle,
      amount: amountOn(plan.amounts, cycle.start),
      spent: spentOf(plan, spendings[at]!),
    }));
  }

  private async statuses(
    work: UnitOfWork,
    cycles: readonly { plan: Plan; cycle: Cycle }[],
    read: SpendingReader,
  ): Promise<BudgetInCycle[]> {
    const questions: SpendingQuestion[] = [];
    const add = (question: SpendingQuestion) => questions.push(question) - 1;
    const indexes = cycles.map(({ plan, cycle }) => {
      const { current, earlier } = questionsOf(plan, cycle);
      return { current: add(current), earlier: earlier && add(earlier) };
    });
    const spendings = await read(work, questions);
    return cycles.map(({ plan, cycle }, at) => {
      const { current, earlier } = indexes[at]!;
      const rolling = earlier === null ? null : spendings[earlier]!;
      return { plan, status: budgetStatus(plan, cycle, spendings[current]!, rolling) };
    });
  }

  private async find(work: UnitOfWork, id: string): Promise<Plan> {
    const [plan] = await plans(work, { id });
    if (!plan) throw BudgetNotFound(id);
    return plan;
  }
}

/** Returns the cycles from index `first` to `before` (exclusive), newest first. */
function cyclesBackTo({ schedule }: Plan, first: number, before: number): Cycle[] {
  return Array.from({ length: Math.max(0, before - first) }, (_, at) => cycleAt(schedule, before - 1 - at));
}

function cyclesBetween({ schedule }: Plan, from: Day, until: Day): Cycle[] {
  const cycles: Cycle[] = [];
  for (let day = from < schedule.startDate ? schedule.startDate : from; day <= until;) {
    const cycle = cycleContaining(schedule, day);
    if (cycle === null) break;
    cycles.push(cycle);
    day = addDays(cycle.end, 1);
  }
  return cycles;
}

function readIndex(list: string, page: PageRequest): number | undefined {
  const position = pageStart(list, page, (part) => /^\d{1,6}$/.test(part));
  return position && Number(position[0]);
}

function readEntryPosition(list: string, page: PageRequest): EntryPosition | null {
  const position = pageStart(list, page, isDay, isId, (part) => /^(-1|\d{1,2})$/.test(part));
  if (position === undefined) return null;
  const [date, transactionId, part] = position;
  return { date: date as Day, transactionId: transactionId!, part: Number(part) };
}
