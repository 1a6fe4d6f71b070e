export { CATEGORISING_TABLES } from './exported-tables.query.js';
export { categorisingMigrations } from './categorising.migrations.js';
export { CategorisingModule } from './categorising.module.js';
export * from './categorising.problems.js';
export type { Rows } from './matching/predicate.query.js';
export type { CreateRuleRequest } from './rules/rule.request.js';
export { Rules } from './rules/rules.service.js';
export { RuleRunning } from './running/rule-running.service.js';
