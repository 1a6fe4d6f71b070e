import type { Day } from '@app/kernel/pure';
import type { MovementType } from '../cells/direction.js';
import type { Mapping } from '../records/mapping.js';
import type { AmountReading } from './row-amount.js';

export type RowErrorCode =
  | 'DATE_MISSING'
  | 'DATE_INVALID'
  | 'AMOUNT_MISSING'
  | 'AMOUNT_INVALID'
  | 'AMOUNT_BOTH_SIDES'
  | 'DESCRIPTION_MISSING'
  | 'DESCRIPTION_TOO_LONG'
  | 'CURRENCY_MISMATCH';

export interface RowError {
  readonly field: 'date' | 'amount' | 'description' | 'currency';
  readonly code: RowErrorCode;
  readonly detail: string;
}

export interface RowWarning {
  readonly code:
    | 'DATE_AMBIGUOUS'
    | 'BALANCE_BREAK'
    | 'AMOUNT_ZERO'
    | 'NOT_BOOKED'
    | 'FEE_TAKEN_OFF'
    | 'INSTALLMENT_PART'
    | 'LINE_DOUBTFUL'
    | 'TRANSFER_PART'
    | 'PARTS_MIXED'
    | 'CATEGORY_TOO_LONG'
    | 'EXTERNAL_ID_TOO_LONG'
    | 'DESCRIPTION_CUT'
    | 'NOTES_CUT';
  readonly detail: string;
}

export interface RowPart {
  readonly amountMinor: bigint;
  readonly category: string | null;
  readonly notes: string | null;
}

export interface StatementRow {
  readonly index: number;
  readonly line: number;
  /** Page of a PDF, counted from 1; null for other formats. */
  readonly page: number | null;
  readonly raw: readonly string[];
  readonly date: Day | null;
  readonly description: string | null;
  /** Amount without a sign, in minor units; null if the row has no valid amount. `type` is the direction. */
  readonly amountMinor: bigint | null;
  readonly type: MovementType | null;
  /** Signed balance in the row, in minor units; null if the row has no valid balance. */
  readonly balanceMinor: bigint | null;
  readonly reference: string | null;
  readonly currency: string | null;
  readonly category: string | null;
  readonly notes: string | null;
  /** At least two splits that add up to the amount; null for a row that is not split. */
  readonly parts: readonly RowPart[] | null;
  readonly externalId: string | null;
  /** Number of installments if the row is one of them; otherwise null. */
  readonly installmentMonths: number | null;
  readonly errors: readonly RowError[];
  readonly warnings: readonly RowWarning[];
  /** True if the amount is zero. The row then has the AMOUNT_ZERO warning. */
  readonly zero: boolean;
}

export interface RowReading extends AmountReading {
  readonly mapping: Mapping;
  readonly dayOf: (cell: string) => Day | null;
  /** True for a date that has no year and for which no year is known. */
  readonly lacksYear: (cell: string) => boolean;
  /** True for a date whose day and month could be swapped, if no row shows their order. */
  readonly isAmbiguous: (cell: string) => boolean;
  readonly width: number;
  readonly usualLengths: ReadonlySet<number>;
  readonly texts: readonly number[];
  readonly continued: ReadonlyMap<readonly string[], string>;
  readonly doubtful: ReadonlySet<readonly string[]>;
  /**
   * Returns the reason why a row is not booked, or null for a booked row. This property itself is null if the file has
   * no booking states.
   */
  readonly notBooked: ((cells: readonly string[]) => string | null) | null;
}
