/** The limits were measured on a two-core machine. The factor lets them hold on a machine with a fifth of its speed. */
const SLOWEST_MACHINE = 5;

export const slowest = (ms: number): number => ms * SLOWEST_MACHINE;
