import { ApiSchema } from '@nestjs/swagger';
import type { Page } from '@app/kernel';
import { Money } from '@app/kernel';
import type { GoalMove } from './move.entity.js';

@ApiSchema({ description: 'A change in the saved amount of a goal that is not caused by an expense.' })
export class GoalMoveView {
  id!: string;
  /**
   * Change in `saved`: positive if the move sets money aside, negative if it returns money or moves it to another goal.
   */
  amount!: string;
  /** Day of the move. */
  date!: string;
  /** Note; null for none. @example "Aguinaldo" */
  note!: string | null;
  /** ID of the goal that gave the money; null if no goal gave it or if that goal was deleted. */
  fromGoalId!: string | null;
}

@ApiSchema({ description: 'A page of moves.' })
export class GoalMovePageView {
  items!: GoalMoveView[];
  nextCursor!: string | null;
}

export interface KnownMove extends Pick<GoalMove, 'id' | 'date' | 'note' | 'fromGoalId'> {
  readonly amount: Money;
}

export function moveView({ id, amount, date, note, fromGoalId }: KnownMove): GoalMoveView {
  return { id, amount: amount.toString(), date, note, fromGoalId };
}

export function movePageView({ items, nextCursor }: Page<KnownMove>): GoalMovePageView {
  return { items: items.map(moveView), nextCursor };
}
