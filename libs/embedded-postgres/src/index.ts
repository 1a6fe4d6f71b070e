export { startEmbeddedPostgres } from './embedded-postgres.launcher.js';
export type { EmbeddedPostgres, EmbeddedPostgresOptions, LauncherLog } from './embedded-postgres.launcher.js';
