import { z } from 'zod';
import type { TransactionView } from '@app/ledger';
import type { Answer, Value } from '../answers/answer.js';
import { answer, day, decimal, id, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountOf, dayOf, idOf, texts } from './output.js';

/** What a change replaced, by the names of the arguments that would set it again. */
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

/** Fields that move others: what they were has to be told as a whole. */
const MOVING = ['type', 'accountId', 'splits', 'toAccountId'];

/** The values that a transaction had in the fields that are given, so that they can be set again. */
export function earlierValues(one: TransactionView, given: readonly string[]): Answer {
  const all = given.some((field) => MOVING.includes(field));
  const only = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => all || given.includes(field)));
  const { description, notes, tags, externalId } = one;
  return answer(
    { id: id(one.id), ...only(facts(one)) },
    untrusted(only<string | readonly string[] | null>({ description, notes, tags, externalId })),
  );
}

function facts(one: TransactionView): Record<string, Value> {
  return {
    accountId: id(one.accountId),
    type: word(one.type),
    date: day(one.date),
    amount: decimal(one.amount),
    categoryId: id(one.category?.id ?? null),
    toAccountId: id(one.transfer?.accountId ?? null),
    toAmount: decimal(one.transfer?.amount ?? null),
    splits: one.splits.map((split) =>
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
