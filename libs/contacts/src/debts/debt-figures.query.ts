import { DEBT_TYPES } from './settlement.js';

export const SUMS = DEBT_TYPES.map(
  (kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`,
).join();
