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
    summary: 'List the statements of a card',
    collection: { makes: ['cutOff'] },
    description:
      'Returns statements newest first, starting with the current period. Statements are computed from the transactions, so changes to past ' +
      'transactions appear immediately. An account that is not a card has no statements.',
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

  @OnStatement("Record the bank's dates and amounts for a statement", {
    collection: { after: ['listCardStatements'] },
    id: 'recordCardStatement',
    description:
      'Recorded dates replace the computed ones for this statement. The next period starts after the recorded cut-off, and ' +
      'later statements follow the card terms again. Recorded amounts appear next to the computed ones. Omitted fields do ' +
      'not change. Null removes a recorded value.',
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
      'Creates a transfer to the card and returns it. The amounts `avoidInterest`, `minimum` and `total` also require ' +
      '`accounts:read`. Without that scope, the description of the transfer omits the name of the card.',
    answer: TransactionView,
    scopes: ['transactions:write'],
    touchesBooks: true,
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
