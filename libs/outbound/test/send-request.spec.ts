import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { LookupFunction } from 'node:net';
import { createServer as createTcpServer, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { OutboundRequest } from '../src/index.js';
import { sendRequest } from '../src/index.js';
import { startNameServer } from './name-server.js';
import { selfSigned } from './self-signed.js';

/** Public address without services. RFC 7535 reserves it for unwanted traffic. */
const SINK = '192.175.48.1';

/** Records the addresses instead of connecting to them, so that no packet leaves this machine. */
function recordConnections(): string[] {
  const addresses: string[] = [];
  const spy = jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    const [{ host, lookup }] = args.flat() as [{ host: string; lookup: LookupFunction }];
    lookup(host, { all: true }, (_error, results) => {
      addresses.push(...(results as LookupAddress[]).map(({ address }) => address));
    });
    return this;
  });
  closing.push(() => spy.mockRestore());
  return addresses;
}

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const requestTo = (url: string, more: Partial<OutboundRequest> = {}) =>
  sendRequest(url, { network: 'public', method: 'POST', headers: {}, body: '{}', timeoutMs: 60_000, ...more });
const failure = (request: Promise<unknown>) =>
  request.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => (server.closeAllConnections(), server.close()));
  return (server.address() as AddressInfo).port;
}

const answering = (listener: RequestListener) => listening(createServer(listener));

async function names(...options: Parameters<typeof startNameServer>) {
  const server = await startNameServer(...options);
  closing.push(() => server.close());
  return server;
}

/** Starts a local server that requests must not reach. */
async function secretServer(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

describe('the host name of a request on the public network', () => {
  it.each([
    ['on this machine', ['127.0.0.1'], []],
    ['in a private network', ['10.1.2.3'], []],
    ['of a cloud metadata service', ['169.254.169.254'], []],
    ['mapped to IPv6', [], ['::ffff:7f00:1']],
    ['on this machine in IPv6 and a public one in IPv4', [SINK], ['::1']],
    ['in a private network among public ones', [SINK, '192.168.1.1', SINK], []],
    ['on this machine at the end of the list', [SINK, SINK, SINK, SINK, SINK, '127.0.0.1'], []],
  ])('rejects a host name that resolves to an address %s', async (_what, a, aaaa) => {
    const { resolver } = await names((_name, type) => (type === 'A' ? a : aaaa));
    const request = requestTo('https://hooks.example.com/', { resolver });
    expect(await failure(request)).toBe('the host name resolves to an address that is not public');
  });

  it('connects only to the checked address if the name server rebinds the host name', async () => {
    const secret = await secretServer();
    const connected = recordConnections();
    const server = await names((_name, type, time) => (type === 'AAAA' ? [] : [time % 2 === 1 ? SINK : '127.0.0.1']));
    const { resolver } = server;
    const url = `https://rebinding.example.com:${secret.port}/`;
    const failures = [];
    for (let time = 0; time < 10; time += 1) {
      const timeoutMs = time % 2 === 0 ? 150 : 60_000;
      failures.push(await failure(requestTo(url, { resolver, timeoutMs })));
    }
    expect(server.queries.get('rebinding.example.com A')).toBe(10);
    expect(failures.filter((text) => text.includes('not public'))).toHaveLength(5);
    expect(connected).toEqual(Array<string>(5).fill(SINK));
    expect(secret.connections()).toBe(0);
  });

  it('the name server of this test returns another address at each query', async () => {
    const { resolver } = await names((_name, type, time) =>
      type === 'AAAA' ? [] : [time % 2 === 1 ? SINK : '127.0.0.1'],
    );
    const [checked, connected] = [await resolver.resolve4('a.example.com'), await resolver.resolve4('a.example.com')];
    expect([checked, connected]).toEqual([[SINK], ['127.0.0.1']]);
  });

  it('fails in time if a host name has no address or the name server does not respond', async () => {
    const [{ resolver: empty }, { resolver: silent }, { resolver: impatient }] = [
      await names(() => []),
      await names(() => null),
      await names(() => null, 100),
    ];
    const ask = (more: Partial<OutboundRequest>) => failure(requestTo('https://hooks.example.com/', more));
    expect(await ask({ resolver: empty })).toBe('the host name has no address');
    expect(await ask({ resolver: impatient })).toBe('the host name could not be resolved');
    expect(await ask({ resolver: silent, timeoutMs: 100 })).toBe('no response within 0.1 s');
  });

  it('rejects an invalid URL without a DNS query', async () => {
    const server = await names(() => [SINK]);
    const { resolver } = server;
    expect(await failure(requestTo('https://2130706433/', { resolver }))).toMatch(/public IP address/);
    expect(await failure(requestTo('http://hooks.example.com/', { resolver }))).toMatch(/https/);
    expect(server.queries.size).toBe(0);
  });
});

describe('sending a request', () => {
  const any = (url: string, more: Partial<OutboundRequest> = {}) => requestTo(url, { network: 'any', ...more });

  it('sends the complete request to the checked address with the original host name', async () => {
    const port = await answering((request, response) => {
      const { host, 'x-mine': mine, 'content-length': length } = request.headers;
      request.on('data', (chunk) =>
        response.writeHead(202).end(JSON.stringify({ host, mine, length, body: `${chunk}` })),
      );
    });
    const { resolver } = await names((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
    const answer = await any(`http://receiver.test:${port}/in`, {
      resolver,
      headers: { 'x-mine': '1' },
      body: '{"día":1}',
      maxBytes: 1_000,
    });
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.body.toString())).toEqual({
      host: `receiver.test:${port}`,
      mine: '1',
      length: '10',
      body: '{"día":1}',
    });
  });

  it('a request does not follow redirects', async () => {
    const secret = await secretServer();
    const location = `http://127.0.0.1:${secret.port}/`;
    const port = await answering((_, response) => response.writeHead(307, { location }).end());
    expect((await any(`http://127.0.0.1:${port}/`)).status).toBe(307);
    expect(secret.connections()).toBe(0);
  });

  it.each([
    ['never answers', () => undefined],
    ['responds byte by byte', (_, response) => void setInterval(() => response.write('x'), 20).unref()],
    [
      'sends endless interim responses',
      (_, response) => void setInterval(() => response.writeProcessing(), 100).unref(),
    ],
  ] as [string, RequestListener][])('ends a request in time if the receiver %s', async (_what, listener) => {
    const port = await answering(listener);
    const request = any(`http://localhost:${port}/`, { maxBytes: 10_000, timeoutMs: 400 });
    expect(await failure(request)).toBe('no response within 0.4 s');
  });

  it('limits the size of a response', async () => {
    const port = await answering((_, response) => {
      const more = () => void (response.write('x'.repeat(10_000)) ? setImmediate(more) : response.once('drain', more));
      more();
    });
    expect(await failure(any(`http://127.0.0.1:${port}/`, { maxBytes: 5_000 }))).toBe(
      'the response is larger than 5000 bytes',
    );
    const { status, body } = await any(`http://127.0.0.1:${port}/`);
    expect([status, body.length]).toEqual([200, 0]);
  });

  it('reports the reason of a failure without revealing an IP address', async () => {
    const secret = await secretServer();
    expect(await failure(any(`http://localhost:${secret.port}/`))).toBe('the connection was closed without a response');
    const port = await answering((_, response) =>
      response.socket!.end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    );
    expect(await failure(any(`http://127.0.0.1:${port}/`))).toBe('the connection was closed without a response');
    expect(await failure(any('http://127.0.0.1:1/'))).toBe('the connection was refused');
  });

  it('cancels a request when its signal is aborted', async () => {
    const stop = new AbortController();
    const port = await answering(() => stop.abort());
    expect(await failure(any(`http://127.0.0.1:${port}/`, { signal: stop.signal }))).toBe('the request was canceled');
  });

  it('accepts only a trusted certificate that is issued for the host name', async () => {
    const certificate = selfSigned('receiver.test');
    const port = await listening(createTlsServer(certificate, (_, response) => response.end('seen')));
    const { resolver } = await names((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
    const to = (name: string) => any(`https://${name}:${port}/`, { resolver, maxBytes: 100 });
    expect(await failure(to('receiver.test'))).toBe('the certificate is self-signed');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate.cert]);
    closing.push(() => setDefaultCACertificates(trusted));
    expect((await to('receiver.test')).body.toString()).toBe('seen');
    expect(await failure(to('other.test'))).toBe('the certificate is for another name');
  });

  it('fails after too many informational responses', async () => {
    const port = await answering((_, response) => {
      for (let n = 0; n <= 10; n += 1) response.writeProcessing();
    });
    expect(await failure(any(`http://127.0.0.1:${port}`))).toBe('too many informational responses');
  });
});
