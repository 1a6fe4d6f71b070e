import type { Day } from '@app/kernel/pure';
import type { MovementType } from '../cells/direction.js';
import type { Mapping } from '../records/mapping.js';
import type { AmountReading } from './row-amount.js';

/** What keeps a row from being imported. Source: contract section 12, error codes. */
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

/** What a person should look at before the row is imported. Source: contract section 12, warnings. */
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

/** A part of a movement. */
export interface RowPart {
  readonly amountMinor: bigint;
  readonly category: string | null;
  readonly notes: string | null;
}

/** One movement of a statement, as far as it could be read. */
export interface StatementRow {
  /** Its place among the rows, from 0. */
  readonly index: number;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** Its cells as they stand in the file. */
  readonly raw: readonly string[];
  readonly date: Day | null;
  readonly description: string | null;
  /** In minor units, never negative: `type` says which way the money went. */
  readonly amountMinor: bigint | null;
  readonly type: MovementType | null;
  /** The statement's own balance in this row, in minor units, with its sign. */
  readonly balanceMinor: bigint | null;
  readonly reference: string | null;
  readonly currency: string | null;
  readonly category: string | null;
  readonly notes: string | null;
  /** The parts that add up to the amount, two at least; null where the movement is entered whole. */
  readonly parts: readonly RowPart[] | null;
  readonly externalId: string | null;
  /** In how many installments a purchase is paid of which the row is a part; null where it is none. */
  readonly installmentMonths: number | null;
  readonly errors: readonly RowError[];
  readonly warnings: readonly RowWarning[];
  /** Whether the amount is zero; such a row also carries the warning AMOUNT_ZERO. */
  readonly zero: boolean;
}

/** How all rows of one statement are read. */
export interface RowReading extends AmountReading {
  readonly mapping: Mapping;
  readonly dayOf: (cell: string) => Day | null;
  /** True for a date that names no year, if nothing else in the file names it. */
  readonly lacksYear: (cell: string) => boolean;
  /** Whether a cell's date could be another one, and no row settles it. */
  readonly isAmbiguous: (cell: string) => boolean;
  readonly width: number;
  readonly usualLengths: ReadonlySet<number>;
  /** Further columns of words, for a row whose description is empty. */
  readonly texts: readonly number[];
  /** Further lines of descriptions, by the cells of their rows. */
  readonly continued: ReadonlyMap<readonly string[], string>;
  /** The cells of rows that are named like totals, which nothing proves. */
  readonly doubtful: ReadonlySet<readonly string[]>;
  /** Why the row is not booked, by the column that says so or the day that is missing; null if it is. */
  readonly notBooked: ((cells: readonly string[]) => string | null) | null;
}
