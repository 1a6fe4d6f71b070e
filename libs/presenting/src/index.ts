export type * from './chart.js';
export * from './answer-format.js';
export * from './representations.interceptor.js';
export * from './spanish-dates.js';
export * from './table.js';
