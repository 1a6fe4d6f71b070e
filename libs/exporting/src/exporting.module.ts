import { Module } from '@nestjs/common';
import { CategorisingModule } from '@app/categorising';
import { FilesModule } from '@app/files';
import { LedgerModule } from '@app/ledger';
import { PlanningModule } from '@app/planning';
import { ExportController } from './export.controller.js';
import { Exports } from './exports.service.js';
import { WorkspaceImport } from './restoring/workspace-import.service.js';

@Module({
  imports: [LedgerModule, FilesModule, CategorisingModule, PlanningModule],
  controllers: [ExportController],
  providers: [Exports, WorkspaceImport],
  exports: [Exports, WorkspaceImport],
})
export class ExportingModule {}
