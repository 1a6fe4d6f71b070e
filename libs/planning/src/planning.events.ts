import { eventType } from '@app/kernel/pure';

/** What is announced of schedules. Source: contract section 20. */
export const scheduleEvents = {
  created: eventType('schedule.created', 'A schedule was made.'),
  updated: eventType(
    'schedule.updated',
    'Fields of a schedule were changed, or an occurrence of it was skipped or unskipped.',
  ),
  deleted: eventType('schedule.deleted', 'A schedule was deleted; its transactions stay.'),
  overdue: eventType<{ readonly nominalDate: string; readonly date: string }>(
    'schedule.overdue',
    'No transaction met an occurrence of a schedule until the third day after its date.',
  ),
};
