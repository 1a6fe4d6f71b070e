import { defineEntity, p } from '@mikro-orm/postgresql';
import { GoalArchived, GoalEmpty } from '@app/ledger';
import type { FundingFrequency } from './funding.js';

const GoalSchema = defineEntity({
  name: 'Goal',
  tableName: 'goals_goals',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    accountId: p.uuid(),
    target: p.bigint(),
    targetDate: p.date().strictNullable(),
    fundingEvery: p.text().$type<FundingFrequency>().strictNullable(),
    fundingAmount: p.bigint().strictNullable(),
    fundingFrom: p.date().strictNullable(),
    heldByBank: p.boolean(),
    priority: p.integer(),
    archivedAt: p.datetime(3).strictNullable(),
    saved: p.bigint(),
    spent: p.bigint(),
    /** True if the last announcement reported the goal as short. */
    isShort: p.boolean().default(false),
    /** True if the last announcement reported the goal as reached. */
    isReached: p.boolean().default(false),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** Part of an account's balance that is set aside for a purpose. A goal does not move money (decision 0111). */
export class Goal extends GoalSchema.class {
  /**
   * Adds an amount to `saved`. A negative amount returns money to the free amount of the account.
   * @throws GoalArchived, GoalEmpty
   */
  move(amount: bigint): void {
    if (this.archivedAt !== null) throw GoalArchived();
    if (this.saved + amount < 0n) throw GoalEmpty();
    this.saved += amount;
  }

  /** Archives the goal, which must have nothing saved. Keeps `archivedAt` if the goal is already archived. */
  archive(now: Date): void {
    this.archivedAt ??= now;
    this.isShort = false;
  }
}
GoalSchema.setClass(Goal);
