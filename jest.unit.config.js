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
      experimental: { keepImportAttributes: true },
      target: 'es2024',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** `npm run unit`: specs of pure files, which need neither a build nor a database. */
export default {
  rootDir: '.',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/(apps|libs|packages|test)/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/robustness/'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'cjs', 'js', 'json', 'node'],
  moduleNameMapper: {
    '^@app/kernel/pure$': '<rootDir>/libs/kernel/src/pure.ts',
    '^@app/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^@centavo/sdk$': '<rootDir>/packages/sdk/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  // The temporary folder may be in memory and is deleted after the run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Ends the run if a test hangs.
  testTimeout: 300_000,
};
