import { z } from 'zod';
import type { TransactionView } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, instant, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import type { Names } from './names.service.js';
import { amountOf, dayOf, idOf, instantOf, texts } from './output.js';

/** A transaction as tools answer it. */
export const transactionOutput = {
  id: idOf('the transaction'),
  date: dayOf(),
  type: z
    .string()
    .describe('expense, income, transfer, adjustment, lent, borrowed, repayment_received or repayment_made.'),
  status: z.string().describe('live, or trashed.'),
  amount: amountOf('Positive; of an adjustment it may be negative.'),
  currency: z.string(),
  accountId: idOf('the account').nullable(),
  categoryId: idOf('the category').nullable(),
  contactId: idOf('the contact').nullable(),
  transfer: z
    .object({
      accountId: idOf('the receiving account'),
      amount: amountOf('What arrived.'),
      currency: z.string(),
      untrusted: texts(),
    })
    .nullable(),
  parts: z.number().int().describe('How many splits it has; 0 where it is not split. get_transaction has them.'),
  untrusted: texts('description, and the names of account, category and contact'),
};

/** What a full answer has beside it. */
export const fullTransactionOutput = {
  signedAmount: amountOf('The effect on the owner’s position in the account.').optional(),
  baseAmount: amountOf('In the base currency at the rate of its date; null without a rate.').nullable().optional(),
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
  importId: idOf('the import that made it').nullable().optional(),
  scheduleId: idOf('the schedule that expected it').nullable().optional(),
  createdAt: instantOf().optional(),
  updatedAt: instantOf().optional(),
  deletedAt: instantOf().nullable().optional(),
  purgeAt: instantOf('When it leaves the trash for good.').nullable().optional(),
};

/** The ids of the contacts that a transaction names. */
export function contactIdsOf({ contactId, splits }: TransactionView): (string | null)[] {
  return [contactId, ...splits.map((split) => split.contactId)];
}

/**
 * A transaction as a text that differs as soon as something differs that a person confirmed: not its times and base amounts.
 * @param names the names that the preview shows
 * @param isNew true if its id is not kept: each run of the same creation gives another
 */
export function stateOf(one: TransactionView, names: Names, isNew = false): string {
  const { id: own, createdAt: _, updatedAt: __, deletedAt: ___, purgeAt: ____, ...fields } = one;
  const shown = [
    names.account(one.accountId),
    names.account(one.transfer?.accountId ?? null),
    ...contactIdsOf(one).map((contactId) => names.contact(contactId)),
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

/** A transaction with the names of what it refers to. */
export function transactionAnswer(one: TransactionView, names: Names, detail: 'concise' | 'full'): Answer {
  const { transfer } = one;
  return answer(
    {
      id: id(one.id),
      date: day(one.date),
      type: word(one.type),
      status: word(one.status),
      amount: decimal(one.amount),
      currency: currency(one.currency),
      accountId: id(one.accountId),
      categoryId: id(one.category?.id ?? null),
      contactId: id(one.contactId),
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
      parts: one.splits.length,
      ...(detail === 'full' && fullFacts(one, names)),
    },
    untrusted({
      description: one.description,
      account: names.account(one.accountId),
      category: one.category?.name,
      contact: names.contact(one.contactId),
      ...(one.tags.length > 0 || detail === 'full' ? { tags: one.tags } : {}),
      ...(detail === 'full' && { notes: one.notes, externalId: one.externalId }),
    }),
  );
}

function fullFacts(one: TransactionView, names: Names) {
  return {
    signedAmount: decimal(one.signedAmount),
    baseAmount: decimal(one.baseAmount),
    splits: one.splits.map((split) =>
      answer(
        {
          amount: decimal(split.amount),
          currency: currency(one.currency),
          type: word(split.type),
          categoryId: id(split.category?.id ?? null),
          contactId: id(split.contactId),
        },
        untrusted({ category: split.category?.name, contact: names.contact(split.contactId), notes: split.notes }),
      ),
    ),
    importId: id(one.importId),
    scheduleId: id(one.scheduleId),
    createdAt: instant(one.createdAt),
    updatedAt: instant(one.updatedAt),
    deletedAt: instant(one.deletedAt),
    purgeAt: instant(one.purgeAt),
  };
}
