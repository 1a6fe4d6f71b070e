import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';
import { directed } from './migrations/0026-invoicing-directed.migrations.js';

export const invoicingMigrations: readonly NamedMigration[] = [baseline('0022', 'invoicing'), directed];
