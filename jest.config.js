const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      target: 'es2024',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** Unit specs stand beside pure files; *.int-spec.ts and *.e2e-spec.ts meet a real PostgreSQL. */
export default {
  rootDir: '.',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/(apps|libs|test)/**/*.(spec|int-spec|e2e-spec).ts'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'cjs', 'js', 'json', 'node'],
  moduleNameMapper: {
    '^@app/kernel/pure$': '<rootDir>/libs/kernel/src/pure.ts',
    '^@app/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  // Without a Chromium, an hledger, a PgBouncer or a PostgreSQL of the system the tests that drive one are left out;
  // scripts/test.mjs looks for them, and says so.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.CENTAVO_TEST_BROWSER ? [] : ['/test/browser/']),
    ...(process.env.CENTAVO_TEST_HLEDGER ? [] : ['/test/hledger/']),
    ...(process.env.CENTAVO_TEST_POSTGRES ? [] : ['/test/restore/']),
    ...(process.env.CENTAVO_TEST_REPLICAS ? [] : ['/test/replicas/']),
    ...(process.env.CENTAVO_TEST_PGBOUNCER ? [] : ['/test/scaling/']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  testTimeout: 30_000,
};
