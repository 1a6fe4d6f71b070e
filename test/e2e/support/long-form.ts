/** True in `npm run test:robustness`. */
const LONG = process.env.CENTAVO_FAULT_ROUNDS !== undefined;

/** Returns the amount of work for a test: small by default, large in long runs. */
export function sized<T>(everyday: T, long: T): T {
  return LONG ? long : everyday;
}
