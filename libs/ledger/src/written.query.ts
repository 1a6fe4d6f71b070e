/**
 * Returns the SQL condition that the running transaction, one of its savepoints, or a later transaction wrote the row.
 */
export function isWritten(t: string): string {
  return `age(${t}.xmin) <= age((select pg_current_xact_id()::xid))`;
}
