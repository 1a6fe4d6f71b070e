export { expectedBalances } from './balance-chain.js';
export { parseDelimiter } from './choose-delimiter.js';
export { detailColumns, labelledDetails } from './detail-columns.js';
export { letGoOf, movable } from './file-memory.js';
export { EMPTY_MAPPING } from './mapping.js';
export { parseEncoding } from './parse-encoding.js';
export { rowDetails } from './spei-text.js';
export type { RowDetails } from './spei-text.js';
export * from './statement.js';
