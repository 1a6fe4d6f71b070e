import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCursor, writeCursor } from './cursor.js';

const refused = (list: string, filters: object, cursor: string) => {
  expect(() => readCursor(list, filters, cursor)).toThrow('The cursor does not belong to this list');
};

describe('a cursor', () => {
  it('decodes a cursor to the position for which it was created', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.dictionary(fc.string(), fc.string()),
        fc.array(fc.string({ unit: 'grapheme' })),
        (list, filters, position) => {
          expect(readCursor(list, filters, writeCursor(list, filters, position))).toEqual(position);
        },
      ),
    );
  });

  it('returns undefined if there is no cursor', () => {
    expect(readCursor('list', {}, undefined)).toBe(undefined);
  });

  it('rejects the cursor of another list or of other filters', () => {
    const cursor = writeCursor('transactions', { type: 'expense' }, ['a', 'b']);
    refused('trash', { type: 'expense' }, cursor);
    refused('transactions', { type: 'income' }, cursor);
    refused('transactions', {}, cursor);
    refused('transactions', { type: 'expense', q: '' }, cursor);
  });

  it('a cursor does not depend on the page size, the order of filters or absent filters', () => {
    const cursor = writeCursor('list', { a: '1', b: '2', limit: 5 }, ['x']);
    expect(readCursor('list', { b: '2', c: undefined, a: '1', limit: 50, cursor }, cursor)).toEqual(['x']);
  });

  it('a cursor needs no escaping in a URL', () => {
    expect(writeCursor('list', {}, ['2026-01-01', 'ñ ?&=/+'])).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('rejects a cursor in which any character was changed', () => {
    const cursor = writeCursor('list', {}, ['2026-01-01', '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04']);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'ABCabc019_-=+/. é'), (at, character) => {
        if (cursor[at] !== character) refused('list', {}, cursor.slice(0, at) + character + cursor.slice(at + 1));
        refused('list', {}, cursor.slice(0, at) + cursor.slice(at + 1));
        refused('list', {}, cursor.slice(0, at) + character + cursor.slice(at));
      }),
    );
    for (const other of ['', 'null', 'AAAA', `${cursor}=`]) refused('list', {}, other);
  });

  it('rejects a cursor that has a correct digest but is not a list of strings', () => {
    for (const position of [5, null, {}, 'x', [1], [null], [['x']]])
      refused('list', {}, writeCursor('list', {}, position as never));
  });

  it('rejects a cursor that is not JSON, even if the client computed its digest', () => {
    for (const text of ['', 'x', '["a"']) {
      const payload = Buffer.from(text);
      const digest = createHash('sha256')
        .update(JSON.stringify(['list', []]))
        .update(payload)
        .digest()
        .subarray(0, 12);
      refused('list', {}, Buffer.concat([digest, payload]).toString('base64url'));
    }
  });
});
