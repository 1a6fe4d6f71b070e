import type { Answer } from './answer.js';

/** About how many characters an answer has at most. Source: contract section 19. */
const MAX_ANSWER_CHARACTERS = 20_000;

/** How many characters of a text, and how many texts of a list, others have where an answer is too long: less and less. */
const STEPS = [
  { characters: 200, texts: 20 },
  { characters: 80, texts: 10 },
  { characters: 30, texts: 5 },
];
/** The list that goes on with a cursor: what left it out would stand on no page. */
const PAGED = 'items';
const UNTRUSTED = 'untrusted';

/** What a tool answers, and the same as JSON: it is told as both. */
export interface Told<T> {
  readonly value: T;
  readonly text: string;
}

type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/**
 * An answer that is not much longer than a model should read at once. What others wrote is cut first, and marked with an ellipsis;
 * where that is not enough, the longest lists lose their ends, and `leftOut` says how many things are missing.
 */
export function shortened(answer: Answer, most = MAX_ANSWER_CHARACTERS): Told<Answer> {
  const told = tellingOf(answer);
  if (told.text.length <= most) return told;
  const whole = answer as unknown as Json;
  let short = told;
  for (const step of STEPS) {
    short = tellingOf(withTextsCut(whole, step) as unknown as Answer);
    if (short.text.length <= most) return short;
  }
  return tellingOf(withListsCut(short.value as unknown as { [member: string]: Json }, most) as unknown as Answer);
}

/** A value with its JSON. */
export const tellingOf = <T extends object>(value: T): Told<T> => ({ value, text: JSON.stringify(value) });

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

function withTextsCut(value: Json, step: (typeof STEPS)[number], isUntrusted = false): Json {
  if (typeof value === 'string') return isUntrusted ? cut(value, step.characters) : value;
  if (Array.isArray(value)) {
    const kept = isUntrusted ? value.slice(0, step.texts) : value;
    return kept.map((one) => withTextsCut(one, step, isUntrusted));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withTextsCut(inner, step, isUntrusted || name === UNTRUSTED)]),
  );
}

function cut(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}

/** Halves the longest list of things until the rest fits, or no list has more than one. The value is a copy. */
function withListsCut(value: { [member: string]: Json }, most: number): Json {
  let leftOut = 0;
  while (lengthOf(value) > most) {
    const [longest] = listsIn(value).sort((a, b) => lengthOf(b) - lengthOf(a));
    if (longest === undefined) break;
    leftOut += longest.splice(Math.ceil(longest.length / 2)).length;
    value['leftOut'] = leftOut;
  }
  return value;
}

function listsIn(value: Json): Json[][] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(listsIn);
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === UNTRUSTED) return [];
    const own =
      Array.isArray(inner) && name !== PAGED && inner.length > 1 && typeof inner[0] === 'object' ? [inner] : [];
    return [...own, ...listsIn(inner)];
  });
}
