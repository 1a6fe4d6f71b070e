import { isId } from '@app/kernel/pure';
import type { Untrusted } from './untrusted.js';

declare const FACT: unique symbol;
declare const ANSWER: unique symbol;

/** Trusted text: an ID, an amount, a date, a word that the service defines, or a sentence composed of these. */
export type Fact = string & { readonly [FACT]: true };

/**
 * Value that a tool result may contain outside of `untrusted`. Plain strings, such as third-party text, do not compile.
 */
export type Value = Fact | number | boolean | null | Answer | readonly Value[];

export interface Answer {
  readonly [ANSWER]: true;
}

export function answer(facts: Readonly<Record<string, Value | undefined>>, texts?: Untrusted): Answer {
  return { ...facts, ...(texts && { untrusted: texts }) } as unknown as Answer;
}

export function joined(...answers: readonly Answer[]): Answer {
  return Object.assign({}, ...answers) as Answer;
}

/** Thrown for a value without the expected format, because it could be third-party text. */
class NoFact extends Error {
  constructor(kind: string) {
    super(`the value is not ${kind}`);
  }
}

/** Long enough for sums of converted balances: a balance has up to 15 digits and a rate up to 10. */
const DECIMAL = /^-?\d{1,40}(\.\d{1,8})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const CURRENCY = /^[A-Z]{3}$/;
const OPERATION = /^[A-Za-z][A-Za-z0-9_.-]{0,39}( [A-Za-z0-9_.{}()\/-]{1,120}){0,4}$/;
const WORD = /^[A-Za-z][A-Za-z0-9_.*-]{0,63}$/;

export const id = checked('an id', isId);
export const decimal = checked('a decimal', (text) => DECIMAL.test(text));
export const day = checked('a day', (text) => DAY.test(text));
export const instant = checked('an instant', (text) => INSTANT.test(text));
export const currency = checked('a currency', (text) => CURRENCY.test(text));
/** A word that the service defines, such as a status, type, code or tool name. */
export const word = checked('a word', (text) => WORD.test(text));
/** A media type that the service detects. */
export const mediaTypeFact = checked('a media type', (text) => /^[a-z]+\/[a-z.-]+$/.test(text));
/** An operation in the audit log: a command, or a method and path, optionally followed by a tool. */
export const operation = checked('an operation', (text) => OPERATION.test(text));
/** An opaque token that the service issued: a cursor or a confirmation. */
export const token = checked('a token', (text) => /^[A-Za-z0-9_-]+$/.test(text));

function checked(kind: string, matches: (text: string) => boolean) {
  function check(text: string): Fact;
  function check(text: string | null): Fact | null;
  function check(text: string | null): Fact | null {
    if (text !== null && !matches(text)) throw new NoFact(kind);
    return text as Fact | null;
  }
  return check;
}

/** Composes a sentence from literals and facts: `` says`El saldo pasa de ${before} a ${after}` ``. */
export function says(words: TemplateStringsArray, ...facts: readonly (Fact | number)[]): Fact {
  return String.raw({ raw: words }, ...facts) as Fact;
}

export function inOneText(sentences: readonly (Fact | null)[], between = ' '): Fact {
  return sentences.filter((sentence) => sentence !== null).join(between) as Fact;
}
