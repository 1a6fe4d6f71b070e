export { IMPORTING_TABLES } from './exported-tables.query.js';
export { ImportingModule } from './importing.module.js';
export { importingMigrations } from './importing.migrations.js';
export * from './importing.problems.js';
export { ImportCommitment } from './commitment/import-commitment.service.js';
export { Drafts } from './drafts/drafts.service.js';
