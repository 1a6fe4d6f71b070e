let closingLine;

/** Counts the tests of a run; a file that could not even be loaded counts as one that failed. */
export default class CountReporter {
  onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    closingLine = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
  }
}

/** Says what was counted. Jest's own summary comes after its reporters, so this is left to the end of all. */
export function sayCount() {
  process.stdout.write(`\n${closingLine ?? '0 passed, 1 failed'}\n`);
}
