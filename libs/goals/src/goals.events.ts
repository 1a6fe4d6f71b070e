import { eventType } from '@app/kernel/pure';

interface MovedMoney {
  readonly moveId: string;
  readonly fromGoalId: string | null;
}

export const goalEvents = {
  created: eventType('goal.created', 'A goal was created.'),
  updated: eventType('goal.updated', 'Fields of a goal changed, or the goal was archived or restored.'),
  deleted: eventType('goal.deleted', 'A goal with nothing saved was deleted.'),
  moved: eventType<MovedMoney>(
    'goal.moved',
    'A move set money aside for a goal or took it back, or a move was undone.',
  ),
  short: eventType<{ readonly shortfall: string }>(
    'goal.short',
    'The balance of the account no longer covers the saved amount of a goal.',
  ),
  recovered: eventType('goal.recovered', 'The balance of the account covers the saved amount of a goal again.'),
  reached: eventType('goal.reached', 'The saved and spent amounts of a goal together reached its target.'),
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
