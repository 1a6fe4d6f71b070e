import { formatAmount } from '@app/kernel/pure';
import type { Transactions } from '@app/ledger';
import { tagsOf } from './demo-tags.js';
import type { DemoSplit, DemoTransaction } from './demo-transaction.js';

export interface DemoIds {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly contacts: ReadonlyMap<string, string>;
}

type CreateTransactionRequest = Parameters<Transactions['create']>[1];

/** @throws Error if an account, category or contact does not exist */
export function transactionRequest(transaction: DemoTransaction, ids: DemoIds): CreateTransactionRequest {
  const { account, category, contact, to, amount, toAmount, splits, trashed: _, months: __, ...fields } = transaction;
  return {
    ...fields,
    tags: tagsOf(transaction),
    amount: formatAmount(amount),
    accountId: account === null ? null : idOf(ids.accounts, account),
    ...(account === null && { currency: 'MXN' }),
    ...(category !== undefined && { categoryId: idOf(ids.categories, category) }),
    ...(contact !== undefined && { contactId: idOf(ids.contacts, contact) }),
    ...(to !== undefined && { toAccountId: idOf(ids.accounts, to) }),
    ...(toAmount !== undefined && { toAmount: formatAmount(toAmount) }),
    ...(splits !== undefined && { splits: splits.map((split) => splitRequest(split, ids)) }),
  };
}

function splitRequest({ amount, category, contact, ...fields }: DemoSplit, ids: DemoIds) {
  return {
    ...fields,
    amount: formatAmount(amount),
    ...(category !== undefined && { categoryId: idOf(ids.categories, category) }),
    ...(contact !== undefined && { contactId: idOf(ids.contacts, contact) }),
  };
}

/** @throws Error if the name is unknown */
export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo refers to ${name}, which does not exist`);
  return id;
}
