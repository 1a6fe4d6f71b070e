export { CARDS_TABLES } from './exported-tables.query.js';
export { cardsMigrations } from './cards.migrations.js';
export { CardsModule } from './cards.module.js';
export { InstallmentPlans } from './installments/installments.service.js';
export type { CardProjection } from './statements/card-projections.service.js';
export type { RecordedChange } from './statements/statement-records.service.js';
export { StatementRecords } from './statements/statement-records.service.js';
export { CardProjections } from './statements/card-projections.service.js';
