import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { Clock, DomainEvents } from '@app/kernel';
import {
  LedgerVerification,
  TransactionsCreated,
  TransactionsEdited,
  TransactionsRestored,
  TransactionsTrashed,
} from '@app/ledger';
import { GOAL_FIGURES } from './goal-figures.query.js';

/** Updates the saved and spent amounts of goals when expenses that goals pay change (decision 0111). */
@Injectable()
export class GoalExpenses {
  constructor(
    events: DomainEvents,
    verification: LedgerVerification,
    private readonly clock: Clock,
  ) {
    for (const event of [TransactionsCreated, TransactionsRestored]) {
      events.onStatement(event, ({ goalIds }, workspace) => this.follow(workspace, goalIds, 1));
    }
    events.onStatement(TransactionsTrashed, ({ goalIds }, workspace) => this.follow(workspace, goalIds, -1));
    events.onStatement(TransactionsEdited, ({ goalIds, before }, workspace) =>
      this.follow(workspace, goalIds, 1, before),
    );
    for (const check of GOAL_FIGURES) verification.include(check);
  }

  private follow(workspaceId: string, ids: readonly string[], sign: 1 | -1, before = '{}'): Statement | null {
    if (ids.length === 0) return null;
    return {
      name: 'goals.follow-expenses',
      text: `
        select goals_follow_expenses($1, $2::uuid[], $3::int, coalesce(nullif($4::jsonb -> 'goals', 'null'), '[]')::json, $5)`,
      values: [workspaceId, ids, sign, before, this.clock.today()],
    };
  }
}
