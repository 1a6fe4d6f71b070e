const MAX_NAME_LENGTH = 100;
// eslint-disable-next-line no-control-regex -- matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Invisible characters and changes of text direction. They can make one name look like another. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const BRAND = 'centavo';

const ENCLOSED = /[\u{1F100}-\u{1F1FF}]/u;

/**
 * Scripts of living languages. Scripts in the same group may be mixed in a name. Source: Unicode TR 39, sections 3.1
 * and 5.2.
 */
const WRITTEN_TOGETHER = [
  ...['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'],
  ...'Grek Cyrl Armn Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Khmr'.split(
    ' ',
  ),
].map((scripts) => {
  const letters = scripts.split(' ').map((script) => `\\p{scx=${script}}`);
  // eslint-disable-next-line no-restricted-syntax -- built from the constants above
  return new RegExp(`^[\\P{L}\\p{sc=Zyyy}${letters.join('')}]*$`, 'u');
});

/** Characters that look like letters of the service's name. Source: Unicode TR 39, confusables.txt, abridged. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  c: 'сϲᴄⅽᏟꮯ¢ƈↄ©ҫⲥͼᑕСϹⲤꓚ',
  e: 'еεєɛᴇэєҽ3℮ǝ€ꭼЕΕᎬꓰ',
  n: 'пηռոɴńŋƞΝⲚꓠ',
  t: 'тτᴛ7+†ŧƭТΤᎢⲦꓔ',
  a: 'аαɑᴀ4@ꭺ∂λдɐАΑᎪⲀꓮ',
  v: 'νѵᴠⅴᏙꮩ∨υѴⅤꓦ',
  o: 'оοσօᴏ0øɵ○ⲟ°ОΟՕⲞꓳ〇ᄋ口ロ',
};
/** Sequences of signs that look like a letter. */
const DRAWN = new Map([
  ['|\\|', 'n'],
  ['\\/', 'v'],
  ['/\\', 'a'],
  ['()', 'o'],
]);
/**
 * Matches a letter with a stroke or hook, or a symbol. It may resemble any letter, and Unicode does not decompose it.
 */
const RESEMBLING = /^(?![\0-\x7f])(?:\p{sc=Latn}|\p{S}|(?=\p{sc=Zyyy})[\p{L}\p{N}])$/u;
const RESEMBLING_COST = 1;
const SIGN = /^[\p{P}\p{S}]$/u;
const SIGN_COST = 2;
/** Maximum cost of a match. At least four of the seven letters of the service's name must match exactly. */
const MAX_COST = 3;
const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) => [...alike].map((character) => [character, letter])),
);

/**
 * True if a value can be the name of an app: 1 to 100 visible characters of one script, at least one letter or digit,
 * and not similar to the service's name.
 * @example isAppName('Agente de gastos') // true
 * @example isAppName('Сеntаvо Soporte') // false: four of its letters are Cyrillic
 */
export function isAppName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH || !value.isWellFormed()) return false;
  if (CONTROL.test(value) || INVISIBLE.test(value) || ENCLOSED.test(value)) return false;
  if (!/[\p{L}\p{N}]/u.test(value) || !WRITTEN_TOGETHER.some((letters) => letters.test(value))) return false;
  return !readsLikeBrand(skeleton(value));
}

/** Reduces a name to the letters that a reader sees, without case, accents and spaces. */
function skeleton(text: string): string {
  // Must run before lowercasing: the Greek capital Ν looks like N, but its lowercase letter looks like v.
  const resolved = alike(alike(text).normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  const plain = [...DRAWN].reduce((drawn, [signs, letter]) => drawn.replaceAll(signs, letter), resolved.toLowerCase());
  return alike(plain).replaceAll(/\s/gu, '');
}

/**
 * Replaces lookalikes of letters. Must also run before NFKD, because a lunate sigma looks like c but decomposes into a
 * sigma.
 */
function alike(text: string): string {
  return [...text].map((character) => LETTERS.get(character) ?? character).join('');
}

/**
 * True if the letters of the service's name appear in order. Allows repeated letters, signs between the letters and
 * some lookalikes.
 */
function readsLikeBrand(text: string): boolean {
  // Lowest cost of matching a prefix of the service's name up to this character, by length of the prefix.
  let costs: number[] = [0, ...[...BRAND].map(() => Infinity)];
  for (const character of text) {
    const before = costs;
    costs = before.map((cost, read) => {
      if (read === 0) return 0;
      const stays = character === BRAND[read - 1] || SIGN.test(character) ? cost : Infinity;
      return Math.min(stays, before[read - 1]! + costOf(character, BRAND[read - 1]!));
    });
    if (costs[BRAND.length]! <= MAX_COST) return true;
  }
  return false;
}

function costOf(character: string, letter: string): number {
  if (character === letter) return 0;
  if (RESEMBLING.test(character)) return RESEMBLING_COST;
  return SIGN.test(character) ? SIGN_COST : Infinity;
}
