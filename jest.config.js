import unit from './jest.unit.config.js';
import { leftOutOfShards } from './test/run/left-out-of-shards.mjs';
import { foldersLeftOut, provideProgramsFor } from './test/run/system-programs.mjs';

const pooled = process.env.CENTAVO_TEST_POOLED ? ['test/scaling'] : [];
provideProgramsFor([...process.argv.slice(2), ...pooled]);

/** All tests: beside the unit specs *.int-spec.ts and *.e2e-spec.ts, which meet a real PostgreSQL. */
export default {
  ...unit,
  testMatch: ['<rootDir>/(apps|libs|packages|test)/**/*.(spec|int-spec|e2e-spec).ts'],
  testPathIgnorePatterns: ['/node_modules/', ...foldersLeftOut(), ...leftOutOfShards()],
  testEnvironment: '<rootDir>/test/run/environment.mjs',
  globalSetup: '<rootDir>/test/run/global-setup.mjs',
  globalTeardown: '<rootDir>/test/run/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/run/count-reporter.mjs'],
  // Three, because many tests wait for a while.
  maxWorkers: 3,
  // The modules of a test file stay in memory after it; past this a process makes room for a new one.
  workerIdleMemoryLimit: '900MB',
};
