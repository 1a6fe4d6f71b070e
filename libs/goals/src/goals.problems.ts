import { notFound, problem, ReferenceNotFound, whenConstraintFails } from '@app/kernel/pure';
import { GoalArchived, GoalEmpty, RoundRecorded } from '@app/ledger';

export const GoalNotFound = notFound('GOAL_NOT_FOUND', 'goal');

export const MoveNotFound = problem(
  'MOVE_NOT_FOUND',
  404,
  'The goal has no move with this ID, or the move was undone.',
  (id: string) => `The goal has no move ${id}.`,
);

export const GoalLimitReached = problem(
  'GOAL_LIMIT_REACHED',
  409,
  'A workspace can have at most 500 goals, including archived ones. Delete an unused goal first.',
  (most: number) => `The workspace already has ${most} goals. Delete one first.`,
  [500],
);

export const GoalInUse = problem(
  'GOAL_IN_USE',
  409,
  'Only a goal with nothing saved can be deleted. Take the money back or archive the goal first.',
  (saved: string) => `The goal still has ${saved} saved.`,
  ['1500.00'],
);

export const GoalAccountShort = problem(
  'GOAL_ACCOUNT_SHORT',
  409,
  'The move would set aside more than the free amount of the account. `free` contains that amount: the balance minus the money that goals have set aside.',
  (free: string) => ({ detail: `The free amount of the account is ${free}.`, members: { free } }),
  ['350.00'],
);

export const TandaNotFound = notFound('TANDA_NOT_FOUND', 'tanda');

export const TandaLimitReached = problem(
  'TANDA_LIMIT_REACHED',
  409,
  'A workspace can have at most 500 tandas, because the list returns every tanda with all its rounds. Delete a tanda without recorded rounds first.',
  (most: number) => `The workspace already has ${most} tandas. Delete one first.`,
  [500],
);

export const TandaInUse = problem(
  'TANDA_IN_USE',
  409,
  'Only a tanda without recorded rounds can be deleted. Move the transactions of its rounds to the trash first.',
  () => 'The tanda has recorded rounds.',
  [],
);

export const RoundNotFound = problem(
  'ROUND_NOT_FOUND',
  404,
  'The tanda has no round with this number and kind. For example, the turns of other members have no payout.',
  (number: string) => `The tanda has no round ${number} of this kind.`,
  ['3'],
);

whenConstraintFails('goals_goals_archived', GoalArchived);
whenConstraintFails('goals_goals_saved', GoalEmpty);
whenConstraintFails('goals_goal_of_account', () =>
  ReferenceNotFound(['#/goalId'], 'The account of the expense has no goal with this ID.'),
);
whenConstraintFails('goals_rounds_only', () =>
  ReferenceNotFound(['#/contactId'], 'The contact of a tanda accepts no debts other than its rounds.'),
);
whenConstraintFails('goals_rounds_kept', RoundRecorded);
whenConstraintFails('goals_rounds_recorded', RoundRecorded);
whenConstraintFails('goals_rounds_pkey', RoundRecorded);
