/**
 * Returns SQL that is true if the running transaction, one of its savepoints, or a later transaction has written the
 * row.
 */
export function isWritten(t: string): string {
  return `age(${t}.xmin) <= age((select pg_current_xact_id()::xid))`;
}
