/**
 * Dependency rules of docs/architecture.md. A fixture in test/architecture/fixtures violates each rule, to prove that
 * the rule works.
 */

/** Contexts by level, lowest first. A context may call contexts on lower levels only. */
const LEVELS = require('./test/architecture/order-of-contexts.json');

/** Roles of files that are not pure. The file name contains the role. */
const ROLES = [
  'service',
  'controller',
  'entity',
  'query',
  'listener',
  'module',
  'request',
  'view',
  'problems',
  'events',
  'migrations',
  'guard',
  'pipe',
  'filter',
  'interceptor',
  'decorator',
  'strategy',
  'middleware',
  'launcher',
  'worker',
  'job',
].join('|');

/** Roles without dependencies, which pure files may use. */
const PLAIN_ROLES = 'problems|events';

const TESTS = '\\.(spec|int-spec|e2e-spec)\\.ts$|/testing(\\.ts$|/)|^libs/[^/]+/test/';

const MACHINERY = [
  '@nestjs/',
  '@mikro-orm/',
  'pg/',
  '@types/pg/',
  'kysely/',
  'express/',
  '@types/express/',
  '@types/express-serve-static-core/',
  'multer/',
  'passport',
  'oidc-provider/',
  'pino/',
  'class-validator/',
  'class-transformer/',
  'pg-boss/',
].join('|');

const direction = LEVELS.flatMap((level, height) =>
  level.map((context) => ({
    name: `${context}-calls-down`,
    comment: `Down from ${context} are: ${LEVELS.slice(0, height).flat().join(', ') || 'none'}. Those above hear of it by events.`,
    severity: 'error',
    from: { path: `^libs/${context}/src/`, pathNot: TESTS },
    to: { path: '^libs/', pathNot: `^libs/(${[...LEVELS.slice(0, height).flat(), context].join('|')})/` },
  })),
);

module.exports = {
  forbidden: [
    ...direction,
    {
      name: 'context-has-a-place',
      comment: 'A context that stands in no level has no rule: give it its place in order-of-contexts.json.',
      severity: 'error',
      from: { path: '^libs/', pathNot: `^libs/(${LEVELS.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'apps-stand-above',
      comment: 'The contexts do not know in which application they run.',
      severity: 'error',
      from: { path: '^libs/', pathNot: TESTS },
      to: { path: '^(apps|test|bench|scripts)/' },
    },
    {
      name: 'apps-know-no-other',
      comment: 'What two applications share is a library.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'front-door-between-contexts',
      comment:
        'What another context offers stands in its index.ts, the kernel in pure.ts too; the rest is its own business.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/(index|pure|testing)\\.ts$'] },
    },
    {
      name: 'front-door-from-outside',
      comment: 'Applications come in by the front door, too.',
      severity: 'error',
      from: { path: '^(apps|bench|scripts)/', pathNot: TESTS },
      to: { path: '^libs/[^/]+/src/', pathNot: '^libs/[^/]+/src/(index|pure)\\.ts$' },
    },
    {
      name: 'tests-reach-pure-files-only',
      comment:
        'Tests of the whole may ask a pure file directly, but of the rest only what stands at the front door; what the ' +
        'service answers they know by the types of its views. The check of statements prepares fragments of SQL as they are.',
      severity: 'error',
      from: { path: '^test/', pathNot: ['^test/sql/(samples|generated-[a-z-]+)\\.ts$', '^test/robustness/plans/'] },
      to: { path: `^libs/[^/]+/src/.*\\.(${ROLES})\\.ts$`, pathNot: `\\.(${PLAIN_ROLES}|view)\\.ts$` },
    },
    {
      name: 'tests-know-views-by-type',
      comment: 'A view says the shape of an answer; a test runs nothing of it.',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^libs/[^/]+/src/.*\\.view\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'testing-is-for-tests',
      comment: 'What helps tests has no place in what runs.',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: TESTS },
      to: { path: '^libs/[^/]+/src/testing(\\.ts$|/)' },
    },
    {
      name: 'entities-stay-inside',
      comment: 'Across a border go ids, not entities; their type at most.',
      severity: 'error',
      from: { path: '^libs/[^/]+/src/index\\.ts$' },
      to: { path: '\\.entity\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-own-front-door',
      comment: 'Inside a context files import each other, not the index that is made of them.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src/', pathNot: '/index\\.ts$' },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'pure-without-machinery',
      comment: 'A file without a role in its name is pure: no Nest, no ORM, no HTTP, no clock, no disk.',
      severity: 'error',
      from: pureFiles(),
      to: { path: [`(^|/)node_modules/(${MACHINERY})`, '^(node:)?fs(/promises)?$', '/clock\\.service\\.ts$'] },
    },
    {
      name: 'pure-without-roles',
      comment: 'What a pure file calls must be pure as well; of files with a role it may know the types.',
      severity: 'error',
      from: pureFiles(),
      to: {
        path: `\\.(${ROLES})\\.ts$`,
        pathNot: `\\.(${PLAIN_ROLES})\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-with-the-pure-kernel',
      comment:
        "The kernel's pure.ts has what a pure file may call, and loads nothing else; its index.ts loads the machinery.",
      severity: 'error',
      from: pureFiles(),
      to: { path: '^libs/kernel/src/index\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or a third one is missing.',
      severity: 'error',
      from: { path: '^(libs|apps|packages|test)/' },
      to: { circular: true },
    },
    {
      name: 'no-development-packages',
      comment: 'What runs must be there where development packages are not installed.',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-is-found',
      comment: 'An import that leads nowhere is checked by no rule; the build may not be there yet.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(^|/)dist/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|\\.data|test/architecture/fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
    combinedDependencies: false,
  },
};

/** Files in contexts without a role in their names, except infrastructure on which others build. */
function pureFiles() {
  return {
    path: '^libs/[^/]+/src/.+\\.tsx?$',
    pathNot: [
      `\\.(${ROLES})\\.ts$`,
      '/index\\.ts$',
      TESTS,
      '^libs/kernel/src/database/unit-of-work\\.ts$',
      '^libs/kernel/src/log/log\\.ts$',
    ],
  };
}
