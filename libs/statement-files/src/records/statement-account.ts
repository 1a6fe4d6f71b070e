/** Account that a statement is imported into; its kind decides the meaning of some columns. */
export interface StatementAccount {
  readonly accountCurrency: string;
  readonly accountKind: 'asset' | 'liability';
  /** Account type such as credit_card, if known. */
  readonly accountType?: string;
  readonly accountName?: string;
}
