import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

/** The migrations of the context. */
export const ledgerMigrations: readonly NamedMigration[] = [baseline('0006', 'ledger')];
