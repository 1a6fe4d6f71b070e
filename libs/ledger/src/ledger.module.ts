import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { WorkspaceModule } from '@app/workspace';
import { Account } from './accounts/account.entity.js';
import { AccountsController, AccountTypesController } from './accounts/accounts.controller.js';
import { Accounts } from './accounts/accounts.service.js';
import { AccountDay } from './balances/account-day.entity.js';
import { Balances } from './balances/balances.listener.js';
import { CategoriesController } from './categories/categories.controller.js';
import { Categories } from './categories/categories.service.js';
import { Category } from './categories/category.entity.js';
import { StarterCategories } from './categories/starter-categories.listener.js';
import { NetWorthController } from './net-worth/net-worth.controller.js';
import { NetWorthHistories } from './net-worth/net-worth-history.service.js';
import { NetWorths } from './net-worth/net-worth.service.js';
import { AccountProjections } from './projection/account-projections.service.js';
import { CategoryEntries } from './transactions/category-entries.service.js';
import { BulkEdits } from './transactions/bulk-edits.service.js';
import { ImportedEntries } from './transactions/imported-entries.service.js';
import { Subscription } from './transactions/subscription.entity.js';
import { TransactionList } from './transactions/transaction-list.service.js';
import { Transaction, TransactionSplit } from './transactions/transaction.entity.js';
import { TransactionsController } from './transactions/transactions.controller.js';
import { Transactions } from './transactions/transactions.service.js';
import { PurgeTrashJob } from './transactions/purge-trash.job.js';
import { Trash } from './transactions/trash.service.js';
import { FixedRates } from './valuation/fixed-rates.service.js';
import { RevaluationListener } from './valuation/revaluation.listener.js';
import { Revaluation } from './valuation/revaluation.service.js';
import { LedgerVerification } from './verification/ledger-verification.service.js';

/** Accounts, categories, transactions with their trash, and net worth. */
@Module({
  imports: [
    MikroOrmModule.forFeature([Account, AccountDay, Category, Transaction, TransactionSplit, Subscription]),
    WorkspaceModule,
  ],
  controllers: [
    AccountTypesController,
    AccountsController,
    CategoriesController,
    TransactionsController,
    NetWorthController,
  ],
  providers: [
    Balances,
    BulkEdits,
    ImportedEntries,
    Accounts,
    Categories,
    StarterCategories,
    Transactions,
    TransactionList,
    Trash,
    PurgeTrashJob,
    AccountProjections,
    CategoryEntries,
    NetWorths,
    NetWorthHistories,
    Revaluation,
    FixedRates,
    RevaluationListener,
    LedgerVerification,
  ],
  exports: [
    AccountProjections,
    ImportedEntries,
    Accounts,
    BulkEdits,
    Categories,
    Transactions,
    TransactionList,
    Trash,
    CategoryEntries,
    LedgerVerification,
  ],
})
export class LedgerModule {}
