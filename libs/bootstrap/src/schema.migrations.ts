import { budgetingMigrations } from '@app/budgeting';
import { cardsMigrations } from '@app/cards';
import { categorisingMigrations } from '@app/categorising';
import { contactsMigrations } from '@app/contacts';
import { fxMigrations } from '@app/fx';
import { identityMigrations } from '@app/identity';
import { importingMigrations } from '@app/importing';
import type { NamedMigration } from '@app/kernel';
import { kernelMigrations } from '@app/kernel';
import { ledgerMigrations } from '@app/ledger';
import { notifyingMigrations } from '@app/notifying';
import { planningMigrations } from '@app/planning';
import { workspaceMigrations } from '@app/workspace';

/** Every context's migrations in the one order in which they are applied. */
export const MIGRATIONS: readonly NamedMigration[] = [
  ...kernelMigrations,
  ...identityMigrations,
  ...workspaceMigrations,
  ...fxMigrations,
  ...contactsMigrations,
  ...ledgerMigrations,
  ...budgetingMigrations,
  ...categorisingMigrations,
  ...cardsMigrations,
  ...importingMigrations,
  ...planningMigrations,
  ...notifyingMigrations,
].sort((a, b) => a.name.localeCompare(b.name));
