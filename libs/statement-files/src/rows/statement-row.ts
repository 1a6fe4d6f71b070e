import type { Day } from '@app/kernel/pure';
import type { MovementType } from '../cells/direction.js';
import type { Mapping } from '../records/mapping.js';
import type { AmountReading } from './row-amount.js';

/** Errors that prevent the import of a row. */
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

/** Warnings to check before the import of a row. */
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

/** A movement of a statement, as far as it was readable. */
export interface StatementRow {
  /** Index among the rows, from 0. */
  readonly index: number;
  /** First line in the file, from 1. */
  readonly line: number;
  /** Cells as written in the file. */
  readonly raw: readonly string[];
  readonly date: Day | null;
  readonly description: string | null;
  /** In minor units, never negative; `type` gives the direction. */
  readonly amountMinor: bigint | null;
  readonly type: MovementType | null;
  /** Balance that the statement shows in this row, signed, in minor units. */
  readonly balanceMinor: bigint | null;
  readonly reference: string | null;
  readonly currency: string | null;
  readonly category: string | null;
  readonly notes: string | null;
  /** At least two parts that add up to the amount; null if the movement is not split. */
  readonly parts: readonly RowPart[] | null;
  readonly externalId: string | null;
  /** Number of installments if the row is one payment of them; else null. */
  readonly installmentMonths: number | null;
  readonly errors: readonly RowError[];
  readonly warnings: readonly RowWarning[];
  /** True for an amount of zero, which also has the warning AMOUNT_ZERO. */
  readonly zero: boolean;
}

/** Options for reading all rows of a statement. */
export interface RowReading extends AmountReading {
  readonly mapping: Mapping;
  readonly dayOf: (cell: string) => Day | null;
  /** True for a date without a year that the file does not name elsewhere. */
  readonly lacksYear: (cell: string) => boolean;
  /** True if day and month of the date could be swapped and no row decides. */
  readonly isAmbiguous: (cell: string) => boolean;
  readonly width: number;
  readonly usualLengths: ReadonlySet<number>;
  /** Further text columns, for rows without a description. */
  readonly texts: readonly number[];
  /** Continuation lines of descriptions, by the cells of their rows. */
  readonly continued: ReadonlyMap<readonly string[], string>;
  /** Cells of rows that look like totals, without proof. */
  readonly doubtful: ReadonlySet<readonly string[]>;
  /** Returns why a row is not booked, by its state or its missing date; null if it is booked. */
  readonly notBooked: ((cells: readonly string[]) => string | null) | null;
}
