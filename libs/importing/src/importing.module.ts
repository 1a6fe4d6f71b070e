import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { CategorisingModule } from '@app/categorising';
import { CardsModule } from '@app/cards';
import { FilesModule } from '@app/files';
import { LedgerModule } from '@app/ledger';
import { CategorySuggestions } from './suggestions/category-suggestions.service.js';
import { DraftCurrencies } from './drafts/draft-currencies.listener.js';
import { DraftBulkSize } from './drafts/draft-bulk-size.service.js';
import { DraftCategories } from './drafts/draft-categories.listener.js';
import { DiscardDraftsJob } from './drafts/discard-drafts.job.js';
import { DraftValidation } from './imports/draft-validation.service.js';
import { DraftQuotas } from './drafts/draft-quotas.service.js';
import { DraftReading } from './drafts/draft-reading.service.js';
import { DraftRows } from './drafts/draft-rows.service.js';
import { KeptFiles } from './drafts/kept-files.service.js';
import { Drafts } from './drafts/drafts.service.js';
import { ImportCommitment } from './commitment/import-commitment.service.js';
import { ImportLedger } from './commitment/import-ledger.service.js';
import { Import } from './imports/import.entity.js';
import { RememberedMapping } from './mappings/remembered-mapping.entity.js';
import { ImportRow } from './rows/import-row.entity.js';
import { ImportsController } from './imports.controller.js';
import { Imports } from './imports/imports.service.js';
import { WorkspaceModule } from '@app/workspace';
import { StatementReader } from './statements/statement-reader.service.js';

@Module({
  imports: [
    MikroOrmModule.forFeature([Import, ImportRow, RememberedMapping]),
    LedgerModule,
    FilesModule,
    CardsModule,
    CategorisingModule,
    WorkspaceModule,
  ],
  controllers: [ImportsController],
  providers: [
    ...[StatementReader, DraftReading, Imports, CategorySuggestions, DraftValidation, Drafts, DraftRows],
    ...[ImportLedger, ImportCommitment, DraftCategories, DraftCurrencies, DiscardDraftsJob, DraftQuotas, KeptFiles],
    DraftBulkSize,
  ],
  exports: [DraftRows, Drafts, ImportCommitment, Imports],
})
export class ImportingModule {}
