/** Time limits hold on a machine of a fifth of the speed of the two-core machine on which they were measured. */
const SLOWEST_MACHINE = 5;

/** Returns the limit for a duration in milliseconds that was measured as acceptable. */
export const slowest = (ms: number): number => ms * SLOWEST_MACHINE;
