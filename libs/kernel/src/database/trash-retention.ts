export const TRASH_RETENTION_DAYS = 30;

/** Returns the SQL condition that a row is live, or is in the trash and within the retention period. */
export function notExpired(row: string, now: string): string {
  return `(${row}.deleted_at is null or ${row}.deleted_at > ${now}::timestamptz - interval '${TRASH_RETENTION_DAYS} days')`;
}
