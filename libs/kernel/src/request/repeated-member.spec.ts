import { describe, expect, it } from '@jest/globals';
import { repeatedMember } from './repeated-member.js';

describe('a duplicate key', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":1, "c" :1}}', 'c'],
    ['[{"a":1},{"b":1,"b":1}]', 'b'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\"":1,"\\"":2}', '"'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"x":1},"b":[],"a"\n\t:2}', 'a'],
  ])('finds the duplicate key in %s', (json, name) => {
    expect(repeatedMember(json)).toBe(name);
  });

  it.each([
    '{}',
    '[]',
    '"a"',
    '1',
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":["a","a"],"b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"\\\\","b":"}"}',
    '{"a":1,"A":2}',
  ])('finds no duplicate key in %s', (json) => {
    expect(JSON.parse(json)).toBeDefined();
    expect(repeatedMember(json)).toBeNull();
  });
});
