import { z } from 'zod';
import type { TransactionView } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, instant, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import type { Names } from './names.service.js';
import { amountOf, dayOf, idOf, instantOf, texts } from './output.js';

export const transactionOutput = {
  id: idOf('the transaction'),
  date: dayOf(),
  type: z
    .string()
    .describe('expense, income, transfer, adjustment, lent, borrowed, repayment_received or repayment_made.'),
  status: z.string().describe('live or trashed.'),
  amount: amountOf('Positive amount; may be negative for an adjustment.'),
  currency: z.string(),
  accountId: idOf('the account').nullable(),
  categoryId: idOf('the category').nullable(),
  contactId: idOf('the contact').nullable(),
  transfer: z
    .object({
      accountId: idOf('the receiving account'),
      amount: amountOf('Amount received.'),
      currency: z.string(),
      untrusted: texts(),
    })
    .nullable(),
  parts: z
    .number()
    .int()
    .describe('Number of splits; 0 if the transaction is not split. get_transaction returns them.'),
  untrusted: texts('description, and names of account, category and contact'),
};

export const fullTransactionOutput = {
  signedAmount: amountOf(
    'Effect on the account: positive if it increases an asset or decreases a liability; 0.00 without an account.',
  ).optional(),
  baseAmount: amountOf(
    'Amount converted into the base currency at the exchange rate of its date; null if no rate is known or the result exceeds 15 integer digits.',
  )
    .nullable()
    .optional(),
  splits: z
    .array(
      z.object({
        amount: amountOf(),
        currency: z.string(),
        type: z.string(),
        categoryId: idOf('the category').nullable(),
        contactId: idOf('the contact').nullable(),
        untrusted: texts(),
      }),
    )
    .optional(),
  paidBy: idOf('the member who paid the expense').nullable().optional(),
  shares: z
    .array(
      z.object({
        memberId: idOf('the member'),
        amount: amountOf('Part of the expense that the member bears.'),
        weight: z.number().int().nullable().describe('Null if the share was set as an amount.'),
      }),
    )
    .optional(),
  importId: idOf('the import that created the transaction').nullable().optional(),
  scheduleId: idOf('the matched schedule').nullable().optional(),
  invoiceIds: z.array(idOf('an invoice that the transaction pays')).optional(),
  createdAt: instantOf().optional(),
  updatedAt: instantOf().optional(),
  deletedAt: instantOf().nullable().optional(),
  purgeAt: instantOf('Time of its permanent deletion from the trash,').nullable().optional(),
};

export function contactIdsOf({ contactId, splits }: TransactionView): (string | null)[] {
  return [contactId, ...splits.map((split) => split.contactId)];
}

/**
 * Serializes a transaction without times and base amounts. If the result differs from the preview, the user has not
 * confirmed the change.
 * @param isNew true to omit the ID, which is different each time the creation runs
 */
export function stateOf(transaction: TransactionView, names: Names, isNew = false): string {
  const { id: own, createdAt: _, updatedAt: __, deletedAt: ___, purgeAt: ____, ...fields } = transaction;
  const shown = [
    names.account(transaction.accountId),
    names.account(transaction.transfer?.accountId ?? null),
    ...contactIdsOf(transaction).map((contactId) => names.contact(contactId)),
  ];
  const state = { ...fields, shown, id: isNew ? null : own };
  const skipped = ['baseAmount', 'baseRate'];
  return JSON.stringify(state, (name, value: unknown) => {
    if (skipped.includes(name)) return undefined;
    if (name !== 'category' || value === null) return value;
    const { id: categoryId, name: categoryName } = value as NonNullable<TransactionView['category']>;
    return [categoryId, categoryName];
  });
}

export function transactionAnswer(transaction: TransactionView, names: Names, detail: 'concise' | 'full'): Answer {
  const { transfer } = transaction;
  return answer(
    {
      id: id(transaction.id),
      date: day(transaction.date),
      type: word(transaction.type),
      status: word(transaction.status),
      amount: decimal(transaction.amount),
      currency: currency(transaction.currency),
      accountId: id(transaction.accountId),
      categoryId: id(transaction.category?.id ?? null),
      contactId: id(transaction.contactId),
      transfer:
        transfer &&
        answer(
          {
            accountId: id(transfer.accountId),
            amount: decimal(transfer.amount),
            currency: currency(transfer.currency),
          },
          untrusted({ account: names.account(transfer.accountId) }),
        ),
      parts: transaction.splits.length,
      ...(detail === 'full' && fullFacts(transaction, names)),
    },
    untrusted({
      description: transaction.description,
      account: names.account(transaction.accountId),
      category: transaction.category?.name,
      contact: names.contact(transaction.contactId),
      ...(transaction.tags.length > 0 || detail === 'full' ? { tags: transaction.tags } : {}),
      ...(detail === 'full' && { notes: transaction.notes, externalId: transaction.externalId }),
    }),
  );
}

function fullFacts(transaction: TransactionView, names: Names) {
  return {
    signedAmount: decimal(transaction.signedAmount),
    baseAmount: decimal(transaction.baseAmount),
    splits: transaction.splits.map((split) =>
      answer(
        {
          amount: decimal(split.amount),
          currency: currency(transaction.currency),
          type: word(split.type),
          categoryId: id(split.category?.id ?? null),
          contactId: id(split.contactId),
        },
        untrusted({ category: split.category?.name, contact: names.contact(split.contactId), notes: split.notes }),
      ),
    ),
    paidBy: id(transaction.paidBy),
    shares: transaction.shares.map(({ memberId, amount, weight }) =>
      answer({ memberId: id(memberId), amount: decimal(amount), weight }),
    ),
    importId: id(transaction.importId),
    scheduleId: id(transaction.scheduleId),
    invoiceIds: transaction.invoiceIds.map((invoiceId) => id(invoiceId)),
    createdAt: instant(transaction.createdAt),
    updatedAt: instant(transaction.updatedAt),
    deletedAt: instant(transaction.deletedAt),
    purgeAt: instant(transaction.purgeAt),
  };
}
