import iconv from 'iconv-lite';

/** Possible encodings, most likely in Mexico first. If several are equally good, the first one wins. */
const CANDIDATES = ['windows-1252', 'macintosh', 'cp850', 'windows-1250'] as const;
export type SingleByteEncoding = (typeof CANDIDATES)[number] | 'windows-1251';

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
/** Class of a byte above 127, which may be an upper-case or lower-case letter. */
const HIGH = 4;
const CLASSES = 5;

const SPANISH_LETTERS = new Set('áéíóúüñÁÉÍÓÚÜÑ');
/** Letters that Western European languages do not have. */
const CENTRAL_LETTERS = new Set('ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰ');
const SPANISH_SIGNS = new Set('°ºª¿¡«»€·´“”‘’–—…®©™');
const CURRENCY_SIGNS = new Set('£€¥¢');
const NO_BREAK_SPACE = '\u00a0';

/**
 * Returns the encoding in which the bytes above 127 form the best Spanish with their neighbors. F3 between lower-case
 * letters is the ó in `operación` in windows-1252, but Û in MacRoman and ¾ in cp850.
 */
export function scoreEncodings(bytes: Uint8Array): { encoding: SingleByteEncoding; isEncodingUnsure: boolean } {
  const seen = countInContext(bytes);
  const total = seen.reduce((sum, times) => sum + times, 0);
  if (isCyrillic(bytes, total)) return { encoding: 'windows-1251', isEncodingUnsure: isCaseTurned(bytes) };
  let best: SingleByteEncoding = CANDIDATES[0];
  let bestScore = -Infinity;
  for (const encoding of CANDIDATES) {
    const score = scoreOf(encoding, seen);
    if (score > bestScore) [best, bestScore] = [encoding, score];
  }
  if (best === 'windows-1252' && hasHungarianO(bytes)) {
    const isHungarian = bytes.includes(0xe1) || bytes.includes(0xe9);
    return { encoding: isHungarian ? 'windows-1250' : best, isEncodingUnsure: !isHungarian };
  }
  const isStrange = badIn(best, seen) > total * MAX_BAD || isOfAnotherAlphabet(best, bytes);
  return { encoding: best, isEncodingUnsure: bestScore < total * SURE || isStrange };
}

const SURE = 0.3;

const MAX_BAD = 0.05;
const BAD = -1;
/** Apostrophes, dashes and other signs that may occur within a word, as in L’Oréal. */
const APOSTROPHES = new Set('’‘´–—®');

/** Counts characters in implausible positions, such as a sign within a word or a capital after a small letter. */
function badIn(encoding: SingleByteEncoding, seen: Uint32Array): number {
  let bad = 0;
  eachInContext(encoding, seen, (times, plausible, character) => {
    if (plausible <= BAD && !APOSTROPHES.has(character)) bad += times;
  });
  return bad;
}

/**
 * True if the bytes look like another alphabet. If there are no Icelandic vowels, the bytes for ý, þ and ð are Turkish
 * or Baltic letters. ï in cp850 is ő in cp852.
 */
function isOfAnotherAlphabet(encoding: SingleByteEncoding, bytes: Uint8Array): boolean {
  const has = (...codes: number[]) => codes.some((code) => bytes.includes(code));
  if (encoding === 'cp850') return has(0x8b);
  if (encoding !== 'windows-1252' || !has(0xf0, 0xfd, 0xfe, 0xd0, 0xdd, 0xde)) return false;
  return has(0xeb, 0xe7, 0xe3) || !has(0xed, 0xf3, 0xfa, 0xe6);
}

/** True if most bytes above 127 are adjacent and in the range of Cyrillic letters. */
function isCyrillic(bytes: Uint8Array, total: number): boolean {
  if (total < 8) return false;
  let together = 0;
  for (let at = 1; at < bytes.length; at += 1) if (bytes[at]! >= 0xc0 && bytes[at - 1]! >= 0xc0) together += 1;
  return together > total * 0.6;
}

/**
 * True if capitals often come after small letters, as in misread KOI8-R, ISO-8859-5 or Greek. A few are normal, as in
 * ВкусВилл.
 */
function isCaseTurned(bytes: Uint8Array): boolean {
  let [turned, small] = [0, 0];
  for (let at = 1; at < bytes.length; at += 1) {
    if (bytes[at - 1]! < 0xe0) continue;
    if (bytes[at]! >= 0xe0) small += 1;
    else if (bytes[at]! >= 0xc0) turned += 1;
  }
  return turned > small * 0.04;
}

/**
 * True if some õ does not come before an e. Such an õ is the Hungarian ő in windows-1250, because Portuguese has only
 * õe.
 */
function hasHungarianO(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => (byte === 0xf5 || byte === 0xd5) && ((bytes[at + 1] ?? 0) | 0x20) !== 0x65);
}

function countInContext(bytes: Uint8Array): Uint32Array {
  const seen = new Uint32Array(128 * CLASSES * CLASSES);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte < 128) continue;
    const before = at === 0 ? OTHER : classOf(bytes[at - 1]!);
    const after = at + 1 === bytes.length ? OTHER : classOf(bytes[at + 1]!);
    seen[((byte - 128) * CLASSES + before) * CLASSES + after]! += 1;
  }
  return seen;
}

function classOf(byte: number): number {
  if (byte >= 97 && byte <= 122) return LOWER;
  if (byte >= 65 && byte <= 90) return UPPER;
  if (byte >= 128) return HIGH;
  return byte >= 48 && byte <= 57 ? DIGIT : OTHER;
}

function scoreOf(encoding: SingleByteEncoding, seen: Uint32Array): number {
  let score = 0;
  eachInContext(encoding, seen, (times, plausible) => (score += times * plausible));
  return score;
}

function eachInContext(
  encoding: SingleByteEncoding,
  seen: Uint32Array,
  take: (times: number, plausible: number, character: string) => void,
): void {
  const characters = [...iconv.decode(Buffer.from(Array.from({ length: 128 }, (_, high) => high + 128)), encoding)];
  for (let high = 0; high < 128; high += 1) {
    for (let before = 0; before < CLASSES; before += 1) {
      for (let after = 0; after < CLASSES; after += 1) {
        const times = seen[(high * CLASSES + before) * CLASSES + after]!;
        if (times > 0) take(times, plausibility(characters[high]!, before, after), characters[high]!);
      }
    }
  }
}

function plausibility(character: string, before: number, after: number): number {
  const [letterBefore, letterAfter] = [isLetter(before), isLetter(after)];
  const isInWord = letterBefore || letterAfter;
  if (SPANISH_LETTERS.has(character)) {
    if (before === DIGIT || after === DIGIT) return -1;
    if (!letterBefore && !letterAfter) return 0.5;
    return isInPlace(character === character.toLowerCase(), before, after) ? 3 : -1;
  }
  if (CENTRAL_LETTERS.has(character) && isInWord) {
    return isInPlace(character === character.toLowerCase(), before, after) ? 0.5 : -1;
  }
  if (character === NO_BREAK_SPACE) return letterBefore && letterAfter ? 0 : 1;
  // An inverted mark precedes a word, a closing quote follows a word, and an ordinal sign follows a digit.
  if (/[¿¡]/.test(character) && !letterAfter) return -1;
  if (character === '»' && before === DIGIT) return 0;
  if (CURRENCY_SIGNS.has(character) && (before === DIGIT || after === DIGIT)) return 1;
  if (SPANISH_SIGNS.has(character)) return letterBefore && letterAfter ? -2 : 0.5;
  if (/[À-ÖØ-öø-ÿ]/.test(character) && isInWord) {
    return isInPlace(character === character.toLowerCase(), before, after) ? 0.5 : -1;
  }
  // Next to another byte above 127, a Central European letter is neither likely nor unlikely.
  if (CENTRAL_LETTERS.has(character) && (before === HIGH || after === HIGH)) return 0;
  if (/\p{L}/u.test(character)) return -0.75;
  return /[\p{Cc}\ufffd\u2500-\u259f]/u.test(character) ? -3 : -2;
}

/** True for México and ACCIÓN, but not for MÚxico and ACCIóN. */
function isInPlace(isLower: boolean, before: number, after: number): boolean {
  if (isLower) return after !== UPPER && (before !== UPPER || after === LOWER || after === HIGH);
  return before !== LOWER && (before !== UPPER || after !== LOWER);
}

function isLetter(neighbour: number): boolean {
  return neighbour === LOWER || neighbour === UPPER;
}
