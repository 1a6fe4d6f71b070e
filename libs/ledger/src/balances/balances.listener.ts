import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import type { BalanceChangeKind } from './balance-changes.query.js';
import { recordChanges } from './balance-changes.query.js';
import type { FiguresJson } from '../ledger.events.js';
import {
  TransactionsEdited,
  TransactionsCreated,
  TransactionsImported,
  TransactionsRestored,
  TransactionsTrashed,
} from '../ledger.events.js';

/** Updates positions and daily totals of accounts when transactions change (decision 0005). */
@Injectable()
export class Balances {
  constructor(events: DomainEvents) {
    events.onStatement(TransactionsCreated, ({ transactionIds }, workspace) =>
      addTransactions(workspace, transactionIds, 'created'),
    );
    events.onStatement(TransactionsRestored, ({ transactionIds }, workspace) =>
      addTransactions(workspace, transactionIds, 'restored'),
    );
    events.onStatement(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    events.onStatement(TransactionsEdited, ({ transactionIds, before }, workspace) =>
      addEdited(workspace, transactionIds, before),
    );
    events.onStatement(TransactionsTrashed, ({ transactionIds }, workspace) =>
      addTransactions(workspace, transactionIds, 'trashed'),
    );
  }
}

/** Returns SQL that selects the balance changes of transactions. A transfer has one row per account. */
const sidesOf = (which: string, sign = '1') => `
  select t.id as transaction_id, side.account_id, t.date as day, ${sign} * side.amount as amount, ${sign} * greatest(-side.amount, 0) as lowered,
    ${sign} as entries
  from ledger_transactions t
  cross join lateral (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
  where t.workspace_id = $1 and ${which} and side.account_id is not null`;

// Adds changes (transaction_id, account_id, day, amount, lowered and entries) to positions and daily totals (decision
// 0017). Concurrent writers cannot deadlock, because the query that wrote the transactions has locked the accounts in
// ID order and this statement writes days in key order. Also records the changes that explain the differences of
// assertions.
function addToBalances(name: string, kind: BalanceChangeKind, changes: string, given: readonly unknown[]): Statement {
  const values = [...given, kind];
  const recorded = recordChanges('select * from side', `$${values.length}`, values);
  return {
    name: `ledger.${name}`,
    text: `
      with side as materialized (${changes}
      ), change as materialized (
        select account_id, day, sum(amount)::bigint as amount, sum(lowered)::bigint as lowered, sum(entries)::int as entries
        from side
        group by account_id, day having sum(amount) <> 0 or sum(lowered) <> 0 or sum(entries) <> 0
      ), moved as (
        update ledger_accounts a set position = a.position + delta.amount
        from (select account_id, sum(amount)::bigint as amount from change group by account_id having sum(amount) <> 0) delta
        where a.workspace_id = $1 and a.id = delta.account_id
      ), recorded as (${recorded}
      )
      insert into ledger_account_days as existing (workspace_id, account_id, day, moved, lowered, entries)
      select $1, account_id, day, amount, lowered, entries from change order by account_id, day
      on conflict (workspace_id, account_id, day)
        do update set moved = existing.moved + excluded.moved, lowered = existing.lowered + excluded.lowered,
          entries = existing.entries + excluded.entries`,
    values,
  };
}

/** Adds transactions to the balances of their accounts, or subtracts them if they are trashed. */
export function addTransactions(
  workspaceId: string,
  ids: readonly string[],
  kind: 'created' | 'restored' | 'trashed',
): Statement {
  const sides = sidesOf('t.id = any($2::uuid[])', '$3::int');
  return addToBalances('move-balances', kind, sides, [workspaceId, ids, kind === 'trashed' ? -1 : 1]);
}

function addImported(workspaceId: string, importId: string): Statement {
  return addToBalances('move-balances-by-import', 'imported', sidesOf('t.import_id = $2::uuid'), [
    workspaceId,
    importId,
  ]);
}

function addEdited(workspaceId: string, ids: readonly string[], before: FiguresJson): Statement {
  return addToBalances(
    'move-balances-by-edit',
    'edited',
    `${sidesOf('t.id = any($2::uuid[])')}
     union all
     select transaction_id, account_id, day, -amount, -greatest(-amount, 0), -1
     from json_to_recordset($3::json -> 'movements') as before (transaction_id uuid, account_id uuid, day date, amount bigint)`,
    [workspaceId, ids, before],
  );
}
