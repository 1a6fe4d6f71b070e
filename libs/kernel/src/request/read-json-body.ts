import type { IncomingMessage } from 'node:http';
import { PayloadTooLarge, RequestMalformed, UnsupportedMediaType, ValidationFailed } from '../problem/http.problems.js';
import { isCrowdedJson, MAX_VALUES } from './crowded-json.js';
import { isJsonType } from './media-type.js';
import { readBody } from './read-body.js';
import { repeatedMember } from './repeated-member.js';

const LARGEST_BODY_BYTES = 1024 * 1024;
const MAX_NAME_SHOWN = 100;
/** Maximum depth of JSON to parse, far above the limit of the request pipe. Deeper JSON takes too long to parse. */
const MAX_DEPTH = 100;

/**
 * Parses the JSON body and stores its bytes in the request. Returns `{}` if the body is empty.
 * @param received counts the bytes, see `BodyRoom`
 * @throws ServiceUnavailable, PayloadTooLarge, UnsupportedMediaType, RequestMalformed; ValidationFailed if the body has too many values to
 * parse
 */
export async function readJsonBody(
  request: IncomingMessage & { bodyBytes?: Buffer },
  received: (bytes: number) => boolean,
): Promise<unknown> {
  // A small compressed body could expand into a large one.
  if (request.headers['content-encoding'] !== undefined) throw UnsupportedMediaType('bodies without compression');
  const bytes = await readBody(request, LARGEST_BODY_BYTES, received);
  if (bytes === null) throw PayloadTooLarge('1 MiB');
  request.bodyBytes = bytes;
  return bytes.length === 0 ? {} : parseBody(bytes, request.headers['content-type'] ?? '');
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (!isJsonType(contentType)) throw UnsupportedMediaType('application/json in UTF-8');
  if (isCrowdedJson(bytes, MAX_VALUES, MAX_DEPTH)) {
    throw ValidationFailed([{ pointer: '#', code: 'TOO_MANY_VALUES', detail: 'has too many values' }]);
  }
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw RequestMalformed('it is not JSON in UTF-8');
  }
  const repeated = repeatedMember(text);
  if (repeated === null) return value;
  throw RequestMalformed(`${JSON.stringify(repeated.slice(0, MAX_NAME_SHOWN))} occurs twice in one object`);
}
