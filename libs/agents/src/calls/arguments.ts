import { z } from 'zod';
import type { FieldCode, ProblemError } from '@app/kernel/pure';
import { fieldPointer, ValidationFailed } from '@app/kernel/pure';

const MAX_ITEMS = 50;
const USUAL_THINGS = 20;
const MAX_ERRORS = 50;

export const idArgument = (of: string) =>
  z.string().max(64).describe(`ID of ${of}. Take it from the result of another tool.`);
export const dayArgument = (what: string) => z.string().max(10).describe(`${what} Format: YYYY-MM-DD.`);
export const amountArgument = (what: string) =>
  z.string().max(20).describe(`${what} Decimal string, such as "1250.00".`);
export const detailArgument = z
  .enum(['concise', 'full'])
  .default('concise')
  .describe('concise (default) suffices for most questions; full returns every field and is several times longer.');
const limitArgument = z
  .number()
  .int()
  .min(1)
  .max(MAX_ITEMS)
  .default(USUAL_THINGS)
  .describe(`Maximum number of items, 1 to ${MAX_ITEMS}. Long results end earlier and return nextCursor.`);
const cursorArgument = z
  .string()
  .max(1_000)
  .optional()
  .describe('nextCursor of the previous page. Keep all other arguments unchanged.');
export const paging = { limit: limitArgument, cursor: cursorArgument };

/** @throws ValidationFailed listing missing, unknown and malformed arguments */
export function readArguments<S extends z.ZodObject>(schema: S, args: unknown): z.infer<S> {
  const parsed = schema.safeParse(args ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw ValidationFailed(parsed.error.issues.flatMap(errorsOf).slice(0, MAX_ERRORS));
}

function errorsOf(issue: z.core.$ZodIssue): ProblemError[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const error = (code: FieldCode, detail: string, more: readonly string[] = []): ProblemError => ({
    pointer: fieldPointer([...path, ...more]),
    code,
    detail,
  });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => error('UNKNOWN_FIELD', 'is not an argument of this tool', [key.slice(0, 100)]));
  }
  if (issue.code === 'invalid_type') {
    return [
      issue.input === undefined
        ? error('REQUIRED', `is required: ${typeText(issue.expected)}`)
        : error('VALUE_INVALID', `must be ${typeText(issue.expected)}`),
    ];
  }
  if (issue.code === 'invalid_value') {
    return [error('VALUE_NOT_ALLOWED', `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`)];
  }
  if (issue.code === 'too_big') return [error('RANGE_INVALID', `exceeds the maximum of ${String(issue.maximum)}`)];
  if (issue.code === 'too_small') return [error('RANGE_INVALID', `is below the minimum of ${String(issue.minimum)}`)];
  return [error('VALUE_INVALID', 'does not match the input schema')];
}

function typeText(expected: string): string {
  return expected === 'int' ? 'an integer' : /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

/**
 * Returns a ValidationFailed problem for an argument. `detail` continues a sentence whose subject is the argument's
 * name.
 */
export const argumentInvalid = (argument: string, detail: string) =>
  ValidationFailed([{ pointer: `#/${argument}`, code: 'VALUE_INVALID', detail }]);

export function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
