import { newId } from '../id/id.js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && ACCEPTED.test(text);
}

export function requestIdOf(header: string | readonly string[] | undefined): string {
  return isRequestId(header) ? header : newId();
}
