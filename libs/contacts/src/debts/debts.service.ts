import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { Database, Money } from '@app/kernel';
import type { DebtHistoryRange, DebtRow } from './debt-history.query.js';
import { debtHistory } from './debt-history.query.js';
import type { DebtStatus, DebtType } from './settlement.js';
import { debtDelta, settlementOf } from './settlement.js';

export interface DebtBalance {
  readonly contactId: string;
  /** Positive if the contact owes the user. */
  readonly balance: Money;
}

export interface DebtEntry {
  readonly transactionId: string;
  /** Index of the split; null for a whole transaction. */
  readonly splitIndex: number | null;
  readonly date: Day;
  readonly description: string;
  readonly type: DebtType;
  readonly status: DebtStatus;
  /** Change in the amount that the contact owes. */
  readonly delta: Money;
  /** Amount that the contact owes in this currency after the entry. */
  readonly runningBalance: Money;
}

@Injectable()
export class Debts {
  constructor(private readonly database: Database) {}

  /** Returns the balances of contacts by currency, except zero balances. */
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
   * Returns entries with their balances and settlements, which depend on the whole history. Returns an empty list if
   * the contact does not exist.
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

// Money given to the contact increases the balance, and money received from the contact decreases it.
const DEBT_BALANCES = `
  select contact_id as "contactId", currency, balance::text from (
    select contact_id, currency, lent - repayment_received - borrowed + repayment_made as balance
    from contacts_debt_totals where workspace_id = $1 and contact_id = any($2::uuid[])) owed
  where balance <> 0 order by contact_id, currency collate "C"`;
