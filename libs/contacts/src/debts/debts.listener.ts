import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import {
  ContactsNamed,
  LedgerVerification,
  TransactionsEdited,
  TransactionsCreated,
  TransactionsRestored,
  TransactionsTrashed,
} from '@app/ledger';
import { DEBT_CHECKS } from './debt-checks.query.js';
import { SUMS } from './debt-figures.query.js';
import { DEBT_TYPES } from './settlement.js';

const KEY = 'contact_id, currency, date, transaction_id, ordinal';

/**
 * Updates debts when transactions change (decision 0006). Also reports which contacts of a `ContactsNamed` event are
 * unknown.
 */
@Injectable()
export class DebtFollowers {
  constructor(events: DomainEvents, verification: LedgerVerification) {
    for (const event of [TransactionsCreated, TransactionsEdited, TransactionsTrashed, TransactionsRestored]) {
      events.onStatement(event, ({ debtIds }, workspace) => followDebts(workspace, debtIds));
    }
    events.on(ContactsNamed, async ({ contactIds, unknownIds }, work) => {
      const known = await work.query<{ id: string }>({
        name: 'contacts.hold-named',
        text: `select id from contacts_contacts where workspace_id = $1 and id = any($2::uuid[]) for key share`,
        values: [work.workspaceId, contactIds],
      });
      const ids = new Set(known.map(({ id }) => id));
      for (const id of contactIds) if (!ids.has(id)) unknownIds.add(id);
    });
    for (const check of DEBT_CHECKS) verification.include(check);
  }
}

// Updates debts and totals to match the transactions. Writers cannot deadlock, because the query that wrote the
// transactions has locked them and this statement writes totals in key order.
function followDebts(workspaceId: string, transactionIds: readonly string[]): Statement | null {
  if (transactionIds.length === 0) return null;
  return { name: 'contacts.follow-debts', text: FOLLOW, values: [workspaceId, transactionIds] };
}

const FOLLOW = `
  with due as materialized (
    select ${KEY}, type, amount from ledger_debts_among($1, $2::uuid[])
  ), existing as materialized (
    select ${KEY}, type, amount from contacts_debts where workspace_id = $1 and transaction_id = any($2::uuid[])
  ), deleted as (
    delete from contacts_debts d using existing e
    where d.workspace_id = $1 and (${keyOf('d')}) = (${keyOf('e')}) and (${keyOf('e')}) not in (select ${KEY} from due)
  ), upserted as (
    insert into contacts_debts (workspace_id, ${KEY}, type, amount)
    select $1, ${KEY}, type, amount from due
    on conflict (workspace_id, ${KEY}) do update set type = excluded.type, amount = excluded.amount
      where (contacts_debts.type, contacts_debts.amount) <> (excluded.type, excluded.amount)
  ), change as (
    select contact_id, currency, ${SUMS} from (
      select contact_id, currency, type, amount from due
      union all
      select contact_id, currency, type, -amount from existing) side
    group by contact_id, currency
  )
  insert into contacts_debt_totals as total (workspace_id, contact_id, currency, ${DEBT_TYPES.join()}, has_moved)
  select $1, contact_id, currency, ${DEBT_TYPES.join()}, lent + repayment_made <> borrowed + repayment_received from change
  where (${DEBT_TYPES.join()}) <> (0, 0, 0, 0) order by contact_id, currency
  on conflict (workspace_id, contact_id, currency) do update
    set ${DEBT_TYPES.map((kind) => `${kind} = total.${kind} + excluded.${kind}`).join()}, has_moved = total.has_moved or excluded.has_moved`;

function keyOf(row: string): string {
  return KEY.split(', ')
    .map((column) => `${row}.${column}`)
    .join();
}
