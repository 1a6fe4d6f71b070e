import { expect, it } from '@jest/globals';
import { ServiceUnavailable } from '../problem/http.problems.js';
import { isReadOnly, problemOfDatabaseError } from './database-error.js';

it('reports a write on a standby as SERVICE_UNAVAILABLE', () => {
  const error = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  expect(isReadOnly(error)).toBe(true);
  expect(problemOfDatabaseError(error)).toMatchObject({ type: ServiceUnavailable, cause: error });
});
