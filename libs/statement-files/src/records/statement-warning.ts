/** What a reading of a statement leaves in doubt. Source: contract section 12, "Nothing in silence". */
export type StatementWarningCode =
  | 'COLUMN_GUESSED'
  | 'DIRECTION_UNKNOWN'
  | 'SIGN_UNLIKELY'
  | 'SCALE_UNLIKELY'
  | 'CURRENCY_UNKNOWN'
  | 'ENCODING_UNSURE'
  | 'ROWS_NOT_BOOKED'
  | 'STATE_UNKNOWN'
  | 'LINES_SKIPPED'
  | 'LINE_DOUBTFUL'
  | 'SEVERAL_ACCOUNTS'
  | 'OTHER_ACCOUNT'
  | 'BALANCE_BREAK'
  | 'CORRECTION_ELSEWHERE';

/** A doubt about a statement as a whole, and what the caller can set to settle it. */
export interface StatementWarning {
  readonly code: StatementWarningCode;
  /** One or two sentences for a person: what is in doubt, what was taken, what to set where it is wrong. */
  readonly detail: string;
}
