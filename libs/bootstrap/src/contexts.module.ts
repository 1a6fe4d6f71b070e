import { recordedName, Shards } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AgentsModule } from '@app/agents';
import { BudgetingModule } from '@app/budgeting';
import { CardsModule } from '@app/cards';
import { CategorisingModule } from '@app/categorising';
import { ContactsModule } from '@app/contacts';
import { ExportingModule } from '@app/exporting';
import { FxModule } from '@app/fx';
import { IdentityModule } from '@app/identity';
import { ImportingModule } from '@app/importing';
import { LedgerModule } from '@app/ledger';
import { NotifyingModule } from '@app/notifying';
import { PlanningModule } from '@app/planning';
import { ReportingModule } from '@app/reporting';
import { WorkspaceModule } from '@app/workspace';
import { MIGRATIONS } from './schema.migrations.js';

/**
 * The architecture on one screen: the contexts in their order. Each may call those above it in this list, and hears from
 * the others by events, which reach listeners in this order.
 */
@Module({
  imports: [
    WorkspaceModule,
    FxModule,
    IdentityModule,
    LedgerModule,
    ContactsModule,
    BudgetingModule,
    CategorisingModule,
    CardsModule,
    ImportingModule,
    ReportingModule,
    PlanningModule,
    ExportingModule,
    NotifyingModule,
    AgentsModule,
  ],
})
export class ContextsModule {
  constructor(shards: Shards) {
    shards.expect(MIGRATIONS.map(recordedName));
  }
}
