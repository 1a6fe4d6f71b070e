import { Injectable } from '@nestjs/common';
import { CrossingsDue, DomainEvents, Money } from '@app/kernel';
import { goalEvents } from '../goals.events.js';
import { COVERED_GOALS } from './goal.query.js';

/** Announces that a goal has become short, has recovered, or has reached its target. */
@Injectable()
export class GoalCrossings {
  constructor(events: DomainEvents) {
    events.on(CrossingsDue, async (_, work) => {
      const values = [work.workspaceId];
      const covered = await work.query<{ id: string; isShort: boolean; shortfall: string; currency: string }>({
        text: COVERED_OR_NOT,
        values,
      });
      for (const { id, isShort, shortfall, currency } of covered) {
        const data = { shortfall: Money.ofMinor(BigInt(shortfall), currency).toString() };
        work.announce(isShort ? goalEvents.short(id, { data }) : goalEvents.recovered(id));
      }
      const reached = await work.query<{ id: string; isReached: boolean }>({ text: REACHED_OR_NOT, values });
      for (const { id, isReached } of reached) if (isReached) work.announce(goalEvents.reached(id));
    });
  }
}

const COVERED_OR_NOT = `
  update goals_goals g set is_short = now.shortfall > 0 from (${COVERED_GOALS}) now
  where g.workspace_id = $1 and g.id = now.id and g.archived_at is null and g.is_short <> (now.shortfall > 0)
  returning g.id, g.is_short as "isShort", now.shortfall, now.currency`;

const REACHED_OR_NOT = `
  update goals_goals g set is_reached = g.saved + g.spent >= g.target
  where g.workspace_id = $1 and g.archived_at is null and g.is_reached <> (g.saved + g.spent >= g.target)
  returning g.id, g.is_reached as "isReached"`;
