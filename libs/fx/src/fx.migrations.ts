import type { NamedMigration } from '@app/kernel';
import { feedRates } from './migrations/0004-fx-feed-rates.migrations.js';
import { ownRates } from './migrations/0014-fx-own-rates.migrations.js';
import { sharedRatesReadOnly } from './migrations/0122-fx-shared-rates-read-only.migrations.js';
import { ownInverseBeforeFeeds } from './migrations/0213-fx-own-inverse-before-feeds.migrations.js';

/** The migrations of fx; each stands in a file of its own name. */
export const fxMigrations: readonly NamedMigration[] = [
  feedRates,
  ownRates,
  sharedRatesReadOnly,
  ownInverseBeforeFeeds,
];
