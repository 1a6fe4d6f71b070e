import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { BudgetingModule } from '@app/budgeting';
import { CategorisingModule } from '@app/categorising';
import { ContactsModule } from '@app/contacts';
import { DebtsModule } from '@app/debts';
import { ExportingModule } from '@app/exporting';
import { FxModule } from '@app/fx';
import { IdentityModule } from '@app/identity';
import { ImportingModule } from '@app/importing';
import type { Log, Settings } from '@app/kernel';
import { KernelModule } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { WorkspaceModule } from '@app/workspace';
import { DocsModule } from './docs/docs.module.js';
import { OperationsModule } from './operations/operations.module.js';

/** The contexts in their order: each may call those above it in this list, and is told of the others by events. */
@Module({})
export class AppModule {
  static with(settings: Settings, databaseUrl: string, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KernelModule.with(settings, databaseUrl, log),
        WorkspaceModule,
        FxModule,
        IdentityModule,
        ContactsModule,
        LedgerModule,
        DebtsModule,
        BudgetingModule,
        CategorisingModule,
        ImportingModule,
        ExportingModule,
        DocsModule,
        OperationsModule.with(settings),
      ],
    };
  }
}
