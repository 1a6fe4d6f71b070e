export { Archive } from './archive/read-archive.js';
export { Exports } from './exports.service.js';
export type { ExportFormat } from './export-format.js';
export { EXPORT_FORMATS } from './export-format.js';
export { ExportingModule } from './exporting.module.js';
export type { Restored } from './restoring/workspace-import.service.js';
export { ExportRefused } from './restoring/refusal.js';
export { WorkspaceImport } from './restoring/workspace-import.service.js';
export { SECTIONS } from './sections/export-sections.query.js';
