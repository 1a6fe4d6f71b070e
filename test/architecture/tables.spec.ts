import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBS = join(import.meta.dirname, '../../libs');

const ORDER = JSON.parse(readFileSync(join(import.meta.dirname, 'order-of-contexts.json'), 'utf8')) as string[][];

interface Source {
  readonly context: string;
  readonly path: string;
  readonly text: string;
}

interface CreatedObject {
  readonly owner: string;
  readonly name: string;
  readonly kind: 'table' | 'function';
}

function sources(): Source[] {
  return readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /^[^/]+\/src\/(.*\.ts|schema\/.*\.sql)$/.test(path) && !/spec\.ts$|\/testing(\.ts$|\/)/.test(path),
    )
    .map((path) => ({ context: path.split('/')[0]!, path, text: readFileSync(join(LIBS, path), 'utf8') }));
}

function createdBy(all: readonly Source[]): CreatedObject[] {
  return all
    .filter(({ path }) => /\.sql$|\/migrations\//.test(path))
    .flatMap(({ context, text }) =>
      [...text.matchAll(/create (?:or replace )?(?:unlogged )?(table|function) (\w+)/g)].map(([, kind, name]) => ({
        owner: context,
        name: name!,
        kind: kind as CreatedObject['kind'],
      })),
    );
}

/** Returns uses of another context's tables in SQL, as `path: table`. */
function foreignTableUses(all: readonly Source[]): string[] {
  const tables = createdBy(all).filter(({ kind }) => kind === 'table');
  return all.flatMap(({ context, path, text }) =>
    tables
      .filter(({ owner, name }) => owner !== context && new RegExp(`\\b${name}\\b`).test(text))
      .map(({ name }) => `${path}: ${name}`),
  );
}

describe('the tables', () => {
  it('table names start with the name of their context', () => {
    const tables = createdBy(sources()).filter(({ kind }) => kind === 'table');

    expect(tables.length).toBeGreaterThan(8);
    expect(tables.filter(({ owner, name }) => !name.startsWith(`${owner}_`))).toEqual([]);
  });

  it('no context uses tables of another context', () => {
    expect(foreignTableUses(sources())).toEqual([]);
  });

  it('reports SQL that uses a table of another context', () => {
    const path = 'contacts/src/contacts/contacts.service.ts';
    const text = 'select sum(amount) from ledger_splits where contact_id = $1';

    expect(foreignTableUses([...sources(), { context: 'contacts', path, text }])).toEqual([`${path}: ledger_splits`]);
  });
});

describe('the SQL functions', () => {
  it('SQL function names start with the name of their context, except in the kernel', () => {
    const functions = createdBy(sources()).filter(({ kind, owner }) => kind === 'function' && owner !== 'kernel');

    expect(functions.filter(({ owner, name }) => !name.startsWith(`${owner}_`))).toEqual([]);
  });

  it('SQL functions are called only by their context and higher contexts', () => {
    const height = (context: string) => ORDER.findIndex((level) => level.includes(context));
    const all = sources();
    const functions = createdBy(all).filter(({ kind }) => kind === 'function');
    const called = all.flatMap(({ context, path, text }) =>
      functions
        .filter(({ owner, name }) => owner !== context && new RegExp(`\\b${name}\\(`).test(text))
        .map(({ owner, name }) => ({ path, name, down: height(owner) < height(context) })),
    );

    expect(called.length).toBeGreaterThan(5);
    expect(called.filter(({ down }) => !down)).toEqual([]);
  });
});
