import { DEBT_TYPES } from './settlement.js';

/** Select list with the sum of each type. */
export const SUMS = DEBT_TYPES.map(
  (kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`,
).join();
