declare const CLEANED: unique symbol;

export type Cleaned = string & { readonly [CLEANED]: true };

export const MAX_CHARACTERS = 500;

/** Sequences of control characters, separators and spaces. */
const BETWEEN_WORDS = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu;
/**
 * Characters that are not visible: format and direction marks, tags, fillers, private-use characters, surrogates and
 * noncharacters.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800]/gu;
/** Latin words with single spaces, which need no cleaning. */
const PLAIN = /^(?:[!-~\u00A1-\u00AC\u00AE-\u02AF]+ )*[!-~\u00A1-\u00AC\u00AE-\u02AF]+$/;

/**
 * Reduces third-party text to one line of up to 500 visible characters. Does not remove malicious instructions: the
 * `untrusted` field tells the model to treat the text as data.
 * @example cleaned('Pago\u202E\nde luz') // 'Pago de luz'
 */
export function cleaned(text: string): Cleaned {
  if (text.length <= MAX_CHARACTERS && PLAIN.test(text)) return text as Cleaned;
  const seen = text.replace(BETWEEN_WORDS, ' ').replace(UNSEEN, '').replace(/ {2,}/g, ' ').trim().normalize('NFC');
  return [...seen].slice(0, MAX_CHARACTERS).join('') as Cleaned;
}

export interface Untrusted {
  readonly [field: string]: Cleaned | readonly Cleaned[] | null;
}

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
