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

/** How many transactions one call changes. Source: contract section 19. */
const MAX_BATCH_SIZE = 50;

const optionalId = (of: string) => idArgument(of).nullish();
const transactionInput = z.strictObject({
  id: idArgument('the transaction to change; without it a new one is entered').optional(),
  accountId: optionalId('the account; null for a debt that moved no money of the owner’s'),
  type: z.enum(['expense', 'income', 'transfer', 'adjustment']).optional().describe('For debts use record_debt.'),
  date: dayArgument('The day,').optional(),
  amount: amountArgument('Positive, in the currency of the account.').optional(),
  description: z.string().max(500).optional(),
  categoryId: optionalId('the category, from list_categories. Leave it out to let the rules of the owner choose'),
  toAccountId: optionalId('the receiving account of a transfer'),
  toAmount: amountArgument('What arrives, for a transfer between currencies.').nullish(),
  notes: z.string().max(2_000).nullish(),
  tags: z.array(z.string().max(40)).max(20).optional().describe('All tags; they replace those that it has.'),
  externalId: z
    .string()
    .max(255)
    .nullish()
    .describe('An id of your own, unique in the account: the same is not entered twice.'),
  splits: z
    .array(
      z.strictObject({
        amount: amountArgument('Of the part; all parts add up to the amount.'),
        categoryId: optionalId('the category of the part'),
        contactId: optionalId('the contact, where the part is a debt'),
        type: z.enum(['expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made']).optional(),
        notes: z.string().max(2_000).nullish(),
      }),
    )
    .max(50)
    .nullish(),
});
const idsInput = {
  transactionIds: z.array(idArgument('a transaction')).min(1).max(MAX_BATCH_SIZE).describe('One to fifty.'),
};
const changedOutput = {
  transactions: z
    .array(z.object({ ...transactionOutput, ...fullTransactionOutput }))
    .describe('As they are afterwards.'),
};

type Operation = Readonly<Record<string, unknown>> & { readonly op: string };

/** Transactions entered and changed, and the trash. */
@Injectable()
export class TransactionActs implements ToolGroup {
  readonly tools = [
    writing({
      name: 'save_transactions',
      title: 'Registrar o cambiar transacciones',
      description:
        'Enters up to 50 new transactions (without id) or changes existing ones (with id, only the fields that are given), all or none. ' +
        'Use it for expenses, incomes, transfers and balance adjustments that the person tells you of. Not for debts with people ' +
        '(record_debt), not for statement files (import_statement), not to delete (trash_transactions).',
      scopes: [['transactions:write']],
      destructive: false,
      input: { transactions: z.array(transactionInput).min(1).max(MAX_BATCH_SIZE) },
      output: {
        ...changedOutput,
        before: z.array(earlierOutput).describe('Changed ones: what they had in the fields that were given.'),
      },
      seen: ({ transactions }, call) =>
        this.seen(
          transactions.flatMap(({ id: one }) => one ?? []),
          call,
        ),
      act: async ({ transactions }, call) => {
        const known = transactions.flatMap(({ id: one }) => one ?? []);
        const before = await this.all(known, call);
        const operations = transactions.map(({ id: one, ...fields }) =>
          one === undefined ? { op: 'create', ...given(fields) } : { op: 'update', id: one, ...given(fields) },
        );
        const { after, answers, names } = await this.carryOut(operations, 'transactions', call);
        const created = after.filter((_, at) => operations[at]!.op === 'create');
        return {
          result: answer({
            transactions: answers,
            before: before.map((one) => earlierValues(one, fieldsOf(one.id, transactions))),
          }),
          touched: after.map((one, at) => stateOf(one, names, operations[at]!.op === 'create')),
          undo: undoOfSaving(created, before.length),
        };
      },
      summary: (_, effects) => inOneText([says`Se guardarían estas transacciones.`, effectsSentence(effects)]),
    }),
    writing({
      name: 'trash_transactions',
      title: 'Enviar transacciones a la papelera',
      description:
        'Puts up to 50 transactions into the trash, where they count nowhere and can be restored for 30 days. Use it when the person ' +
        'wants transactions gone. To take back a whole import use undo; nothing here deletes for good.',
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
      summary: (_, effects) => inOneText([says`Se enviarían a la papelera, por 30 días.`, effectsSentence(effects)]),
    }),
    writing({
      name: 'restore_transactions',
      title: 'Restaurar transacciones de la papelera',
      description:
        'Takes up to 50 transactions out of the trash: balances, budgets and debts are as if they had never been there. Use it to undo ' +
        'trash_transactions, or when the person misses something that was deleted within 30 days.',
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
      summary: (_, effects) => inOneText([says`Volverían de la papelera.`, effectsSentence(effects)]),
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
      ids.map((one) => ({ op, id: one })),
      'transactionIds',
      call,
    );
    return {
      result: answer({ transactions: answers }),
      touched: after.map((one) => stateOf(one, names)),
      undo: { ...undo, arguments: answer({ transactionIds: ids.map((one) => id(one)) }) },
    };
  }

  /** Does operations, all or none. Where one fails, its problem names the argument that it was. */
  private async carryOut(operations: readonly Operation[], argument: string, call: Call) {
    try {
      const texts = await this.batches.carryOut(
        call.caller.workspaceId,
        readOperations({ operations: [...operations] }),
      );
      const after = texts.map(({ text }) => JSON.parse(text) as TransactionView);
      const names = await this.names.of(call, after.flatMap(contactIdsOf));
      return { after, names, answers: after.map((one) => transactionAnswer(one, names, 'concise')) };
    } catch (error) {
      throw error instanceof Problem ? ofArgument(error, argument) : error;
    }
  }

  private async seen(ids: readonly string[], call: Call): Promise<string[]> {
    const all = await this.all(ids, call);
    const names = await this.names.of(call, all.flatMap(contactIdsOf));
    return all.map((one) => stateOf(one, names));
  }

  private all(ids: readonly string[], call: Call): Promise<TransactionView[]> {
    return Promise.all(
      [...new Set(ids)].map(async (one) => {
        if (!isId(one)) throw TransactionNotFound(one);
        return JSON.parse((await this.transactions.get(call.caller.workspaceId, one)).text) as TransactionView;
      }),
    );
  }
}

/** The fields that a call gives of a transaction. */
function fieldsOf(transactionId: string, transactions: readonly { readonly id?: string | undefined }[]): string[] {
  return transactions.filter(({ id: one }) => one === transactionId).flatMap((given) => Object.keys(given));
}

function undoOfSaving(created: readonly TransactionView[], changed: number): Done['undo'] {
  const ids = answer({ transactionIds: created.map((one) => id(one.id)) });
  if (changed === 0) {
    return {
      tool: word('trash_transactions'),
      arguments: ids,
      how: says`Call trash_transactions with these arguments.`,
    };
  }
  const how = says`Call save_transactions with what result.before has, for those that were changed.`;
  if (created.length === 0) return { tool: word('save_transactions'), arguments: null, how };
  return {
    tool: word('trash_transactions'),
    arguments: ids,
    how: inOneText([says`Call trash_transactions with these arguments for those that were new.`, how]),
  };
}

/** The problem of an operation of a batch, by the argument that it was made of. */
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
