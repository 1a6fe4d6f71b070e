import { isCrowdedJson, MAX_VALUES } from '@app/kernel/pure';
import { isAppName } from './app-name.js';

/** Reason for a rejection, with an error code of RFC 7591 section 3.2.2. */
export interface MetadataFault {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly reason: string;
}

type Metadata = Readonly<Record<string, unknown>>;

/** Maximum depth of metadata. A key set with certificates has five levels. Much deeper values could not be stored. */
const MAX_DEPTH = 10;
const MAX_REDIRECTS = 20;
const MAX_ADDRESS_LENGTH = 2_000;
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
/**
 * Matches a private-use scheme. It is a reversed domain name (RFC 8252 section 7.1), so it differs from schemes such as
 * `javascript:`.
 */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
// eslint-disable-next-line no-control-regex -- matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Parses metadata. Returns null if it is not a JSON object in UTF-8, or is nested too deeply. */
export function parsedMetadata(json: Uint8Array): Metadata | null {
  if (isCrowdedJson(json, MAX_VALUES, MAX_DEPTH)) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    return typeof value === 'object' && !Array.isArray(value) ? (value as Metadata | null) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the first fault in the metadata of a registration, or null if the metadata is valid. Anyone can register, so
 * the consent page shows the name as the app's own claim.
 */
export function metadataFault(metadata: Metadata): MetadataFault | null {
  return redirectFault(metadata['redirect_uris']) ?? textFault(metadata) ?? supportFault(metadata);
}

/**
 * Registers an app with a loopback or private-use redirect URI as native, regardless of the type that it states, unless
 * it also lists an https loopback URI. A loopback redirect URI of a native app matches with any port, because the port
 * changes with every start (RFC 8252 section 7.3).
 */
export function completedMetadata(metadata: Metadata): Metadata {
  const addresses = (metadata['redirect_uris'] as string[]).map((address) => new URL(address));
  const isOnMachine = ({ protocol }: URL): boolean => protocol !== 'https:';
  const isClaimed = ({ protocol, hostname }: URL): boolean => protocol === 'https:' && LOOPBACK.includes(hostname);
  const isNative = addresses.some(isOnMachine) && !addresses.some(isClaimed);
  return isNative ? { ...metadata, application_type: 'native' } : metadata;
}

function redirectFault(addresses: unknown): MetadataFault | null {
  const fault = (reason: string): MetadataFault => ({ error: 'invalid_redirect_uri', reason });
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > MAX_REDIRECTS) {
    return fault(`redirect_uris must have 1 to ${MAX_REDIRECTS} entries`);
  }
  for (const address of addresses as unknown[]) {
    const reason = addressFault(address);
    if (reason !== null) return fault(reason);
  }
  return null;
}

function addressFault(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH || !isPlain(value) || !URL.canParse(value)) {
    return `a redirect_uri must be an absolute URI of at most ${MAX_ADDRESS_LENGTH} characters`;
  }
  const { protocol, hostname, username, password } = new URL(value);
  if (value.includes('#')) return 'a redirect_uri must not have a fragment';
  if (username !== '' || password !== '') return 'a redirect_uri must not contain a user name or password';
  if (protocol === 'http:' && !LOOPBACK.includes(hostname)) {
    return 'a redirect_uri with http must be on the loopback interface (127.0.0.1, [::1] or localhost); elsewhere use https';
  }
  // `URL` accepts some characters in a host, such as a semicolon, that would break a content security policy.
  if (protocol === 'https:' && !/^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:.]+\]$/.test(hostname)) {
    return 'a redirect_uri with https must have a host name or address';
  }
  if (/^https?:$/.test(protocol) || PRIVATE_SCHEME.test(protocol)) return null;
  return 'a redirect_uri must be https, http on the loopback interface, or of a private scheme such as com.example.app:/';
}

function textFault(metadata: Metadata): MetadataFault | null {
  const fault = (reason: string): MetadataFault => ({ error: 'invalid_client_metadata', reason });
  const { client_name: name } = metadata;
  if (name !== undefined && !isAppName(name)) {
    return fault(
      'client_name must be 1 to 100 visible characters on one line, with a letter or digit, and must not resemble the name of this service',
    );
  }
  return isPlainThroughout(metadata) ? null : fault('text must not contain control characters or unpaired surrogates');
}

function supportFault(metadata: Metadata): MetadataFault | null {
  const fault = (reason: string): MetadataFault => ({ error: 'invalid_client_metadata', reason });
  const { token_endpoint_auth_method: method, response_modes: modes } = metadata;
  if (method !== undefined && method !== 'none') {
    return fault('token_endpoint_auth_method must be none: clients get no secret, PKCE binds a code to its client');
  }
  if (modes !== undefined) return fault('response_modes is not supported: a code is always returned in the query');
  const field = ['jwks_uri', 'sector_identifier_uri', 'request_uris'].find((name) => metadata[name] !== undefined);
  return field === undefined ? null : fault(`${field} is not supported: the service fetches nothing for clients`);
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** True if all strings in a value, at any depth, can be stored and displayed. */
function isPlainThroughout(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string' && !isPlain(next)) return false;
    if (typeof next === 'object' && next !== null) for (const pair of Object.entries(next)) rest.push(...pair);
  }
  return true;
}

/** Returns the redirect target in two formats: as shown to the user, and as a source in a content security policy. */
export function redirectTarget(address: string): { readonly shown: string; readonly source: string } {
  const { protocol, host, origin } = new URL(address);
  if (!/^https?:$/.test(protocol)) return { shown: protocol, source: protocol };
  // A content security policy cannot name an IPv6 address.
  return { shown: host, source: host.startsWith('[') ? protocol : origin };
}
