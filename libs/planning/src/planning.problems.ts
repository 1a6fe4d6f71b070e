import { notFound, problem, ReferenceNotFound, whenConstraintFails } from '@app/kernel/pure';

export const ScheduleNotFound = notFound('SCHEDULE_NOT_FOUND', 'schedule');

export const SuggestionNotFound = problem(
  'SUGGESTION_NOT_FOUND',
  404,
  'No suggestion of this workspace has the id, or it was dismissed, or a schedule matches it now.',
  (id: string) => `There is no suggestion ${id}.`,
);

export const ScheduleLimitReached = problem(
  'SCHEDULE_LIMIT_REACHED',
  409,
  'A workspace holds 500 schedules at most, because each of them looks at every new transaction of its account. Delete one first.',
  (most: number) => `There are ${most} schedules already.`,
  [500],
);

export const OccurrenceNotFound = problem(
  'OCCURRENCE_NOT_FOUND',
  404,
  'The schedule has no occurrence with the nominal date, the date by its recurrence before it moves to a banking day.',
  (nominalDate: string) => `The schedule has no occurrence on ${nominalDate}.`,
  ['2026-11-15'],
);

export const OccurrenceNotOpen = problem(
  'OCCURRENCE_NOT_OPEN',
  409,
  'Only a planned or overdue occurrence can be posted, skipped or linked, and only a skipped one unskipped.',
  (status?: string) => `The occurrence is ${status ?? 'no longer open'}.`,
  ['posted'],
);

whenConstraintFails('planning_occurrences_pkey', () => OccurrenceNotOpen());
whenConstraintFails('planning_occurrences_transaction', () => ReferenceNotFound(['#/transactionId']));
