import type { IncomingHttpHeaders } from 'node:http';
import { PageRefusal } from './page-refusal.js';

const LARGEST_FORM_BYTES = 16_384;
const MOST_FIELDS = 40;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** A request whose body comes in chunks. */
export interface FormRequest {
  readonly headers: IncomingHttpHeaders;
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Buffer>;
}

/**
 * Whether a form was sent from a page of this service. Browsers say where a form comes from; one that does not is an old
 * one or no browser, and has the form's token to show.
 */
export function isOwnForm(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  // Behind the names of a proxy or of localhost the page's own host is as good as the public one.
  return new URL(origin).host === headers.host || origin === new URL(baseUrl).origin;
}

/**
 * The fields of a form; the first of several with one name.
 * @throws PageRefusal when it is too large or no form.
 */
export async function readForm(request: FormRequest): Promise<ReadonlyMap<string, string>> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) throw new PageRefusal(415, 'form-expired');
  const chunks: Buffer[] = [];
  let size = 0;
  // Whoever sends too much still gets to read the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > LARGEST_FORM_BYTES) throw new PageRefusal(413, 'too-large');
    chunks.push(chunk);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) {
    if (fields.size < MOST_FIELDS && !fields.has(name)) fields.set(name, value);
  }
  return fields;
}
