import { eventType } from '@app/kernel/pure';

export const scheduleEvents = {
  created: eventType('schedule.created', 'A schedule was created.'),
  updated: eventType(
    'schedule.updated',
    'Fields of a schedule changed, or one of its occurrences was skipped or unskipped.',
  ),
  deleted: eventType('schedule.deleted', 'A schedule was deleted. Its transactions remain.'),
  overdue: eventType<{ readonly nominalDate: string; readonly date: string }>(
    'schedule.overdue',
    'No transaction matched an occurrence of a schedule by the third day after its date.',
  ),
};
