import type { NamedMigration } from '@app/kernel';
import { accountsAndTransactions } from './migrations/0006-ledger-accounts-and-transactions.migrations.js';
import { statementEntries } from './migrations/0007-ledger-statement-entries.migrations.js';
import { changeStamps } from './migrations/0009-ledger-change-stamps.migrations.js';
import { importRows } from './migrations/0013-ledger-import-rows.migrations.js';
import { accountDays } from './migrations/0015-ledger-account-days.migrations.js';
import { categoryActivity } from './migrations/0016-ledger-category-activity.migrations.js';
import { debts } from './migrations/0018-ledger-debts.migrations.js';
import { filing } from './migrations/0020-ledger-filing.migrations.js';
import { keptStamps } from './migrations/0024-ledger-kept-stamps.migrations.js';
import { balancesFollowEvents } from './migrations/0052-ledger-balances-follow-events.migrations.js';
import { debtsLeaveTheLedger } from './migrations/0053-ledger-debts-for-statements.migrations.js';
import { subscriptions } from './migrations/0055-ledger-subscriptions.migrations.js';
import { categorySource } from './migrations/0056-ledger-category-source.migrations.js';
import { countedParts } from './migrations/0090-ledger-counted-parts.migrations.js';
import { merchants } from './migrations/0091-ledger-merchants.migrations.js';
import { tags } from './migrations/0096-ledger-tags.migrations.js';
import { tagsForRules } from './migrations/0097-ledger-tags-for-rules.migrations.js';
import { lowAccounts } from './migrations/0104-ledger-low-accounts.migrations.js';
import { transactionsToldApart } from './migrations/0200-ledger-transactions-told-apart.migrations.js';
import { categoryPaths } from './migrations/0242-ledger-category-paths.migrations.js';
import { namesFoldedAgain } from './migrations/0215-ledger-names-folded-again.migrations.js';
import { partsOfEach } from './migrations/0197-ledger-parts-of-each.migrations.js';
import { taggedParts } from './migrations/0130-ledger-tagged-parts.migrations.js';
import { transactionSchedules } from './migrations/0180-ledger-transaction-schedules.migrations.js';
import { importedEntries } from './migrations/0209-ledger-imported-entries.migrations.js';
import { cards } from './migrations/0183-ledger-cards.migrations.js';

/** The migrations of the ledger; each stands in a file of its own name. */
export const ledgerMigrations: readonly NamedMigration[] = [
  accountsAndTransactions,
  statementEntries,
  changeStamps,
  importRows,
  accountDays,
  categoryActivity,
  debts,
  filing,
  keptStamps,
  balancesFollowEvents,
  debtsLeaveTheLedger,
  subscriptions,
  categorySource,
  countedParts,
  merchants,
  tags,
  tagsForRules,
  lowAccounts,
  taggedParts,
  transactionSchedules,
  cards,
  partsOfEach,
  transactionsToldApart,
  importedEntries,
  namesFoldedAgain,
  categoryPaths,
];
