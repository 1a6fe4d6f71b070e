import { describe, expect, it } from '@jest/globals';
import { parameterText } from './parameter-text.js';

describe('parameters in the text format of PostgreSQL', () => {
  it.each([
    [null, null],
    [undefined, null],
    ['a "b"', 'a "b"'],
    [12.5, '12.5'],
    [9_007_199_254_740_993n, '9007199254740993'],
    [false, 'false'],
    [new Date('2026-11-20T12:00:00.123Z'), '2026-11-20T12:00:00.123Z'],
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [Buffer.from([1, 255]), Buffer.from([1, 255])],
    [[], '{}'],
    [[1, 2n, true], '{"1","2","true"}'],
    [['NULL', null, '', 'a"b\\c,{}'], '{"NULL",NULL,"","a\\"b\\\\c,{}"}'],
    [[Buffer.from([1, 255])], '{"\\\\x01ff"}'],
    [[['a'], ['b']], '{{"a"},{"b"}}'],
  ])('encodes the parameter %j as %j', (value, text) => {
    expect(parameterText(value)).toEqual(text);
  });
});
