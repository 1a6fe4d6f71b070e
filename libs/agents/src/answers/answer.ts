import { isId } from '@app/kernel/pure';
import type { Untrusted } from './untrusted.js';

declare const FACT: unique symbol;
declare const ANSWER: unique symbol;

/** A text of the service's own: an id, an amount, a day, a word of its vocabulary, or a sentence made of such. */
export type Fact = string & { readonly [FACT]: true };

/** What an answer may hold outside of `untrusted`. A text that anybody wrote is none of it, and so does not compile. */
export type Value = Fact | number | boolean | null | Answer | readonly Value[];

/** A part of what a tool answers. Only `answer` makes one. */
export interface Answer {
  readonly [ANSWER]: true;
}

/** Facts, and beside them what others wrote about the same thing. */
export function answer(facts: Readonly<Record<string, Value | undefined>>, texts?: Untrusted): Answer {
  return { ...facts, ...(texts && { untrusted: texts }) } as unknown as Answer;
}

/** Some answers with more facts, such as what is the same in all of them. */
export function joined(...answers: readonly Answer[]): Answer {
  return Object.assign({}, ...answers) as Answer;
}

/** Thrown for a value that has not the form of a fact, and so could be a text that others wrote. */
class NoFact extends Error {
  constructor(kind: string) {
    super(`what should be ${kind} is none`);
  }
}

/** Sums of converted balances have more digits than any amount: 15 of a balance, 10 of a rate. */
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
/** A word of the service's vocabulary: a status, a type, a code, the name of a tool. */
export const word = checked('a word', (text) => WORD.test(text));
/** An operation as the audit log tells it: a method and a path, with the tool behind it, or a command. */
export const operation = checked('an operation', (text) => OPERATION.test(text));
/** A text that the service issued and only gives back: a cursor, a confirmation. */
export const token = checked('a token', (text) => /^[A-Za-z0-9_-]+$/.test(text));

function checked(kind: string, has: (text: string) => boolean) {
  function check(text: string): Fact;
  function check(text: string | null): Fact | null;
  function check(text: string | null): Fact | null {
    if (text !== null && !has(text)) throw new NoFact(kind);
    return text as Fact | null;
  }
  return check;
}

/**
 * A sentence of the service's own words and of facts: `` says`El saldo pasa de ${before} a ${after}` ``. Nothing else can be put
 * into it.
 */
export function says(words: TemplateStringsArray, ...facts: readonly (Fact | number)[]): Fact {
  return String.raw({ raw: words }, ...facts) as Fact;
}

/** Sentences, one after the other. */
export function inOneText(sentences: readonly (Fact | null)[], between = ' '): Fact {
  return sentences.filter((sentence) => sentence !== null).join(between) as Fact;
}
