import { describe, expect, it } from '@jest/globals';
import { table } from './answer.js';

describe('a printed table', () => {
  it('has columns as wide as their widest cell, and no trailing spaces', () => {
    expect(
      table([
        ['ID', 'NAME'],
        ['1', 'Casa'],
        ['12', 'Café'],
      ]),
    ).toEqual(['ID  NAME', '1   Casa', '12  Café']);
  });

  it('is its heading only when it has no rows', () => {
    expect(table([['ID', 'NAME']])).toEqual(['ID  NAME']);
  });
});
