import { Module } from '@nestjs/common';
import { CategorisingModule } from '@app/categorising';
import { LedgerModule } from '@app/ledger';
import { ExportController } from './export.controller.js';
import { Exports } from './exports.service.js';
import { Restoring } from './restoring/restoring.service.js';

/** Everything that a workspace holds, taken out as a file and brought back from one. */
@Module({
  imports: [LedgerModule, CategorisingModule],
  controllers: [ExportController],
  providers: [Exports, Restoring],
  exports: [Exports, Restoring],
})
export class ExportingModule {}
