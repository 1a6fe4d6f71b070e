import type { Day } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { Funding, Pace } from './funding.js';
import { paceOf } from './funding.js';

export const GOAL_STATUSES = ['archived', 'short', 'reached', 'no_date', 'behind', 'on_track'] as const;
export type GoalStatus = (typeof GOAL_STATUSES)[number];

export interface StoredGoal {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly target: Money;
  readonly targetDate: Day | null;
  readonly saved: Money;
  readonly spent: Money;
  /** Part of `saved` that the balance of the account does not cover. */
  readonly shortfall: Money;
  readonly funding: Funding | null;
  readonly isFundedToday: boolean;
  readonly heldByBank: boolean;
  readonly priority: number;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface KnownGoal extends StoredGoal, Pace {
  readonly remaining: Money;
  readonly status: GoalStatus;
}

/** Returns the amount that is missing to reach the target, or zero. Both saved and spent money count. */
export function remainingOf({ target, saved, spent }: Pick<StoredGoal, 'target' | 'saved' | 'spent'>): Money {
  return target.subtract(saved).subtract(spent).max(Money.zero(target.currency));
}

export function knownGoal(goal: StoredGoal, today: Day): KnownGoal {
  const remaining = remainingOf(goal);
  const pace = paceOf({ ...goal, remaining }, today);
  return { ...goal, ...pace, remaining, status: statusOf(goal, remaining, pace) };
}

/** Returns the first status in this order that applies. */
function statusOf(goal: StoredGoal, remaining: Money, { isBehind }: Pace): GoalStatus {
  if (goal.archivedAt !== null) return 'archived';
  if (goal.shortfall.isPositive) return 'short';
  if (remaining.isZero) return 'reached';
  if (goal.targetDate === null) return 'no_date';
  return isBehind ? 'behind' : 'on_track';
}
