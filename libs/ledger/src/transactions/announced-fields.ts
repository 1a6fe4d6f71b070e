import type { Receiving, TransactionFields } from './transaction.js';

/** What an event of transactions with these fields tells: the accounts that they move, each once. */
export function accountsMoved(...all: readonly TransactionFields[]): { accountIds: string[] } {
  const ids = all.flatMap(({ accountId, toAccountId }) => [accountId, toAccountId]).filter((id) => id !== null);
  return { accountIds: [...new Set(ids)] };
}

/** The fields of a transaction with what its accounts say of it, for a comparison of before and after. */
export function shownFields(transaction: {
  readonly fields: TransactionFields;
  readonly currency: string;
  readonly receiving?: Receiving | null;
  readonly tagIds: readonly string[];
}): TransactionFields {
  const { fields, currency, receiving, tagIds: tags } = transaction;
  return { ...fields, currency, tags, toAmount: receiving?.amount ?? fields.toAmount };
}
