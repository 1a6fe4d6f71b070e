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

/** The specs beside pure files, which need nothing but themselves: `npm run unit`. */
export default {
  rootDir: '.',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/(apps|libs|packages|test)/**/*.spec.ts'],
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
  // What is transformed stays for the next run; the temporary folder may be in memory.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testTimeout: 30_000,
};
