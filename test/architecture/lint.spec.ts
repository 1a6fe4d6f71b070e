import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '../..');
const SERVICE = 'libs/fx/src/rates/exchange-rates.service.ts';
const PURE = 'libs/fx/src/rates/rates-file.ts';

/** Loads type information only for the files that typed rules need. Loading the whole project takes seconds. */
const FIXTURE_TYPES = {
  languageOptions: {
    parserOptions: {
      projectService: false,
      project: [join(import.meta.dirname, 'fixtures/lint/tsconfig.json')],
      // With CI set, the parser would read the file from disk instead of the given source.
      disallowAutomaticSingleRunInference: true,
    },
  },
};

const linterWith = (overrideConfig: object) =>
  new ESLint({ cwd: ROOT, overrideConfig: overrideConfig as ESLint.Options['baseConfig'] });
const LINTERS = {
  'with types': linterWith(FIXTURE_TYPES),
  'without types': linterWith(tseslint.configs.disableTypeChecked),
};

/** Returns the rules that source code at a path violates. Typed rules need an existing path. */
async function faultsOf(text: string, path: string, types: keyof typeof LINTERS = 'with types') {
  const [result] = await LINTERS[types].lintText(text, { filePath: join(ROOT, path) });
  return result!.messages.map(({ ruleId, message }) => ruleId ?? message);
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `export const line${at} = ${at};`).join('\n');
const longFunction = `export function long(): void {\n${'  console.error(1);\n'.repeat(70)}}`;
const classWithSixDependencies = `export class Greedy { constructor(${'abcdef'.replaceAll(/./g, 'readonly $&: string, ')}) {} }`;
const methodWithFiveDecorators = `declare const d: MethodDecorator;\nexport class Adorned { ${'@d '.repeat(5)} act(): void {} }`;

describe('the lint rules', () => {
  it.each([
    ['new Date() outside the clock', 'export const now = () => new Date();', 'no-restricted-syntax'],
    ['Date.now() outside the clock', 'export const now = () => Date.now();', 'no-restricted-syntax'],
    ['Date() outside the clock', 'export const now = () => Date();', 'no-restricted-syntax'],
    ['the type any', 'export const anything = (value: any) => value !== null;', '@typescript-eslint/no-explicit-any'],
    [
      'a promise without await',
      'export function go(): void { Promise.resolve(1); }',
      '@typescript-eslint/no-floating-promises',
    ],
    ['forwardRef', `export { forwardRef } from '@nestjs/common';`, 'no-restricted-imports'],
    ['a file of more than 300 lines', lines(301), 'max-lines'],
    ['a function of more than 70 lines', longFunction, 'max-lines-per-function'],
    ['a class with six dependencies', classWithSixDependencies, 'no-restricted-syntax'],
    ['a method with five decorators', methodWithFiveDecorators, 'no-restricted-syntax'],
    [
      'a RegExp with a variable pattern',
      'export const of = (value: string) => new RegExp(value);',
      'no-restricted-syntax',
    ],
    [
      'a match with a variable pattern',
      'export const of = (a: string, b: string) => a.match(b);',
      'no-restricted-syntax',
    ],
    [
      'an amount formatted without its currency',
      `import { formatAmount } from '@app/kernel';\nexport const text = formatAmount(1n);`,
      'no-restricted-syntax',
    ],
    [
      'a sum of minor units',
      'export const of = (a: { minor: bigint }, b: { minor: bigint }) => a.minor + b.minor;',
      'no-restricted-syntax',
    ],
    [
      'a ratio of minor units',
      'export const of = (a: { minor: bigint }, b: bigint) => b / a.minor;',
      'no-restricted-syntax',
    ],
    [
      'a comparison of minor units',
      'export const of = (a: { minor: bigint }) => a.minor < 0n;',
      'no-restricted-syntax',
    ],
    [
      'SQL that the ORM formats twice',
      `import { raw } from '@mikro-orm/postgresql';\nexport const where = (q: string) => raw('position(? in name)', [q]);`,
      'no-restricted-syntax',
    ],
    [
      'a SQL string passed to execute',
      'export const run = (work: { em: { execute(text: string): void } }) => work.em.execute("select 1");',
      'no-restricted-syntax',
    ],
    [
      'a value interpolated into SQL',
      'export const find = (request: { q: string }) => ({ text: `select id from a where name = ${request.q}`, values: [] });',
      'no-restricted-syntax',
    ],
    ['a console.log', `console.log('done');`, 'no-console'],
  ])('the lint rules reject %s', async (_, text, rule) => {
    expect(await faultsOf(`${text}\n`, SERVICE)).toContain(rule);
  });

  it('rejects a test that writes to an absolute path', async () => {
    const write = (path: string) =>
      faultsOf(
        `import { writeFileSync } from 'node:fs';\nwriteFileSync(${path}, '');\n`,
        'libs/fx/src/rates/rates-file.spec.ts',
      );

    expect(await write(`'/tmp/rows.json'`)).toContain('no-restricted-syntax');
    expect(await write('process.argv[2]!')).not.toContain('no-restricted-syntax');
  });

  it.each([
    ['performance.now()', 'export const began = performance.now();'],
    ['process.hrtime()', 'export const began = process.hrtime.bigint();'],
    ['memory usage', 'export const { rss } = process.memoryUsage();'],
    ['CPU usage', 'export const { user } = process.cpuUsage();'],
    ['a difference of two times', 'export const past = (then: number) => Date.now() - then;'],
    ['a comparison of two times', 'export const isPast = (then: number) => then < Date.now();'],
    ['a fixed wait', `export { setTimeout } from 'node:timers/promises';`],
    ['a fixed wait with a callback', 'export const wait = (done: () => void) => setTimeout(done, 50);'],
    ['a short timeout for a file', 'declare const jest: { setTimeout(ms: number): void };\njest.setTimeout(60_000);'],
    ['a short timeout for a test', `declare const it: (...args: unknown[]) => void;\nit('is', () => 1, 5_000);`],
    [
      'a short timeout for a table of tests',
      `declare const it: { each(rows: number[]): (...args: unknown[]) => void };\nit.each([1])('is', () => 1, 5_000);`,
    ],
    [
      'a short timeout for a hook',
      `declare const beforeAll: (...args: unknown[]) => void;\nbeforeAll(() => 1, 5_000);`,
    ],
    ['EXPLAIN', `export const text = 'explain (analyze) select 1';`],
    ['EXPLAIN before a variable statement', 'export const plan = (text: string) => `EXPLAIN ${text}`;'],
  ])('rejects %s in a test outside test/robustness', async (_, text) => {
    const faultsIn = (path: string) => faultsOf(`${text}\n`, path, 'without types');

    expect(await faultsIn('libs/fx/src/rates/rates-file.spec.ts')).toEqual([expect.stringMatching(/^no-restricted-/)]);
    expect(await faultsIn('libs/fx/test/feeds.ts')).toContainEqual(expect.stringMatching(/^no-restricted-/));
    expect(await faultsIn('test/robustness/faults/races.e2e-spec.ts')).toEqual([]);
  });

  it('allows tests to wait for the event loop, to set long timeouts and to use the current time as a value', async () => {
    const text = [
      'export const turn = (done: () => void) => setTimeout(done, 0);',
      'export const at = Date.now();',
      'declare const jest: { setTimeout(ms: number): void };',
      'jest.setTimeout(240_000);',
      `export const tool = 'explain_budget';`,
    ].join('\n');

    expect(await faultsOf(`${text}\n`, 'libs/fx/src/rates/rates-file.spec.ts', 'without types')).toEqual([]);
  });

  it('allows only the clock to read the current time', async () => {
    const text = 'export const now = () => new Date();\n';

    expect(await faultsOf(text, 'libs/kernel/src/calendar/clock.service.ts')).toEqual([]);
    expect(await faultsOf(text, PURE)).toEqual(['no-restricted-syntax']);
  });

  it('allows minor units without a currency in modules whose rows contain only minor units', async () => {
    const text = `import { formatAmount } from '@app/kernel';\nexport const text = formatAmount(1n);\n`;

    expect(await faultsOf(text, 'libs/planning/src/posting/posting.service.ts', 'without types')).toEqual([]);
    expect(await faultsOf(text, SERVICE, 'without types')).toEqual(['no-restricted-syntax']);
  });

  it('allows every file to parse a date', async () => {
    expect(await faultsOf(`export const read = (text: string) => new Date(text);\n`, SERVICE)).toEqual([]);
  });

  it('rejects the clock and the database in pure files', async () => {
    const text = `export { Clock, Database } from '@app/kernel';\n`;

    expect(await faultsOf(text, PURE)).toEqual(['no-restricted-imports', 'no-restricted-imports']);
    expect(await faultsOf(text, SERVICE)).toEqual([]);
  });

  it.each([
    'utils.ts',
    'helpers.ts',
    'common.ts',
    'misc.ts',
    'types.ts',
    'interfaces.ts',
    'rate.utils.ts',
    'utils/rate.ts',
  ])('rejects the file name %s', async (name) => {
    expect(await faultsOf('export const RATE = 1n;\n', `libs/fx/src/${name}`, 'without types')).toEqual([
      'house/file-name',
    ]);
  });
});
