import type { Day, FieldCode, Period } from '@app/kernel/pure';
import { addMonths, firstOfMonth, ValidationFailed } from '@app/kernel/pure';

const MAX_YEARS = 20;

/**
 * Returns the period of a report. Defaults to the current month up to today.
 * @throws ValidationFailed if `from` is after `to` or the period is longer than 20 years
 */
export function reportPeriod({ from, to }: { from?: Day; to?: Day }, today: Day): Period {
  const [start, end] = [from ?? firstOfMonth(today), to ?? today];
  if (start > end) throw refused('DATE_INVALID', `must not be after the last day, ${end}`);
  if (end > addMonths(start, MAX_YEARS * 12)) {
    throw refused('RANGE_TOO_LONG', `must be at most ${MAX_YEARS} years before the last day, ${end}`);
  }
  return { start, end };
}

function refused(code: FieldCode, detail: string) {
  return ValidationFailed([{ parameter: 'from', code, detail }]);
}
