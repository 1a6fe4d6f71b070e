import logic from './jest.config.js';
import { foldersLeftOut, provideProgramsFor } from './test/run/system-programs.mjs';

provideProgramsFor(process.argv.slice(2));

/** `npm run test:robustness`: tests that need a clock, a kill, a memory bound, a query plan or a system program. */
export default {
  ...logic,
  testMatch: ['<rootDir>/test/robustness/**/*.(int-spec|e2e-spec|spec).ts'],
  testPathIgnorePatterns: ['/node_modules/', ...foldersLeftOut()],
  maxWorkers: 2,
  // The long variants take up to an hour per test.
  testTimeout: 3_600_000,
};
