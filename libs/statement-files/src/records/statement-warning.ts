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
  | 'CORRECTION_ELSEWHERE'
  | 'ACCOUNT_UNLIKELY';

export interface StatementWarning {
  readonly code: StatementWarningCode;
  /** One or two sentences: the doubt, the assumption, and the option that changes it. */
  readonly detail: string;
}
