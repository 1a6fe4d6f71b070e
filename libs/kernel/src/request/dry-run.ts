import { ValidationFailed } from '../problem/http.problems.js';
import type { OperationDescription } from './operation.js';
import { takesDryRun } from './operation.js';

/**
 * Query parameter that asks for a dry run. It is not a header, because a proxy might drop the header and so turn a dry
 * run into a write.
 */
const PARAMETER = 'dryRun';
const INTO_CLOSED = 'intoClosed';

interface AskingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  isDryRun?: boolean;
  isIntoClosed?: boolean;
}

type Query = Readonly<Record<string, unknown>>;

/** True if the query asks for a dry run and the operation supports it. A dry run needs only the read scope. */
export function asksDryRun(query: Query, operation: OperationDescription, method: string): boolean {
  return query[PARAMETER] === 'true' && takesDryRun(operation, method);
}

/** True if the query asks to change days in closed books and the operation supports this. */
export function asksIntoClosed(query: Query, { touchesBooks }: OperationDescription): boolean {
  return query[INTO_CLOSED] === 'true' && touchesBooks === true;
}

/**
 * Removes `dryRun` and `intoClosed` from the query and stores their values in the request.
 * @throws ValidationFailed
 */
export function withoutFlags(request: AskingRequest, query: Query, operation: OperationDescription): Query {
  const left = withoutDryRun(request, query, operation);
  if (!operation.touchesBooks || !(INTO_CLOSED in left)) return left;
  const { [INTO_CLOSED]: value, ...others } = left;
  request.isIntoClosed = isTrue(INTO_CLOSED, value);
  Object.defineProperty(request, 'query', { value: others, configurable: true });
  return others;
}

/** @throws ValidationFailed if the value is neither `true` nor `false` */
function isTrue(parameter: string, value: unknown): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw ValidationFailed([{ parameter, code: 'BOOLEAN_INVALID', detail: 'must be true or false' }]);
}

/**
 * Removes `dryRun` from the query and stores its value in the request. Rejects values other than `true` and `false`, so
 * that a misspelled dry run never writes.
 * @throws ValidationFailed for such a value, if the operation has no dry run, or if the request has an Idempotency-Key
 */
function withoutDryRun(request: AskingRequest, query: Query, operation: OperationDescription): Query {
  if (!(PARAMETER in query)) return query;
  const { [PARAMETER]: value, ...others } = query;
  if (!takesDryRun(operation, request.method)) {
    const detail = 'is not allowed here: the operation does not change data, or does not support dry runs';
    throw ValidationFailed([{ parameter: PARAMETER, code: 'NOT_ALLOWED', detail }]);
  }
  request.isDryRun = isTrue(PARAMETER, value);
  if (request.isDryRun && request.headers['idempotency-key'] !== undefined) {
    const detail = 'is not allowed with dryRun=true';
    throw ValidationFailed([{ header: 'Idempotency-Key', code: 'NOT_ALLOWED', detail }]);
  }
  Object.defineProperty(request, 'query', { value: others, configurable: true });
  return others;
}
