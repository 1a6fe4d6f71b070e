import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { readAnswer } from '@app/kernel/pure';
import { isPublicAddress } from './public-address.js';
import type { OutboundNetwork } from './outbound-url.js';
import { hostOf, readOutboundUrl } from './outbound-url.js';

/** A name server that is asked this often, this long, has no answer. */
const NAME_SERVER = { timeout: 2_000, tries: 2 };
/** A name with many addresses does not make one request into many. */
const MAX_ADDRESSES = 4;
const MAX_CLOSE_MS = 1_000;
const MAX_UNREAD_BYTES = 64 * 1024;

/** Finds the addresses of a name, as `Resolver` of node:dns does. */
export type NameResolver = Pick<Resolver, 'resolve4' | 'resolve6'>;

export interface OutboundRequest {
  readonly network: OutboundNetwork;
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  /** For everything from the name to the end of the answer. */
  readonly timeoutMs: number;
  /** How long the body of the answer may be, in bytes; without it the body is not read. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** For tests with a name server of their own. */
  readonly resolver?: NameResolver;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Empty where it was not asked for. */
  readonly body: Buffer;
}

/** There was no answer; the message says why in words that the owner of the URL may read. */
export class OutboundFailed extends Error {}

const systemResolver = new Resolver(NAME_SERVER);

/**
 * Sends one request to a URL that a user chose. Its name is resolved each time, every address is checked, and the
 * connection is made to the addresses that were checked, with the certificate compared to the name. Redirects are answers like
 * others; neither proxies nor credentials of the environment are used (decision 0054).
 * @throws OutboundFailed when the URL may not be asked, or did not answer whole and in time
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
    if (request.signal?.aborted) throw new OutboundFailed('the request was given up');
    if (outOfTime.aborted) throw new OutboundFailed(`no answer within ${request.timeoutMs / 1_000} s`);
    throw new OutboundFailed(reasonOf(error));
  }
}

/** @throws OutboundFailed when the name has no address, or one that may not be connected to: any of them refuses all. */
async function addressesOf(host: string, { network, resolver = systemResolver }: OutboundRequest) {
  const literal = isIP(host);
  const found = literal === 0 ? await resolve(host, network, resolver) : [{ address: host, family: literal }];
  if (found.length === 0) throw new OutboundFailed('the host name has no address');
  if (network === 'public' && !found.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundFailed('the host name leads to an address that is not public');
  }
  return found.slice(0, MAX_ADDRESSES);
}

/**
 * Names are asked of the name servers directly: the system's own way occupies one of few threads for as long as a dead server is
 * silent, and everybody else's work would wait for it. It is taken only for what the name servers do not know in a network of
 * one's own.
 */
async function resolve(host: string, network: OutboundNetwork, resolver: NameResolver): Promise<LookupAddress[]> {
  const system = () => lookup(host, { all: true, order: 'ipv4first' });
  if (network === 'any' && (!host.includes('.') || host.endsWith('.localhost'))) return system();
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) return found;
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
    // A switch to another protocol ends a request without an error of its own.
    const closed = () => fail(new OutboundFailed(REASONS['ECONNRESET']));
    const sent = send(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      signal,
      // A connection of its own: one that was kept would lead to an address that was checked a while ago.
      agent: false,
      lookup: (_host, { all }, found) =>
        all ? found(null, [...addresses]) : found(null, addresses[0]!.address, addresses[0]!.family),
    });
    sent.on('error', fail).on('response', (response) => {
      sent.off('close', closed);
      const { statusCode: status = 0, headers: received } = response;
      response.on('error', fail);
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

/** Lets an answer whose rest is not read end by itself, so that its sender sees no broken connection, unless it takes too long. */
function closeSoon(response: IncomingMessage): void {
  let size = 0;
  const timer = setTimeout(() => response.destroy(), MAX_CLOSE_MS).unref();
  response.on('data', (chunk: Buffer) => (size += chunk.length) > MAX_UNREAD_BYTES && response.destroy());
  response.on('close', () => clearTimeout(timer));
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const body = await readAnswer(response as AsyncIterable<Buffer>, maxBytes);
  if (body === null) throw new OutboundFailed(`the answer is larger than ${maxBytes} bytes`);
  return body;
}

/** A name server cannot be told to stop; its late answer is of no use. */
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
  ECONNRESET: 'the connection was closed without an answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host cannot be reached',
  ENOTFOUND: 'the host name has no address',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
};

/** What went wrong, without the addresses that an error's own message names. */
function reasonOf(error: unknown): string {
  const { code = 'UNKNOWN', errors: [first] = [] } = error as { code?: string; errors?: { code?: string }[] };
  const cause = first?.code ?? code;
  return REASONS[cause] ?? `the request failed (${cause})`;
}
