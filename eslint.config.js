import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts', '**/testing.ts', '**/testing/**', 'test/**'];
const ROLES =
  'service|controller|entity|query|listener|module|request|view|problems|events|migrations|guard|pipe|filter|interceptor|' +
  'decorator|strategy|middleware|launcher|worker|job';
const BANNED_NAMES = ['utils', 'helpers', 'common', 'misc', 'types', 'interfaces'];

/** Rejects generic file names, which attract unrelated code. */
const fileName = {
  create: (context) => ({
    Program(node) {
      const parts = context.filename.split(/[\\/]/).flatMap((part) => part.split('.'));
      const banned = BANNED_NAMES.find((name) => parts.includes(name));
      if (banned) context.report({ node, message: `Name the file after what is in it, not "${banned}".` });
    },
  }),
};

const CLOCK = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'The time comes from the injected Clock, so that tests can hold it still.',
  },
  {
    selector:
      'CallExpression[callee.name="Date"], CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'The time comes from the injected Clock, so that tests can hold it still.',
  },
];

/** Tests write only to temporary folders of their own, so that neither tests nor users share files. */
const PLACES = [
  {
    selector: 'Literal[value=/^.(tmp|dev.shm|var.tmp).+/]',
    message: 'Make a folder with mkdtemp in os.tmpdir().',
  },
];

/** Tests outside test/robustness must not depend on machine speed, memory or query plans. */
const MEASURES = [
  {
    selector:
      'MemberExpression[object.name="performance"][property.name="now"], ' +
      'MemberExpression[object.name="process"][property.name=/^(hrtime|memoryUsage|cpuUsage|resourceUsage)$/], ' +
      'BinaryExpression[operator=/^(-|[<>]=?)$/] CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'A test that measures time, memory or processor use belongs in test/robustness.',
  },
  {
    selector: 'CallExpression[callee.name="setTimeout"]:not([arguments.1.value=0])',
    message: 'Wait for a condition with `until`, or fake the timers. A fixed wait belongs in test/robustness.',
  },
  {
    selector:
      'CallExpression[callee.object.name="jest"][callee.property.name="setTimeout"][arguments.0.value<120000], ' +
      'CallExpression[callee.name=/^(before|after)(All|Each)$/][arguments.1.value<120000], ' +
      'CallExpression:matches([callee.name=/^(it|test)$/], [callee.callee])[arguments.2.value<120000]',
    message: 'A time-out only ends a test that hangs. Leave it out.',
  },
  {
    selector:
      ':matches(Literal[value=/^\\s*explain\\s*(\\(|(analyze|verbose|select|with|insert|update|delete)\\b)/i], ' +
      'TemplateElement[value.raw=/^\\s*explain\\s*(\\(|(analyze|verbose|select|with|insert|update|delete)\\b|$)/i])',
    message: 'A test of a query plan belongs in test/robustness/plans.',
  },
];

const FIXED_WAIT = ['node:timers/promises', 'timers/promises'].map((name) => ({
  name,
  importNames: ['setTimeout', 'setInterval', 'scheduler'],
  message: 'Wait for a condition with `until`. A fixed wait belongs in test/robustness.',
}));

const SIZES = [
  {
    selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
    message: 'A class with more than five dependencies does more than one thing.',
  },
  { selector: 'MethodDefinition[decorators.length>4]', message: 'A handler has at most four decorators.' },
];

/** V8 does not bound the time of a pattern. Patterns from users run in RE2 (decision 0022). */
const PATTERNS = [
  {
    selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
    message:
      'Write a pattern as a literal. One that users have a part in is RE2’s; one of constants alone may be let through.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(match|matchAll|search)$/][arguments.0.name=/^[a-z]/]',
    message: 'A text given to match, matchAll or search becomes a pattern. Give it a literal, or a constant.',
  },
];

/**
 * Values reach SQL as bound parameters. The ORM formats the text of `raw` twice, so a `?` in a value would become a
 * parameter.
 */
const SQL = [
  {
    selector:
      'ImportSpecifier[imported.name=/^(raw|sql|quote|Raw|RawQueryFragment)$/], ' +
      'CallExpression[callee.property.name="execute"][callee.object.property.name="em"]',
    message: 'Send a Statement, and bind each value as a parameter.',
  },
  {
    // Fragments are constants, calls, or members of a description in code. test/sql proves that no text depends on a
    // value.
    selector: 'Property[key.name="text"] TemplateLiteral > MemberExpression[property.name!=/^(text|table|figures)$/]',
    message: 'Bind the value as a parameter of the statement.',
  },
];

/** Only SQL rows and their readers use minor units. Elsewhere, money has a currency. */
const MINOR_UNITS = [
  {
    selector: 'ImportSpecifier[imported.name=/^(formatAmount|formatScaled|scaledText)$/]',
    message: 'Money that leaves a row is `Money`, which writes itself.',
  },
  {
    selector:
      ':matches(BinaryExpression[operator=/^([-+*%<>]|[<>]=|\\u002f)$/], UnaryExpression[operator="-"]) > ' +
      'MemberExpression[property.name="minor"]',
    message: 'Reckon with `Money` and compare it; `minor` is for a SQL row.',
  },
];

/** Files that may use minor units. */
const OF_MINOR_UNITS = [
  'libs/kernel/src/money/*.ts',
  // Amounts in a file or a condition have no currency.
  'libs/statement-files/src/**/*.ts',
  'libs/categorising/src/matching/condition.ts',
  // Rows on hot paths, where an object per amount would cost too much.
  'libs/ledger/src/transactions/transaction.ts',
  'libs/ledger/src/transactions/transaction-text.ts',
  // Readers of rows without a currency. They only format the amounts.
  'libs/importing/src/imports/import.view.ts',
  'libs/planning/src/occurrences/occurrences.service.ts',
  'libs/planning/src/posting/posting.service.ts',
  'libs/planning/src/suggestions/suggestions.service.ts',
  // Requests with constant amounts.
  'libs/demo/src/*.ts',
];

const FORWARD_REFERENCE = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'Needing forwardRef means that the order of the contexts is wrong.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'node_modules/',
      '.data/',
      'coverage/',
      'test/architecture/fixtures/',
      'test/golden/',
      'packages/sdk/src/generated/',
    ],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { house: { rules: { 'file-name': fileName } } },
  },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-control-regex': 'error',
      'no-restricted-imports': ['error', { paths: [FORWARD_REFERENCE] }],
      'no-restricted-syntax': ['error', ...CLOCK, ...SIZES, ...PATTERNS, ...SQL, ...MINOR_UNITS],
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 70 }],
      'house/file-name': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-readonly': 'error',
      // An async function turns exceptions into rejections, even without an await.
      '@typescript-eslint/require-await': 'off',
      // Messages may contain values that failed a check.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNever: true, allowNumber: true }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    // Enforces purity by file name, because the dependency rules do not see which exports of the kernel a file imports.
    files: ['libs/*/src/**/*.{ts,tsx}'],
    ignores: [`**/*.@(${ROLES}).ts`, '**/index.ts', 'libs/kernel/src/**', ...TESTS],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            FORWARD_REFERENCE,
            {
              name: '@app/kernel',
              importNames: ['Clock', 'Database', 'DomainEvents', 'Jobs', 'Log', 'Settings', 'UnitOfWork'],
              message:
                'A file without a role suffix is pure. What needs the clock or the database has a role in its name.',
            },
          ],
        },
      ],
    },
  },
  {
    files: OF_MINOR_UNITS,
    rules: { 'no-restricted-syntax': ['error', ...CLOCK, ...SIZES, ...PATTERNS, ...SQL] },
  },
  {
    // Clients use their platform's clock.
    files: ['libs/kernel/src/calendar/clock.service.ts', 'packages/*/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SIZES, ...PATTERNS] },
  },
  {
    files: TESTS,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', ...PLACES],
      // The pages bring browser types, in which parsed JSON is already `any`.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  {
    files: [...TESTS, 'packages/*/test/**'],
    // Robustness tests may measure time and wait.
    ignores: ['test/robustness/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [FORWARD_REFERENCE, ...FIXED_WAIT] }],
      'no-restricted-syntax': ['error', ...PLACES, ...MEASURES],
    },
  },
  {
    files: ['libs/*/test/**'],
    ignores: TESTS,
    rules: {
      'no-restricted-imports': ['error', { paths: [FORWARD_REFERENCE, ...FIXED_WAIT] }],
      'no-restricted-syntax': ['error', ...CLOCK, ...SIZES, ...PATTERNS, ...SQL, ...MINOR_UNITS, ...MEASURES],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off', 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
);
