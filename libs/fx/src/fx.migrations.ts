import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';
import { feedRateChanges } from './migrations/0014-fx-feed-rate-changes.migrations.js';

export const fxMigrations: readonly NamedMigration[] = [baseline('0004', 'fx'), feedRateChanges];
