import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as oauth from 'openid-client';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { aDeveloper } from './support/browser.js';
import { runCli } from './support/cli.js';
import { statusAndCode } from './support/client.js';
import { aHousehold, ok } from './support/household.js';
import type { App } from './support/oauth-app.js';
import { until } from './support/until.js';
import { answer, begin, CALLBACK, exchange, open, send } from './support/oauth-app.js';

let service: ApiProcess;
let browser: Browser;
let site: Server;
let origin: string;
let answers: { status: number; body: string; headers?: Record<string, string> };
let fetches = 0;
let isSilent = false;

const document = (changes: object = {}) => ({
  client_id: `${origin}/app.json`,
  client_name: 'Agente publicado',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  logo_uri: 'https://cdn.example.com/logo.png',
  ...changes,
});

beforeAll(async () => {
  site = createServer((_, response) => {
    fetches += 1;
    if (isSilent) return;
    response.writeHead(answers.status, { 'content-type': 'application/json', ...answers.headers }).end(answers.body);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await startApi({ env: { WEBHOOK_NETWORK: 'any' } });
  ({ browser } = await aDeveloper(service));
});
afterAll(async () => {
  await service.stop();
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  answers = { status: 200, body: JSON.stringify(document()) };
  fetches = 0;
});

async function theApp(clientId = `${origin}/app.json`, url = service.url): Promise<App> {
  const config = await oauth.discovery(new URL(url), clientId, undefined, oauth.None(), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
  return { config, clientId };
}

describe('an app whose client ID is the URL of its metadata document', () => {
  it('an app identified by a metadata URL gets tokens without registration', async () => {
    const app = await theApp();
    expect(app.config.serverMetadata()['client_id_metadata_document_supported']).toBe(true);
    const begun = await begin(app, 'accounts:read offline_access');
    const page = await open(browser, begun);
    expect(page.text).toContain('Agente publicado quiere acceso a tus finanzas');
    expect(page.text).toContain(`La app está publicada en <b>${new URL(origin).host}</b>`);
    const callback = await answer(browser, 'allow');
    expect(callback.searchParams.get('iss')).toBe(service.url);
    const tokens = await exchange(app, begun, callback);
    expect(statusAndCode(await service.client(tokens.access_token).get('/v1/accounts'))).toBe('200');
    expect(fetches).toBe(1);
    // The document is cached, so a refresh and a second authorization within a minute do not fetch it again.
    answers = { status: 500, body: '' };
    const refreshed = await send(service.url, '/oauth/token', {
      ...{ grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, client_id: app.clientId },
    });
    expect(refreshed.status).toBe(200);
    expect((await open(browser, await begin(app, 'read_only'))).text).toContain('Agente publicado');
    expect(fetches).toBe(1);
    const apps = await runCli(service.database, 'client', 'list');
    expect(apps.json).toMatchObject([{ id: app.clientId, name: 'Agente publicado' }]);
  });

  it('uses an expired metadata document while the site is down, and fetches the document again when the site is back', async () => {
    const expire = () => service.database.query(`update identity_oauth_clients set fetched_until = now()`);
    const app = await theApp();
    await expire();
    answers = { status: 503, body: '' };
    expect((await open(browser, await begin(app, 'read_only'))).text).toContain('Agente publicado');
    answers = { status: 200, body: JSON.stringify(document({ client_name: 'Otro nombre' })) };
    expect((await open(browser, await begin(app, 'read_only'))).text).toContain('Otro nombre');
    expect(fetches).toBe(2);
  });

  it.each<[string, () => typeof answers]>([
    ['is not found', () => ({ status: 404, body: JSON.stringify(document()) })],
    ['is a redirect', () => ({ status: 302, body: '', headers: { location: `${origin}/other.json` } })],
    ['is not JSON', () => ({ status: 200, body: '<html>' })],
    [
      'is nested too deeply',
      () => ({
        status: 200,
        body: JSON.stringify(document({ scope: 0 })).replace(
          '"scope":0',
          `"scope":${'['.repeat(8_000)}${']'.repeat(8_000)}`,
        ),
      }),
    ],
    ['is an array', () => ({ status: 200, body: '[]' })],
    ['has the ID of another app', () => ({ status: 200, body: JSON.stringify(document()) })],
    ['contains a secret', () => ({ status: 200, body: JSON.stringify(document({ client_secret: 'x' })) })],
    [
      'requires a secret',
      () => ({ status: 200, body: JSON.stringify(document({ token_endpoint_auth_method: 'client_secret_post' })) }),
    ],
    ['has no redirect URI', () => ({ status: 200, body: JSON.stringify(document({ redirect_uris: [] })) })],
    [
      'has the name of the service',
      () => ({ status: 200, body: JSON.stringify(document({ client_name: 'Centavo' })) }),
    ],
    ['is too large', () => ({ status: 200, body: JSON.stringify(document({ notes: 'x'.repeat(40_000) })) })],
  ])('rejects a metadata document that %s', async (defect, respond) => {
    const id = `${origin}/${defect.replaceAll(' ', '-')}.json`;
    const document = respond();
    const isOtherApp = defect === 'has the ID of another app';
    answers = { ...document, body: isOtherApp ? document.body : document.body.replaceAll(`${origin}/app.json`, id) };
    const page = await open(browser, await begin(await theApp(id), 'read_only'));
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.text).not.toContain('quiere acceso');
  });

  it.each(['/', '/a/../app.json', '/%2e%2e/app.json', '/app.json#part'])(
    'does not fetch a metadata document from the path %s',
    async (path) => {
      const page = await open(browser, await begin(await theApp(`${origin}${path}`), 'read_only'));
      expect([page.status, fetches]).toEqual([400, 0]);
    },
  );

  it('does not fetch metadata documents from private networks if WEBHOOK_NETWORK is public', async () => {
    const closed = await startApi({ database: service.database, env: { WEBHOOK_NETWORK: 'public' } });
    try {
      const { browser: otherBrowser } = await aDeveloper(closed);
      for (const id of [`${origin}/private.json`, 'https://127.0.0.1/app.json', 'https://10.0.0.1/app.json']) {
        const page = await open(otherBrowser, await begin(await theApp(id, closed.url), 'read_only'));
        expect([page.status, fetches]).toEqual([400, 0]);
      }
    } finally {
      await closed.stop();
    }
  });

  it('a site that does not respond does not delay other requests, and at most four documents are fetched at once', async () => {
    const { api } = await aHousehold(service);
    isSilent = true;
    const disconnect = new AbortController();
    const refused: number[] = [];
    const sent = Array.from({ length: 200 }, (_, n) =>
      fetch(`${service.url}/oauth/authorize?client_id=${encodeURIComponent(`${origin}/silent/${n}.json`)}`, {
        signal: disconnect.signal,
      }).then(
        ({ status }) => refused.push(status),
        () => null,
      ),
    );
    // Four requests fetch a document and thirty wait. They do not count toward the global limit of concurrent requests.
    await until(() => refused.length === 200 - 34);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^long_work_running\{work="client_documents"\} 4$/m);
    expect(metrics).toMatch(/^long_work_waiting\{work="client_documents"\} 30$/m);
    expect(metrics).toMatch(/^http_requests_waiting 0$/m);
    ok(await api.get('/v1/accounts'));
    expect(refused).toEqual(Array(200 - 34).fill(503));
    disconnect.abort();
    await Promise.all(sent);
    expect(fetches).toBeLessThanOrEqual(4);
    isSilent = false;
    site.closeAllConnections();
  });
});
