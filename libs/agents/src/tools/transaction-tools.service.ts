import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { covers, isId, readRequest } from '@app/kernel';
import { Files } from '@app/files';
import { Explanation } from '@app/categorising';
import type { TransactionView } from '@app/ledger';
import { ListTransactionsRequest, TransactionList, TransactionNotFound, Transactions } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer, id, instant, joined, mediaTypeFact, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountArgument, dayArgument, detailArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageOfList } from '../calls/page.js';
import type { Call, ToolGroup } from '../calls/tool.js';
import { reading } from '../calls/tool.js';
import { NamesOfThings } from './names.service.js';
import { idOf, instantOf, pageOutput, texts } from './output.js';
import { contactIdsOf, fullTransactionOutput, transactionAnswer, transactionOutput } from './transaction-answer.js';

const searchInput = {
  q: z.string().max(500).optional().describe('Text in the description or the notes. Ignores case and accents.'),
  accountId: idArgument('an account').optional(),
  categoryId: idArgument('a category; includes its subcategories').optional(),
  contactId: idArgument('a contact').optional(),
  importId: idArgument('the import that created the transactions').optional(),
  type: z
    .enum(['expense', 'income', 'transfer', 'adjustment', 'lent', 'borrowed', 'repayment_received', 'repayment_made'])
    .optional(),
  from: dayArgument('First day to include.').optional(),
  to: dayArgument('Last day to include.').optional(),
  minAmount: amountArgument('Minimum amount, regardless of sign.').optional(),
  maxAmount: amountArgument('Maximum amount, regardless of sign.').optional(),
  tag: z.string().max(40).optional().describe('Only transactions with this tag. Ignores case and accents.'),
  uncategorized: z.boolean().optional().describe('If true, returns only expenses and income without a category.'),
  detail: detailArgument,
  ...paging,
};

@Injectable()
export class TransactionTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'search_transactions',
      title: 'Buscar movimientos',
      description:
        'Searches transactions by words, account, category, contact, dates, amounts or tag, newest first. Use it to find ' +
        'particular transactions or to list recent ones. Do not add up its results: for totals use report_spending or ' +
        'report_cash_flow, for balances list_accounts. Trashed transactions are not included.',
      scopes: [['transactions:read']],
      input: searchInput,
      output: pageOutput(z.object({ ...transactionOutput, ...fullTransactionOutput })),
      read: ({ detail, limit, uncategorized, ...filters }, call) => {
        const query = { ...given(filters), ...(uncategorized && { uncategorized: 'true' }) };
        return this.found(call, query, limit, detail);
      },
    }),
    reading({
      name: 'get_transaction',
      title: 'Ver un movimiento',
      description:
        'Returns everything about one transaction, live or trashed: its splits, notes, tags, files, and the origin of its category (the ' +
        'user, a rule or an import). Use it after search_transactions, not for lists.',
      scopes: [['transactions:read']],
      input: { transactionId: idArgument('the transaction') },
      output: {
        ...transactionOutput,
        ...fullTransactionOutput,
        categorySource: z
          .string()
          .nullable()
          .describe('Origin of the category: person, rule or import; null without a category.'),
        categoryRuleId: idOf('the rule that set the category').nullable(),
        rules: z.array(
          z.object({
            ruleId: idOf('the rule'),
            ranAt: instantOf(),
            runId: idOf('the run, if the user applied the rule').nullable(),
            effects: z.array(z.object({ kind: z.string(), outcome: z.string() })),
            untrusted: texts('name of the rule'),
          }),
        ),
        files: z
          .array(
            z.object({
              fileId: idOf('the file'),
              mediaType: z.string().describe('Media type, such as image/jpeg.'),
              size: z.number().describe('Size in bytes.'),
              untrusted: texts('name of the file'),
            }),
          )
          .describe('Files of the transaction; empty without the scope files:read.'),
      },
      read: ({ transactionId }, call) => this.one(transactionId, call),
    }),
  ];

  constructor(
    private readonly list: TransactionList,
    private readonly transactions: Transactions,
    private readonly explanation: Explanation,
    private readonly names: NamesOfThings,
    private readonly files: Files,
  ) {}

  private async found(call: Call, query: object, limit: number, detail: 'concise' | 'full'): Promise<Answer> {
    const { items, nextCursor } = await pageOfList(
      limit,
      async (pageSize) => {
        const request = readRequest(ListTransactionsRequest, { ...query, limit: String(pageSize) }, 'query');
        const { page, accounts } = await this.list.pageWithAccounts(call.caller.workspaceId, request);
        return { ...(JSON.parse(page.text) as { items: TransactionView[]; nextCursor: string | null }), accounts };
      },
      async (transactions, { accounts }) => {
        const names = await this.names.of(call, transactions.flatMap(contactIdsOf), accounts);
        return transactions.map((transaction) => transactionAnswer(transaction, names, detail));
      },
    );
    return answer({ items, nextCursor });
  }

  private async one(transactionId: string, call: Call): Promise<Answer> {
    if (!isId(transactionId)) throw TransactionNotFound(transactionId);
    const { workspaceId } = call.caller;
    const transaction = JSON.parse((await this.transactions.get(workspaceId, transactionId)).text) as TransactionView;
    const { category, rules } = await this.explanation.explain(workspaceId, transactionId);
    const names = await this.names.of(call, contactIdsOf(transaction));
    const files = covers(call.caller, ['files:read']) ? await this.files.ofTransaction(workspaceId, transactionId) : [];
    const why = answer({
      categorySource: category.source && word(category.source),
      categoryRuleId: id(category.ruleId),
      rules: rules.map(({ ruleId, name, ranAt, runId, effects }) =>
        answer(
          {
            ruleId: id(ruleId),
            ranAt: instant(ranAt),
            runId: id(runId),
            effects: effects.map(({ kind, outcome }) => answer({ kind: word(kind), outcome: word(outcome) })),
          },
          untrusted({ name, values: effects.filter(({ kind }) => kind !== 'set_category').map(({ value }) => value) }),
        ),
      ),
      files: files.map(({ id: fileId, mediaType, size, name }) =>
        answer({ fileId: id(fileId), mediaType: mediaTypeFact(mediaType), size }, untrusted({ name })),
      ),
    });
    return joined(transactionAnswer(transaction, names, 'full'), why);
  }
}
