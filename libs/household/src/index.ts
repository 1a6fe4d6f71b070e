export { HOUSEHOLD_TABLES } from './exported-tables.query.js';
export { householdMigrations } from './household.migrations.js';
export { HouseholdModule } from './household.module.js';
export type { HouseholdSettlementView } from './settlement.view.js';
export { householdSettlementView, settlementView } from './settlement.view.js';
export { RecordSettlementRequest, SettlementPeriodRequest } from './settlement.request.js';
export { Settlements } from './settlements.service.js';
