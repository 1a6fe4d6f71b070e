export { ForecastRequest } from './forecast/forecast.request.js';
export { forecastView } from './forecast/forecast.view.js';
export { Forecasts } from './forecast/forecasts.service.js';
export { PLANNING_TABLES } from './exported-tables.query.js';
export { planningMigrations } from './planning.migrations.js';
export { PlanningModule } from './planning.module.js';
export { Schedules } from './schedules/schedules.service.js';
