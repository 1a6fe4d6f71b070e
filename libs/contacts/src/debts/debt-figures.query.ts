import { DEBT_TYPES } from './settlement.js';

/** Sum of the amounts by type. */
export const SUMS = DEBT_TYPES.map(
  (kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`,
).join();
