import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import {
  AmountOutOfRange,
  Caller,
  CursorInvalid,
  JsonText,
  Operation,
  operationsOn,
  PageRequest,
  ReferenceNotFound,
  Scoped,
} from '@app/kernel';
import {
  AccountNotActive,
  ExternalIdTaken,
  SplitNotBalanced,
  TagLimitReached,
  TransactionInTrash,
  TransactionNotFound,
  TransactionNotInTrash,
  TransferRateRequired,
} from '../ledger.problems.js';
import { BatchTransactionsRequest, readOperations } from './batch.request.js';
import { TransactionBatches } from './transaction-batches.service.js';
import { BATCH_EXAMPLE, TRANSACTION_EXAMPLES } from './transaction-examples.js';
import { CreateTransactionRequest, EditTransactionRequest, ListTransactionsRequest } from './transaction.request.js';
import { PurgedView, TransactionBatchView, TransactionPageView, TransactionView } from './transaction.view.js';
import { TransactionList } from './transaction-list.service.js';
import { Transactions } from './transactions.service.js';
import { Trash } from './trash.service.js';

const OnTransaction = operationsOn({ answer: TransactionView, pathIds: { id: TransactionNotFound } });
const refusals = [
  AccountNotActive,
  ExternalIdTaken,
  ReferenceNotFound,
  SplitNotBalanced,
  TransferRateRequired,
  AmountOutOfRange,
  TagLimitReached,
];

const trashedExample = {
  status: 'trashed',
  deletedAt: '2026-11-21T09:00:00.000Z',
  purgeAt: '2026-12-21T09:00:00.000Z',
};

@Scoped('transactions')
@Controller('v1/transactions')
export class TransactionsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly list: TransactionList,
    private readonly trash: Trash,
    private readonly batches: TransactionBatches,
  ) {}

  @Operation({
    summary: 'List transactions',
    description: 'Newest first. With updatedSince, what changed since then, oldest change first, trashed ones too.',
    answer: TransactionPageView,
    readsReplica: true,
    problems: [CursorInvalid],
  })
  @Get()
  page(@Caller() caller: Principal, @Query() request: ListTransactionsRequest): Promise<JsonText> {
    return this.list.page(caller.workspaceId, request);
  }

  @Operation({
    summary: 'Enter a transaction',
    description:
      'The balance of its account, debts, budgets and reports follow in the same moment. Rules see it at once, and leave a category that it names alone.',
    answer: TransactionView,
    requestExamples: TRANSACTION_EXAMPLES,
    problems: refusals,
  })
  @Post()
  create(@Caller() caller: Principal, @Body() request: CreateTransactionRequest): Promise<JsonText> {
    return this.transactions.create(caller.workspaceId, request);
  }

  @Operation({
    id: 'changeTransactions',
    summary: 'Enter, edit, trash and restore many transactions at once',
    description:
      'Up to 500 operations, done in their order, all of them or none. Each has the fields of the same call for one transaction. Where one fails, the answer is its problem with `operation`, its place counted from 0, and pointers into the batch.',
    answer: TransactionBatchView,
    requestExample: BATCH_EXAMPLE,
    problems: [TransactionNotFound, TransactionInTrash, TransactionNotInTrash, ...refusals],
  })
  @Post('batch')
  async changeAll(@Caller() caller: Principal, @Body() request: BatchTransactionsRequest): Promise<JsonText> {
    const results = await this.batches.carryOut(caller.workspaceId, readOperations(request));
    return new JsonText(`{"results":[${results.map(({ text }) => text).join()}]}`);
  }

  @Operation({
    id: 'listTrashedTransactions',
    summary: 'List the trash, latest first',
    description: 'What was deleted within the last 30 days and can be restored. It counts nowhere.',
    answer: TransactionPageView,
    example: { items: [trashedExample] },
    problems: [CursorInvalid],
  })
  @Get('trash')
  trashed(@Caller() caller: Principal, @Query() request: PageRequest): Promise<JsonText> {
    return this.trash.list(caller.workspaceId, request);
  }

  @Operation({
    id: 'emptyTrash',
    summary: 'Empty the trash for good',
    collection: { spends: ['transactionId'] },
    bulk: true,
    description: 'Nothing in the trash can be restored afterwards.',
    answer: PurgedView,
  })
  @Delete('trash')
  async empty(@Caller() caller: Principal): Promise<PurgedView> {
    return { purged: await this.trash.empty(caller.workspaceId) };
  }

  @OnTransaction('One transaction, live or in the trash', {
    description: 'With its parts, its tags and, of a transfer, the other account.',
    resource: true,
  })
  @Get(':id')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.transactions.get(caller.workspaceId, id);
  }

  @OnTransaction('Edit a transaction', {
    description: 'Balances follow at once. What a new type does not have falls away.',
    problems: [TransactionInTrash, ...refusals],
  })
  @Patch(':id')
  edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditTransactionRequest,
  ): Promise<JsonText> {
    return this.transactions.edit(caller.workspaceId, id, request);
  }

  @OnTransaction('Put a transaction into the trash', {
    description: 'The account balance is reverted. The trash keeps it for 30 days.',
    example: trashedExample,
    problems: [AccountNotActive, AmountOutOfRange],
  })
  @Delete(':id')
  moveToTrash(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.trash.trash(caller.workspaceId, id);
  }

  @OnTransaction('Take a transaction out of the trash', {
    collection: { after: ['deleteTransaction'] },
    description: 'Everything is as it was before it was deleted: balances, debts, budgets and reports.',
    problems: [TransactionNotInTrash, ExternalIdTaken, AccountNotActive, AmountOutOfRange],
  })
  @Post(':id/restore')
  restore(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.trash.restore(caller.workspaceId, id);
  }

  @OnTransaction('Delete a transaction in the trash for good', {
    collection: { after: ['deleteTransaction'], spends: ['transactionId'] },
    description: 'It cannot be restored afterwards. A live one has to go to the trash first.',
    example: trashedExample,
    problems: [TransactionNotInTrash],
  })
  @Delete(':id/permanently')
  deletePermanently(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.trash.deletePermanently(caller.workspaceId, id);
  }
}
