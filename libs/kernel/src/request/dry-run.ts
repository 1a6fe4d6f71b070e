import { ValidationFailed } from '../problem/http.problems.js';
import type { OperationDescription } from './operation.js';
import { takesDryRun } from './operation.js';

/** Stands in the query: a proxy that loses a header would turn a question into an act. */
const PARAMETER = 'dryRun';

/** What of a request says whether it asks. */
interface AskingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  isDryRun?: boolean;
}

type Query = Readonly<Record<string, unknown>>;

/** Whether a query asks what an operation would do; for that, the scope to read is enough. */
export function asksDryRun(query: Query, operation: OperationDescription, method: string): boolean {
  return query[PARAMETER] === 'true' && takesDryRun(operation, method);
}

/**
 * Takes the parameter from the query of a request and notes what it says. A word that is neither `true` nor `false` is
 * refused: what was meant as a question must not be done.
 * @returns the rest of the query
 * @throws ValidationFailed also where the operation cannot be asked, or an Idempotency-Key comes with the question
 */
export function withoutDryRun(request: AskingRequest, query: Query, operation: OperationDescription): Query {
  if (!(PARAMETER in query)) return query;
  const { [PARAMETER]: said, ...others } = query;
  if (!takesDryRun(operation, request.method)) {
    const detail = 'is not allowed here: the operation changes nothing, or cannot be tried';
    throw ValidationFailed([{ parameter: PARAMETER, code: 'NOT_ALLOWED', detail }]);
  }
  if (said !== 'true' && said !== 'false') {
    throw ValidationFailed([{ parameter: PARAMETER, code: 'BOOLEAN_INVALID', detail: 'must be true or false' }]);
  }
  request.isDryRun = said === 'true';
  if (request.isDryRun && request.headers['idempotency-key'] !== undefined) {
    const detail = 'is not allowed with dryRun=true: nothing is done that could be repeated';
    throw ValidationFailed([{ header: 'Idempotency-Key', code: 'NOT_ALLOWED', detail }]);
  }
  Object.defineProperty(request, 'query', { value: others, configurable: true });
  return others;
}
