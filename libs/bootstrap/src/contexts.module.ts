import type { NamedMigration } from '@app/kernel';
import { kernelMigrations } from '@app/kernel';
import type { Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { AgentsModule } from '@app/agents';
import { budgetingMigrations, BudgetingModule } from '@app/budgeting';
import { cardsMigrations, CardsModule } from '@app/cards';
import { categorisingMigrations, CategorisingModule } from '@app/categorising';
import { contactsMigrations, ContactsModule } from '@app/contacts';
import { ExportingModule } from '@app/exporting';
import { filesMigrations, FilesModule } from '@app/files';
import { fxMigrations, FxModule } from '@app/fx';
import { goalsMigrations, GoalsModule } from '@app/goals';
import { householdMigrations, HouseholdModule } from '@app/household';
import { identityMigrations, IdentityModule } from '@app/identity';
import { invoicingMigrations, InvoicingModule } from '@app/invoicing';
import { importingMigrations, ImportingModule } from '@app/importing';
import { ledgerMigrations, LedgerModule } from '@app/ledger';
import { notifyingMigrations, NotifyingModule } from '@app/notifying';
import { planningMigrations, PlanningModule } from '@app/planning';
import { ReportingModule } from '@app/reporting';
import { workspaceMigrations, WorkspaceModule } from '@app/workspace';

type Context = readonly [module: Type, migrations?: readonly NamedMigration[]];

/**
 * All contexts, lowest first. A context may call only contexts before it in this list. Listeners receive events in this
 * order.
 */
const CONTEXTS: readonly Context[] = [
  [WorkspaceModule, workspaceMigrations],
  [FxModule, fxMigrations],
  [IdentityModule, identityMigrations],
  [LedgerModule, ledgerMigrations],
  [ContactsModule, contactsMigrations],
  [BudgetingModule, budgetingMigrations],
  [CategorisingModule, categorisingMigrations],
  [CardsModule, cardsMigrations],
  [FilesModule, filesMigrations],
  [GoalsModule, goalsMigrations],
  [InvoicingModule, invoicingMigrations],
  [HouseholdModule, householdMigrations],
  [ImportingModule, importingMigrations],
  [ReportingModule],
  [PlanningModule, planningMigrations],
  [ExportingModule],
  [NotifyingModule, notifyingMigrations],
  [AgentsModule],
];

/** Migrations of the kernel and all contexts, in the order in which they run. */
export const MIGRATIONS: readonly NamedMigration[] = [
  ...kernelMigrations,
  ...CONTEXTS.flatMap(([, migrations = []]) => migrations),
].sort((a, b) => a.name.localeCompare(b.name));

@Module({ imports: CONTEXTS.map(([module]) => module) })
export class ContextsModule {}
