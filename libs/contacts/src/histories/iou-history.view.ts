import { ApiSchema } from '@nestjs/swagger';
import type { DebtEntry } from '../debts/debts.service.js';
import type { DebtStatus, DebtType } from '../debts/settlement.js';

@ApiSchema({ description: 'A debt or a repayment.' })
export class IouHistoryItemView {
  transactionId!: string;
  /** Which part of the transaction it is, counted from 0; null where the transaction as a whole is the debt. */
  splitIndex!: number | null;
  date!: string;
  description!: string;
  type!: DebtType;
  /** How far a debt is paid back: repayments settle the oldest first. A repayment is `applied`. */
  status!: DebtStatus;
  currency!: string;
  /** Positive: the contact owes you more than before. */
  delta!: string;
  /** What the contact owes you in the currency after it; negative where you owe the contact. */
  runningBalance!: string;
}

@ApiSchema({ description: 'A page of the debts and repayments of a contact.' })
export class IouHistoryPageView {
  items!: IouHistoryItemView[];
  /** Where the next page begins; null on the last one. */
  nextCursor!: string | null;
}

export function iouHistoryItemView(entry: DebtEntry): IouHistoryItemView {
  const { delta, runningBalance } = entry;
  return { ...entry, currency: delta.currency, delta: delta.toString(), runningBalance: runningBalance.toString() };
}
