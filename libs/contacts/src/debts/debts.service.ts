import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { Database, Money } from '@app/kernel';
import type { DebtHistoryRange, DebtRow } from './debt-history.query.js';
import { debtHistory } from './debt-history.query.js';
import type { DebtStatus, DebtType } from './settlement.js';
import { debtDelta, settlementOf } from './settlement.js';

/** What a contact owes the owner in one currency; negative where the owner owes the contact. */
export interface DebtBalance {
  readonly contactId: string;
  readonly balance: Money;
}

/** One step of what is owed between the owner and a contact: a transaction, or a part of one. */
export interface DebtEntry {
  readonly transactionId: string;
  /** Which part of the transaction it is, counted from 0; null for the transaction as a whole. */
  readonly splitIndex: number | null;
  readonly date: Day;
  readonly description: string;
  readonly type: DebtType;
  readonly status: DebtStatus;
  /** By how much what the contact owes changes. */
  readonly delta: Money;
  /** What the contact owes in the currency after it, counted from the beginning of the history. */
  readonly runningBalance: Money;
}

/** What is owed between the owner and contacts: the debts among the transactions and their parts. */
@Injectable()
export class Debts {
  constructor(private readonly database: Database) {}

  /**
   * What is owed between the owner and each of the contacts, by contact and currency; settled currencies are left out.
   * Source: contract section 10, `balances`.
   */
  async balances(work: UnitOfWork, contactIds: readonly string[]): Promise<DebtBalance[]> {
    if (contactIds.length === 0) return [];
    const rows = await work.query<{ contactId: string; currency: string; balance: string }>({
      name: 'contacts.debt-balances',
      text: DEBT_BALANCES,
      values: [work.workspaceId, contactIds],
    });
    return rows.map(({ contactId, currency, balance }) => ({
      contactId,
      balance: Money.ofMinor(BigInt(balance), currency),
    }));
  }

  /**
   * Entries of a contact's history in the order asked for, each with the balance and the settlement that the whole history
   * gives it. Nothing for a contact that is not there. Source: contract section 10, iou-history.
   */
  async history(workspaceId: string, range: DebtHistoryRange): Promise<DebtEntry[]> {
    return (await this.database.read<DebtRow>(workspaceId, debtHistory(workspaceId, range))).map(debtEntry);
  }
}

function debtEntry(row: DebtRow): DebtEntry {
  const { type, currency, date, description } = row;
  const amount = BigInt(row.amount);
  return {
    transactionId: row.transaction_id,
    splitIndex: row.ordinal < 0 ? null : row.ordinal,
    date,
    description,
    type,
    status: settlementOf({ type, amount, cumulated: BigInt(row.cumulated), repaid: BigInt(row.repaid) }),
    delta: Money.ofMinor(debtDelta(type, amount), currency),
    runningBalance: Money.ofMinor(BigInt(row.running), currency),
  };
}

// What goes out to the contact adds to what the contact owes; what comes in from them takes from it.
const DEBT_BALANCES = `
  select contact_id as "contactId", currency, balance::text from (
    select contact_id, currency, lent - repayment_received - borrowed + repayment_made as balance
    from contacts_debt_totals where workspace_id = $1 and contact_id = any($2::uuid[])) owed
  where balance <> 0 order by contact_id, currency collate "C"`;
