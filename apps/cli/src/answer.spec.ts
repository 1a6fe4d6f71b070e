import { describe, expect, it } from '@jest/globals';
import { table } from './answer.js';

describe('a table on the command line', () => {
  it('pads the columns of a table to the widest cell without trailing spaces', () => {
    expect(
      table([
        ['ID', 'NAME'],
        ['1', 'Casa'],
        ['12', 'Café'],
      ]),
    ).toEqual(['ID  NAME', '1   Casa', '12  Café']);
  });

  it('prints only the heading of a table without rows', () => {
    expect(table([['ID', 'NAME']])).toEqual(['ID  NAME']);
  });
});
