import { z } from 'zod';
import type { ImportRowView, ImportView } from '@app/importing';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, currency, day, decimal, id, instant, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountOf, dayOf, idOf, instantOf, texts } from './output.js';

/** How many doubts, columns and new categories of an import are told. */
const MAX_SHOWN = 20;

const statsOutput = z.object({
  total: z.number().int(),
  ready: z.number().int().describe('What a commit would enter, or has entered.'),
  errors: z.number().int(),
  duplicates: z.number().int().describe('Already in the account; left out.'),
  excluded: z.number().int(),
});

/** An import as tools answer it. */
export const importOutput = {
  id: idOf('the import'),
  accountId: idOf('its account'),
  status: z.string().describe('draft, committed or undone.'),
  currency: z.string().describe('Of the account.'),
  format: z.string(),
  stats: statsOutput,
  warnings: z
    .array(z.object({ code: z.string(), untrusted: texts('what is in doubt, in a sentence') }))
    .describe('Doubts about how the file was read. Tell the person before a commit.'),
  columns: z
    .array(z.object({ index: z.number().int(), field: z.string().nullable(), untrusted: texts('header, samples') }))
    .describe('What each column was taken for; correct it with the mapping of import_statement.'),
  reconciliation: z
    .object({
      currency: z.string(),
      closingBalance: amountOf('Of the statement.').nullable(),
      accountBalanceAfter: amountOf('Of the account, once it is committed.').nullable(),
      difference: amountOf('closingBalance less accountBalanceAfter; 0.00 where they agree.').nullable(),
    })
    .nullable(),
  balanceBefore: amountOf('Of the account, before the commit or undo.').nullable(),
  balanceAfter: amountOf().nullable(),
  transactionsCreated: z.number().int().nullable(),
  transactionsRemoved: z.number().int().nullable(),
  createdAt: instantOf(),
  committedAt: instantOf().nullable(),
  undoneAt: instantOf().nullable(),
  untrusted: texts('filename, and the categories that a commit would make'),
};

/** A row of an import as tools answer it. */
export const importRowOutput = z.object({
  index: z.number().int().describe('Which row it is, for corrections.'),
  date: dayOf().nullable(),
  amount: amountOf('Positive.').nullable(),
  currency: z.string(),
  type: z.string().nullable().describe('expense or income.'),
  status: z.string().describe('ready, error, duplicate or excluded.'),
  categoryId: idOf('the category').nullable(),
  categorySource: z.string().nullable().describe('file, rule, history or person.'),
  duplicateOf: idOf('the transaction that it repeats').nullable(),
  errors: z.array(z.object({ field: z.string(), code: z.string() })),
  warnings: z.array(z.string()),
  edited: z.boolean(),
  untrusted: texts('description, category of the file, counterparty'),
});

export function importAnswer(one: Omit<ImportView, 'rows'>, own: Fact): Answer {
  return answer(
    {
      id: id(one.id),
      accountId: id(one.accountId),
      status: word(one.status),
      currency: own,
      format: word(one.detected.format),
      stats: answer({ ...one.stats }),
      warnings: one.warnings
        .slice(0, MAX_SHOWN)
        .map(({ code, detail }) => answer({ code: word(code) }, untrusted({ detail }))),
      columns: one.columns
        .slice(0, MAX_SHOWN)
        .map(({ index, field, header, samples }) =>
          answer({ index, field: word(field) }, untrusted({ header, samples: samples.slice(0, 2) })),
        ),
      reconciliation:
        one.reconciliation &&
        answer({
          currency: own,
          closingBalance: decimal(one.reconciliation.closingBalance),
          accountBalanceAfter: decimal(one.reconciliation.accountBalanceAfter),
          difference: decimal(one.reconciliation.difference),
        }),
      balanceBefore: decimal(one.balanceBefore),
      balanceAfter: decimal(one.balanceAfter),
      transactionsCreated: one.transactionsCreated,
      transactionsRemoved: one.transactionsRemoved,
      createdAt: instant(one.createdAt),
      committedAt: instant(one.committedAt),
      undoneAt: instant(one.undoneAt),
    },
    untrusted({ filename: one.filename, newCategories: one.newCategories.slice(0, MAX_SHOWN).map(({ name }) => name) }),
  );
}

export function importRowAnswer(row: ImportRowView, own: Fact): Answer {
  return answer(
    {
      index: row.index,
      date: day(row.date),
      amount: decimal(row.amount),
      currency: own,
      type: row.type && word(row.type),
      status: word(row.status),
      categoryId: id(row.categoryId),
      categorySource: row.categorySource && word(row.categorySource),
      duplicateOf: id(row.duplicateOf),
      errors: row.errors.map(({ field, code }) => answer({ field: word(field), code: word(code) })),
      warnings: row.warnings.map(({ code }) => word(code)),
      edited: row.edited,
    },
    untrusted({
      description: row.description,
      category: row.category,
      counterparty: row.details?.counterparty,
      errors: row.errors.map(({ detail }) => detail),
    }),
  );
}

/** The currency of an import's account, as a fact. */
export const ownCurrency = (code: string): Fact => currency(code);
