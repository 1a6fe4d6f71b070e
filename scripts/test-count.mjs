// Called by Jest with the results of a run; a file of tests that could not even be loaded counts as one that failed.
import { writeFileSync } from 'node:fs';

export default function count(results) {
  const facts = { passed: results.numPassedTests, failed: results.numFailedTests + results.numRuntimeErrorTestSuites };
  if (process.env.CENTAVO_TEST_COUNT) writeFileSync(process.env.CENTAVO_TEST_COUNT, JSON.stringify(facts));
  return results;
}
