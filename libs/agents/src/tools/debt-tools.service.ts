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

@Injectable()
export class DebtTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_debts',
      title: 'Quién debe a quién',
      description:
        'Without contactId: lists contacts with their balances by currency (positive: the contact owes the user; negative: the user owes the contact). ' +
        'With contactId: returns the history of debts and repayments with that contact, oldest first. Use it to find who owes money, or the ' +
        'ID of a contact by name. Not for bank loans, which are accounts (list_accounts).',
      scopes: [['contacts:read']],
      input: {
        contactId: idArgument('a contact, to get its history').optional(),
        q: z.string().max(120).optional().describe('Words in the name of the contact. Only without contactId.'),
        settled: z
          .boolean()
          .default(false)
          .describe('If true, contacts without open debts are included. Only without contactId.'),
        ...paging,
      },
      output: {
        contacts: z.array(
          z.object({
            contactId: idOf('the contact'),
            balances: z.array(
              z.object({ currency: z.string(), balance: amountOf('Positive if the contact owes the user.') }),
            ),
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
              delta: amountOf('Change in the balance; positive if the contact owes more.'),
              runningBalance: amountOf('Balance in this currency after the transaction.'),
              untrusted: texts('description'),
            }),
          )
          .describe('History with the contact; empty without contactId.'),
        nextCursor: nextCursorOutput,
      },
      read: ({ contactId, q, settled, ...page }, call) =>
        contactId === undefined ? this.all({ q, settled }, page, call) : this.history(contactId, page, call),
    }),
    writing({
      name: 'record_debt',
      title: 'Registrar un préstamo o un pago',
      description:
        'Records money lent to or borrowed from a contact, or a repayment. lent: the user gave money. borrowed: the user received money. ' +
        'repayment_received: the contact paid back. repayment_made: the user paid back. Give contactId (from list_debts), or newContactName ' +
        'for a new contact. With accountId, the balance of that account changes; without it (currency is then required), no balance changes.',
      scopes: [['transactions:write']],
      destructive: false,
      input: {
        type: z.enum(DEBTS),
        amount: amountArgument('Positive amount.'),
        date: dayArgument('Date of the transaction.'),
        description: z.string().max(500),
        contactId: idArgument('the contact').optional(),
        newContactName: z.string().max(120).optional().describe('Name of a new contact.'),
        accountId: idArgument('the account that paid or received the money').nullish(),
        currency: z.string().max(3).optional().describe('Currency code, such as MXN. Required without accountId.'),
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
    const contacts = await this.contacts.list(caller.workspaceId, {
      archived: 'all',
      ...given({ q: filter.q }),
    });
    const views = contacts
      .map(contactView)
      .filter(({ balances, archivedAt }) => balances.length > 0 || (filter.settled && archivedAt === null));
    const { items, nextCursor } = pageWithin(
      'agents/debts',
      filter,
      page,
      views,
      (contact) => contact.id,
      (contact) =>
        answer(
          {
            contactId: id(contact.id),
            balances: contact.balances.map((owed) =>
              answer({ currency: currency(owed.currency), balance: decimal(owed.balance) }),
            ),
            archived: contact.archivedAt !== null,
          },
          untrusted({ name: contact.name }),
        ),
    );
    return answer({ contacts: items, items: [], nextCursor });
  }

  private async history(contactId: string, { limit, cursor }: Page, { caller }: Call): Promise<Answer> {
    if (!isId(contactId)) throw ContactNotFound(contactId);
    const page = await pageOfList(
      limit,
      async (pageSize) => {
        const request = readRequest(IouHistoryRequest, { ...given({ cursor }), limit: String(pageSize) }, 'query');
        return this.histories.page(caller.workspaceId, contactId, request);
      },
      async (entries) =>
        entries.map(iouHistoryItemView).map((entry) =>
          answer(
            {
              transactionId: id(entry.transactionId),
              date: day(entry.date),
              type: word(entry.type),
              status: word(entry.status),
              currency: currency(entry.currency),
              delta: decimal(entry.delta),
              runningBalance: decimal(entry.runningBalance),
            },
            untrusted({ description: entry.description }),
          ),
        ),
    );
    return answer({ contacts: [], ...page });
  }

  private async record(args: RecordedDebt, call: Call): Promise<Done> {
    const { newContactName, contactId: known, accountId = null, ...fields } = args;
    if (newContactName !== undefined && known !== undefined)
      throw argumentInvalid('newContactName', 'is only for a new contact; omit it with contactId');
    const contactId = newContactName === undefined ? known : await this.newContact(newContactName, call);
    const body = { ...given(fields), accountId, ...given({ contactId }) };
    const request = readRequest(CreateTransactionRequest, body, 'body');
    const text = await this.transactions.create(call.caller.workspaceId, request);
    const created = JSON.parse(text.text) as TransactionView;
    const names = await this.names.of(call, contactIdsOf(created));
    return {
      result: answer({ transaction: transactionAnswer(created, names, 'concise'), contactId: id(created.contactId) }),
      touched: [stateOf({ ...created, contactId: known ?? null }, names, true)],
      undo: {
        tool: word('trash_transactions'),
        arguments: answer({ transactionIds: [id(created.id)] }),
        how: says`Call trash_transactions with these arguments. A new contact remains.`,
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
  lent: says`Se registraría un préstamo otorgado.`,
  borrowed: says`Se registraría un préstamo recibido.`,
  repayment_received: says`Se registraría un pago recibido de una deuda.`,
  repayment_made: says`Se registraría el pago de una deuda.`,
};
