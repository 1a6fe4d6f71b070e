import iconv from 'iconv-lite';

/** The encodings of one byte a character that statements come in, the likeliest in Mexico first: it wins a tie. */
const CANDIDATES = ['windows-1252', 'macintosh', 'cp850', 'windows-1250'] as const;
export type SingleByteEncoding = (typeof CANDIDATES)[number] | 'windows-1251';

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
/** A byte above 127, which may be a letter of either case. */
const HIGH = 4;
const CLASSES = 5;

const SPANISH_LETTERS = new Set('áéíóúüñÁÉÍÓÚÜÑ');
/** Letters of Polish, Czech and Hungarian that no language of the West has. */
const CENTRAL_LETTERS = new Set('ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰ');
const SPANISH_SIGNS = new Set('°ºª¿¡«»€·´“”‘’–—…®©™');
/** Signs of currencies, which stand beside figures. */
const CURRENCY_SIGNS = new Set('£€¥¢');
const NO_BREAK_SPACE = '\u00a0';

/**
 * The encoding under which the bytes above 127 make the best Spanish.
 *
 * Each such byte is scored between its two neighbours: an accented letter inside a word of its own case speaks for
 * an encoding; a sign or a foreign letter inside a word, or a character that no text has, speaks against it.
 * Byte F3 between lower-case letters is the ó of `operación` in windows-1252, but Û in MacRoman and ¾ in cp850.
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

/** So plausible must the average character above 127 be. */
const SURE = 0.3;

/** So large a part of the characters above 127 may stand where none of their kind does. */
const MAX_BAD = 0.05;
const BAD = -1;
/** Signs that stand within words: L’Oréal, and dashes between two. */
const APOSTROPHES = new Set('’‘´–—®');

/** How many characters stand where none of their kind does: a sign within a word, a capital behind a small letter. */
function badIn(encoding: SingleByteEncoding, seen: Uint32Array): number {
  let bad = 0;
  eachInContext(encoding, seen, (times, plausible, character) => {
    if (plausible <= BAD && !APOSTROPHES.has(character)) bad += times;
  });
  return bad;
}

/**
 * Whether letters show that the text is in an encoding that is not read here, though they stand in words: ý, þ and ð without
 * the vowels of Icelandic, or with letters that it has not, are those of Turkish and of the Baltic; an ï in cp850 is the ő of
 * cp852.
 */
function isOfAnotherAlphabet(encoding: SingleByteEncoding, bytes: Uint8Array): boolean {
  const has = (...codes: number[]) => codes.some((code) => bytes.includes(code));
  if (encoding === 'cp850') return has(0x8b);
  if (encoding !== 'windows-1252' || !has(0xf0, 0xfd, 0xfe, 0xd0, 0xdd, 0xde)) return false;
  return has(0xeb, 0xe7, 0xe3) || !has(0xed, 0xf3, 0xfa, 0xe6);
}

/** Whether most of the bytes above 127 stand beside one another, in the places of Cyrillic letters: whole words of them. */
function isCyrillic(bytes: Uint8Array, total: number): boolean {
  if (total < 8) return false;
  let together = 0;
  for (let at = 1; at < bytes.length; at += 1) if (bytes[at]! >= 0xc0 && bytes[at - 1]! >= 0xc0) together += 1;
  return together > total * 0.6;
}

/**
 * Whether capitals stand behind small letters, as in words of KOI8-R, ISO-8859-5 and Greek that are read as windows-1251. A
 * few may: names such as ВкусВилл have them.
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
 * Whether an õ stands before another letter than e. In Portuguese none does; the same byte is the ő of Hungarian in
 * windows-1250, whose á and é stand where those of windows-1252 do. Estonian has õ, but neither of these.
 */
function hasHungarianO(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => (byte === 0xf5 || byte === 0xd5) && ((bytes[at + 1] ?? 0) | 0x20) !== 0x65);
}

/** How often each byte above 127 stands between which classes of neighbours; one pass, whatever the file's size. */
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

/** How often each character stands in which context, and how plausible it is there. */
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
  // Opened questions stand before a word, closed quotations behind one, ordinals behind a figure.
  if (/[¿¡]/.test(character) && !letterAfter) return -1;
  if (character === '»' && before === DIGIT) return 0;
  if (CURRENCY_SIGNS.has(character) && (before === DIGIT || after === DIGIT)) return 1;
  if (SPANISH_SIGNS.has(character)) return letterBefore && letterAfter ? -2 : 0.5;
  if (/[À-ÖØ-öø-ÿ]/.test(character) && isInWord) {
    return isInPlace(character === character.toLowerCase(), before, after) ? 0.5 : -1;
  }
  // Between two others above 127 nothing speaks for a letter, nor against it.
  if (CENTRAL_LETTERS.has(character) && (before === HIGH || after === HIGH)) return 0;
  if (/\p{L}/u.test(character)) return -0.75;
  return /[\p{Cc}\ufffd\u2500-\u259f]/u.test(character) ? -3 : -2;
}

/** México and ACCIÓN have their accented letters in place, MÚxico and ACCIóN have not. */
function isInPlace(isLower: boolean, before: number, after: number): boolean {
  if (isLower) return after !== UPPER && (before !== UPPER || after === LOWER || after === HIGH);
  return before !== LOWER && (before !== UPPER || after !== LOWER);
}

function isLetter(neighbour: number): boolean {
  return neighbour === LOWER || neighbour === UPPER;
}
