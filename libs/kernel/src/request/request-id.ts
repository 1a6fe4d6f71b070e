import { newId } from '../id/id.js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that a request goes by: the caller's own when it is usable, else a new one. Source: contract section 1. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : newId();
}
