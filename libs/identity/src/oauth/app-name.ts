const MAX_NAME_LENGTH = 100;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Invisible characters, and those that change the direction of text: one name could look like another by them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const BRAND = 'centavo';

/** Letters in circles and squares that Unicode decomposes into no plain letter. */
const ENCLOSED = /[\u{1F100}-\u{1F1FF}]/u;

/** Scripts of living languages that may be mixed with each other. Source: Unicode TR 39, sections 3.1 and 5.2. */
const WRITTEN_TOGETHER = [
  ...['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'],
  ...'Grek Cyrl Armn Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Khmr'.split(
    ' ',
  ),
].map((scripts) => {
  const letters = scripts.split(' ').map((script) => `\\p{scx=${script}}`);
  // eslint-disable-next-line no-restricted-syntax -- made of the constants above alone
  return new RegExp(`^[\\P{L}\\p{sc=Zyyy}${letters.join('')}]*$`, 'u');
});

/** Characters that look like a letter of the service's name, by that letter. Source: Unicode TR 39, confusables.txt, abridged. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  c: 'сϲᴄⅽᏟꮯ¢ƈↄ©ҫⲥͼᑕСϹⲤꓚ',
  e: 'еεєɛᴇэєҽ3℮ǝ€ꭼЕΕᎬꓰ',
  n: 'пηռոɴńŋƞΝⲚꓠ',
  t: 'тτᴛ7+†ŧƭТΤᎢⲦꓔ',
  a: 'аαɑᴀ4@ꭺ∂λдɐАΑᎪⲀꓮ',
  v: 'νѵᴠⅴᏙꮩ∨υѴⅤꓦ',
  o: 'оοσօᴏ0øɵ○ⲟ°ОΟՕⲞꓳ〇ᄋ口ロ',
};
/** Signs that are drawn next to each other to look like a letter. */
const DRAWN = new Map([
  ['|\\|', 'n'],
  ['\\/', 'v'],
  ['/\\', 'a'],
  ['()', 'o'],
]);
/** A letter with a stroke or hook, or a symbol: it may resemble any letter, and Unicode decomposes it into none. */
const RESEMBLING = /^(?![\0-\x7f])(?:\p{sc=Latn}|\p{S}|(?=\p{sc=Zyyy})[\p{L}\p{N}])$/u;
const RESEMBLING_COST = 1;
const SIGN = /^[\p{P}\p{S}]$/u;
const SIGN_COST = 2;
/** Maximum cost of the characters that only resemble: four of the seven letters of the name are always plain. */
const MAX_COST = 3;
const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter])),
);

/**
 * True if an app may call itself this on the consent page: 1 to 100 visible characters on one line, among them a letter or a
 * digit, of one script, and nothing that reads like the name of the service.
 * @example isAppName('Agente de gastos') // true
 * @example isAppName('Сеntаvо Soporte') // false: four of its letters are Cyrillic
 */
export function isAppName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH || !value.isWellFormed()) return false;
  if (CONTROL.test(value) || INVISIBLE.test(value) || ENCLOSED.test(value)) return false;
  if (!/[\p{L}\p{N}]/u.test(value) || !WRITTEN_TOGETHER.some((letters) => letters.test(value))) return false;
  return !readsLikeBrand(skeleton(value));
}

/** The letters that a text seems to consist of, without case, accents and spaces. */
function skeleton(text: string): string {
  // Capitals first: the small letter of a Greek Ν looks like v, the capital like N.
  const resolved = alike(alike(text).normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  const plain = [...DRAWN].reduce((drawn, [signs, letter]) => drawn.replaceAll(signs, letter), resolved.toLowerCase());
  return alike(plain).replaceAll(/\s/gu, '');
}

/** Looked at before compatibility forms are resolved as well: a lunate sigma looks like c, and is resolved to a sigma. */
function alike(text: string): string {
  return [...text].map((character) => LETTERS.get(character) ?? character).join('');
}

/**
 * True if the letters of the name follow each other, possibly repeated, with signs between them, and with a few characters that
 * only resemble a letter.
 */
function readsLikeBrand(text: string): boolean {
  // The least cost of reading the first letters of the name up to a character, by their number.
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
