export type { RateInForce } from './exchange-rates.service.js';
export { ExchangeRates } from './exchange-rates.service.js';
export { RatesChanged } from './fx.events.js';
export { fxMigrations } from './fx.migrations.js';
export { FxModule } from './fx.module.js';
export { RateNotFound } from './fx.problems.js';
export type { DatedRate, RejectedLine } from './rates-file.js';
export { readRatesFile } from './rates-file.js';
