import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';
import { dropCategoryNamed } from './migrations/0015-ledger-drop-category-named.migrations.js';
import { books } from './migrations/0019-ledger-books.migrations.js';
import { goals } from './migrations/0016-ledger-goals.migrations.js';
import { shares } from './migrations/0024-ledger-shares.migrations.js';
import { fileCount } from './migrations/0020-ledger-file-count.migrations.js';
import { invoiceIds } from './migrations/0022-ledger-invoice-ids.migrations.js';
import { announcedChange } from './migrations/0025-ledger-announced-change.migrations.js';

export const ledgerMigrations: readonly NamedMigration[] = [
  baseline('0006', 'ledger'),
  dropCategoryNamed,
  goals,
  books,
  fileCount,
  invoiceIds,
  shares,
  announcedChange,
];
