import type { Statement } from '@app/kernel';
import { DEBT_TYPES } from './settlement.js';

const KEY = 'contact_id, currency, date, transaction_id, ordinal';

/** What each kind adds up to, of rows with a type and an amount. */
export const SUMS = DEBT_TYPES.map(
  (kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`,
).join();

/**
 * Brings the debts of transactions, and what they add up to, to what the transactions are now, whatever they were before;
 * null where there are none.
 *
 * The transactions are held by the statement that wrote them. The totals are taken in the order of their keys, so that
 * writers wait for each other and never in a circle.
 */
export function followDebts(workspaceId: string, transactionIds: readonly string[]): Statement | null {
  if (transactionIds.length === 0) return null;
  return { name: 'contacts.follow-debts', text: FOLLOW, values: [workspaceId, transactionIds] };
}

const FOLLOW = `
  with due as materialized (
    select ${KEY}, type, amount from ledger_debts_among($1, $2::uuid[])
  ), kept as materialized (
    select ${KEY}, type, amount from contacts_debts where workspace_id = $1 and transaction_id = any($2::uuid[])
  ), gone as (
    delete from contacts_debts d using kept
    where d.workspace_id = $1 and (${keyOf('d')}) = (${keyOf('kept')}) and (${keyOf('kept')}) not in (select ${KEY} from due)
  ), come as (
    insert into contacts_debts (workspace_id, ${KEY}, type, amount)
    select $1, ${KEY}, type, amount from due
    on conflict (workspace_id, ${KEY}) do update set type = excluded.type, amount = excluded.amount
      where (contacts_debts.type, contacts_debts.amount) <> (excluded.type, excluded.amount)
  ), change as (
    select contact_id, currency, ${SUMS} from (
      select contact_id, currency, type, amount from due
      union all
      select contact_id, currency, type, -amount from kept) side
    group by contact_id, currency
  )
  insert into contacts_debt_totals as kept (workspace_id, contact_id, currency, ${DEBT_TYPES.join()}, has_moved)
  select $1, contact_id, currency, ${DEBT_TYPES.join()}, lent + repayment_made <> borrowed + repayment_received from change
  where (${DEBT_TYPES.join()}) <> (0, 0, 0, 0) order by contact_id, currency
  on conflict (workspace_id, contact_id, currency) do update
    set ${DEBT_TYPES.map((kind) => `${kind} = kept.${kind} + excluded.${kind}`).join()}, has_moved = kept.has_moved or excluded.has_moved`;

function keyOf(row: string): string {
  return KEY.split(', ')
    .map((column) => `${row}.${column}`)
    .join();
}
