import { z } from 'zod';
import type { FieldCode, ProblemError } from '@app/kernel/pure';
import { fieldPointer, ValidationFailed } from '@app/kernel/pure';

/** The most things in an answer. Source: contract section 19. */
const MAX_ITEMS = 50;
const USUAL_THINGS = 20;
const MAX_ERRORS = 50;

export const idArgument = (of: string) => z.string().max(64).describe(`The id of ${of}, as another tool answered it.`);
export const dayArgument = (what: string) => z.string().max(10).describe(`${what} YYYY-MM-DD.`);
export const amountArgument = (what: string) =>
  z.string().max(20).describe(`${what} A string with a decimal point, such as "1250.00".`);
export const detailArgument = z
  .enum(['concise', 'full'])
  .default('concise')
  .describe('concise (default) has what most questions need; full has every field, at several times the length.');
const limitArgument = z
  .number()
  .int()
  .min(1)
  .max(MAX_ITEMS)
  .default(USUAL_THINGS)
  .describe(`How many things to answer at most, 1 to ${MAX_ITEMS}. Long answers end earlier, with nextCursor.`);
const cursorArgument = z
  .string()
  .max(1_000)
  .optional()
  .describe('nextCursor of the page before, with all other arguments unchanged.');
export const paging = { limit: limitArgument, cursor: cursorArgument };

/**
 * The arguments of a call in the form of its tool.
 * @throws ValidationFailed naming every argument that is missing, unknown or not in its form
 */
export function readArguments<S extends z.ZodObject>(form: S, given: unknown): z.infer<S> {
  const read = form.safeParse(given ?? {}, { reportInput: true });
  if (read.success) return read.data;
  throw ValidationFailed(read.error.issues.flatMap(errorsOf).slice(0, MAX_ERRORS));
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
  if (issue.code === 'too_big') return [error('RANGE_INVALID', `must have at most ${String(issue.maximum)}`)];
  if (issue.code === 'too_small') return [error('RANGE_INVALID', `must have at least ${String(issue.minimum)}`)];
  return [error('VALUE_INVALID', 'is not in the form that the input schema says')];
}

function typeText(expected: string): string {
  return expected === 'int' ? 'an integer' : /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

/** What is wrong with one argument, in a sentence that begins with its name. */
export const argumentInvalid = (argument: string, detail: string) =>
  ValidationFailed([{ pointer: `#/${argument}`, code: 'VALUE_INVALID', detail }]);

/** What is given of some fields, as the request of another context has it: what is absent stays absent. */
export function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
