import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemKind } from '@app/kernel/pure';
import { EXAMPLE_ID, problemCatalogue } from '@app/kernel/pure';
import { errorCatalogue } from './error-catalogue.js';

describe('the problem catalog', () => {
  let kinds: ProblemKind[];

  beforeAll(async () => {
    const files = readdirSync('libs', { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.problems.ts'),
    );
    for (const file of files) await import(resolve(join('libs', file)));
    kinds = problemCatalogue();
  });

  it('the problem catalog matches docs/errors.md, which `npm run docs` generates', () => {
    expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorCatalogue(kinds));
  });

  it('every problem has an example whose detail has no missing values', () => {
    const unfinished = kinds.filter((kind) => {
      const { detail } = kind.example();
      return /undefined|\[object/.test(detail) || (detail.includes(EXAMPLE_ID) && kind.status !== 404);
    });
    expect(unfinished.map(({ code }) => code)).toEqual([]);
  });

  it('the example of an import error identifies the row by its index', () => {
    const kind = kinds.find(({ code }) => code === 'IMPORT_ROW_NOT_FOUND')!;
    expect(kind.example().detail).toBe('The import has no row 17.');
  });

  it('every problem is described in full sentences', () => {
    expect(kinds.filter(({ meaning }) => !/^[A-Z`].*\.$/s.test(meaning)).map(({ code }) => code)).toEqual([]);
  });
});
