import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { CategorisingModule } from '@app/categorising';
import { LedgerModule } from '@app/ledger';
import { CategoryHints } from './imports/category-hints.service.js';
import { DraftCurrencies } from './imports/draft-currencies.listener.js';
import { DraftCategories } from './imports/draft-categories.listener.js';
import { DiscardDraftsJob } from './imports/discard-drafts.job.js';
import { DraftJudgement } from './imports/draft-judgement.service.js';
import { DraftReading } from './imports/draft-reading.service.js';
import { DraftRows } from './imports/draft-rows.service.js';
import { Drafts } from './imports/drafts.service.js';
import { ImportCommitment } from './imports/import-commitment.service.js';
import { ImportLedger } from './imports/import-ledger.service.js';
import { Import } from './imports/import.entity.js';
import { ImportsController } from './imports/imports.controller.js';
import { Imports } from './imports/imports.service.js';
import { StatementReader } from './imports/statement-reader.service.js';

/** Statement files: read into drafts, committed into the ledger, undone. */
@Module({
  imports: [MikroOrmModule.forFeature([Import]), LedgerModule, CategorisingModule],
  controllers: [ImportsController],
  providers: [
    ...[StatementReader, DraftReading, Imports, CategoryHints, DraftJudgement, Drafts, DraftRows],
    ...[ImportLedger, ImportCommitment, DraftCategories, DraftCurrencies, DiscardDraftsJob],
  ],
  exports: [Drafts, ImportCommitment],
})
export class ImportingModule {}
