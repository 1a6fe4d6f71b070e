/** Whether tests run in their long form, as `npm run test:robustness` has it. */
const LONG = process.env.CENTAVO_FAULT_ROUNDS !== undefined;

/** How much of something a test does: enough to be seen by default, much where the long form is asked for. */
export function sized<T>(everyday: T, long: T): T {
  return LONG ? long : everyday;
}
