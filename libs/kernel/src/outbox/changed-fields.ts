import { isDeepStrictEqual } from 'node:util';

/** The names of the fields whose values differ, in their order; of an object and what became of it. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): string[] {
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fields]))
    .map(([name]) => name);
}
