import type { ProblemKind } from '@app/kernel/pure';
import { EXAMPLE_ID, FIELD_CODES, problemBody } from '@app/kernel/pure';
import type { Header, OpenApi, Reference, Response, Schema } from './openapi-types.js';

const text = (examples: string[]): Schema => ({ type: 'string', examples });

const PROBLEM: Schema = {
  type: 'object',
  description: 'A problem: the reason why a request failed (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri', description: 'URL of the page that describes the problem.' },
    title: { ...text(['Unauthorized']), description: 'HTTP reason phrase.' },
    status: { type: 'integer', description: 'HTTP status code.', examples: [401] },
    detail: {
      ...text([
        'The API key or access token is missing, invalid or revoked. Send a valid one as `Authorization: Bearer`.',
      ]),
      description: 'Human-readable explanation.',
    },
    code: { $ref: '#/components/schemas/ProblemCode', description: 'Machine-readable code of the problem.' },
    requestId: { ...text([EXAMPLE_ID]), description: 'ID of the request, also in the log of the service.' },
    operation: {
      type: 'integer',
      minimum: 0,
      description:
        'Index of the batch operation that failed, counted from 0. Absent if the problem does not concern a single operation.',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
};

const PROBLEM_ERROR: Schema = {
  type: 'object',
  description: 'Invalid field, parameter or header of a request.',
  properties: {
    pointer: { ...text(['#/amount']), description: 'Field of the body, as a JSON pointer.' },
    parameter: { ...text(['limit']), description: 'Name of the query parameter.' },
    header: { ...text(['If-Match']), description: 'Name of the header.' },
    code: { $ref: '#/components/schemas/FieldCode', description: 'Machine-readable code of the error.' },
    detail: {
      ...text(['is required']),
      description: 'Human-readable description of the error or of how to correct it.',
    },
  },
  required: ['code', 'detail'],
};

const VALIDATION_PROBLEM: Schema = {
  description: 'A problem with a list of the invalid fields, parameters and headers.',
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: {
        errors: {
          type: 'array',
          description: 'Invalid fields, parameters and headers.',
          minItems: 1,
          items: { $ref: '#/components/schemas/ProblemError' },
        },
      },
      required: ['errors'],
    },
  ],
};

/** Returns the schemas of problems. `code` allows only the codes of the given kinds. */
export function problemSchemas(kinds: readonly ProblemKind[]): Record<string, Schema> {
  return {
    FieldCode: {
      type: 'string',
      description: 'Machine-readable code of an error in a field, parameter or header.',
      enum: [...FIELD_CODES],
    },
    Problem: PROBLEM,
    ProblemCode: {
      type: 'string',
      description: 'Machine-readable code of a problem.',
      enum: kinds.map(({ code }) => code).sort(),
    },
    ProblemError: PROBLEM_ERROR,
    ValidationProblem: VALIDATION_PROBLEM,
  };
}

export const SHARED_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'ID of the request: the `X-Request-Id` that the client sent, or a new ID.',
    schema: { type: 'string' },
    example: EXAMPLE_ID,
  },
  'RateLimit-Policy': {
    description: 'Quota of the credential and its window in seconds (IETF draft `ratelimit-headers`).',
    schema: { type: 'string' },
    example: '"credential";q=600;w=60',
  },
  RateLimit: {
    description: 'Remaining requests and seconds until the quota resets.',
    schema: { type: 'string' },
    example: '"credential";r=599;t=60',
  },
  'Idempotency-Replayed': {
    description: 'Present if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  ETag: {
    description: 'Version of the response, for `If-None-Match` and, for a single resource, `If-Match`.',
    schema: { type: 'string' },
    example: '"3NTK0oV0S6Y8yVFSW5yXOzbTmVw"',
  },
};

const referring = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const ANSWER_HEADERS = referring(['X-Request-Id', 'RateLimit-Policy', 'RateLimit']);
export const ETAG_HEADER = referring(['ETag']);

/** Header of responses to requests that can have an idempotency key. */
export const REPLAYED_HEADER = referring(['Idempotency-Replayed']);

export const NOT_MODIFIED: Response = {
  description: 'The resource still has the ETag in `If-None-Match`. The response has no body.',
  headers: { ...ANSWER_HEADERS, ...ETAG_HEADER },
};

/** Header of responses that contain a range of a file. */
export const RANGE_HEADER: Readonly<Record<string, Header>> = {
  'Content-Range': { description: 'Range of the bytes, and the size of the file.', schema: { type: 'string' } },
};

const HEADER_MEANINGS: Readonly<Record<string, string>> = {
  'Content-Range': 'Size of the file.',
  'WWW-Authenticate': 'Required authentication (RFC 6750).',
  'Retry-After': 'Seconds to wait before a retry.',
};

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

export function responseName({ code }: ProblemKind): string {
  return code
    .split('_')
    .map((word) => word[0] + word.slice(1).toLowerCase())
    .join('');
}

/**
 * Returns an operation's error responses by status. If a status has a single kind of problem, refers to the shared
 * response.
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
    allOf: [
      { $ref: `#/components/schemas/${name}` },
      { type: 'object', properties: { code: codeOf(group), ...membersOf(group) } },
    ],
  }));
  return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
}

function codeOf(kinds: readonly ProblemKind[]): Schema {
  return kinds.length === 1 ? { const: kinds[0]!.code } : { enum: kinds.map(({ code }) => code) };
}

/**
 * Returns the schemas of the members that these kinds add to a problem. The types come from the values in their
 * examples.
 */
function membersOf(kinds: readonly ProblemKind[]): Record<string, Schema> {
  const members = kinds.flatMap((kind) => Object.entries(kind.example().extras.members ?? {}));
  return Object.fromEntries(
    members.map(([name, example]) => [
      name,
      {
        ...(Array.isArray(example) ? { type: 'array', items: { type: typeof example[0] } } : { type: typeof example }),
        examples: [example],
      },
    ]),
  );
}

function ownHeaders(kinds: readonly ProblemKind[]): Record<string, Header> {
  const headers = kinds.flatMap((kind) => Object.entries(kind.example().extras.headers ?? {}));
  return Object.fromEntries(
    headers
      .filter(([name]) => name in HEADER_MEANINGS)
      .map(([name, example]) => [name, { description: HEADER_MEANINGS[name]!, schema: { type: 'string' }, example }]),
  );
}
