import { newId } from '../id/id.js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Whether something can be the id of a request. Source: contract section 1. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && ACCEPTED.test(text);
}

/** The id that a request goes by: the caller's own when it is usable, else a new one. Source: contract section 1. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return isRequestId(header) ? header : newId();
}
