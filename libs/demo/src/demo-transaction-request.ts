import { formatAmount } from '@app/kernel/pure';
import type { Transactions } from '@app/ledger';
import { tagsOf } from './demo-tags.js';
import type { DemoSplit, DemoTransaction } from './demo-transaction.js';

/** What the demo's keys and names stand for in the workspace. */
export interface DemoIds {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly contacts: ReadonlyMap<string, string>;
}

type CreateTransactionRequest = Parameters<Transactions['create']>[1];

/**
 * The request that enters a transaction of the demo.
 * @throws Error when it names an account, a category or a contact that is not there.
 */
export function transactionRequest(transaction: DemoTransaction, ids: DemoIds): CreateTransactionRequest {
  const { account, category, contact, to, amount, toAmount, splits, trashed: _, months: __, ...asGiven } = transaction;
  return {
    ...asGiven,
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

function splitRequest({ amount, category, contact, ...asGiven }: DemoSplit, ids: DemoIds) {
  return {
    ...asGiven,
    amount: formatAmount(amount),
    ...(category !== undefined && { categoryId: idOf(ids.categories, category) }),
    ...(contact !== undefined && { contactId: idOf(ids.contacts, contact) }),
  };
}

/** @throws Error where there is nothing of this name */
export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo names ${name}, which is not there`);
  return id;
}
