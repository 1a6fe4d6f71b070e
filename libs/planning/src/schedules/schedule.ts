import type { Day, FieldCode, ProblemError, Recurrence } from '@app/kernel/pure';
import { fieldPointer } from '@app/kernel/pure';

export const SCHEDULED_TYPES = ['expense', 'income', 'transfer'] as const;
export type ScheduledType = (typeof SCHEDULED_TYPES)[number];

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export interface ScheduleShape {
  readonly type: ScheduledType;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly categoryId: string | null;
  readonly recurrence: Recurrence;
  readonly startDate: Day;
  readonly endDate: Day | null;
}

/** Returns the faults that can be found without reading the referenced resources. */
export function faultsOf(shape: ScheduleShape): ProblemError[] {
  const faults: ProblemError[] = [];
  const fault = (path: string[], code: FieldCode, detail: string) =>
    faults.push({ pointer: fieldPointer(path), code, detail });
  const { type, recurrence, startDate, endDate } = shape;
  const isTransfer = type === 'transfer';
  if (isTransfer && shape.toAccountId === null) fault(['toAccountId'], 'REQUIRED', 'is required for type transfer');
  if (!isTransfer && shape.toAccountId !== null) {
    fault(['toAccountId'], 'NOT_ALLOWED', `is not allowed for type ${type}`);
  }
  if (shape.toAccountId === shape.accountId) {
    fault(['toAccountId'], 'SAME_ACCOUNT', 'must differ from accountId');
  }
  if (isTransfer && shape.categoryId !== null) {
    fault(['categoryId'], 'NOT_ALLOWED', 'is not allowed for type transfer');
  }
  if (recurrence.interval !== 1 && ['once', 'quincena'].includes(recurrence.every)) {
    fault(['recurrence', 'interval'], 'INTEGER_INVALID', `must be 1 for ${recurrence.every}`);
  }
  if (endDate !== null && endDate < startDate) {
    fault(['endDate'], 'DATE_INVALID', `must not be before startDate (${startDate})`);
  }
  return faults;
}

/** A schedule without future occurrences is `ended`, even if it is paused. */
export function scheduleStatus(paused: boolean, nextDate: Day | null): ScheduleStatus {
  if (nextDate === null) return 'ended';
  return paused ? 'paused' : 'active';
}
