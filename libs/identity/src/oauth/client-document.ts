import { readOutboundUrl } from '@app/outbound';
import type { OutboundNetwork } from '@app/outbound';
import { completedMetadata, metadataFault, parsedMetadata } from './client-metadata.js';

/** Fields that the service reads from an app's metadata document. It ignores all other fields. */
const TAKEN = ['client_name', 'redirect_uris', 'scope'] as const;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const MIN_SECONDS = 60;
const MAX_SECONDS = 86_400;

/** True if a client ID is a metadata URL. Source: draft-ietf-oauth-client-id-metadata-document section 3. */
export function isDocumentAddress(id: string, network: OutboundNetwork): boolean {
  const url = readOutboundUrl(id, network);
  if (typeof url === 'string' || id.includes('#')) return false;
  const path = /^https?:\/\/[^/?]+([^?]*)/i.exec(id)?.[1] ?? '';
  const isDots = (segment: string): boolean => ['.', '..'].includes(segment.replaceAll(/%2e/gi, '.'));
  return path.length > 1 && !path.split('/').some(isDots);
}

/**
 * Returns the app's metadata, or the reason why the document is invalid. Source:
 * draft-ietf-oauth-client-id-metadata-document section 4.
 */
export function readClientDocument(id: string, json: Uint8Array): Readonly<Record<string, unknown>> | string {
  const document = parsedMetadata(json);
  if (document === null) return 'the document is not a JSON object in UTF-8, nested at most 10 levels deep';
  if (document['client_id'] !== id) return 'client_id is not the URL of the document';
  if ('client_secret' in document || 'client_secret_expires_at' in document) return 'the document has a client_secret';
  const method = document['token_endpoint_auth_method'];
  if (method !== undefined && method !== 'none') return 'token_endpoint_auth_method is not none';
  const types = document['grant_types'];
  if (Array.isArray(types) && !types.includes('authorization_code'))
    return 'grant_types does not include authorization_code';
  const named = Object.fromEntries(
    TAKEN.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]])),
  );
  const fault = metadataFault(named);
  if (fault !== null) return fault.reason;
  return {
    client_name: new URL(id).host,
    ...completedMetadata(named),
    client_id: id,
    grant_types: GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/**
 * Returns the number of seconds to cache a document: its max-age, but at least one minute and at most one day. Returns
 * one minute if the header is missing or forbids caching. Source: RFC 9111 section 5.2.2.1.
 */
export function secondsToKeep(cacheControl: string | undefined): number {
  const maxAge = Number(/(?:^|,)\s*max-age\s*=\s*"?(\d+)/i.exec(cacheControl ?? '')?.[1] ?? 0);
  return /(?:^|,)\s*no-(?:store|cache)\b/i.test(cacheControl ?? '')
    ? MIN_SECONDS
    : Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, maxAge));
}
