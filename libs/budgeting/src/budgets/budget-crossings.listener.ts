import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, CrossingsDue, DomainEvents } from '@app/kernel';
import { budgetEvents } from '../budgeting.events.js';
import type { BudgetInCycle } from './budget-statuses.service.js';
import { BudgetStatuses } from './budget-statuses.service.js';
import { spentLevel } from './spent-level.js';

/** Announces that an expense budget is nearly spent or overspent, each at most once per cycle. */
@Injectable()
export class BudgetCrossings {
  constructor(
    events: DomainEvents,
    private readonly clock: Clock,
    private readonly statuses: BudgetStatuses,
  ) {
    events.on(CrossingsDue, (_, work) => this.announce(work));
  }

  private async announce(work: UnitOfWork): Promise<void> {
    const today = this.clock.today();
    const budgets = await this.statuses.between(work, today, today, 'expense');
    const unannounced = await this.claimUnannounced(
      work,
      budgets.filter(({ status }) => spentLevel(status) > 0),
    );
    for (const { plan, status } of unannounced) {
      const { cycle, spent, available } = status;
      const period = { start: cycle.start, end: cycle.end };
      const data = { period, spent: spent.toString(), available: available.toString() };
      const event = spentLevel(status) === 2 ? budgetEvents.overspent : budgetEvents.nearlySpent;
      work.announce(event(plan.id, { data }));
    }
  }

  /**
   * Records that budgets are announced at their current level. Returns the budgets that had not been announced at that
   * level in this cycle.
   */
  private async claimUnannounced(work: UnitOfWork, budgets: readonly BudgetInCycle[]): Promise<BudgetInCycle[]> {
    if (budgets.length === 0) return [];
    const marked = await work.query<{ id: string }>({
      text: NOTE,
      values: [
        work.workspaceId,
        budgets.map(({ plan }) => plan.id),
        budgets.map(({ status }) => status.cycle.start),
        budgets.map(({ status }) => spentLevel(status)),
      ],
    });
    const ids = new Set(marked.map(({ id }) => id));
    return budgets.filter(({ plan }) => ids.has(plan.id));
  }
}

const NOTE = `
  update budgeting_budgets b set told_cycle = now.cycle, told_level = now.level
  from unnest($2::uuid[], $3::date[], $4::smallint[]) as now (id, cycle, level)
  where b.workspace_id = $1 and b.id = now.id
    and (b.told_cycle is distinct from now.cycle or b.told_level < now.level)
  returning b.id`;
