export * from './cash-flow/cash-flow.request.js';
export * from './cash-flow/cash-flow.view.js';
export * from './cash-flow/cash-flows.service.js';
export { COMPARISONS } from './periods/comparison.js';
export { ReportingModule } from './reporting.module.js';
export * from './spending/spending.request.js';
export * from './spending/spending.view.js';
export * from './spending/spending-reports.service.js';
