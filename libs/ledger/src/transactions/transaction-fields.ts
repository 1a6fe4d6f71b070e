import { parseAmount } from '@app/kernel/pure';
import { distinctTags } from '../tags/tag-name.js';
import { divided, sharesFrom } from './shares.js';
import type { CreateTransactionRequest, EditTransactionRequest, SplitRequest } from './transaction.request.js';
import type { Split, TransactionFields } from './transaction.js';
import type { TransactionType } from './transaction-type.js';

export function newFields(request: CreateTransactionRequest): TransactionFields {
  const amount = parseAmount(request.amount);
  return {
    type: request.type,
    accountId: request.accountId,
    date: request.date,
    description: request.description,
    amount,
    currency: request.currency ?? null,
    categoryId: request.categoryId ?? null,
    contactId: request.contactId ?? null,
    toAccountId: request.toAccountId ?? null,
    toAmount: request.toAmount == null ? null : parseAmount(request.toAmount),
    notes: request.notes ?? null,
    externalId: request.externalId ?? null,
    goalId: request.goalId ?? null,
    paidBy: request.paidBy ?? null,
    shares: divided(sharesFrom(request.shares ?? []), amount),
    splits: (request.splits ?? []).map((split) => splitFields(split, request.type)),
    tags: distinctTags(request.tags ?? []),
  };
}

export function editFields(request: EditTransactionRequest, type: TransactionType): Partial<TransactionFields> {
  const { amount, toAmount, splits, shares, tags, ...asSent } = request;
  const change: { -readonly [Name in keyof TransactionFields]?: TransactionFields[Name] } = {};
  for (const [name, value] of Object.entries(asSent)) {
    if (value !== undefined) Object.assign(change, { [name]: value });
  }
  if (amount !== undefined) change.amount = parseAmount(amount);
  if (toAmount !== undefined) change.toAmount = toAmount === null ? null : parseAmount(toAmount);
  if (splits !== undefined) change.splits = (splits ?? []).map((split) => splitFields(split, request.type ?? type));
  if (shares !== undefined) change.shares = sharesFrom(shares ?? []);
  if (tags !== undefined) change.tags = distinctTags(tags);
  return change;
}

function splitFields(split: SplitRequest, own: TransactionType): Split {
  return {
    amount: parseAmount(split.amount),
    type: split.type ?? own,
    categoryId: split.categoryId ?? null,
    contactId: split.contactId ?? null,
    notes: split.notes ?? null,
  };
}
