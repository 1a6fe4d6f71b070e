import { Injectable } from '@nestjs/common';
import type { BudgetEffectView, EffectReader, EffectsView, SeenChange, Values } from '@app/kernel';
import { asPart, Clock, EffectReaders } from '@app/kernel';
import type { SpendingQuestion, SpendingRow } from '../totals/spending.query.js';
import { SPENDING, spendingsIn, spendingValues } from '../totals/spending.query.js';
import type { Plan } from './budget-status.js';
import { budgetStatus, questionsOf } from './budget-status.js';
import type { Cycle } from './cycle.js';
import { cycleContaining } from './cycle.js';
import type { PlanRow } from './plan.query.js';
import { planOf, PLANS } from './plan.query.js';

interface Seen {
  readonly plans: readonly PlanRow[];
  /** By the places of the questions that were asked. */
  readonly spendings: readonly SpendingRow[];
}

/** A budget in the cycle that contains today. */
interface RunningBudget {
  readonly plan: Plan;
  readonly cycle: Cycle;
}

/** Of how many workspaces it is remembered what their budgets ask. */
const MAX_REMEMBERED = 1_000;

/**
 * Says what a change does to what is available of budgets in their cycles of today. What was spent is asked for by the
 * budgets of the last time; where they are others now, it is asked for again.
 */
@Injectable()
export class BudgetEffects implements EffectReader<readonly SpendingQuestion[]> {
  /** A hint that saves a look: what has to be asked follows from the budgets that are seen. */
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
    const found = asPart(PLANS, [null, null, this.clock.today()], values);
    const spendings =
      questions.length === 0
        ? `'[]'::json`
        : `(select coalesce(json_agg(s), '[]') from (${asPart(SPENDING, spendingValues(questions), values)}) s)`;
    return `json_build_object(
      'plans', (select coalesce(json_agg(p), '[]') from (${found}) p), 'spendings', ${spendings})::text`;
  }

  before(values: Values, questions: readonly SpendingQuestion[]): string {
    return this.after(values, questions);
  }

  further(seen: string, asked: readonly SpendingQuestion[]): readonly SpendingQuestion[] | null {
    const places = placesOf(asked);
    const missing = questionsFor(this.budgetsIn(seen)).filter((question) => !places.has(keyOf(question)));
    return missing.length === 0 ? null : [...asked, ...missing];
  }

  compare(
    { before, after }: SeenChange,
    asked: readonly SpendingQuestion[],
    workspaceId: string,
  ): Partial<EffectsView> {
    this.remember(workspaceId, questionsFor(this.budgetsIn(before)));
    const [was, is] = [before, after].map((seen) => this.available(seen, asked));
    const ids = [...new Set([...was!.keys(), ...is!.keys()])].sort();
    const budgets = ids.map((budgetId): BudgetEffectView => {
      return { budgetId, availableBefore: was!.get(budgetId) ?? null, availableAfter: is!.get(budgetId) ?? null };
    });
    return { budgets: budgets.filter(({ availableBefore, availableAfter }) => availableBefore !== availableAfter) };
  }

  /** What is available of each budget that has a cycle today. */
  private available(seen: string, asked: readonly SpendingQuestion[]): Map<string, string> {
    const places = placesOf(asked);
    const spendings = spendingsIn((JSON.parse(seen) as Seen).spendings, asked.length);
    const answerTo = (question: SpendingQuestion) => spendings[places.get(keyOf(question))!]!;
    return new Map(
      this.budgetsIn(seen).map(({ plan, cycle }) => {
        const { current, earlier } = questionsOf(plan, cycle);
        const status = budgetStatus(plan, cycle, answerTo(current), earlier && answerTo(earlier));
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
  return [...new Map(all.filter((one) => one !== null).map((one) => [keyOf(one), one])).values()];
}

function placesOf(asked: readonly SpendingQuestion[]): Map<string, number> {
  return new Map(asked.map((question, at) => [keyOf(question), at]));
}

function keyOf({ categoryId, from, before }: SpendingQuestion): string {
  return `${categoryId}/${from}/${before}`;
}
