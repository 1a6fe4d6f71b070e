import { ApiSchema } from '@nestjs/swagger';
import type { DebtEntry } from '../debts/debts.service.js';
import type { DebtStatus, DebtType } from '../debts/settlement.js';

@ApiSchema({ description: 'A debt or a repayment.' })
export class IouHistoryItemView {
  transactionId!: string;
  /** Index of the split, starting at 0; null for a whole transaction. */
  splitIndex!: number | null;
  date!: string;
  description!: string;
  /** Type of debt or repayment. */
  type!: DebtType;
  /** Settlement of the debt. Repayments settle the oldest debts first and are `applied`. */
  status!: DebtStatus;
  currency!: string;
  /** Change of the amount that the contact owes you. */
  delta!: string;
  /** Amount that the contact owes you in the currency after this item; negative if you owe the contact. */
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
