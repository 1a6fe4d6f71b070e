import type { NamedMigration } from '@app/kernel';
import { contacts } from './migrations/0005-contacts-contacts.migrations.js';
import { debts } from './migrations/0054-contacts-debts.migrations.js';
import { movedDebts } from './migrations/0106-contacts-moved-debts.migrations.js';

/** The migrations of contacts; each stands in a file of its own name. */
export const contactsMigrations: readonly NamedMigration[] = [contacts, debts, movedDebts];
