import { relative } from 'node:path';
import { writeFileSync } from 'node:fs';

let results = { passed: 0, failed: 1, failures: [] };

/** Counts the tests of a run and lists the failed tests. A file that cannot be loaded counts as one failed test. */
export default class CountReporter {
  onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    results = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      failures: testResults.flatMap(({ testFilePath, testExecError, testResults: tests }) => {
        const file = relative(process.cwd(), testFilePath);
        const failed = tests
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => ({ file, name: fullName }));
        return testExecError && failed.length === 0 ? [{ file, name: null }] : failed;
      }),
    };
  }
}

/** Prints the counts. If CENTAVO_TEST_RESULTS names a file, writes the results to it as JSON instead. */
export function reportCount() {
  if (process.env.CENTAVO_TEST_RESULTS) writeFileSync(process.env.CENTAVO_TEST_RESULTS, JSON.stringify(results));
  else process.stdout.write(`\n${results.passed} passed, ${results.failed} failed\n`);
}
