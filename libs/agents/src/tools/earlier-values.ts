import { z } from 'zod';
import type { TransactionView } from '@app/ledger';
import type { Answer, Value } from '../answers/answer.js';
import { answer, day, decimal, id, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountOf, dayOf, idOf, texts } from './output.js';

/** Values before the change, named like the arguments that restore them. */
export const earlierOutput = z.object({
  id: idOf('the transaction'),
  accountId: z.string().nullable().optional(),
  type: z.string().optional(),
  date: dayOf().optional(),
  amount: amountOf().optional(),
  categoryId: z.string().nullable().optional(),
  toAccountId: z.string().nullable().optional(),
  toAmount: amountOf().nullable().optional(),
  splits: z
    .array(
      z.object({
        amount: z.string(),
        type: z.string(),
        categoryId: z.string().nullable(),
        contactId: z.string().nullable(),
        untrusted: texts('notes'),
      }),
    )
    .optional(),
  untrusted: texts('description, notes, tags, externalId'),
});

/** Fields whose change also affects other fields. If one of them changes, the tool returns all earlier values. */
const MOVING = ['type', 'accountId', 'splits', 'toAccountId'];

export function earlierValues(transaction: TransactionView, changedFields: readonly string[]): Answer {
  const all = changedFields.some((field) => MOVING.includes(field));
  const only = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => all || changedFields.includes(field)));
  const { description, notes, tags, externalId } = transaction;
  return answer(
    { id: id(transaction.id), ...only(facts(transaction)) },
    untrusted(only<string | readonly string[] | null>({ description, notes, tags, externalId })),
  );
}

function facts(transaction: TransactionView): Record<string, Value> {
  return {
    accountId: id(transaction.accountId),
    type: word(transaction.type),
    date: day(transaction.date),
    amount: decimal(transaction.amount),
    categoryId: id(transaction.category?.id ?? null),
    toAccountId: id(transaction.transfer?.accountId ?? null),
    toAmount: decimal(transaction.transfer?.amount ?? null),
    splits: transaction.splits.map((split) =>
      answer(
        {
          amount: decimal(split.amount),
          type: word(split.type),
          categoryId: id(split.category?.id ?? null),
          contactId: id(split.contactId),
        },
        untrusted({ notes: split.notes }),
      ),
    ),
  };
}
