export { notifyingMigrations } from './notifying.migrations.js';
export { NotifyingModule } from './notifying.module.js';
export type { DeliveryFigures } from './deliveries/attempts.service.js';
export { DeliveryWorker } from './deliveries/delivery-worker.service.js';
