import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import type { JsonText, Principal } from '@app/kernel';
import {
  AmountOutOfRange,
  Caller,
  CursorInvalid,
  EXAMPLE_IDS,
  Operation,
  operationsOn,
  PageRequest,
  ReferenceNotFound,
  Scoped,
} from '@app/kernel';
import { AccountNotActive, AccountNotFound, TransactionView, TransferRateRequired } from '@app/ledger';
import { StatementNotFound, StatementPaid } from '../cards.problems.js';
import { PayStatementRequest, RecordStatementRequest } from './card-statement.request.js';
import { CardStatementPageView, cardStatementView, CardStatementView } from './card-statement.view.js';
import { CardStatements } from './card-statements.service.js';
import { StatementPayments } from './statement-payments.service.js';
import { StatementRecords } from './statement-records.service.js';

const pathIds = { id: AccountNotFound };
const due = {
  start: '2026-10-08',
  cutOff: '2026-11-07',
  dueDate: '2026-11-27',
  openingBalance: '0.00',
  charges: '7500.00',
  payments: '0.00',
  balance: '7500.00',
  installmentsDeferred: '5000.00',
  paymentToAvoidInterest: '2500.00',
  minimumPayment: '625.00',
  paid: '0.00',
  remaining: '2500.00',
  status: 'due',
  bank: { paymentToAvoidInterest: '2512.50', minimumPayment: '640.00', difference: '12.50' },
};
const OnStatement = operationsOn({
  answer: CardStatementView,
  pathIds,
  pathNames: { cutOff: StatementNotFound },
  resource: false,
  example: due,
});

@Scoped('accounts')
@Controller('v1/accounts/:id/card-statements')
export class CardStatementsController {
  constructor(
    private readonly statements: CardStatements,
    private readonly records: StatementRecords,
    private readonly payments: StatementPayments,
  ) {}

  @Operation({
    id: 'listCardStatements',
    summary: "A card's statements",
    collection: { makes: ['cutOff'] },
    description:
      'Latest first, the running one first of all. They are worked out from the transactions, so that a change of the past ' +
      'shows at once. An account without a card has none.',
    answer: CardStatementPageView,
    example: { items: [due], nextCursor: null },
    pathIds,
    problems: [CursorInvalid],
  })
  @Get()
  async list(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: PageRequest,
  ): Promise<CardStatementPageView> {
    const { items, nextCursor } = await this.statements.list(caller.workspaceId, id, request);
    return { items: items.map(cardStatementView), nextCursor };
  }

  @OnStatement('Record what the bank says of a statement', {
    collection: { after: ['listCardStatements'] },
    id: 'recordCardStatement',
    description:
      'Its dates hold for this statement from then on: the next one follows its cut-off, and later ones keep the rule. Its ' +
      'figures stand beside those that are reckoned here. Fields that are not sent stay as they are; null removes a recorded figure.',
    requestExample: { cutOff: null, dueDate: null, paymentToAvoidInterest: '2512.50', minimumPayment: '640.00' },
  })
  @Put(':cutOff')
  async record(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('cutOff') cutOff: string,
    @Body() request: RecordStatementRequest,
  ): Promise<CardStatementView> {
    return cardStatementView(await this.records.record(caller.workspaceId, id, cutOff, request));
  }

  @OnStatement('Pay a statement', {
    collection: { after: ['listCardStatements'] },
    id: 'payCardStatement',
    description:
      'Makes the transfer to the card, and answers it. The named amounts need `accounts:read` too. Without that scope the ' +
      'description of the transfer does not contain the name of the card.',
    answer: TransactionView,
    scopes: ['transactions:write'],
    example: {},
    requestExample: { amount: 'avoidInterest', fromAccountId: EXAMPLE_IDS.account },
    problems: [StatementPaid, ReferenceNotFound, AccountNotActive, TransferRateRequired, AmountOutOfRange],
  })
  @Post(':cutOff/pay')
  pay(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('cutOff') cutOff: string,
    @Body() request: PayStatementRequest,
  ): Promise<JsonText> {
    return this.payments.pay(caller, id, cutOff, request);
  }
}
