import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { aDeveloper } from './support/browser.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await sharedApi();
  ({ browser } = await aDeveloper(service));
});
afterAll(() => service.stop());

const visit = (path: string, init: RequestInit = {}, accept = BROWSER) =>
  fetch(`${service.url}${path}`, { redirect: 'manual', headers: { accept }, ...init });

describe('requests from browsers', () => {
  it.each([
    '/developers/x',
    '/developers/keys/x',
    '/developers/assets/x/y',
    '/oauth',
    '/oauth/x',
    '/oauth/consent/x/y',
    '/docs/x',
    '/problems/nope',
    '//developers/',
    '/%',
  ])('a browser gets a 404 page in Spanish for the unknown address %s', async (path) => {
    const response = await visit(path);
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<html lang="es-MX">');
    expect(text).toContain('Esta página no existe.');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    const english = await fetch(`${service.url}${path}`, { headers: { accept: BROWSER, cookie: 'centavo_lang=en' } });
    expect(await english.text()).toContain('<html lang="en">');
  });

  it.each([
    ['/developers/', '/developers'],
    ['/developers/sign-in/?next=%2Fx', '/developers/sign-in?next=%2Fx'],
    ['/docs/', '/docs'],
    ['/problems//', '/problems'],
  ])('a browser is redirected from %s to %s', async (path, page) => {
    const response = await visit(path);
    expect([response.status, response.headers.get('location')]).toEqual([308, page]);
  });

  it.each(['/developers/sign-out', '/developers/workspace', '/oauth/token', '/oauth/register'])(
    'a browser gets a 405 page for %s, which accepts only POST',
    async (path) => {
      const response = await visit(path);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.text()).toContain('no se puede abrir directamente');
    },
  );

  it('reloading the page of a failed password change redirects to the account page', async () => {
    await browser.get('/developers/account');
    const failed = await browser.submit('/developers/account/password', { current: 'x', next: 'corta' });
    expect(failed.status).toBe(400);
    const again = await browser.get('/developers/account/password', { accept: BROWSER });
    expect([again.status, again.location]).toEqual([303, '/developers/account']);
  });

  it('a browser gets problem+json for an error under /v1', async () => {
    for (const path of ['/v1/nothing', '/v1']) {
      const response = await visit(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        401,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });
});

describe('a client that does not prefer HTML', () => {
  it.each(['*/*', 'application/json', 'application/json, text/html', 'text/html;q=0.5, application/json', ''])(
    'a client with the Accept header %j gets problem+json',
    async (accept) => {
      for (const path of ['/developers/', '/developers/x', '/problems/nope']) {
        const response = await visit(path, {}, accept);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          404,
          'application/problem+json; charset=utf-8',
        ]);
      }
    },
  );
});
