/** Time limits hold on a machine with a fifth of the speed of the two-core machine on which they were measured. */
const SLOWEST_MACHINE = 5;

export const slowest = (ms: number): number => ms * SLOWEST_MACHINE;
