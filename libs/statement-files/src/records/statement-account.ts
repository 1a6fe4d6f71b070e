/** The account that a statement is read for, where its nature settles what a column means. */
export interface StatementAccount {
  readonly accountCurrency: string;
  readonly accountKind: 'asset' | 'liability';
  /** The account's type, such as credit_card, where more than its kind is known. */
  readonly accountType?: string;
  readonly accountName?: string;
}
