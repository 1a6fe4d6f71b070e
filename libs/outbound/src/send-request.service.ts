import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { limitTinyChunks, readAnswer } from '@app/kernel/pure';
import { isPublicAddress } from './public-address.js';
import type { OutboundNetwork } from './outbound-url.js';
import { hostOf, readOutboundUrl } from './outbound-url.js';

const NAME_SERVER = { timeout: 2_000, tries: 2 };
/** Maximum addresses to try per host name. */
const MAX_ADDRESSES = 4;
const MAX_CLOSE_MS = 1_000;
const MAX_UNREAD_BYTES = 64 * 1024;
/** Maximum number of responses with a status from 100 to 199. A server could send them for ever (RFC 9110 section 15.2). */
const MAX_INFORMATIONAL = 10;

export type NameResolver = Pick<Resolver, 'resolve4' | 'resolve6'>;

export interface OutboundRequest {
  readonly network: OutboundNetwork;
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  /** Maximum time from the name lookup to the end of the response. */
  readonly timeoutMs: number;
  /** Maximum size of the response body. If omitted, the response has no body. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly resolver?: NameResolver;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Thrown if no usable response arrives. The message is safe to show to the owner of the URL. */
export class OutboundFailed extends Error {}

const systemResolver = new Resolver(NAME_SERVER);

/**
 * Sends a request to a URL that a user entered. Resolves the host name for each request and connects only to addresses
 * that it has checked. Does not follow redirects, and does not use proxies or credentials from the environment
 * (decision 0054).
 * @throws OutboundFailed
 */
export async function sendRequest(text: string, request: OutboundRequest): Promise<OutboundAnswer> {
  const url = readOutboundUrl(text, request.network);
  if (typeof url === 'string') throw new OutboundFailed(`the URL ${url}`);
  const outOfTime = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([outOfTime, ...(request.signal ? [request.signal] : [])]);
  try {
    const addresses = await unlessAborted(addressesOf(hostOf(url), request), signal);
    return await answerOf(url, addresses, request, signal);
  } catch (error) {
    if (error instanceof OutboundFailed) throw error;
    if (request.signal?.aborted) throw new OutboundFailed('the request was canceled');
    if (outOfTime.aborted) throw new OutboundFailed(`no response within ${request.timeoutMs / 1_000} s`);
    throw new OutboundFailed(reasonOf(error));
  }
}

/** @throws OutboundFailed if the name has no address, or an address that is not allowed */
async function addressesOf(host: string, { network, resolver = systemResolver }: OutboundRequest) {
  const literal = isIP(host);
  const addresses = literal === 0 ? await resolve(host, network, resolver) : [{ address: host, family: literal }];
  if (addresses.length === 0) throw new OutboundFailed('the host name has no address');
  if (network === 'public' && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundFailed('the host name resolves to an address that is not public');
  }
  return addresses.slice(0, MAX_ADDRESSES);
}

/**
 * Queries name servers directly. The system's resolver would block one of a few threads until the name server responds.
 * With `any`, uses the system's resolver for local names and for names that the name servers do not know.
 */
async function resolve(host: string, network: OutboundNetwork, resolver: NameResolver): Promise<LookupAddress[]> {
  const system = () => lookup(host, { all: true, order: 'ipv4first' });
  if (network === 'any' && (!host.includes('.') || host.endsWith('.localhost'))) return system();
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return addresses;
  const failures = answers.map((answer) => (answer as PromiseRejectedResult).reason as { code?: string } | undefined);
  const isUnknown = failures.every((failure) => ['ENOTFOUND', 'ENODATA'].includes(failure?.code ?? ''));
  if (!isUnknown) throw new OutboundFailed('the host name could not be resolved');
  return network === 'any' ? system() : [];
}

function answerOf(
  url: URL,
  addresses: readonly LookupAddress[],
  { method, headers, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // If the server switches to another protocol, the request closes without an error event.
    const closed = () => fail(new OutboundFailed(REASONS['ECONNRESET']));
    const sent = send(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      signal,
      // A pooled connection might lead to an address from an earlier check.
      agent: false,
      lookup: (_host, { all }, callback) =>
        all ? callback(null, [...addresses]) : callback(null, addresses[0]!.address, addresses[0]!.family),
    });
    let informational = 0;
    sent.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) sent.destroy(new OutboundFailed('too many informational responses'));
    });
    sent.on('error', fail).on('response', (response) => {
      sent.off('close', closed);
      const { statusCode: status = 0, headers: received } = response;
      response.on('error', fail);
      limitTinyChunks(response, () => response.destroy(new OutboundFailed('the response has too many tiny chunks')));
      if (maxBytes === undefined) {
        done({ status, headers: received, body: Buffer.alloc(0) });
        closeSoon(response);
      } else {
        bodyOf(response, maxBytes).then((read) => done({ status, headers: received, body: read }), fail);
      }
    });
    sent.on('close', closed).end(body);
  });
}

/**
 * Reads the rest of an unused response, so that the server does not see a broken connection. Closes the connection if
 * this takes too long.
 */
function closeSoon(response: IncomingMessage): void {
  let size = 0;
  const timer = setTimeout(() => response.destroy(), MAX_CLOSE_MS).unref();
  response.on('data', (chunk: Buffer) => (size += chunk.length) > MAX_UNREAD_BYTES && response.destroy());
  response.on('close', () => clearTimeout(timer));
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const body = await readAnswer(response as AsyncIterable<Buffer>, maxBytes);
  if (body === null) throw new OutboundFailed(`the response is larger than ${maxBytes} bytes`);
  return body;
}

/** Rejects if the signal aborts first. The work then continues without effect, because DNS queries cannot be aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const abort = () => fail(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without a response',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host cannot be reached',
  ENOTFOUND: 'the host name has no address',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
};

function reasonOf(error: unknown): string {
  const { code = 'UNKNOWN', errors: [first] = [] } = error as { code?: string; errors?: { code?: string }[] };
  const cause = first?.code ?? code;
  return REASONS[cause] ?? `the request failed (${cause})`;
}
