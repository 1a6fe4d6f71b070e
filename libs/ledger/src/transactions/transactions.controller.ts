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
  GoalArchived,
  GoalEmpty,
  RoundRecorded,
  SharesNotBalanced,
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
  SharesNotBalanced,
  TransferRateRequired,
  AmountOutOfRange,
  TagLimitReached,
  GoalEmpty,
  GoalArchived,
];

const trashedExample = {
  status: 'trashed',
  deletedAt: '2026-11-21T09:00:00.000Z',
  purgeAt: '2026-12-21T09:00:00.000Z',
};

/** Batches of this size or more queue with the bulk changes, because rules can take milliseconds per transaction. */
const LONG_BATCH = 50;

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
    description:
      'Returns transactions newest first. With `updatedSince`, returns the transactions changed since then, oldest change first, including trashed ones.',
    answer: TransactionPageView,
    readsReplica: true,
    problems: [CursorInvalid],
  })
  @Get()
  page(@Caller() caller: Principal, @Query() request: ListTransactionsRequest): Promise<JsonText> {
    return this.list.page(caller.workspaceId, request);
  }

  @Operation({
    summary: 'Create a transaction',
    description:
      'Balances, debts, budgets and reports change immediately. Matching rules run, but do not replace a category that the request sets.',
    answer: TransactionView,
    requestExamples: TRANSACTION_EXAMPLES,
    touchesBooks: true,
    problems: refusals,
  })
  @Post()
  create(@Caller() caller: Principal, @Body() request: CreateTransactionRequest): Promise<JsonText> {
    return this.transactions.create(caller.workspaceId, request);
  }

  @Operation({
    id: 'changeTransactions',
    summary: 'Create, edit, trash and restore many transactions at once',
    description:
      'Runs up to 500 operations in order, all or none. Each operation has the same fields as the call for a single transaction. If an operation fails, the problem contains its index, counted from 0, in `operation`, and its pointers refer to the batch.',
    bulk: { list: 'operations', from: LONG_BATCH },
    answer: TransactionBatchView,
    requestExample: BATCH_EXAMPLE,
    touchesBooks: true,
    problems: [TransactionNotFound, TransactionInTrash, TransactionNotInTrash, RoundRecorded, ...refusals],
  })
  @Post('batch')
  async changeAll(@Caller() caller: Principal, @Body() request: BatchTransactionsRequest): Promise<JsonText> {
    const results = await this.batches.carryOut(caller.workspaceId, readOperations(request));
    return new JsonText(`{"results":[${results.map(({ text }) => text).join()}]}`);
  }

  @Operation({
    id: 'listTrashedTransactions',
    summary: 'List trashed transactions, newest first',
    description:
      'Returns the transactions trashed within the last 30 days. They can be restored and do not count in any figure.',
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
    summary: 'Empty the trash',
    collection: { spends: ['transactionId'] },
    bulk: true,
    description: 'Permanently deletes all trashed transactions. They cannot be restored.',
    answer: PurgedView,
  })
  @Delete('trash')
  async empty(@Caller() caller: Principal): Promise<PurgedView> {
    return { purged: await this.trash.empty(caller.workspaceId) };
  }

  @OnTransaction('Get a transaction, live or trashed', {
    description: 'Includes its splits, its tags and, for a transfer, the other account.',
    resource: true,
  })
  @Get(':id')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.transactions.get(caller.workspaceId, id);
  }

  @OnTransaction('Edit a transaction', {
    description:
      'Changes only the fields that are sent. Balances change immediately. Fields that a new type does not support are cleared.',
    touchesBooks: true,
    problems: [TransactionInTrash, RoundRecorded, ...refusals],
  })
  @Patch(':id')
  edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditTransactionRequest,
  ): Promise<JsonText> {
    return this.transactions.edit(caller.workspaceId, id, request);
  }

  @OnTransaction('Move a transaction to the trash', {
    description:
      'Reverts its effect on balances, debts, budgets and reports. The transaction can be restored for 30 days.',
    example: trashedExample,
    touchesBooks: true,
    problems: [AccountNotActive, AmountOutOfRange],
  })
  @Delete(':id')
  moveToTrash(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.trash.trash(caller.workspaceId, id);
  }

  @OnTransaction('Restore a transaction from the trash', {
    collection: { after: ['deleteTransaction'] },
    description: 'The transaction counts again in balances, debts, budgets and reports.',
    touchesBooks: true,
    problems: [
      ...[TransactionNotInTrash, ExternalIdTaken, AccountNotActive, AmountOutOfRange],
      ...[GoalEmpty, GoalArchived, RoundRecorded],
    ],
  })
  @Post(':id/restore')
  restore(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.trash.restore(caller.workspaceId, id);
  }

  @OnTransaction('Permanently delete a trashed transaction', {
    collection: { after: ['deleteTransaction'], spends: ['transactionId'] },
    description: 'A deleted transaction cannot be restored. Move a live transaction to the trash first.',
    example: trashedExample,
    problems: [TransactionNotInTrash],
  })
  @Delete(':id/permanently')
  deletePermanently(@Caller() caller: Principal, @Param('id') id: string): Promise<JsonText> {
    return this.trash.deletePermanently(caller.workspaceId, id);
  }
}
