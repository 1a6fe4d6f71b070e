import { ApiSchema } from '@nestjs/swagger';
import type { DebtEntry } from '../debts/debts.service.js';
import type { DebtStatus, DebtType } from '../debts/settlement.js';

@ApiSchema({ description: 'A debt or repayment.' })
export class IouHistoryItemView {
  transactionId!: string;
  /** Index of the split, counted from 0; null for a transaction without splits. */
  splitIndex!: number | null;
  date!: string;
  description!: string;
  /** Type of debt or repayment. */
  type!: DebtType;
  /** Status of the debt. Repayments settle the oldest debts first; a repayment itself is always `applied`. */
  status!: DebtStatus;
  currency!: string;
  /** Change in the amount that the contact owes you. */
  delta!: string;
  /** Amount that the contact owes you in this currency after the item; negative if you owe the contact. */
  runningBalance!: string;
}

@ApiSchema({ description: 'A page of debts and repayments of a contact.' })
export class IouHistoryPageView {
  items!: IouHistoryItemView[];
  /** Cursor of the next page; null on the last page. */
  nextCursor!: string | null;
}

export function iouHistoryItemView(entry: DebtEntry): IouHistoryItemView {
  const { delta, runningBalance } = entry;
  return { ...entry, currency: delta.currency, delta: delta.toString(), runningBalance: runningBalance.toString() };
}
