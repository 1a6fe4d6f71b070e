declare const CLEANED: unique symbol;

/** A text that others wrote, as a model may read it: see `cleaned`. */
export type Cleaned = string & { readonly [CLEANED]: true };

/** How much of a text a model reads. Source: contract section 19, "What others wrote is data". */
export const MAX_CHARACTERS = 500;

/** Control characters, ends of lines and paragraphs, and every kind of space, in runs. */
const BETWEEN_WORDS = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu;
/**
 * What is not seen, turns the direction of what is, or is no character at all: format characters (zero-width ones, marks of
 * direction, tags), what fonts leave out (variation selectors, fillers), private use, and halves of characters.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800]/gu;
/** Words of what Latin keyboards write, a space between them: most texts are nothing else, and stay as they are. */
const PLAIN = /^(?:[!-~\u00A1-\u00AC\u00AE-\u02AF]+ )*[!-~\u00A1-\u00AC\u00AE-\u02AF]+$/;

/**
 * A text of unknown origin, on one line, without what a person would not see, and cut at 500 characters. What it says is
 * left as it is: that it is no request is told by where it stands.
 * Source: contract section 19, "What others wrote is data".
 * @example cleaned('Pago\u202E\nde luz') // 'Pago de luz'
 */
export function cleaned(text: string): Cleaned {
  if (text.length <= MAX_CHARACTERS && PLAIN.test(text)) return text as Cleaned;
  const seen = text.replace(BETWEEN_WORDS, ' ').replace(UNSEEN, '').replace(/ {2,}/g, ' ').trim().normalize('NFC');
  return [...seen].slice(0, MAX_CHARACTERS).join('') as Cleaned;
}

/** What others wrote about a thing, by what it is; it stands beside the id of the thing. */
export interface Untrusted {
  readonly [field: string]: Cleaned | readonly Cleaned[] | null;
}

/** Texts of others, each cleaned. */
export function untrusted(texts: Readonly<Record<string, string | readonly string[] | null | undefined>>): Untrusted {
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text !== undefined)
      .map(([field, text]) => [field, cleanedAll(text as string | readonly string[] | null)]),
  );
}

function cleanedAll(text: string | readonly string[] | null): Untrusted[string] {
  if (text === null) return null;
  return typeof text === 'string' ? cleaned(text) : text.map(cleaned);
}
