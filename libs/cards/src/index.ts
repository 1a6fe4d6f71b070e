export { CARDS_TABLES } from './exported-tables.query.js';
export { cardsMigrations } from './cards.migrations.js';
export { CardsModule } from './cards.module.js';
export { InstallmentPlans } from './installments/installments.service.js';
export type { CardOutlook } from './statements/card-outlooks.service.js';
export { CardOutlooks } from './statements/card-outlooks.service.js';
