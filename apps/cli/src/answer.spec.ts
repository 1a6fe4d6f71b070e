import { describe, expect, it } from '@jest/globals';
import { table } from './answer.js';

describe('a table of answers', () => {
  it('has columns as wide as their widest cell, and nothing after the last', () => {
    expect(
      table([
        ['ID', 'NAME'],
        ['1', 'Casa'],
        ['12', 'Café'],
      ]),
    ).toEqual(['ID  NAME', '1   Casa', '12  Café']);
  });

  it('is its heading alone without rows', () => {
    expect(table([['ID', 'NAME']])).toEqual(['ID  NAME']);
  });
});
