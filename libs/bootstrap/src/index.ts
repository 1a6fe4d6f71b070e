export { ContextsModule, MIGRATIONS } from './contexts.module.js';
export { openDatabase, prepareDatabase, withDatabaseServer } from './database-server.launcher.js';
export type { DatabaseServer } from './database-server.launcher.js';
export { nestLogger } from './nest-logger.service.js';
export { chooseFreePort, openedPort, settingsOfProcess } from './process-settings.launcher.js';
export { VERSION } from './version.js';
