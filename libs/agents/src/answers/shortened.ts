import type { Answer } from './answer.js';

/** Approximate maximum size of a tool result. */
const MAX_ANSWER_CHARACTERS = 20_000;

/** Increasingly strict limits for third-party text: characters per string and strings per list. */
const STEPS = [
  { characters: 200, texts: 20 },
  { characters: 80, texts: 10 },
  { characters: 30, texts: 5 },
];
/** Never shortened, because items removed from a page would not be on any other page. */
const PAGED = 'items';
const UNTRUSTED = 'untrusted';

export interface Serialized<T> {
  readonly value: T;
  readonly text: string;
}

type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** Shortens third-party text first, and then the longest lists. `leftOut` counts the removed items. */
export function shortened(answer: Answer, maxLength = MAX_ANSWER_CHARACTERS): Serialized<Answer> {
  const full = serialize(answer);
  if (full.text.length <= maxLength) return full;
  const whole = answer as unknown as Json;
  let short = full;
  for (const step of STEPS) {
    short = serialize(withTextsCut(whole, step) as unknown as Answer);
    if (short.text.length <= maxLength) return short;
  }
  return serialize(withListsCut(short.value as unknown as { [member: string]: Json }, maxLength) as unknown as Answer);
}

export const serialize = <T extends object>(value: T): Serialized<T> => ({ value, text: JSON.stringify(value) });

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

function withTextsCut(value: Json, step: (typeof STEPS)[number], isUntrusted = false): Json {
  if (typeof value === 'string') return isUntrusted ? cut(value, step.characters) : value;
  if (Array.isArray(value)) {
    const items = isUntrusted ? value.slice(0, step.texts) : value;
    return items.map((item) => withTextsCut(item, step, isUntrusted));
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

/** Halves the longest list until the value is short enough. Mutates the value, so callers must pass a copy. */
function withListsCut(value: { [member: string]: Json }, maxLength: number): Json {
  let leftOut = 0;
  while (lengthOf(value) > maxLength) {
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
