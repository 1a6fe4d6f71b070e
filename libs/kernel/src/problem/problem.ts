import { STATUS_CODES } from 'node:http';
import { maskedKeys } from '../text/masked-keys.js';
import type { FieldCode } from './field-codes.js';
import { EXAMPLE_ID } from '../id/id.js';

/** One fault of a request: where it lies (a body's JSON pointer, a query parameter or a header) and what it is. */
export interface ProblemError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly code: FieldCode;
  readonly detail: string;
}

/** What an answer may carry besides the five members of every problem. */
export interface ProblemExtras {
  readonly errors?: readonly ProblemError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Which operation of a batch it is about, counted from 0. */
  readonly operation?: number;
  /** The detail for callers without the scope, if the full detail tells what only the scope reads. */
  readonly withoutScope?: { readonly scope: string; readonly detail: string };
}

/** A refusal whose answer is already written: it is sent byte for byte as it was kept. */
export class StoredRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super('a kept refusal');
  }
}

/** A kind of problem, one line of the catalogue. */
export interface ProblemKind {
  readonly code: string;
  readonly status: number;
  /** The HTTP reason phrase. */
  readonly title: string;
  /** The last part of the problem's `type` address: the code in kebab-case. */
  readonly slug: string;
  /** When it is answered and what the caller can do, for the problem's own page. */
  readonly meaning: string;
  /** One as it may be answered, for its page and the document. */
  example(): Problem;
}

/** A kind of problem that is called to make the error to throw. */
export interface ProblemType<Arguments extends unknown[]> extends ProblemKind {
  (...args: Arguments): Problem;
}

/** An error that the caller gets to see, as RFC 9457 application/problem+json. */
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
 * Enters a kind of problem into the catalogue; slug and title follow from code and status.
 *
 * The catalogue drives the filter, the OpenAPI document, the problem pages and docs/errors.md. `sample` holds what
 * `describe` is called with for their examples; a problem that says nothing but an id needs none.
 * Source: contract section 2.
 */
export function problem<Arguments extends unknown[]>(
  code: string,
  status: number,
  meaning: string,
  describe: (...args: Arguments) => string | ({ detail: string } & ProblemExtras),
  sample?: NoInfer<Arguments>,
): ProblemType<Arguments> {
  const make = (...args: Arguments): Problem => {
    const said = describe(...args);
    return typeof said === 'string' ? new Problem(type, said) : new Problem(type, said.detail, said);
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

/** The problem that a workspace has nothing of a kind with an id: `notFound('ACCOUNT_NOT_FOUND', 'account')`. */
export function notFound(code: string, noun: string): ProblemType<[id: string]> {
  return problem(code, 404, `No ${noun} of this workspace has the id.`, (id) => `There is no ${noun} ${id}.`);
}

/** The part of a caller that decides which detail they see. */
interface Reader {
  readonly allowed: ReadonlySet<string>;
}

/** The detail of a problem as a caller may read it, without keys. */
export function detailFor({ detail, extras: { withoutScope } }: Problem, caller: Reader | undefined): string {
  const isHidden = withoutScope !== undefined && !caller?.allowed.has(withoutScope.scope);
  return maskedKeys(isHidden ? withoutScope.detail : detail);
}

/** The members of a problem's answer, in their order. Source: contract section 2. */
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
    ...(extras.errors && { errors: extras.errors.map(withoutKeys) }),
  };
}

function withoutKeys(error: ProblemError): ProblemError {
  const { pointer, detail } = error;
  return { ...error, ...(pointer !== undefined && { pointer: maskedKeys(pointer) }), detail: maskedKeys(detail) };
}

/** Every kind of problem that the loaded contexts declare, by status and then code. */
export function problemCatalogue(): ProblemKind[] {
  return [...catalogue.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}
