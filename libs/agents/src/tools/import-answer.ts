import { z } from 'zod';
import type { ImportRowView, ImportView } from '@app/importing';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, currency, day, decimal, id, instant, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountOf, dayOf, idOf, instantOf, texts } from './output.js';

/** Maximum warnings, columns and new categories in a tool result. */
const MAX_SHOWN = 20;

const statsOutput = z.object({
  total: z.number().int(),
  ready: z.number().int().describe('Rows that a commit creates or has created.'),
  errors: z.number().int(),
  duplicates: z
    .number()
    .int()
    .describe('Number of rows that duplicate a transaction of the account. A commit skips them.'),
  excluded: z.number().int(),
});

export const importOutput = {
  id: idOf('the import'),
  accountId: idOf('the account'),
  status: z.string().describe('draft, committed or undone.'),
  currency: z.string().describe('Currency of the account.'),
  format: z.string(),
  stats: statsOutput,
  warnings: z
    .array(z.object({ code: z.string(), untrusted: texts('description of the warning') }))
    .describe('Possible misreadings of the file. Show them to the user before a commit.'),
  columns: z
    .array(z.object({ index: z.number().int(), field: z.string().nullable(), untrusted: texts('header, samples') }))
    .describe('Detected meaning of each column. Correct it with the mapping of import_statement.'),
  reconciliation: z
    .object({
      currency: z.string(),
      closingBalance: amountOf('Closing balance of the statement.').nullable(),
      accountBalanceAfter: amountOf('Balance of the account after the commit.').nullable(),
      difference: amountOf('closingBalance minus accountBalanceAfter; 0.00 if they agree.').nullable(),
    })
    .nullable(),
  proof: z
    .object({
      status: z.string().describe('proven, partial or unproven. An unproven import needs acceptUnproven.'),
      ...{ openingBalance: amountOf().nullable(), closingBalance: amountOf().nullable() },
      difference: amountOf('closingBalance minus the balance that the rows lead to.').nullable(),
      failing: z.array(
        z.object({ page: z.number().int(), line: z.number().int(), untrusted: texts('description of the failure') }),
      ),
    })
    .nullable()
    .describe('Comparison of the rows of a PDF with its printed totals and balances; null for other formats.'),
  cardStatement: z
    .object({
      ...{ cutOff: dayOf().nullable(), dueDate: dayOf().nullable() },
      ...{ paymentToAvoidInterest: amountOf().nullable(), minimumPayment: amountOf().nullable() },
    })
    .nullable(),
  balanceBefore: amountOf('Balance of the account before the commit or undo.').nullable(),
  balanceAfter: amountOf().nullable(),
  transactionsCreated: z.number().int().nullable(),
  transactionsRemoved: z.number().int().nullable(),
  createdAt: instantOf(),
  committedAt: instantOf().nullable(),
  undoneAt: instantOf().nullable(),
  untrusted: texts('filename, and the categories that a commit would create'),
};

export const importRowOutput = z.object({
  index: z.number().int().describe('Index of the row, counted from 0, for corrections.'),
  date: dayOf().nullable(),
  amount: amountOf('Positive amount.').nullable(),
  currency: z.string(),
  type: z.string().nullable().describe('expense or income.'),
  status: z.string().describe('ready, error, duplicate or excluded.'),
  categoryId: idOf('the category').nullable(),
  categorySource: z.string().nullable().describe('file, rule, history or person.'),
  duplicateOf: idOf('the existing transaction that the row duplicates').nullable(),
  errors: z.array(z.object({ field: z.string(), code: z.string() })),
  warnings: z.array(z.string()),
  edited: z.boolean(),
  untrusted: texts('description, category in the file, counterparty'),
});

export function importAnswer(view: Omit<ImportView, 'rows'>, own: Fact): Answer {
  return answer(
    {
      id: id(view.id),
      accountId: id(view.accountId),
      status: word(view.status),
      currency: own,
      format: word(view.detected.format),
      stats: answer({ ...view.stats }),
      warnings: view.warnings
        .slice(0, MAX_SHOWN)
        .map(({ code, detail }) => answer({ code: word(code) }, untrusted({ detail }))),
      columns: view.columns
        .slice(0, MAX_SHOWN)
        .map(({ index, field, header, samples }) =>
          answer({ index, field: word(field) }, untrusted({ header, samples: samples.slice(0, 2) })),
        ),
      reconciliation:
        view.reconciliation &&
        answer({
          currency: own,
          closingBalance: decimal(view.reconciliation.closingBalance),
          accountBalanceAfter: decimal(view.reconciliation.accountBalanceAfter),
          difference: decimal(view.reconciliation.difference),
        }),
      proof:
        view.proof &&
        answer({
          status: word(view.proof.status),
          openingBalance: decimal(view.proof.openingBalance),
          closingBalance: decimal(view.proof.closingBalance),
          difference: decimal(view.proof.difference),
          failing: view.proof.failing
            .slice(0, MAX_SHOWN)
            .map(({ page, line, detail }) => answer({ page, line }, untrusted({ detail }))),
        }),
      cardStatement:
        view.cardStatement &&
        answer({
          ...{ cutOff: day(view.cardStatement.cutOff), dueDate: day(view.cardStatement.dueDate) },
          paymentToAvoidInterest: decimal(view.cardStatement.paymentToAvoidInterest),
          minimumPayment: decimal(view.cardStatement.minimumPayment),
        }),
      balanceBefore: decimal(view.balanceBefore),
      balanceAfter: decimal(view.balanceAfter),
      transactionsCreated: view.transactionsCreated,
      transactionsRemoved: view.transactionsRemoved,
      createdAt: instant(view.createdAt),
      committedAt: instant(view.committedAt),
      undoneAt: instant(view.undoneAt),
    },
    untrusted({
      filename: view.filename,
      newCategories: view.newCategories.slice(0, MAX_SHOWN).map(({ name }) => name),
    }),
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

export const ownCurrency = (code: string): Fact => currency(code);
