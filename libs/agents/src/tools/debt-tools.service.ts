import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, readRequest, refuseBeyond } from '@app/kernel';
import {
  ContactNotFound,
  Contacts,
  contactView,
  CreateContactRequest,
  IouHistories,
  iouHistoryItemView,
  IouHistoryRequest,
} from '@app/contacts';
import type { TransactionView } from '@app/ledger';
import { CreateTransactionRequest, Transactions } from '@app/ledger';
import { effectsSentence } from '../acting/effects-sentence.js';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, inOneText, says, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { amountArgument, argumentInvalid, dayArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageOfList, pageWithin } from '../calls/page.js';
import type { Call, Done, ToolGroup } from '../calls/tool.js';
import { reading, writing } from '../calls/tool.js';
import { NamesOfThings } from './names.service.js';
import { amountOf, dayOf, idOf, nextCursorOutput, texts } from './output.js';
import {
  contactIdsOf,
  fullTransactionOutput,
  stateOf,
  transactionAnswer,
  transactionOutput,
} from './transaction-answer.js';

const DEBTS = ['lent', 'borrowed', 'repayment_received', 'repayment_made'] as const;

/** Debts with people: who owes whom, how it came to that, and entering one. */
@Injectable()
export class DebtTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_debts',
      title: 'Quién debe a quién',
      description:
        'Without contactId: contacts with what they owe (positive) or are owed (negative), by currency. With contactId: the history of debts ' +
        'and repayments with that person, oldest first. Use it for who owes money, and to find the id of a contact by name. Not for ' +
        'loans from banks: those are accounts (list_accounts).',
      scopes: [['contacts:read']],
      input: {
        contactId: idArgument('a contact, for the history with it').optional(),
        q: z.string().max(120).optional().describe('Words in the name of the contact; only without contactId.'),
        settled: z
          .boolean()
          .default(false)
          .describe('Whether contacts with whom nothing is owed are listed too; only without contactId.'),
        ...paging,
      },
      output: {
        contacts: z.array(
          z.object({
            contactId: idOf('the contact'),
            balances: z.array(z.object({ currency: z.string(), balance: amountOf('Positive: they owe the owner.') })),
            archived: z.boolean(),
            untrusted: texts('name'),
          }),
        ),
        items: z
          .array(
            z.object({
              transactionId: idOf('the transaction'),
              date: dayOf(),
              type: z.string().describe('lent, borrowed, repayment_received or repayment_made.'),
              status: z.string().describe('open, partially_settled, settled or applied.'),
              currency: z.string(),
              delta: amountOf('What it changed; positive: the contact owes more.'),
              runningBalance: amountOf('What the contact owed after it, in the currency.'),
              untrusted: texts('description'),
            }),
          )
          .describe('The history; empty without contactId.'),
        nextCursor: nextCursorOutput,
      },
      read: ({ contactId, q, settled, ...page }, call) =>
        contactId === undefined ? this.all({ q, settled }, page, call) : this.history(contactId, page, call),
    }),
    writing({
      name: 'record_debt',
      title: 'Registrar un préstamo o un pago',
      description:
        'Enters money lent to or borrowed from a person, or a repayment. lent: the owner gave; borrowed: the owner got; repayment_received: ' +
        'they paid back; repayment_made: the owner paid back. Give contactId (from list_debts), or newContactName for a new person. ' +
        'With accountId the money left or reached that account; without it (then give currency) no account is moved.',
      scopes: [['transactions:write']],
      destructive: false,
      input: {
        type: z.enum(DEBTS),
        amount: amountArgument('Positive.'),
        date: dayArgument('The day,'),
        description: z.string().max(500),
        contactId: idArgument('the contact').optional(),
        newContactName: z.string().max(120).optional().describe('The name of a person who is no contact yet.'),
        accountId: idArgument('the account whose money it was').nullish(),
        currency: z.string().max(3).optional().describe('Needed without accountId, such as MXN.'),
        notes: z.string().max(2_000).nullish(),
      },
      output: {
        transaction: z.object({ ...transactionOutput, ...fullTransactionOutput }),
        contactId: idOf('the contact'),
      },
      seen: async ({ contactId }, { caller }) =>
        isId(contactId) ? [...(await this.contacts.names(caller.workspaceId, [contactId]))].flat() : [],
      act: (args, call) => this.record(args, call),
      summary: ({ type, newContactName }, effects) =>
        inOneText([
          OPENING[type],
          newContactName === undefined ? null : says`Se agregaría un contacto nuevo.`,
          effectsSentence(effects),
        ]),
    }),
  ];

  constructor(
    private readonly contacts: Contacts,
    private readonly histories: IouHistories,
    private readonly transactions: Transactions,
    private readonly names: NamesOfThings,
  ) {}

  private async all(
    filter: { q: string | undefined; settled: boolean },
    page: Page,
    { caller }: Call,
  ): Promise<Answer> {
    const found = await this.contacts.list(caller.workspaceId, {
      archived: 'all',
      ...given({ q: filter.q }),
    });
    const views = found
      .map(contactView)
      .filter(({ balances, archivedAt }) => balances.length > 0 || (filter.settled && archivedAt === null));
    const { items, nextCursor } = pageWithin(
      'agents/debts',
      filter,
      page,
      views,
      (one) => one.id,
      (one) =>
        answer(
          {
            contactId: id(one.id),
            balances: one.balances.map((owed) =>
              answer({ currency: currency(owed.currency), balance: decimal(owed.balance) }),
            ),
            archived: one.archivedAt !== null,
          },
          untrusted({ name: one.name }),
        ),
    );
    return answer({ contacts: items, items: [], nextCursor });
  }

  private async history(contactId: string, { limit, cursor }: Page, { caller }: Call): Promise<Answer> {
    if (!isId(contactId)) throw ContactNotFound(contactId);
    const page = await pageOfList(
      limit,
      async (most) => {
        const request = readRequest(IouHistoryRequest, { ...given({ cursor }), limit: String(most) }, 'query');
        return this.histories.page(caller.workspaceId, contactId, request);
      },
      async (entries) =>
        entries.map(iouHistoryItemView).map((one) =>
          answer(
            {
              transactionId: id(one.transactionId),
              date: day(one.date),
              type: word(one.type),
              status: word(one.status),
              currency: currency(one.currency),
              delta: decimal(one.delta),
              runningBalance: decimal(one.runningBalance),
            },
            untrusted({ description: one.description }),
          ),
        ),
    );
    return answer({ contacts: [], ...page });
  }

  private async record(args: RecordedDebt, call: Call): Promise<Done> {
    const { newContactName, contactId: known, accountId = null, ...fields } = args;
    if (newContactName !== undefined && known !== undefined)
      throw argumentInvalid('newContactName', 'is for a person who is no contact yet; leave it out with contactId');
    const contactId = newContactName === undefined ? known : await this.newContact(newContactName, call);
    const body = { ...given(fields), accountId, ...given({ contactId }) };
    const request = readRequest(CreateTransactionRequest, body, 'body');
    const text = await this.transactions.create(call.caller.workspaceId, request);
    const made = JSON.parse(text.text) as TransactionView;
    const names = await this.names.of(call, contactIdsOf(made));
    return {
      result: answer({ transaction: transactionAnswer(made, names, 'concise'), contactId: id(made.contactId) }),
      touched: [stateOf({ ...made, contactId: known ?? null }, names, true)],
      undo: {
        tool: word('trash_transactions'),
        arguments: answer({ transactionIds: [id(made.id)] }),
        how: says`Call trash_transactions with these arguments. A contact that was new stays.`,
      },
    };
  }

  private async newContact(name: string, { caller }: Call): Promise<string> {
    refuseBeyond(caller, ['contacts:write']);
    const request = readRequest(CreateContactRequest, { name }, 'body');
    return (await this.contacts.create(caller.workspaceId, request.name, null)).contact.id;
  }
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
interface RecordedDebt {
  readonly type: (typeof DEBTS)[number];
  readonly newContactName?: string | undefined;
  readonly contactId?: string | undefined;
  readonly accountId?: string | null | undefined;
  readonly [field: string]: unknown;
}

const OPENING = {
  lent: says`Se registraría dinero que se prestó.`,
  borrowed: says`Se registraría dinero que se recibió prestado.`,
  repayment_received: says`Se registraría un pago recibido de lo que deben.`,
  repayment_made: says`Se registraría un pago de lo que se debe.`,
};
