/**
 * Returns the SQL condition that a row was written by the running transaction, by one of its savepoints, or by a later
 * transaction.
 */
export function isWritten(t: string): string {
  return `age(${t}.xmin) <= age((select pg_current_xact_id()::xid))`;
}
