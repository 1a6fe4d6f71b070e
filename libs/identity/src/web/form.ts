import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readBody } from '@app/kernel/pure';
import { PageRefusal } from './page-refusal.js';

const MAX_FORM_BYTES = 16_384;
const MAX_FIELDS = 40;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * True if the headers show that a page of this service sent the form, or if the client does not send these headers. The
 * form token is checked as well.
 */
export function isOwnForm(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  // Behind a proxy or on localhost, an origin that matches the Host header is also accepted.
  return new URL(origin).host === headers.host || origin === new URL(baseUrl).origin;
}

/**
 * Parses a form. If several fields have the same name, the first one counts. Ignores fields beyond the
 * maximum.
 * @throws PageRefusal if the body is too large or is not a form
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

/** Returns the table's own entry with this name. Ignores inherited names such as `constructor`. */
export function namedIn<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
