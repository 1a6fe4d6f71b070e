import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TextSearch } from './text-search.js';

const SEED = 20261127;

it('reads each character of a description once, regardless of the number of texts', () => {
  const letters = 'a'.repeat(400);
  const texts = Array.from({ length: 500 }, (_, n) => `${'a'.repeat(200)}b${n}`);
  let reads = 0;
  const description = new Proxy(Object(letters) as object, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const search = new TextSearch(texts);
  expect(search.foundIn(description as unknown as string).size).toBe(0);
  expect(reads).toBe(letters.length);
});

it(`finds the same texts as a comparison with each text (seed ${SEED})`, () => {
  const aText = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength });
  fc.assert(
    fc.property(fc.array(aText(5), { maxLength: 8 }), aText(40), (texts, description) => {
      const contained = new Set(texts.filter((text) => description.includes(text)));
      expect(new Set(new TextSearch(texts).foundIn(description))).toEqual(contained);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
