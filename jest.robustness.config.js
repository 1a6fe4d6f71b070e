import logic from './jest.config.js';
import { foldersLeftOut, provideProgramsFor } from './test/run/system-programs.mjs';

provideProgramsFor(process.argv.slice(2));

/** `npm run test:robustness`: everything that needs a clock, a kill, a memory bound, a query plan or a program of the system. */
export default {
  ...logic,
  testMatch: ['<rootDir>/test/robustness/**/*.(int-spec|e2e-spec|spec).ts'],
  testPathIgnorePatterns: ['/node_modules/', ...foldersLeftOut()],
  maxWorkers: 2,
  // The long forms take up to an hour in one test.
  testTimeout: 3_600_000,
};
