import type { ProblemKind } from '@app/kernel/pure';
import { EXAMPLE_ID, FIELD_CODES, problemBody } from '@app/kernel/pure';
import type { Header, OpenApi, Reference, Response, Schema } from './openapi-types.js';

const text = (examples: string[]): Schema => ({ type: 'string', examples });

const PROBLEM: Schema = {
  type: 'object',
  description: 'Why a request failed, as RFC 9457 has it.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'Names the kind of problem; its page is at this address.' },
    title: { ...text(['Unauthorized']), description: 'The HTTP reason phrase.' },
    status: { type: 'integer', description: 'The HTTP status code.', examples: [401] },
    detail: {
      ...text([
        'The API key or access token is missing, invalid or revoked. Send a valid one as `Authorization: Bearer`.',
      ]),
      description: 'One sentence for a person.',
    },
    code: { $ref: '#/components/schemas/ProblemCode', description: 'The kind of problem, for programs.' },
    requestId: { ...text([EXAMPLE_ID]), description: 'Finds the request in the log of the service.' },
    operation: {
      type: 'integer',
      minimum: 0,
      description: 'Of a batch, the operation that failed, counted from 0; absent where no single one did.',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
};

const PROBLEM_ERROR: Schema = {
  type: 'object',
  description: 'One fault of a request: where it lies, and what it is.',
  properties: {
    pointer: { ...text(['#/amount']), description: 'The field of the body, as a JSON pointer.' },
    parameter: { ...text(['limit']), description: 'The query parameter.' },
    header: { ...text(['If-Match']), description: 'The header.' },
    code: { $ref: '#/components/schemas/FieldCode', description: 'The kind of fault, for programs.' },
    detail: { ...text(['is required']), description: 'What is wrong, and what would be right.' },
  },
  required: ['code', 'detail'],
};

const VALIDATION_PROBLEM: Schema = {
  description: 'A problem that names each field, parameter or header at fault.',
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: {
        errors: {
          type: 'array',
          description: 'Each fault.',
          minItems: 1,
          items: { $ref: '#/components/schemas/ProblemError' },
        },
      },
      required: ['errors'],
    },
  ],
};

/** The schemas of problems, those kinds among them that the document names. */
export function problemSchemas(kinds: readonly ProblemKind[]): Record<string, Schema> {
  return {
    FieldCode: {
      type: 'string',
      description: 'One error of a field, parameter or header.',
      enum: [...FIELD_CODES],
    },
    Problem: PROBLEM,
    ProblemCode: {
      type: 'string',
      description: 'What was refused, and why. Each has a page at the address of its problem type.',
      enum: kinds.map(({ code }) => code).sort(),
    },
    ProblemError: PROBLEM_ERROR,
    ValidationProblem: VALIDATION_PROBLEM,
  };
}

export const SHARED_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'The id that the request goes by: the one that came with it in this header, or a new one.',
    schema: { type: 'string' },
    example: EXAMPLE_ID,
  },
  'RateLimit-Policy': {
    description: 'How many requests the credential has in how many seconds (IETF draft ratelimit-headers).',
    schema: { type: 'string' },
    example: '"credential";q=600;w=60',
  },
  RateLimit: {
    description: 'How many requests are left, and in how many seconds there will be all of them again.',
    schema: { type: 'string' },
    example: '"credential";r=599;t=60',
  },
  'Idempotency-Replayed': {
    description: 'True where this is the kept answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  ETag: {
    description: 'Names exactly this answer, for If-None-Match and, of a single resource, for If-Match.',
    schema: { type: 'string' },
    example: '"3NTK0oV0S6Y8yVFSW5yXOzbTmVw"',
  },
};

const referring = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that every answer of an operation has. */
export const ANSWER_HEADERS = referring(['X-Request-Id', 'RateLimit-Policy', 'RateLimit']);
/** What an answer that is no problem has besides. */
export const ETAG_HEADER = referring(['ETag']);

/** What an answer has that may be a kept one. */
export const REPLAYED_HEADER = referring(['Idempotency-Replayed']);

export const NOT_MODIFIED: Response = {
  description: 'The resource still has the ETag of If-None-Match, so there is no body.',
  headers: { ...ANSWER_HEADERS, ...ETAG_HEADER },
};

const HEADER_MEANINGS: Readonly<Record<string, string>> = {
  'WWW-Authenticate': 'How to authenticate, as RFC 6750 has it.',
  'Retry-After': 'After how many seconds to try again.',
};

/** An example of every kind of problem that is used, by its code. */
export function problemExamples(
  kinds: readonly ProblemKind[],
  problemsBase: string,
): Required<OpenApi['components']>['examples'] {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind.code,
      { summary: kind.meaning, value: problemBody(kind.example(), problemsBase, EXAMPLE_ID) },
    ]),
  );
}

/** The name of the response that stands for a single kind of problem: `AccountNotFound`. */
export function responseName({ code }: ProblemKind): string {
  return code
    .split('_')
    .map((word) => word[0] + word.slice(1).toLowerCase())
    .join('');
}

/**
 * The problem answers of an operation by status. A status with one kind of problem refers to the response that every
 * operation shares; one with several lists them.
 */
export function problemResponses(kinds: readonly ProblemKind[]): Record<string, Response | Reference> {
  const byStatus = Object.entries(Object.groupBy(kinds, ({ status }) => status)) as [string, ProblemKind[]][];
  return Object.fromEntries(
    byStatus.map(([status, group]) => [
      status,
      group.length === 1 ? { $ref: `#/components/responses/${responseName(group[0]!)}` } : problemResponse(group),
    ]),
  );
}

/** The answer that stands for one or several kinds of problem of the same status. */
export function problemResponse(kinds: readonly ProblemKind[]): Response {
  const [only] = kinds;
  return {
    description:
      kinds.length === 1 ? only!.meaning : kinds.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n'),
    headers: { ...ANSWER_HEADERS, ...ownHeaders(kinds) },
    content: {
      'application/problem+json': {
        schema: problemSchema(kinds),
        examples: Object.fromEntries(kinds.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function problemSchema(kinds: readonly ProblemKind[]): Schema {
  const byForm = Object.groupBy(kinds, (kind) => (kind.example().extras.errors ? 'ValidationProblem' : 'Problem'));
  const schemas = Object.entries(byForm).map(([name, group]) => ({
    allOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'object', properties: { code: codeOf(group) } }],
  }));
  return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
}

/** Which codes an answer may have: a constant where there is one, so that programs tell one answer from another by it. */
function codeOf(kinds: readonly ProblemKind[]): Schema {
  return kinds.length === 1 ? { const: kinds[0]!.code } : { enum: kinds.map(({ code }) => code) };
}

function ownHeaders(kinds: readonly ProblemKind[]): Record<string, Header> {
  const headers = kinds.flatMap((kind) => Object.entries(kind.example().extras.headers ?? {}));
  return Object.fromEntries(
    headers
      .filter(([name]) => name in HEADER_MEANINGS)
      .map(([name, example]) => [name, { description: HEADER_MEANINGS[name]!, schema: { type: 'string' }, example }]),
  );
}
