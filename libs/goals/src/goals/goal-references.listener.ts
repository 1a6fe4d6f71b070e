import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import { AccountCurrencyChanged, AccountDeleted, AccountInUse, AccountKindChanged } from '@app/ledger';
import { Goal } from './goal.entity.js';

/** Prevents the deletion of an account that has goals, and changes of its currency and kind. */
@Injectable()
export class GoalReferences {
  constructor(events: DomainEvents) {
    for (const event of [AccountDeleted, AccountCurrencyChanged, AccountKindChanged]) {
      events.on(event, ({ accountId }, work) => refuseWithGoals(work, accountId));
    }
  }
}

async function refuseWithGoals({ em, workspaceId }: UnitOfWork, accountId: string): Promise<void> {
  if ((await em.count(Goal, { workspaceId, accountId })) > 0) throw AccountInUse();
}
