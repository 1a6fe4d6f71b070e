const MAX_NAME_LENGTH = 100;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Invisible characters, and those that change the direction of text: one name could look like another by them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const BRAND = 'centavo';

/** Characters that look like a letter of the service's name, by that letter. Source: Unicode TR 39, confusables.txt, abridged. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  c: 'сϲᴄⅽᏟꮯ¢ƈↄ©ҫⲥͼᑕ',
  e: 'еεєɛᴇэєҽ3℮ǝ€ꭼ',
  n: 'пηռոɴńŋƞ',
  t: 'тτᴛ7+†ŧƭ',
  a: 'аαɑᴀ4@ꭺ∂λдɐ',
  v: 'νѵᴠⅴᏙꮩ∨υ',
  o: 'оοσօᴏ0øɵ○ⲟ°',
};
const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter])),
);

/**
 * Whether an app may call itself this on the consent page: 1 to 100 visible characters on one line, among them a letter or a
 * digit, and nothing that reads like the name of the service, in whatever script.
 * @example isAppName('Agente de gastos') // true
 * @example isAppName('Сеntаvо Soporte') // false: four of its letters are Cyrillic
 */
export function isAppName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH || !value.isWellFormed()) return false;
  if (CONTROL.test(value) || INVISIBLE.test(value) || !/[\p{L}\p{N}]/u.test(value)) return false;
  return !skeleton(value).includes(BRAND);
}

/** The letters that a text seems to consist of, without case, accents, spaces, signs and doublings. */
function skeleton(text: string): string {
  const plain = alike(alike(text.toLowerCase()).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '').replaceAll(/(.)\1+/gu, '$1');
}

/** Looked at before compatibility forms are resolved as well: a lunate sigma looks like c, and is resolved to a sigma. */
function alike(text: string): string {
  return [...text].map((character) => LETTERS.get(character) ?? character).join('');
}
