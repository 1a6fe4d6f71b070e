import { Injectable } from '@nestjs/common';
import type { BudgetEffectView, EffectReader, EffectsView, SeenChange, Values } from '@app/kernel';
import { asPart, Clock, EffectReaders } from '@app/kernel';
import type { SpendingQuestion, SpendingRow } from '../totals/spending.query.js';
import { spendingsIn, spendingValues, SPENT_AMOUNTS } from '../totals/spending.query.js';
import type { Plan } from './budget-status.js';
import { budgetStatus, questionsOf } from './budget-status.js';
import type { Cycle } from './cycle.js';
import { cycleContaining } from './cycle.js';
import type { PlanRow } from './plan.query.js';
import { planOf, PLANS } from './plan.query.js';

interface Seen {
  readonly plans: readonly PlanRow[];
  readonly spendings: readonly SpendingRow[];
}

interface RunningBudget {
  readonly plan: Plan;
  readonly cycle: Cycle;
}

const MAX_REMEMBERED = 1_000;

/**
 * Reports how a change affects the available amounts of budgets. First reads the spending for the questions of the last
 * call, and reads it again if the budgets now need other questions.
 */
@Injectable()
export class BudgetEffects implements EffectReader<readonly SpendingQuestion[]> {
  /**
   * Questions of the last call by workspace. They usually save a query, but the budgets may have changed since then.
   */
  private readonly lately = new Map<string, readonly SpendingQuestion[]>();

  constructor(
    private readonly clock: Clock,
    readers: EffectReaders,
  ) {
    readers.add(this);
  }

  question(workspaceId: string): readonly SpendingQuestion[] {
    return this.lately.get(workspaceId) ?? [];
  }

  after(values: Values, questions: readonly SpendingQuestion[]): string {
    const plans = asPart(PLANS, [null, null, this.clock.today()], values);
    const spendings =
      questions.length === 0
        ? `'[]'::json`
        : `(select coalesce(json_agg(s), '[]') from (${asPart(SPENT_AMOUNTS, spendingValues(questions), values)}) s)`;
    return `json_build_object(
      'plans', (select coalesce(json_agg(p), '[]') from (${plans}) p), 'spendings', ${spendings})::text`;
  }

  before(values: Values, questions: readonly SpendingQuestion[]): string {
    return this.after(values, questions);
  }

  further(seen: string, questions: readonly SpendingQuestion[]): readonly SpendingQuestion[] | null {
    const indexes = indexesOf(questions);
    const missing = questionsFor(this.budgetsIn(seen)).filter((question) => !indexes.has(keyOf(question)));
    return missing.length === 0 ? null : [...questions, ...missing];
  }

  compare(
    { before, after }: SeenChange,
    questions: readonly SpendingQuestion[],
    workspaceId: string,
  ): Partial<EffectsView> {
    this.remember(workspaceId, questionsFor(this.budgetsIn(before)));
    const [was, is] = [before, after].map((seen) => this.available(seen, questions));
    const ids = [...new Set([...was!.keys(), ...is!.keys()])].sort();
    const budgets = ids.map((budgetId): BudgetEffectView => {
      return { budgetId, availableBefore: was!.get(budgetId) ?? null, availableAfter: is!.get(budgetId) ?? null };
    });
    return { budgets: budgets.filter(({ availableBefore, availableAfter }) => availableBefore !== availableAfter) };
  }

  /** Returns the available amount of each budget that has a current cycle, by budget ID. */
  private available(seen: string, questions: readonly SpendingQuestion[]): Map<string, string> {
    const indexes = indexesOf(questions);
    const spendings = spendingsIn((JSON.parse(seen) as Seen).spendings, questions.length);
    const spendingFor = (question: SpendingQuestion) => spendings[indexes.get(keyOf(question))!]!;
    return new Map(
      this.budgetsIn(seen).map(({ plan, cycle }) => {
        const { current, earlier } = questionsOf(plan, cycle);
        const status = budgetStatus(plan, cycle, spendingFor(current), earlier && spendingFor(earlier));
        return [plan.id, status.available.toString()];
      }),
    );
  }

  private remember(workspaceId: string, questions: readonly SpendingQuestion[]): void {
    if (this.lately.size >= MAX_REMEMBERED) this.lately.clear();
    this.lately.set(workspaceId, questions);
  }

  private budgetsIn(seen: string): RunningBudget[] {
    return this.running((JSON.parse(seen) as Seen).plans.map(planOf));
  }

  private running(all: readonly Plan[]): RunningBudget[] {
    return all.flatMap((plan) => {
      const cycle = cycleContaining(plan.schedule, this.clock.today());
      return cycle === null ? [] : [{ plan, cycle }];
    });
  }
}

function questionsFor(budgets: readonly RunningBudget[]): SpendingQuestion[] {
  const all = budgets.flatMap(
    ({ plan, cycle }) => Object.values(questionsOf(plan, cycle)) as (SpendingQuestion | null)[],
  );
  return [
    ...new Map(all.filter((question) => question !== null).map((question) => [keyOf(question), question])).values(),
  ];
}

function indexesOf(questions: readonly SpendingQuestion[]): Map<string, number> {
  return new Map(questions.map((question, at) => [keyOf(question), at]));
}

function keyOf({ categoryId, from, before }: SpendingQuestion): string {
  return `${categoryId}/${from}/${before}`;
}
