import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readBody } from '@app/kernel/pure';
import { PageRefusal } from './page-refusal.js';

const MAX_FORM_BYTES = 16_384;
const MAX_FIELDS = 40;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Whether a form was sent from a page of this service. Browsers send the origin of a form; a client that does not is old
 * or no browser, and has to carry the form token in any case.
 */
export function isOwnForm(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  // Behind a proxy or on localhost, the Host of the request is as good as the public address.
  return new URL(origin).host === headers.host || origin === new URL(baseUrl).origin;
}

/**
 * The fields of a form; the first of several with one name.
 * @throws PageRefusal when the body is too large or not a form.
 */
export async function readForm(request: IncomingMessage): Promise<ReadonlyMap<string, string>> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) throw new PageRefusal(415, 'form-expired');
  const body = await readBody(request, MAX_FORM_BYTES);
  if (body === null) throw new PageRefusal(413, 'too-large');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (fields.size < MAX_FIELDS && !fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** The entry that a query or a form names; undefined for a name that is not in the table, such as one that every object inherits. */
export function namedIn<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A value of a query or a form as text; what is no single text counts as empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
