import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const ledgerMigrations: readonly NamedMigration[] = [baseline('0006', 'ledger')];
