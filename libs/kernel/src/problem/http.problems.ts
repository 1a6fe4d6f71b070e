import type { FieldCode } from './field-codes.js';
import type { ProblemError } from './problem.js';
import { Problem, problem } from './problem.js';

export const RequestMalformed = problem(
  'REQUEST_MALFORMED',
  400,
  'The body is not valid UTF-8 JSON or has duplicate keys, or the request is not valid HTTP. Nothing was changed.',
  (what: string, part: 'body' | 'head' = 'body') => `The request ${part} cannot be read: ${what}.`,
  ['it is not JSON in UTF-8'],
);

export const ValidationFailed = problem(
  'VALIDATION_FAILED',
  400,
  'A field of the body, a query parameter or a header is missing, unknown or invalid. `errors` lists each of them.',
  (errors: readonly ProblemError[]) => ({ detail: validationSentence(errors), errors }),
  [
    [
      {
        pointer: '#/amount',
        code: 'AMOUNT_INVALID',
        detail: 'must be a decimal string with at most 13 integer digits and two decimals, not zero',
      },
    ],
  ],
);

export const CursorInvalid = problem(
  'CURSOR_INVALID',
  400,
  'The cursor was not issued by this list with these filters. Start again without a cursor.',
  () => ({
    detail: 'The cursor does not belong to this list with these filters.',
    errors: [{ parameter: 'cursor', code: 'CURSOR_INVALID', detail: 'Start again without a cursor.' }],
  }),
);

export const AuthInvalidToken = problem(
  'AUTH_INVALID_TOKEN',
  401,
  'No token was sent, or it is malformed, unknown, expired or revoked. The response does not reveal which.',
  // The URL of the resource metadata (RFC 9728) leads clients to the authorization server.
  (tokenSent: boolean, metadataAddress?: string) => {
    const parameters = [
      ...(tokenSent ? ['error="invalid_token"'] : []),
      ...(metadataAddress === undefined ? [] : [`resource_metadata="${metadataAddress}"`]),
    ];
    return {
      detail:
        'The API key or access token is missing, invalid or revoked. Send a valid one as `Authorization: Bearer`.',
      headers: { 'WWW-Authenticate': ['Bearer', parameters.join(', ')].join(' ').trim() },
    };
  },
  [true],
);

export const AuthInsufficientScope = problem(
  'AUTH_INSUFFICIENT_SCOPE',
  403,
  'The token lacks the scope in `WWW-Authenticate`, or its creator’s role in the workspace does not allow the operation. Use a key with `read_write`, let the user grant the scope to the app, or ask an owner for a higher role.',
  (scopes: string, role?: string) => ({
    detail: role
      ? `This operation needs the role ${role}, which the creator of the token does not have.`
      : `This operation needs a token with the ${scopes.includes(' ') ? 'scopes' : 'scope'} ${scopes.replaceAll(' ', ' and ')}.`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes}"` },
  }),
  ['read_write'],
);

export const RouteNotFound = problem(
  'ROUTE_NOT_FOUND',
  404,
  'The API has no such path.',
  (path: string) => `There is no resource at ${path}.`,
  ['/v1/acounts'],
);

export const MethodNotAllowed = problem(
  'METHOD_NOT_ALLOWED',
  405,
  'The path does not support this method. The `Allow` header lists the methods that it supports.',
  (method: string, allowed: readonly string[]) => ({
    detail: `${method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
    headers: { Allow: allowed.join(', ') },
  }),
  ['PUT', ['GET', 'HEAD', 'POST']],
);

export const RequestTimedOut = problem(
  'REQUEST_TIMED_OUT',
  408,
  'The request did not arrive completely in time.',
  () => 'The request took too long to arrive. Send it again.',
);

export const IdempotencyInProgress = problem(
  'IDEMPOTENCY_IN_PROGRESS',
  409,
  'A request with the same `Idempotency-Key` is still in progress. Retry later to get its response.',
  () => ({ detail: 'A request with this Idempotency-Key is still in progress.', headers: { 'Retry-After': '1' } }),
);

export const PreconditionFailed = problem(
  'PRECONDITION_FAILED',
  412,
  'The resource changed after the ETag in `If-Match` was issued. Fetch it again and retry.',
  () => 'The resource changed after this ETag was issued.',
);

export const PayloadTooLarge = problem(
  'PAYLOAD_TOO_LARGE',
  413,
  'The body is larger than this operation accepts: 1 MiB for JSON, 20 MiB for a statement file or invoices.',
  (limit: string) => `The request body is larger than ${limit}.`,
  ['1 MiB'],
);

export const UnsupportedMediaType = problem(
  'UNSUPPORTED_MEDIA_TYPE',
  415,
  'The operation does not accept the media type of the body.',
  (expected: string) => `This operation accepts ${expected}.`,
  ['application/json in UTF-8'],
);

export const ReferenceNotFound = problem(
  'REFERENCE_NOT_FOUND',
  422,
  'An ID in the request does not exist in the workspace. `errors` lists the fields.',
  // Each place is a JSON pointer into the body, or a query parameter.
  (places: readonly string[], reason: string = 'This workspace has no resource with this ID.') => ({
    detail: `${places.map((place) => place.replace('#/', '')).join(', ')} ${
      places.length === 1 ? 'does' : 'do'
    } not exist in this workspace.`,
    errors: places.map((place) => ({
      ...(place.startsWith('#') ? { pointer: place } : { parameter: place }),
      code: 'REFERENCE_NOT_FOUND',
      detail: reason,
    })),
  }),
  [['#/accountId']],
);

export const AmountOutOfRange = problem(
  'AMOUNT_OUT_OF_RANGE',
  422,
  'A balance would exceed fifteen integer digits, the amount received by a transfer would be below 0.01 or exceed thirteen integer digits, or the fixed rate of an account would be out of range in the new base currency. Nothing was changed.',
  (detail: string = 'The amount would make a balance exceed fifteen integer digits.') => detail,
  ['The amount would make a balance exceed fifteen integer digits.'],
);

export const IdempotencyKeyReused = problem(
  'IDEMPOTENCY_KEY_REUSED',
  422,
  'The `Idempotency-Key` was used for another request within the last 24 hours. Use a new key for each request.',
  () => 'This Idempotency-Key was used for another request.',
);

export const RateLimited = problem(
  'RATE_LIMITED',
  429,
  'Too many requests with this credential, or from this address without a valid credential; or too many stored responses to requests with an `Idempotency-Key` in this workspace. Retry after the number of seconds in `Retry-After`.',
  (seconds: number) => ({
    detail: `Too many requests. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'Retry-After': String(seconds) },
  }),
  [17],
);

export const HeadersTooLarge = problem(
  'HEADERS_TOO_LARGE',
  431,
  'The headers of the request, including the request line, are larger than 16 KiB in total.',
  () => 'The headers of the request are larger than 16 KiB.',
);

export const InternalError = problem(
  'INTERNAL_ERROR',
  500,
  'An unexpected error occurred in the service. Retry later. If the error persists, report the `requestId` to the operator, who finds the error in the log.',
  () => 'An unexpected error occurred in the service.',
);

export const ServiceUnavailable = problem(
  'SERVICE_UNAVAILABLE',
  503,
  'The service cannot reach its database, the database has no free connections, or too many requests are waiting. Retry after the number of seconds in `Retry-After`.',
  () => ({ detail: 'The service cannot reach its database at the moment.', headers: { 'Retry-After': '2' } }),
);

export function isServiceUnavailable(error: unknown): error is Problem {
  return error instanceof Problem && error.type === ServiceUnavailable;
}

/**
 * Creates a ServiceUnavailable problem. Thrown if a file that should be loaded on demand no longer exists, because a
 * newer build has removed it.
 */
export function ProgramReplaced(): Problem {
  const detail = 'The files of the service were replaced while it was running. Restart the service.';
  return new Problem(ServiceUnavailable, detail, ServiceUnavailable.example().extras);
}

export function TooManyWaiting(): Problem {
  const detail = 'Too many requests are waiting. Send the request again later.';
  return new Problem(ServiceUnavailable, detail, ServiceUnavailable.example().extras);
}

export function DiskFull(): Problem {
  const detail = 'The disk of the database is full. Reads still work; writes work again after space is freed.';
  return new Problem(ServiceUnavailable, detail, ServiceUnavailable.example().extras);
}

/** Returns a JSON pointer as a URI fragment: `fieldPointer(['splits', 0, 'amount'])` is `#/splits/0/amount`. */
export function fieldPointer(path: readonly (string | number)[]): string {
  return path.length === 0
    ? '#'
    : `#/${path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}

export function invalidField(path: readonly (string | number)[], code: FieldCode, detail: string) {
  return ValidationFailed([{ pointer: fieldPointer(path), code, detail }]);
}

function validationSentence(errors: readonly ProblemError[]): string {
  const named = errors.map((error) => error.pointer?.replace(/^#\/?/, '') || error.parameter || error.header || 'body');
  return errors.length === 1 ? `${named[0]}: ${errors[0]!.detail}` : `These are not valid: ${named.join(', ')}.`;
}
