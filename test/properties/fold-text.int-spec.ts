import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import { foldText } from '../../libs/kernel/src/text/fold-text.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261124);

/** All Unicode blocks with letters. Ideographs, Hangul syllables and private use characters are sampled. */
const LETTER_BLOCKS = [
  [0x0, 0x3500],
  [0xa000, 0xacff],
  [0xd7a0, 0xd7ff],
  [0xf8f0, 0x11fff],
  [0x16a00, 0x16fff],
  [0x1d000, 0x1efff],
] as const;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function inSql(texts: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ folded: string }>(
    'select fold_text(given) as folded from unnest($1::text[]) with ordinality as t (given, n) order by n',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/** Returns the letters that both Node.js and PostgreSQL know, because their Unicode versions may differ. */
async function knownToBoth(letters: readonly string[]): Promise<string[]> {
  const known = letters.filter((letter) => !/\p{Cn}/u.test(letter));
  const { rows } = await client.query<{ letter: string }>(
    'select letter from unnest($1::text[]) as t (letter) where unicode_assigned(letter)',
    [known],
  );
  return rows.map(({ letter }) => letter);
}

/** True for well-formed strings without control characters, which can be stored. */
const storable = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, ''));

it.each([
  ['ΜΑΣΟΥΤΗΣ', 'Μασούτης', 'μασουτησ'],
  ['ΣΚΛΑΒΕΝΙΤΗΣ ΑΕ', 'Σκλαβενίτης  Αε', 'σκλαβενιτησ αε'],
  ['STRASSE', 'Straße', 'strasse'],
  ['GROẞMARKT', 'Großmarkt', 'grossmarkt'],
  ['ISTANBUL', 'İstanbul', 'istanbul'],
  ['DIYARBAKIR', 'Dıyarbakır', 'diyarbakir'],
  ['SUCCESS', 'Succeſs', 'success'],
  ['5 ΜM', '5 µm', '5 μm'],
])('folds %s and %s to %s', async (capitals, other, expected) => {
  expect([foldText(capitals), foldText(other), ...(await inSql([capitals, other]))]).toEqual(Array(4).fill(expected));
});

it('folds every letter like its upper and lower case', () => {
  const cased = LETTER_BLOCKS.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, at) => String.fromCodePoint(low + at)),
  ).filter(
    (letter) =>
      !/\p{M}/u.test(letter) && [letter.toUpperCase(), letter.toLowerCase()].every((one) => [...one].length === 1),
  );
  const differing = cased.filter(
    (letter) => new Set([letter, letter.toUpperCase(), letter.toLowerCase()].map(foldText)).size > 1,
  );
  expect(differing).toEqual([]);
});

it('SQL and TypeScript fold every letter of every script to the same text', async () => {
  const storables = LETTER_BLOCKS.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, at) => String.fromCodePoint(low + at)),
  ).filter(storable);
  const letters = await knownToBoth(storables);
  // Places each character between letters, so that white space is not trimmed.
  const texts = letters.map((letter) => `a${letter}${letter}b`);
  const folded = await inSql(texts);
  const differing = letters.filter((_, at) => foldText(texts[at]!) !== folded[at]);
  expect(letters.length).toBeGreaterThan(20_000);
  expect(differing.map((letter) => letter.codePointAt(0)!.toString(16))).toEqual([]);
});

it(`SQL and TypeScript fold random texts to the same text (seed ${SEED})`, async () => {
  const unit = fc.oneof(
    fc.constantFrom(
      ...'aAáÁñÑüÜçÇßẞ ıİſΣσςΟµϐᲀŉ',
      ' ',
      '\u00a0',
      '\u2003',
      '\u0301',
      '\u0303',
      '\t',
      '\n',
      'ﬁ',
      '한',
      '\u3000',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const texts = fc
    .sample(
      fc.array(unit, { maxLength: 12 }).map((parts) => parts.join('')),
      { seed: SEED, numRuns: 10_000 },
    )
    .filter(storable);
  const unknown = new Set(texts.flatMap((text) => [...text]));
  for (const letter of await knownToBoth([...unknown])) unknown.delete(letter);
  const known = texts.filter((text) => ![...text].some((letter) => unknown.has(letter)));
  const folded = await inSql(known);
  expect(known.length).toBeGreaterThan(1_000);
  expect(known.filter((text, at) => foldText(text) !== folded[at])).toEqual([]);
});
