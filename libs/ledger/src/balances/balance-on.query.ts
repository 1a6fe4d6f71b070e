/**
 * Returns SQL for the position of an account at the end of a day. Subtracts later transactions from the current
 * position. The opening balance counts from its date.
 * @param account alias of a row of `ledger_accounts`
 */
export function positionOn(account: string, day: string): string {
  return `(${account}.position - case when ${account}.opening_date > ${day} then ${account}.opening_position else 0 end
    - coalesce((
      select sum(d.moved) from ledger_account_days d
      where d.workspace_id = ${account}.workspace_id and d.account_id = ${account}.id and d.day > ${day}), 0))::bigint`;
}

/** Returns SQL for the balance of an account at the end of a day as users see it, in minor units. */
export function balanceOn(account: string, day: string): string {
  return `case ${account}.kind when 'liability' then -1 else 1 end * ${positionOn(account, day)}`;
}
