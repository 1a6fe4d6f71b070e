export { IMPORTING_TABLES } from './exported-tables.query.js';
export { ImportingModule } from './importing.module.js';
export { importingMigrations } from './importing.migrations.js';
export * from './importing.problems.js';
export { ImportCommitment } from './commitment/import-commitment.service.js';
export { DraftRows } from './drafts/draft-rows.service.js';
export {
  CreateImportRequest,
  EditImportRequest,
  EditImportRowRequest,
  ListImportRowsRequest,
} from './imports/import.request.js';
export type { ImportSummaryView, ImportView } from './imports/import.view.js';
export { visibleImport } from './imports/import.view.js';
export { Imports } from './imports/imports.service.js';
export { givenOptions } from './imports/given-options.js';
export type { ImportRowView } from './rows/import-row.view.js';
export { uploadedName } from './uploads/uploaded-name.js';
export type { ReadingCaller } from './statements/statement-reader.service.js';
export { Drafts } from './drafts/drafts.service.js';
