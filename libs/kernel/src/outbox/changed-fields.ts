import { isDeepStrictEqual } from 'node:util';

export function changedFields<Fields extends object>(before: Fields, after: Fields): string[] {
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fields]))
    .map(([name]) => name);
}
