import { DEBT_TYPES } from './settlement.js';

/** What each kind adds up to, of rows with a type and an amount. */
export const SUMS = DEBT_TYPES.map(
  (kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`,
).join();
