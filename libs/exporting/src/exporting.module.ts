import { Module } from '@nestjs/common';
import { CategorisingModule, Rules } from '@app/categorising';
import { FilesModule } from '@app/files';
import { InvoicingModule, Matching } from '@app/invoicing';
import { LedgerModule } from '@app/ledger';
import { PlanningModule, Schedules } from '@app/planning';
import { ExportController } from './export.controller.js';
import { Exports } from './exports.service.js';
import { SUBSCRIBERS, WorkspaceImport } from './restoring/workspace-import.service.js';

@Module({
  imports: [LedgerModule, FilesModule, CategorisingModule, PlanningModule, InvoicingModule],
  controllers: [ExportController],
  providers: [
    Exports,
    WorkspaceImport,
    {
      provide: SUBSCRIBERS,
      inject: [Rules, Schedules, Matching],
      useFactory: (...subscribers: unknown[]) => subscribers,
    },
  ],
  exports: [Exports, WorkspaceImport],
})
export class ExportingModule {}
