import type { Receiving, TransactionFields } from './transaction.js';

export function accountsMoved(...all: readonly TransactionFields[]): { accountIds: string[] } {
  const ids = all.flatMap(({ accountId, toAccountId }) => [accountId, toAccountId]).filter((id) => id !== null);
  return { accountIds: [...new Set(ids)] };
}

export function shownFields(transaction: {
  readonly fields: TransactionFields;
  readonly currency: string;
  readonly receiving?: Receiving | null;
  readonly tagIds: readonly string[];
}): TransactionFields {
  const { fields, currency, receiving, tagIds: tags } = transaction;
  return { ...fields, currency, tags, toAmount: receiving?.amount ?? fields.toAmount };
}
