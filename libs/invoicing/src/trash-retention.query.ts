export const TRASH_RETENTION_DAYS = 30;

/** SQL condition: the invoice is live, or is in the trash and within the retention period. */
export const notExpired = (invoice: string, now: string): string =>
  `(${invoice}.deleted_at is null or ${invoice}.deleted_at > ${now}::timestamptz - interval '${TRASH_RETENTION_DAYS} days')`;
