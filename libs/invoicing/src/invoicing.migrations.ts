import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const invoicingMigrations: readonly NamedMigration[] = [baseline('0022', 'invoicing')];
