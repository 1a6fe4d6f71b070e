import type { Day, FieldCode, ProblemError, Recurrence } from '@app/kernel/pure';
import { fieldPointer } from '@app/kernel/pure';

/** What a schedule may expect. */
export const SCHEDULED_TYPES = ['expense', 'income', 'transfer'] as const;
export type ScheduledType = (typeof SCHEDULED_TYPES)[number];

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** What has to fit together in a schedule. */
export interface ScheduleShape {
  readonly type: ScheduledType;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly categoryId: string | null;
  readonly recurrence: Recurrence;
  readonly startDate: Day;
  readonly endDate: Day | null;
}

/** What is wrong with a schedule by itself, before any account, category or contact is looked at. */
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
    fault(['toAccountId'], 'SAME_ACCOUNT', 'must be another account than accountId');
  }
  if (isTransfer && shape.categoryId !== null) {
    fault(['categoryId'], 'NOT_ALLOWED', 'is not allowed for type transfer');
  }
  if (recurrence.interval !== 1 && ['once', 'quincena'].includes(recurrence.every)) {
    fault(['recurrence', 'interval'], 'INTEGER_INVALID', `must be 1 for ${recurrence.every}`);
  }
  if (endDate !== null && endDate < startDate) {
    fault(['endDate'], 'DATE_INVALID', `must not be before the first day, ${startDate}`);
  }
  return faults;
}

/** The status of a schedule: `ended` once no occurrence can follow, whatever else was set. */
export function scheduleStatus(paused: boolean, nextDate: Day | null): ScheduleStatus {
  if (nextDate === null) return 'ended';
  return paused ? 'paused' : 'active';
}
