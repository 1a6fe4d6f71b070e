import { ApiSchema } from '@nestjs/swagger';
import type { FundingFrequency } from './funding.js';
import type { GoalStatus, KnownGoal } from './goal.js';

@ApiSchema({ description: 'Funding plan: an amount to set aside on each pay day.' })
export class FundingView {
  /** Frequency of the pay days. `quincena` means the 15th and the last day of each month. @example quincena */
  every!: FundingFrequency;
  /** Amount to set aside on each pay day. @example "1500.00" */
  amount!: string;
  /** Start of the plan. Pay days follow from this day. */
  from!: string;
}

@ApiSchema({ description: 'A goal (apartado): money in an account that is set aside for something.' })
export class GoalView {
  id!: string;
  /** Name of the goal. @example "Viaje a Oaxaca" */
  name!: string;
  /** ID of the account that holds the money. */
  accountId!: string;
  /** Currency of the account. */
  currency!: string;
  /** Target amount. @example "18000.00" */
  target!: string;
  /** Day by which to reach the target; null for no deadline. */
  targetDate!: string | null;
  /** Amount set aside for the goal. It is part of the balance of the account. @example "6000.00" */
  saved!: string;
  /** Sum of the expenses that the goal paid for. @example "0.00" */
  spent!: string;
  /** `target` minus `saved` minus `spent`, but not less than 0.00. */
  remaining!: string;
  /** Part of `saved` that the balance of the account does not cover; 0.00 unless the goal is short. @example "0.00" */
  shortfall!: string;
  /** Funding plan; null for a goal without funding. */
  funding!: FundingView | null;
  /**
   * Amount to set aside on each pay day to reach the target by `targetDate`, rounded up to the cent. Null without
   * `funding` or `targetDate`.
   * @example "1500.00"
   */
  perPeriod!: string | null;
  /**
   * Number of pay days until `targetDate`. Today counts unless money was already set aside today. Null without
   * `funding` or `targetDate`.
   * @example 8
   */
  periodsLeft!: number | null;
  /** Day on which the funding plan reaches the target; null if it never does or if the target is already reached. */
  expectedOn!: string | null;
  /** Status: the first of `archived`, `short`, `reached`, `no_date`, `behind` and `on_track` that applies. */
  status!: GoalStatus;
  /** True if the bank itself keeps the money apart. Only a note: it does not affect any amount. @example false */
  heldByBank!: boolean;
  /**
   * Position of the goal in lists, lowest first. If the balance does not cover all goals of the account, the goals with
   * the highest number are the first to be short.
   * @example 100
   */
  priority!: number;
  archivedAt!: string | null;
  createdAt!: string;
  updatedAt!: string;
}

export function goalView(goal: KnownGoal): GoalView {
  const { funding, perPeriod } = goal;
  return {
    id: goal.id,
    name: goal.name,
    accountId: goal.accountId,
    currency: goal.target.currency,
    target: goal.target.toString(),
    targetDate: goal.targetDate,
    saved: goal.saved.toString(),
    spent: goal.spent.toString(),
    remaining: goal.remaining.toString(),
    shortfall: goal.shortfall.toString(),
    funding: funding && { every: funding.every, amount: funding.amount.toString(), from: funding.from },
    perPeriod: perPeriod === null ? null : perPeriod.toString(),
    periodsLeft: goal.periodsLeft,
    expectedOn: goal.expectedOn,
    status: goal.status,
    heldByBank: goal.heldByBank,
    priority: goal.priority,
    archivedAt: goal.archivedAt,
    createdAt: goal.createdAt,
    updatedAt: goal.updatedAt,
  };
}
