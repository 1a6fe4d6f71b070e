/** The kernel's pure parts alone, for code that is loaded by itself: a reading thread starts ten times as fast with them. */
export * from './calendar/banking-days.js';
export * from './calendar/day.js';
export * from './calendar/day-number.js';
export * from './calendar/interval.js';
export * from './calendar/recurrence.js';
export * from './calendar/step.js';
export * from './export/exported-table.js';
export * from './money/amount.js';
export * from './money/currency.js';
export * from './money/money.js';
export * from './money/rate.js';
export * from './money/ratio.js';
export * from './request/json-text.js';
export * from './text/csv.js';
export * from './text/fold-text.js';
export * from './text/stream-safe.js';
