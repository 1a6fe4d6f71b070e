import { describe, expect, it } from '@jest/globals';
import { isCrowdedJson } from './crowded-json.js';

const isCrowded = (json: string) => isCrowdedJson(Buffer.from(json), 3, 2);

describe('a JSON text', () => {
  it('is rejected beyond a total number of elements and members', () => {
    expect(['[1,2,3]', '{"a":1,"b":[2,3]}'].map(isCrowded)).toEqual([false, false]);
    expect(['[1,2,3,4]', '{"a":1,"b":[2,3,4]}'].map(isCrowded)).toEqual([true, true]);
  });

  it('is rejected beyond a nesting depth', () => {
    expect(['[[1]]', '[{},[1],{}]', '[[[1]]]', '{"a":[{}]}'].map(isCrowded)).toEqual([false, false, true, true]);
  });

  it('may have any characters in its strings', () => {
    expect(isCrowded(String.raw`["a,b,c,d[[[\",,,[[[\\", "é,,,,"]`)).toBe(false);
    expect(isCrowded(String.raw`["\\",1,2,3]`)).toBe(true);
  });

  it('scans a text that never ends only once', () => {
    expect(['"', '"\\', '[1,"a'].map(isCrowded)).toEqual([false, false, false]);
  });
});
