import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const LIBS = join(import.meta.dirname, '../../libs');

interface MigrationFile {
  readonly path: string;
  readonly text: string;
}

function migrationFiles(): MigrationFile[] {
  return readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.migrations.ts') && !path.endsWith('/schema.migrations.ts'))
    .map((path) => ({ path, text: readFileSync(join(LIBS, path), 'utf8') }))
    .filter(({ text }) => text.includes('extends Migration'));
}

function faults(files: readonly MigrationFile[]): string[] {
  const numbers = files.map(({ path }) => basename(path).slice(0, 4));
  return files.flatMap(({ path, text }, index) => {
    const name = basename(path, '.migrations.ts');
    const context = path.split('/')[0]!;
    const list = files === REAL ? readFileSync(join(LIBS, context, 'src', `${context}.migrations.ts`), 'utf8') : name;
    return [
      dirname(path) === `${context}/src/migrations` || `is outside ${context}/src/migrations`,
      /^\d{4}-[a-z-]+$/.test(name) || 'is not named with a number and a description',
      numbers.indexOf(numbers[index]!) === index || 'has the number of another migration',
      text.includes(`name: '${name}'`) || 'has a different name from its file',
      text.split('extends Migration').length === 2 || 'contains several migrations',
      text.includes('override down()') || 'cannot be reverted',
      list.includes(name) || `is missing from ${context}.migrations.ts`,
    ].flatMap((fault) => (fault === true ? [] : [`${path} ${fault}`]));
  });
}

const REAL = migrationFiles();

describe('each migration', () => {
  it('each migration has a separate file, the name of that file, a unique number and a `down` method', () => {
    expect(REAL.length).toBeGreaterThan(0);
    expect(faults(REAL)).toEqual([]);
  });

  it('reports each violation of the migration rules', () => {
    const sound = (name: string) => `class A extends Migration { override down() {} } { name: '${name}' }`;
    const planted = [
      { path: 'fx/src/migrations/0004-fx-rates.migrations.ts', text: sound('0004-fx-rates') },
      { path: 'fx/src/migrations/0004-fx-pairs.migrations.ts', text: sound('0004-fx-pairs') },
      { path: 'fx/src/rates/0005-fx-days.migrations.ts', text: sound('0006-fx-days') },
      {
        path: 'fx/src/migrations/rates.migrations.ts',
        text: `class A extends Migration {} class B extends Migration {}`,
      },
    ];
    expect(faults(planted)).toEqual([
      'fx/src/migrations/0004-fx-pairs.migrations.ts has the number of another migration',
      'fx/src/rates/0005-fx-days.migrations.ts is outside fx/src/migrations',
      'fx/src/rates/0005-fx-days.migrations.ts has a different name from its file',
      'fx/src/migrations/rates.migrations.ts is not named with a number and a description',
      'fx/src/migrations/rates.migrations.ts has a different name from its file',
      'fx/src/migrations/rates.migrations.ts contains several migrations',
      'fx/src/migrations/rates.migrations.ts cannot be reverted',
    ]);
  });
});
