export { expectedBalances } from './balances/balance-chain.js';
export { parseDelimiter } from './records/delimiter.js';
export { detailColumns, labelledDetails } from './transfers/detail-columns.js';
export { letGoOf, movable } from './limits/file-memory.js';
export { EMPTY_MAPPING } from './records/mapping.js';
export { parseEncoding } from './text/parse-encoding.js';
export { rowDetails } from './transfers/spei-text.js';
export type { RowDetails } from './transfers/spei-text.js';
export * from './statement.js';
