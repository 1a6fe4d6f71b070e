import unit from './jest.unit.config.js';

/** `npm test`: tests of logic. `*.int-spec.ts` and `*.e2e-spec.ts` run against a real PostgreSQL. */
export default {
  ...unit,
  testMatch: ['<rootDir>/(apps|libs|packages|test)/**/*.(spec|int-spec|e2e-spec).ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/robustness/'],
  testEnvironment: '<rootDir>/test/run/environment.mjs',
  globalSetup: '<rootDir>/test/run/global-setup.mjs',
  globalTeardown: '<rootDir>/test/run/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/run/count-reporter.mjs'],
  maxWorkers: 3,
  // A worker keeps the modules of its test files. Above this size, it is replaced.
  workerIdleMemoryLimit: '900MB',
};
