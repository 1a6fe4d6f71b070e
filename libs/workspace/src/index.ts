export { EXPORTED_WORKSPACE } from './exported-tables.query.js';
export type { Plan } from './plan.js';
export { PLANS } from './plan.js';
export { BaseCurrencyChanged, WorkspaceCreated } from './workspace.events.js';
export { workspaceMigrations } from './workspace.migrations.js';
export { WorkspaceModule } from './workspace.module.js';
export { BaseRateRequired } from './workspace.problems.js';
export { Workspaces } from './workspaces.service.js';
