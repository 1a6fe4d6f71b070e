import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { WorkspaceModule } from '@app/workspace';
import { FileChunk, FileLink, StoredFile } from './file.entity.js';
import { FileStore } from './file-store.service.js';
import { FilesController, TransactionFilesController } from './files.controller.js';
import { FilesOfTransactions } from './files.listener.js';
import { Files } from './files.service.js';
import { PurgeFilesJob } from './purge-files.job.js';

@Module({
  imports: [MikroOrmModule.forFeature([StoredFile, FileChunk, FileLink]), LedgerModule, WorkspaceModule],
  controllers: [FilesController, TransactionFilesController],
  providers: [Files, FileStore, FilesOfTransactions, PurgeFilesJob],
  exports: [Files, FileStore],
})
export class FilesModule {}
