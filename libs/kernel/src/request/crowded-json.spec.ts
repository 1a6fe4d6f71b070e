import { describe, expect, it } from '@jest/globals';
import { isCrowdedJson } from './crowded-json.js';

const isCrowded = (json: string) => isCrowdedJson(Buffer.from(json), 3, 2);

describe('JSON text', () => {
  it('rejects JSON with too many elements and members', () => {
    expect(['[1,2,3]', '{"a":1,"b":[2,3]}'].map(isCrowded)).toEqual([false, false]);
    expect(['[1,2,3,4]', '{"a":1,"b":[2,3,4]}'].map(isCrowded)).toEqual([true, true]);
  });

  it('rejects JSON that is nested too deeply', () => {
    expect(['[[1]]', '[{},[1],{}]', '[[[1]]]', '{"a":[{}]}'].map(isCrowded)).toEqual([false, false, true, true]);
  });

  it('ignores commas and brackets within JSON strings', () => {
    expect(isCrowded(String.raw`["a,b,c,d[[[\",,,[[[\\", "é,,,,"]`)).toBe(false);
    expect(isCrowded(String.raw`["\\",1,2,3]`)).toBe(true);
  });

  it('accepts JSON that ends within a string', () => {
    expect(['"', '"\\', '[1,"a'].map(isCrowded)).toEqual([false, false, false]);
  });
});
