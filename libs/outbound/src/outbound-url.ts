import { isIP } from 'node:net';
import { isBlockedPort } from './blocked-ports.js';
import { isPublicAddress } from './public-address.js';

/** Where requests on others' behalf may go: to the public internet by https alone, or anywhere. */
export type OutboundNetwork = 'public' | 'any';

const MAX_CHARACTERS = 2_048;
/** Names that never lead outside (RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`). */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * The URL of a request on a user's behalf, or what is wrong with it in words that go on after "url". An address in any
 * spelling (decimal, octal, hexadecimal, short, in full-width digits) is read as the one that a connection would go to.
 */
export function readOutboundUrl(text: string, network: OutboundNetwork): URL | string {
  if (text.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters`;
  // The parser would take blanks and line breaks out without a word.
  if (!/^https?:\/\/(?!\/)[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) {
    return network === 'public' ? 'must be an https:// address' : 'must be an http:// or https:// address';
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.port === '0') return 'must not have the port 0';
  if (url.href.includes('#')) return 'must not have a fragment';
  return (network === 'public' ? faultInPublic(url) : null) ?? url;
}

/** The host of a URL as a connection is made to it: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function faultInPublic(url: URL): string | null {
  const host = hostOf(url);
  if (url.protocol !== 'https:') return 'must be an https:// address';
  if (isBlockedPort(url.port)) return 'must not have the port of another service than a web server';
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must not lead to an address that is not public';
  const isLocal = !host.includes('.') || host.endsWith('.') || LOCAL_NAMES.test(host);
  return isLocal ? 'must have a public host name, complete and without a dot at its end' : null;
}
