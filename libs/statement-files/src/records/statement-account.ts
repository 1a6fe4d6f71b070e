/** Account for which the file is read. Its kind decides the meaning of some columns. */
export interface StatementAccount {
  readonly accountCurrency: string;
  readonly accountKind: 'asset' | 'liability';
  readonly accountType?: string;
  readonly accountName?: string;
  readonly accountBank?: string | null;
}
