import { notFound, problem, ReferenceNotFound, whenConstraintFails } from '@app/kernel/pure';

export const ScheduleNotFound = notFound('SCHEDULE_NOT_FOUND', 'schedule');

export const SuggestionNotFound = problem(
  'SUGGESTION_NOT_FOUND',
  404,
  'The workspace has no suggestion with this ID, the suggestion was dismissed, or a schedule covers it now.',
  (id: string) => `There is no suggestion ${id}.`,
);

export const ScheduleLimitReached = problem(
  'SCHEDULE_LIMIT_REACHED',
  409,
  'A workspace can have at most 500 schedules, because every schedule is checked against every new transaction of its account. Delete a schedule first.',
  (most: number) => `The workspace already has ${most} schedules. Delete one first.`,
  [500],
);

export const OccurrenceNotFound = problem(
  'OCCURRENCE_NOT_FOUND',
  404,
  'The schedule has no occurrence with this nominal date: the date before any move to a banking day.',
  (nominalDate: string) => `The schedule has no occurrence on ${nominalDate}.`,
  ['2026-11-15'],
);

export const OccurrenceNotOpen = problem(
  'OCCURRENCE_NOT_OPEN',
  409,
  'Only a planned or overdue occurrence can be posted, skipped or linked. Only a skipped occurrence can be unskipped.',
  (status?: string) => `The occurrence is ${status ?? 'no longer open'}.`,
  ['posted'],
);

whenConstraintFails('planning_occurrences_pkey', () => OccurrenceNotOpen());
whenConstraintFails('planning_occurrences_transaction', () => ReferenceNotFound(['#/transactionId']));
