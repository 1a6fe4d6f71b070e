/** Whether the running transaction wrote a row, in a savepoint of its own too; or another one has since it began. */
export function isWritten(t: string): string {
  return `age(${t}.xmin) <= age((select pg_current_xact_id()::xid))`;
}
