import { eventType } from '@app/kernel/pure';

interface MovedMoney {
  readonly moveId: string;
  readonly fromGoalId: string | null;
}

export const goalEvents = {
  created: eventType('goal.created', 'A goal was created.'),
  updated: eventType('goal.updated', 'Fields of a goal were changed, or it was archived or brought back.'),
  deleted: eventType('goal.deleted', 'A goal with nothing saved was deleted.'),
  moved: eventType<MovedMoney>(
    'goal.moved',
    'Money was set aside for a goal or taken back, or such a move was undone.',
  ),
  short: eventType<{ readonly shortfall: string }>(
    'goal.short',
    'The account of a goal fell below the amount that its goals have saved, so that this goal lacks money.',
  ),
  recovered: eventType('goal.recovered', 'The account covers what the goal has saved again.'),
  reached: eventType('goal.reached', 'What a goal has saved and spent reached its target.'),
};

interface RecordedRound {
  readonly number: number;
  readonly kind: 'pay' | 'receive';
  readonly transactionId: string;
  readonly accountIds: readonly string[];
}

export const tandaEvents = {
  created: eventType('tanda.created', 'A tanda was created.'),
  updated: eventType('tanda.updated', 'A tanda was renamed.'),
  deleted: eventType('tanda.deleted', 'A tanda without recorded rounds was deleted.'),
  recorded: eventType<RecordedRound>(
    'tanda.recorded',
    'A round of a tanda was recorded, with a new transaction or an existing one.',
  ),
};
