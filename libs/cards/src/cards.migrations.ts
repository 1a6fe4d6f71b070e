import type { NamedMigration } from '@app/kernel';
import { statementsAndInstallments } from './migrations/0184-cards-statements-and-installments.migrations.js';

/** The migrations of cards; each stands in a file of its own name. */
export const cardsMigrations: readonly NamedMigration[] = [statementsAndInstallments];
