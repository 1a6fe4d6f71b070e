import { isIP } from 'node:net';
import { isBlockedPort } from './blocked-ports.js';
import { isPublicAddress } from './public-address.js';

/** Allowed targets: `public` for hosts on the public internet over HTTPS, `any` for every host. */
export type OutboundNetwork = 'public' | 'any';

const MAX_CHARACTERS = 2_048;
/** Names that never resolve to public hosts. Sources: RFC 6761, RFC 6762, RFC 8375, and ICANN for `internal`. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Parses a URL that a user entered. If it is not allowed, returns the reason as the rest of a sentence that starts with
 * "The URL". `URL` converts all spellings of an IP address to the same form.
 */
export function readOutboundUrl(text: string, network: OutboundNetwork): URL | string {
  if (text.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters`;
  // `URL` would silently remove white space and line breaks.
  if (!/^https?:\/\/(?!\/)[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) {
    return network === 'public' ? 'must be an https:// address' : 'must be an http:// or https:// address';
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.port === '0') return 'must not have port 0';
  if (url.href.includes('#')) return 'must not have a fragment';
  return (network === 'public' ? faultInPublic(url) : null) ?? url;
}

/** Returns the host to connect to, without brackets around an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function faultInPublic(url: URL): string | null {
  const host = hostOf(url);
  if (url.protocol !== 'https:') return 'must be an https:// address';
  if (isBlockedPort(url.port)) return 'must not use the port of another protocol';
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must have a public IP address';
  const isLocal = !host.includes('.') || host.endsWith('.') || LOCAL_NAMES.test(host);
  return isLocal ? 'must have a fully qualified public host name without a trailing dot' : null;
}
