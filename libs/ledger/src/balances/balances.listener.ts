import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import type { FiguresJson } from '../ledger.events.js';
import {
  TransactionsEdited,
  TransactionsCreated,
  TransactionsImported,
  TransactionsRestored,
  TransactionsTrashed,
} from '../ledger.events.js';

/** Keeps the positions and the days of accounts what their live transactions add up to (decision 0005). */
@Injectable()
export class Balances {
  constructor(events: DomainEvents) {
    for (const event of [TransactionsCreated, TransactionsRestored]) {
      events.onStatement(event, ({ transactionIds }, workspace) => addTransactions(workspace, transactionIds, 1));
    }
    events.onStatement(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    events.onStatement(TransactionsEdited, ({ transactionIds, before }, workspace) =>
      addEdited(workspace, transactionIds, before),
    );
    events.onStatement(TransactionsTrashed, ({ transactionIds }, workspace) =>
      addTransactions(workspace, transactionIds, -1),
    );
  }
}

/** The sides of transactions: what each moves in its own account and, for a transfer, in the receiving one. */
const sidesOf = (which: string, sign = '1') => `
  select side.account_id, t.date as day, ${sign} * side.amount as amount, ${sign} * greatest(-side.amount, 0) as lowered,
    ${sign} as entries
  from ledger_transactions t
  cross join lateral (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
  where t.workspace_id = $1 and ${which} and side.account_id is not null`;

/**
 * Adds changes to the positions of accounts and to what they moved on each day (decision 0017).
 *
 * The statement that wrote the transactions holds the accounts whose position changes, in the order of their ids; the days
 * are taken in the order of their keys. So writers wait for each other and never in a circle.
 * @param changes a query of account_id, day, amount, lowered and entries
 */
function addToBalances(name: string, changes: string, values: readonly unknown[]): Statement {
  return {
    name: `ledger.${name}`,
    text: `
      with change as materialized (
        select account_id, day, sum(amount)::bigint as amount, sum(lowered)::bigint as lowered, sum(entries)::int as entries
        from (${changes}) side
        group by account_id, day having sum(amount) <> 0 or sum(lowered) <> 0 or sum(entries) <> 0
      ), moved as (
        update ledger_accounts a set position = a.position + delta.amount
        from (select account_id, sum(amount)::bigint as amount from change group by account_id having sum(amount) <> 0) delta
        where a.workspace_id = $1 and a.id = delta.account_id
      )
      insert into ledger_account_days as kept (workspace_id, account_id, day, moved, lowered, entries)
      select $1, account_id, day, amount, lowered, entries from change order by account_id, day
      on conflict (workspace_id, account_id, day)
        do update set moved = kept.moved + excluded.moved, lowered = kept.lowered + excluded.lowered,
          entries = kept.entries + excluded.entries`,
    values,
  };
}

/** Transactions count in their accounts from now on, or with the sign -1 no longer. */
export function addTransactions(workspaceId: string, ids: readonly string[], sign: 1 | -1): Statement {
  return addToBalances('move-balances', sidesOf('t.id = any($2::uuid[])', '$3::int'), [workspaceId, ids, sign]);
}

/** The transactions of an import count in their account from now on. */
function addImported(workspaceId: string, importId: string): Statement {
  return addToBalances('move-balances-by-import', sidesOf('t.import_id = $2::uuid'), [workspaceId, importId]);
}

/** Transactions count as they are now instead of as they were before. */
function addEdited(workspaceId: string, ids: readonly string[], before: FiguresJson): Statement {
  return addToBalances(
    'move-balances-by-edit',
    `${sidesOf('t.id = any($2::uuid[])')}
     union all
     select account_id, day, -amount, -greatest(-amount, 0), -1
     from json_to_recordset($3::json -> 'movements') as before (account_id uuid, day date, amount bigint)`,
    [workspaceId, ids, before],
  );
}
