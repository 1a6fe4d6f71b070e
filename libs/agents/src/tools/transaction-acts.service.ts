import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, Problem } from '@app/kernel';
import type { TransactionView } from '@app/ledger';
import { readOperations, TransactionBatches, TransactionNotFound, Transactions } from '@app/ledger';
import { effectsSentence } from '../acting/effects-sentence.js';
import type { Fact } from '../answers/answer.js';
import { answer, id, inOneText, says, word } from '../answers/answer.js';
import { amountArgument, dayArgument, given, idArgument } from '../calls/arguments.js';
import type { Call, Done, ToolGroup } from '../calls/tool.js';
import { writing } from '../calls/tool.js';
import { earlierOutput, earlierValues } from './earlier-values.js';
import { NamesOfThings } from './names.service.js';
import {
  contactIdsOf,
  fullTransactionOutput,
  stateOf,
  transactionAnswer,
  transactionOutput,
} from './transaction-answer.js';

const MAX_BATCH_SIZE = 50;

const optionalId = (of: string) => idArgument(of).nullish();
const transactionInput = z.strictObject({
  id: idArgument('the transaction to change; omit it to create one').optional(),
  accountId: optionalId('the account; null for a debt that changed no account balance'),
  type: z
    .enum(['expense', 'income', 'transfer', 'adjustment'])
    .optional()
    .describe('Type of transaction. For new debts use record_debt.'),
  date: dayArgument('Date of the transaction.').optional(),
  amount: amountArgument(
    'Positive amount, in the currency of the account; may be negative for an adjustment.',
  ).optional(),
  description: z.string().max(500).optional(),
  categoryId: optionalId('the category, from list_categories. Omit it to let the rules of the user choose it'),
  toAccountId: optionalId('the receiving account of a transfer'),
  toAmount: amountArgument('Amount received by a transfer between currencies.').nullish(),
  notes: z.string().max(2_000).nullish(),
  tags: z
    .array(z.string().max(40))
    .max(20)
    .optional()
    .describe('Complete list of tags, which replaces the existing ones.'),
  externalId: z
    .string()
    .max(255)
    .nullish()
    .describe('Your own ID, unique in the account; prevents creating the same transaction twice.'),
  splits: z
    .array(
      z.strictObject({
        amount: amountArgument('Amount of the split. The splits must add up to the amount.'),
        categoryId: optionalId('the category of the split'),
        contactId: optionalId('the contact, if the split is a debt'),
        type: z.enum(['expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made']).optional(),
        notes: z.string().max(2_000).nullish(),
      }),
    )
    .max(50)
    .nullish(),
});
const idsInput = {
  transactionIds: z
    .array(idArgument('a transaction'))
    .min(1)
    .max(MAX_BATCH_SIZE)
    .describe('IDs of 1 to 50 transactions.'),
};
const changedOutput = {
  transactions: z
    .array(z.object({ ...transactionOutput, ...fullTransactionOutput }))
    .describe('The transactions after the change.'),
};

type Operation = Readonly<Record<string, unknown>> & { readonly op: string };

@Injectable()
export class TransactionActs implements ToolGroup {
  readonly tools = [
    writing({
      name: 'save_transactions',
      title: 'Registrar o cambiar movimientos',
      description:
        'Creates up to 50 transactions (without id) or changes existing ones (with id, only the given fields), all or none. ' +
        'Use it for expenses, income, transfers and balance adjustments that the user tells you about. Not for debts with contacts ' +
        '(record_debt), not for statement files (import_statement), not to delete (trash_transactions).',
      scopes: [['transactions:write']],
      destructive: false,
      input: { transactions: z.array(transactionInput).min(1).max(MAX_BATCH_SIZE) },
      output: {
        ...changedOutput,
        before: z.array(earlierOutput).describe('Earlier values of the changed fields.'),
      },
      seen: ({ transactions }, call) =>
        this.seen(
          transactions.flatMap(({ id: transactionId }) => transactionId ?? []),
          call,
        ),
      act: async ({ transactions }, call) => {
        const changedIds = transactions.flatMap(({ id: transactionId }) => transactionId ?? []);
        const before = await this.all(changedIds, call);
        const operations = transactions.map(({ id: transactionId, ...fields }) =>
          transactionId === undefined
            ? { op: 'create', ...given(fields) }
            : { op: 'update', id: transactionId, ...given(fields) },
        );
        const { after, answers, names } = await this.carryOut(operations, 'transactions', call);
        const created = after.filter((_, at) => operations[at]!.op === 'create');
        return {
          result: answer({
            transactions: answers,
            before: before.map((transaction) => earlierValues(transaction, fieldsOf(transaction.id, transactions))),
          }),
          touched: after.map((transaction, at) => stateOf(transaction, names, operations[at]!.op === 'create')),
          undo: undoOfSaving(created, before.length),
        };
      },
      summary: (_, effects) => inOneText([says`Se guardarían estos movimientos.`, effectsSentence(effects)]),
    }),
    writing({
      name: 'trash_transactions',
      title: 'Enviar movimientos a la papelera',
      description:
        'Moves up to 50 transactions to the trash. They no longer count and can be restored for 30 days. Use it when the user ' +
        'wants to delete transactions. To reverse a whole import use undo. No tool deletes permanently.',
      scopes: [['transactions:write']],
      destructive: true,
      input: idsInput,
      output: changedOutput,
      seen: ({ transactionIds }, call) => this.seen(transactionIds, call),
      act: ({ transactionIds }, call) =>
        this.move('trash', transactionIds, call, {
          tool: word('restore_transactions'),
          how: says`Call restore_transactions with the same transactionIds within 30 days.`,
        }),
      summary: (_, effects) =>
        inOneText([says`Se enviarían a la papelera, donde se conservan 30 días.`, effectsSentence(effects)]),
    }),
    writing({
      name: 'restore_transactions',
      title: 'Restaurar movimientos de la papelera',
      description:
        'Restores up to 50 transactions from the trash. Balances, budgets and debts count them again. Use it to undo ' +
        'trash_transactions, or to recover transactions that were deleted in the last 30 days.',
      scopes: [['transactions:write']],
      destructive: false,
      input: idsInput,
      output: changedOutput,
      seen: ({ transactionIds }, call) => this.seen(transactionIds, call),
      act: ({ transactionIds }, call) =>
        this.move('restore', transactionIds, call, {
          tool: word('trash_transactions'),
          how: says`Call trash_transactions with the same transactionIds.`,
        }),
      summary: (_, effects) => inOneText([says`Se restaurarían de la papelera.`, effectsSentence(effects)]),
    }),
  ];

  constructor(
    private readonly batches: TransactionBatches,
    private readonly transactions: Transactions,
    private readonly names: NamesOfThings,
  ) {}

  private async move(
    op: 'trash' | 'restore',
    transactionIds: readonly string[],
    call: Call,
    undo: { readonly tool: Fact; readonly how: Fact },
  ): Promise<Done> {
    const ids = [...new Set(transactionIds)];
    const { after, answers, names } = await this.carryOut(
      ids.map((transactionId) => ({ op, id: transactionId })),
      'transactionIds',
      call,
    );
    return {
      result: answer({ transactions: answers }),
      touched: after.map((transaction) => stateOf(transaction, names)),
      undo: { ...undo, arguments: answer({ transactionIds: ids.map((transactionId) => id(transactionId)) }) },
    };
  }

  /** Runs all operations or none. Makes errors point to the argument of the operation that failed. */
  private async carryOut(operations: readonly Operation[], argument: string, call: Call) {
    try {
      const texts = await this.batches.carryOut(
        call.caller.workspaceId,
        readOperations({ operations: [...operations] }),
      );
      const after = texts.map(({ text }) => JSON.parse(text) as TransactionView);
      const names = await this.names.of(call, after.flatMap(contactIdsOf));
      return { after, names, answers: after.map((transaction) => transactionAnswer(transaction, names, 'concise')) };
    } catch (error) {
      throw error instanceof Problem ? ofArgument(error, argument) : error;
    }
  }

  private async seen(ids: readonly string[], call: Call): Promise<string[]> {
    const all = await this.all(ids, call);
    const names = await this.names.of(call, all.flatMap(contactIdsOf));
    return all.map((transaction) => stateOf(transaction, names));
  }

  private all(ids: readonly string[], call: Call): Promise<TransactionView[]> {
    return Promise.all(
      [...new Set(ids)].map(async (transactionId) => {
        if (!isId(transactionId)) throw TransactionNotFound(transactionId);
        return JSON.parse(
          (await this.transactions.get(call.caller.workspaceId, transactionId)).text,
        ) as TransactionView;
      }),
    );
  }
}

function fieldsOf(transactionId: string, transactions: readonly { readonly id?: string | undefined }[]): string[] {
  return transactions
    .filter((transaction) => transaction.id === transactionId)
    .flatMap((transaction) => Object.keys(transaction));
}

function undoOfSaving(created: readonly TransactionView[], changed: number): Done['undo'] {
  const ids = answer({ transactionIds: created.map((transaction) => id(transaction.id)) });
  if (changed === 0) {
    return {
      tool: word('trash_transactions'),
      arguments: ids,
      how: says`Call trash_transactions with these arguments.`,
    };
  }
  const how = says`Call save_transactions with the values in result.before for the changed transactions.`;
  if (created.length === 0) return { tool: word('save_transactions'), arguments: null, how };
  return {
    tool: word('trash_transactions'),
    arguments: ids,
    how: inOneText([says`Call trash_transactions with these arguments for the new transactions.`, how]),
  };
}

function ofArgument({ type, detail, extras }: Problem, argument: string): Problem {
  const renamed = (extras.errors ?? []).map((error) => {
    const pointer = error.pointer?.replace(/^#\/operations\/(\d+)/, `#/${argument}/$1`);
    return pointer === undefined ? error : { ...error, pointer };
  });
  const place = extras.operation === undefined ? [] : [{ pointer: `#/${argument}/${extras.operation}` }];
  const errors =
    renamed.length > 0 ? renamed : place.map((at) => ({ ...at, code: 'VALUE_INVALID' as const, detail: type.meaning }));
  return new Problem(type, detail.replaceAll(/\boperations\/(?=\d)/g, `${argument}/`), { ...extras, errors });
}
