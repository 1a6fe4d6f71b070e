/** Time limits were measured on a two-core machine. They also hold on a machine with a fifth of its speed. */
const SLOWEST_MACHINE = 5;

export const slowest = (ms: number): number => ms * SLOWEST_MACHINE;
