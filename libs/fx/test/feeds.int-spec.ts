import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock, readSettings } from '@app/kernel';
import { BanxicoFeed } from '../src/feeds/banxico-feed.service.js';
import { EcbFeed } from '../src/feeds/ecb-feed.service.js';
import { download } from '../src/feeds/feed-download.service.js';
import type { FeedServer } from './feeds.js';
import { banxicoAnswer, ecbDocument, startFeedServer } from './feeds.js';

const TOKEN = 'a-token-that-nobody-else-sees';
const FROM = '2026-03-01';
const TO = '2026-03-31';

let server: FeedServer;
let ecb: EcbFeed;
let banxico: BanxicoFeed;
const signal = new AbortController().signal;

beforeEach(async () => {
  server = await startFeedServer();
  const settings = readSettings({
    ECB_URL: `${server.url}/eurofxref`,
    BANXICO_URL: `${server.url}/v1`,
    BANXICO_TOKEN: TOKEN,
  });
  ecb = new EcbFeed(settings, new Clock());
  banxico = new BanxicoFeed(settings);
});
afterEach(() => server.close());

const says = (body: string | Buffer, status = 200, headers: Record<string, string> = {}) => {
  server.answer = (_, response) => response.writeHead(status, headers).end(body);
};
const failureOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => 'no failure',
    (error: Error) => `${error.constructor.name} ${error.message}`,
  );

describe('European Central Bank feed', () => {
  it('returns the rates of the requested days', async () => {
    says(ecbDocument(['2026-04-01', { USD: '1.2' }], ['2026-03-31', { USD: '1.1' }], ['2026-02-28', { USD: '1' }]));
    expect(await ecb.ratesBetween(FROM, TO, signal)).toEqual([
      { day: '2026-03-31', quote: 'EUR', base: 'USD', rate: 110_000_000n },
    ]);
    expect(server.asked).toEqual([{ path: '/eurofxref/eurofxref-hist.xml', token: undefined }]);
  });

  it.each([404, 500, 503])('fails if the European Central Bank responds with status %i', async (status) => {
    says(ecbDocument(['2026-03-31', { USD: '1.1' }]), status);
    expect(await failureOf(ecb.ratesBetween(FROM, TO, signal))).toBe(`FeedFailed ecb: it responded with ${status}`);
  });
});

describe('Banco de México feed', () => {
  it('requests five series with the token and returns their rates', async () => {
    says(banxicoAnswer(['2026-03-02', '17.3485'], ['2026-03-03', 'N/E'], ['2026-03-04', '1,017.5']));
    expect(await banxico.ratesBetween(FROM, TO, signal)).toEqual([
      { day: '2026-03-02', quote: 'USD', base: 'MXN', rate: 1_734_850_000n },
      { day: '2026-03-04', quote: 'USD', base: 'MXN', rate: 101_750_000_000n },
    ]);
    expect(server.asked).toEqual([
      { path: `/v1/series/SF43718,SF46410,SF46407,SF46406,SF60632/datos/${FROM}/${TO}`, token: TOKEN },
    ]);
  });

  it('reports the error message of the bank without revealing the token', async () => {
    says(JSON.stringify({ error: { mensaje: 'Límite de consultas', detalle: 'x', secondsToReset: '30' } }), 400);
    const failure = await failureOf(banxico.ratesBetween(FROM, TO, signal));
    expect(failure).toBe(
      'FeedFailed banxico: it responded with 400: "Límite de consultas" "x"; it accepts requests again in 30 s',
    );
    expect(failure).not.toContain(TOKEN);
  });

  it('sends no request if the token is not set', async () => {
    const feed = new BanxicoFeed(readSettings({ BANXICO_URL: server.url }));
    expect(await failureOf(feed.ratesBetween(FROM, TO, signal))).toContain('BANXICO_TOKEN is not set');
    expect(server.asked).toEqual([]);
  });
});

describe('download', () => {
  const get = (options: object = {}) => failureOf(download('ecb', server.url, { signal, ...options }));

  it('does not follow redirects, so that the token is sent only to its host', async () => {
    const elsewhere = await startFeedServer();
    elsewhere.answer = (_, response) => response.end(banxicoAnswer(['2026-03-02', '17.3485']));
    for (const status of [301, 302, 307, 308]) {
      says('', status, { Location: `${elsewhere.url}/datos` });
      expect(await failureOf(banxico.ratesBetween(FROM, TO, signal))).toContain(`responded with ${status}, a redirect`);
    }
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  it('fails if the response does not start or finish before the timeout', async () => {
    server.answer = () => undefined;
    expect(await get({ timeoutMs: 100 })).toBe('FeedFailed ecb: it did not respond within 0.1 s');
    server.answer = (_, response) => void response.write('<Envelope>');
    expect(await get({ timeoutMs: 100 })).toBe('FeedFailed ecb: it did not respond within 0.1 s');
  });

  it('aborts a response that exceeds the size limit before or after decompression', async () => {
    let sent = 0;
    server.answer = (_, response) => {
      const more = () => {
        if (response.destroyed || sent > 200) return;
        sent += 1;
        response.write(Buffer.alloc(1024 * 1024), () => setImmediate(more));
      };
      more();
    };
    expect(await get({ maxBytes: 2 * 1024 * 1024 })).toContain('larger than 2097152 bytes');
    expect(sent).toBeLessThan(100);
    says(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 200, { 'Content-Encoding': 'gzip' });
    expect(await get({ maxBytes: 2 * 1024 * 1024 })).toContain('larger than 2097152 bytes');
  });

  it('fails if the connection closes before the end of the response', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('<Envelope>', () => setImmediate(() => response.destroy()));
    };
    expect(await get()).toMatch(/^FeedFailed ecb: it cannot be reached: .+/);
  });

  it('fails if the response is not UTF-8', async () => {
    says(Buffer.from([0x3c, 0xff, 0xfe]));
    expect(await get()).toBe('FeedFailed ecb: the response is not text in UTF-8');
  });

  it('fails if the connection is refused', async () => {
    const closed = await startFeedServer();
    await closed.close();
    expect(await failureOf(download('ecb', closed.url, { signal }))).toBe(
      'FeedFailed ecb: it cannot be reached: ECONNREFUSED',
    );
  });

  it('aborts the request when the service stops', async () => {
    const stopping = new AbortController();
    server.answer = () => stopping.abort();
    expect(await failureOf(download('ecb', server.url, { signal: stopping.signal }))).toBe(
      'FeedFailed ecb: the service is stopping',
    );
  });
});
