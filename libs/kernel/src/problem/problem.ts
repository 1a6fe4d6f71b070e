import { STATUS_CODES } from 'node:http';
import { maskedKeys } from '../text/masked-keys.js';
import type { FieldCode } from './field-codes.js';
import { EXAMPLE_ID } from '../id/id.js';

/** One error in a request, located by a JSON pointer, a query parameter or a header. */
export interface ProblemError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly code: FieldCode;
  readonly detail: string;
}

export interface ProblemExtras {
  readonly errors?: readonly ProblemError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly operation?: number;
  /** Additional fields of the response. Their names must differ from the members of RFC 9457. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Another detail for callers without the scope, for cases in which the full detail would reveal data. */
  readonly withoutScope?: { readonly scope: string; readonly detail: string };
}

/** Thrown to send a stored error response again, byte for byte. */
export class StoredRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super('a kept refusal');
  }
}

export interface ProblemKind {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly slug: string;
  readonly meaning: string;
  example(): Problem;
}

export interface ProblemType<Arguments extends unknown[]> extends ProblemKind {
  (...args: Arguments): Problem;
}

/** An error that the client receives as application/problem+json (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly type: ProblemKind,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail);
  }
}

const catalogue = new Map<string, ProblemKind>();

/**
 * Declares a kind of problem. Its slug and title follow from the code and the status. The exception filter, the OpenAPI
 * document, the problem pages and docs/errors.md all use this catalog. `sample` contains arguments of `describe` for
 * the examples. A problem that only contains an ID does not need it.
 */
export function problem<Arguments extends unknown[]>(
  code: string,
  status: number,
  meaning: string,
  describe: (...args: Arguments) => string | ({ detail: string } & ProblemExtras),
  sample?: NoInfer<Arguments>,
): ProblemType<Arguments> {
  const make = (...args: Arguments): Problem => {
    const description = describe(...args);
    return typeof description === 'string'
      ? new Problem(type, description)
      : new Problem(type, description.detail, description);
  };
  const type: ProblemType<Arguments> = Object.assign(make, {
    code,
    status,
    title: STATUS_CODES[status] ?? 'Error',
    slug: code.toLowerCase().replaceAll('_', '-'),
    meaning,
    example: () => make(...(sample ?? ([EXAMPLE_ID] as unknown[] as Arguments))),
  });
  if (catalogue.has(code)) throw new Error(`problem ${code} is declared twice`);
  catalogue.set(code, type);
  return type;
}

export function notFound(code: string, noun: string): ProblemType<[id: string]> {
  return problem(code, 404, `The workspace has no ${noun} with this ID.`, (id) => `There is no ${noun} ${id}.`);
}

interface Reader {
  readonly allowed: ReadonlySet<string>;
}

export function detailFor({ detail, extras: { withoutScope } }: Problem, caller: Reader | undefined): string {
  const isHidden = withoutScope !== undefined && !caller?.allowed.has(withoutScope.scope);
  return maskedKeys(isHidden ? withoutScope.detail : detail);
}

export function problemBody(problem: Problem, problemsBase: string, requestId: string, caller?: Reader) {
  const { type, extras } = problem;
  return {
    type: `${problemsBase}/${type.slug}`,
    title: type.title,
    status: type.status,
    detail: detailFor(problem, caller),
    code: type.code,
    requestId,
    ...(extras.operation !== undefined && { operation: extras.operation }),
    ...extras.members,
    ...(extras.errors && { errors: extras.errors.map(withoutKeys) }),
  };
}

function withoutKeys(error: ProblemError): ProblemError {
  const { pointer, detail } = error;
  return { ...error, ...(pointer !== undefined && { pointer: maskedKeys(pointer) }), detail: maskedKeys(detail) };
}

export function problemCatalogue(): ProblemKind[] {
  return [...catalogue.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}
