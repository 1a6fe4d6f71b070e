import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import { existing } from './transaction.query.js';

/** What a contact owes the owner in one currency, in minor units; negative where the owner owes the contact. */
export interface DebtBalance {
  readonly contactId: string;
  readonly currency: string;
  readonly balance: bigint;
}

/** What the ledger knows of contacts: the debts among its transactions and their parts. */
@Injectable()
export class ContactDebts {
  constructor(private readonly clock: Clock) {}

  /**
   * What is owed between the owner and each of the contacts, by contact and currency; settled currencies are left out.
   * Source: contract section 10, `balances`.
   */
  async balances(work: UnitOfWork, contactIds: readonly string[]): Promise<DebtBalance[]> {
    if (contactIds.length === 0) return [];
    const rows = await work.query<{ contact_id: string; currency: string; balance: string }>({
      name: 'ledger.debt-balances',
      text: DEBT_BALANCES,
      values: [work.workspaceId, contactIds],
    });
    return rows.map(({ contact_id, currency, balance }) => ({
      contactId: contact_id,
      currency,
      balance: BigInt(balance),
    }));
  }

  /** Whether a transaction, live or in the trash, or a part of one names the contact. */
  async areThere(work: UnitOfWork, contactId: string): Promise<boolean> {
    const [found] = await work.query<{ named: boolean }>({
      text: `
        select exists (
            select from ledger_transactions t
            where t.workspace_id = $1 and t.contact_id = $2 and ${existing('t', '$3')})
          or exists (
            select from ledger_splits s
            join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
            where s.workspace_id = $1 and s.contact_id = $2 and ${existing('t', '$3')}) as named`,
      values: [work.workspaceId, contactId, this.clock.now()],
    });
    return found!.named;
  }
}

// What goes out to the contact adds to what the contact owes; what comes in from them takes from it. The sum is numeric:
// debts without an account are bound by no account's range.
const DEBT_BALANCES = `
  select contact_id, currency, sum(case when type in ('lent', 'repayment_made') then amount else -amount end) as balance
  from (
    select t.contact_id, t.currency, t.type, t.amount from ledger_transactions t
    where t.workspace_id = $1 and t.contact_id = any($2::uuid[]) and t.deleted_at is null
    union all
    select s.contact_id, t.currency, s.type, s.amount from ledger_splits s
    join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
    where s.workspace_id = $1 and s.contact_id = any($2::uuid[]) and t.deleted_at is null
  ) debt
  group by contact_id, currency
  having sum(case when type in ('lent', 'repayment_made') then amount else -amount end) <> 0
  order by contact_id, currency collate "C"`;
