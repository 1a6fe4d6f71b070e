import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pageOf, pageStart, pageText } from './page.js';

const isNumber = (part: string) => /^\d+$/.test(part);

describe('the pages of a list', () => {
  it('pages of any size contain every row once and in order', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 12 }), (count, limit) => {
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const query = { limit, cursor };
          const from = Number(pageStart('list', query, isNumber)?.[0] ?? 0);
          const rows = Array.from({ length: Math.min(limit + 1, count - from) }, (_, at) => from + at + 1);
          const { items, nextCursor } = pageOf('list', query, rows, (last) => [String(last)]);
          expect(items.length).toBeLessThanOrEqual(limit);
          seen.push(...items);
          cursor = nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(Array.from({ length: count }, (_, at) => at + 1));
      }),
    );
  });

  it('rejects a cursor whose parts do not fit the list', () => {
    const { nextCursor } = pageOf('list', { limit: 1 }, ['a', 'b'], (last) => [last, '7']);
    const query = { limit: 5, cursor: nextCursor! };
    expect(pageStart('list', query, (part) => part === 'a', isNumber)).toEqual(['a', '7']);
    for (const forms of [[isNumber, isNumber], [isNumber], [() => true, isNumber, isNumber], []]) {
      expect(() => pageStart('list', query, ...forms)).toThrow('The cursor does not belong to this list');
    }
  });

  it('serializes a page as JSON', () => {
    expect(JSON.parse(pageText(['{"a":1}', '2'], 'x'))).toEqual({ items: [{ a: 1 }, 2], nextCursor: 'x' });
    expect(pageText([], null)).toBe('{"items":[],"nextCursor":null}');
  });
});
