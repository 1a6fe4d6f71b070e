import type { Statement } from '@app/kernel';
import { actorValues, currentAudit } from '@app/kernel';

export type BalanceChangeKind = 'created' | 'edited' | 'moved' | 'trashed' | 'restored' | 'imported';

/**
 * Returns SQL that records changes to accounts with later assertions, one per transaction and account.
 * @param sides query of transaction_id, account_id, day, amount and entries; entries is -1 for amounts that no longer
 * count
 * @param kind placeholder of the kind; an edit that changes the day or the account is recorded as moved
 * @param values list of the statement's values, to which the function adds more
 */
export function recordChanges(sides: string, kind: string, values: unknown[]): string {
  const [at, ...actor] = actorValues(currentAudit())
    .slice(0, 4)
    .map((value) => `$${values.push(value)}`);
  const side = (sign: '<' | '>') => `filter (where side.entries ${sign} 0)`;
  const [dayBefore, day] = [`max(side.day) ${side('<')}`, `max(side.day) ${side('>')}`];
  const [amountBefore, amount] = [`sum(-side.amount) ${side('<')}`, `sum(side.amount) ${side('>')}`];
  const sign = `case a.kind when 'liability' then -1 else 1 end`;
  return `
    insert into ledger_balance_changes (workspace_id, account_id, at, actor_kind, actor_id, actor_name, kind, transaction_id,
      day_before, amount_before, day, amount)
    select $1, a.id, coalesce(${at}::timestamptz, clock_timestamp()), ${actor[0]}, ${actor[1]}::uuid, ${actor[2]},
      case when ${kind}::text = 'edited' and ${dayBefore} is distinct from ${day} then 'moved' else ${kind}::text end,
      side.transaction_id, ${dayBefore}, ${sign} * ${amountBefore}, ${day}, ${sign} * ${amount}
    from (${sides}) side join ledger_accounts a on a.workspace_id = $1 and a.id = side.account_id
    where exists (
      select from ledger_assertions s where s.workspace_id = $1 and s.account_id = side.account_id and s.date >= side.day)
    group by a.id, a.kind, side.transaction_id
    having (${dayBefore}, ${amountBefore}) is distinct from (${day}, ${amount})`;
}

type Opening = readonly [date: string, position: bigint];

/** Returns the statement that records a change of an opening balance or its date. */
export function recordOpening(workspaceId: string, accountId: string, before: Opening, after: Opening): Statement {
  const values: unknown[] = [workspaceId, accountId, ...before, ...after, 'edited'];
  const sides = `
    select null::uuid as transaction_id, $2::uuid as account_id, opening.* from (
      values ($3::date, $4::bigint, -1), ($5::date, $6::bigint, 1)) opening (day, amount, entries)`;
  const signed = `select transaction_id, account_id, day, entries * amount as amount, entries from (${sides}) side`;
  return { text: recordChanges(signed, '$7', values), values };
}
