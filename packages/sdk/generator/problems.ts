import type { Document } from './document.js';
import { comment, HEAD, key } from './typescript.js';

const SHARED = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors'];

export function problemsFile({ components }: Document): string {
  const kinds = Object.entries(components.examples).sort(([a], [b]) => a.localeCompare(b));
  const classes = kinds.map(([code, { summary, value }]) => {
    const own = Object.entries(value).filter(([name]) => !SHARED.includes(name));
    const members = own.map(([name, example]) => `readonly ${key(name)}: ${typeof example};`);
    const typed = members.length > 0 ? ` {\ndeclare readonly problem: Problem & { ${members.join(' ')} };\n}` : ' {}';
    return `${comment(summary)}export class ${className(code)} extends ApiError<'${code}'>${typed}`;
  });
  const table = kinds.map(([code]) => `  ${code}: ${className(code)},`);
  return [
    `${HEAD}import { ApiError } from '../errors.js';`,
    ...(classes.some((text) => text.includes('declare'))
      ? ["import type { Problem } from './schemas/schemas.js';"]
      : []),
    '',
    classes.join('\n\n'),
    '',
    '/** The class of each kind of problem, by its code. */',
    `export const PROBLEM_CLASSES = {\n${table.join('\n')}\n} as const;`,
    '',
  ].join('\n');
}

/**
 * Returns the class name for a code: `AccountNotFoundError` for `ACCOUNT_NOT_FOUND` and `InternalError` for
 * `INTERNAL_ERROR`.
 */
function className(code: string): string {
  const words = code.split('_').map((word) => word[0] + word.slice(1).toLowerCase());
  return `${words.join('').replace(/Error$/, '')}Error`;
}
