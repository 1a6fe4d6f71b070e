/** What is wrong with an app that asks to be registered: which of its two kinds of error, and why. */
export interface MetadataFault {
  readonly about: 'redirect_uris' | 'metadata';
  readonly reason: string;
}

const MOST_REDIRECTS = 20;
const LONGEST_ADDRESS = 2_000;
const LONGEST_NAME = 100;
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
/** A scheme of an app's own looks like a domain written backwards (RFC 8252 section 7.1); `javascript:` and its like do not. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
// eslint-disable-next-line no-control-regex -- control and direction characters are what is looked for
const DECEPTIVE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/**
 * What keeps an app from being registered, or null. Anybody may register, so that nothing here is believed: the name is
 * shown as the app's own claim, and where the browser goes afterwards is shown beside it.
 */
export function metadataFault(metadata: Readonly<Record<string, unknown>>): MetadataFault | null {
  const { redirect_uris: addresses, client_name: name } = metadata;
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > MOST_REDIRECTS) {
    return { about: 'redirect_uris', reason: `there must be 1 to ${MOST_REDIRECTS} redirect_uris` };
  }
  const wrong = (addresses as unknown[]).find((address) => !isRedirectAddress(address));
  if (wrong !== undefined) {
    return {
      about: 'redirect_uris',
      reason:
        'redirect_uris must be https, http on a loopback address, or of a private scheme such as com.example.app:/',
    };
  }
  if (name !== undefined && !isDisplayName(name)) {
    return { about: 'metadata', reason: `client_name must be text of 1 to ${LONGEST_NAME} characters on one line` };
  }
  const fetched = ['jwks_uri', 'sector_identifier_uri', 'request_uris'].find((field) => metadata[field] !== undefined);
  return fetched === undefined ? null : { about: 'metadata', reason: `${fetched} is not supported` };
}

function isRedirectAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !URL.canParse(value)) return false;
  const { protocol, hostname, hash, username, password } = new URL(value);
  if (hash !== '' || value.includes('#') || username !== '' || password !== '') return false;
  // An address parser lets more through in a host, such as a semicolon, than a content security policy may hold.
  if (protocol === 'https:') return /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:.]+\]$/.test(hostname);
  return protocol === 'http:' ? LOOPBACK.includes(hostname) : PRIVATE_SCHEME.test(protocol);
}

function isDisplayName(value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '') return false;
  return value.length <= LONGEST_NAME && value.isWellFormed() && !DECEPTIVE.test(value);
}

/** Where the browser goes after consent, as a person and a content security policy can read it. */
export function redirectTarget(address: string): { readonly shown: string; readonly source: string } {
  const { protocol, host, origin } = new URL(address);
  if (!/^https?:$/.test(protocol)) return { shown: protocol, source: protocol };
  // A policy cannot name an IPv6 address.
  return { shown: host, source: host.startsWith('[') ? protocol : origin };
}
