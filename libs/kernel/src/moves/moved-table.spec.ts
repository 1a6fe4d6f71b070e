import { describe, expect, it } from '@jest/globals';
import { parentsFirst } from './moved-table.js';

const table = (name: string, ...parents: string[]) => ({ name, parents });

describe('tables that move', () => {
  it('come after those that their rows refer to, and otherwise in their order', () => {
    const tables = [
      table('splits', 'transactions', 'categories'),
      table('tags'),
      table('transactions', 'accounts'),
      table('accounts'),
      table('categories', 'categories'),
    ];
    expect(parentsFirst(tables).map(({ name }) => name)).toEqual([
      'tags',
      'accounts',
      'categories',
      'transactions',
      'splits',
    ]);
  });

  it('do not wait for a table that does not move', () => {
    expect(parentsFirst([table('notes', 'people')])).toHaveLength(1);
  });

  it('are refused where they refer to each other in a circle', () => {
    expect(() => parentsFirst([table('a', 'b'), table('b', 'a'), table('c')])).toThrow(/a, b$/);
  });
});
