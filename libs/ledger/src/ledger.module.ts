import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { FxModule } from '@app/fx';
import { WorkspaceModule } from '@app/workspace';
import { Account } from './accounts/account.entity.js';
import { AccountCrossings } from './accounts/account-crossings.listener.js';
import { AccountsController, AccountTypesController } from './accounts/accounts.controller.js';
import { Accounts } from './accounts/accounts.service.js';
import { Assertion, BalanceChange } from './assertions/assertion.entity.js';
import { AssertionsController } from './assertions/assertions.controller.js';
import { Assertions } from './assertions/assertions.service.js';
import { AccountDay } from './balances/account-day.entity.js';
import { Balances } from './balances/balances.listener.js';
import { BookException, Books } from './books/books.entity.js';
import { BooksController } from './books/books.controller.js';
import { ClosedBooks } from './books/closed-books.service.js';
import { CategoriesController } from './categories/categories.controller.js';
import { Categories } from './categories/categories.service.js';
import { Category } from './categories/category.entity.js';
import { CategoryUses } from './categories/category-uses.service.js';
import { StarterCategories } from './categories/starter-categories.listener.js';
import { NetWorthController } from './net-worth/net-worth.controller.js';
import { NetWorthHistories } from './net-worth/net-worth-history.service.js';
import { NetWorths } from './net-worth/net-worth.service.js';
import { WorthEffects } from './net-worth/worth-effects.service.js';
import { AccountProjections } from './projection/account-projections.service.js';
import { TagEntries } from './tags/tag-entries.listener.js';
import { Tag, TagEntry } from './tags/tag.entity.js';
import { TagRenaming } from './tags/tag-renaming.service.js';
import { TagsController } from './tags/tags.controller.js';
import { Tags } from './tags/tags.service.js';
import { CategoryEntries } from './transactions/category-entries.service.js';
import { BulkEdits } from './transactions/bulk-edits.service.js';
import { LedgerBulkSize } from './transactions/bulk-size.service.js';
import { ImportedEntries } from './transactions/imported-entries.service.js';
import { Subscription } from './transactions/subscription.entity.js';
import { TransactionBatches } from './transactions/transaction-batches.service.js';
import { TransactionEffects } from './transactions/transaction-effects.service.js';
import { TransactionList } from './transactions/transaction-list.service.js';
import { Transaction, TransactionSplit } from './transactions/transaction.entity.js';
import { TransactionsController } from './transactions/transactions.controller.js';
import { TransactionWrites } from './transactions/transaction-writes.service.js';
import { Transactions } from './transactions/transactions.service.js';
import { PurgeTrashJob } from './transactions/purge-trash.job.js';
import { TrashPurge } from './transactions/trash-purge.service.js';
import { Trash } from './transactions/trash.service.js';
import { FeedRevaluation } from './valuation/feed-revaluation.service.js';
import { FixedRates } from './valuation/fixed-rates.service.js';
import { RevaluationListener } from './valuation/revaluation.listener.js';
import { Revaluation } from './valuation/revaluation.service.js';
import { LedgerVerification } from './verification/ledger-verification.service.js';

@Module({
  imports: [
    MikroOrmModule.forFeature([
      Account,
      AccountDay,
      Assertion,
      BalanceChange,
      Books,
      BookException,
      Category,
      Transaction,
      TransactionSplit,
      Subscription,
      Tag,
      TagEntry,
    ]),
    WorkspaceModule,
    FxModule,
  ],
  controllers: [
    AccountTypesController,
    AccountsController,
    AssertionsController,
    BooksController,
    CategoriesController,
    TagsController,
    TransactionsController,
    NetWorthController,
  ],
  providers: [
    Balances,
    BulkEdits,
    ImportedEntries,
    Accounts,
    AccountCrossings,
    Assertions,
    ClosedBooks,
    Categories,
    CategoryUses,
    StarterCategories,
    Tags,
    TagRenaming,
    TagEntries,
    TransactionWrites,
    Transactions,
    TransactionList,
    Trash,
    TrashPurge,
    TransactionBatches,
    PurgeTrashJob,
    AccountProjections,
    CategoryEntries,
    NetWorths,
    WorthEffects,
    TransactionEffects,
    NetWorthHistories,
    Revaluation,
    FeedRevaluation,
    FixedRates,
    RevaluationListener,
    LedgerVerification,
    LedgerBulkSize,
  ],
  exports: [
    AccountProjections,
    ImportedEntries,
    Accounts,
    Assertions,
    BulkEdits,
    ClosedBooks,
    Categories,
    CategoryUses,
    Tags,
    Transactions,
    TransactionBatches,
    TransactionList,
    Trash,
    TrashPurge,
    CategoryEntries,
    NetWorths,
    NetWorthHistories,
    LedgerVerification,
  ],
})
export class LedgerModule {}
