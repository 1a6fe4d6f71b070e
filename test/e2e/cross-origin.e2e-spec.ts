import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess, Service } from './support/api-process.js';
import { sharedApi, startApi } from './support/api-process.js';
import { aHousehold } from './support/household.js';
import type { Household } from './support/household.js';

const APP = 'https://app.example';
const DEV_APP = 'http://localhost:5173';

let open: ApiProcess;
let closed: Service;
let home: Household;

beforeAll(async () => {
  closed = await sharedApi();
  open = await startApi({ database: closed.database, env: { CORS_ORIGINS: `${APP}/, ${DEV_APP}` } });
  home = await aHousehold(closed);
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
});

const ADDRESSES: [string, string][] = [
  ['GET', '/v1/workspace'],
  ['GET', '/v1/nothing'],
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/oauth/jwks'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/register'],
  ['POST', '/mcp'],
];

async function call(at: Service, method: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(`${at.url}${path}`, { method, headers });
  const cross = [...answer.headers].filter(([name]) => name.startsWith('access-control-'));
  return { status: answer.status, cross: Object.fromEntries(cross), headers: answer.headers };
}

const preflight = (at: Service, path: string, origin: string) =>
  call(at, 'OPTIONS', path, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,idempotency-key',
  });

describe('cross-origin requests by default', () => {
  it.each(ADDRESSES)('other origins cannot read %s %s if CORS_ORIGINS is not set', async (method, path) => {
    for (const token of ['nonsense', home.key]) {
      const answer = await call(closed, method, path, { origin: APP, authorization: `Bearer ${token}` });
      expect(answer.cross).toEqual({});
    }
    const preflightAnswer = await preflight(closed, path, APP);
    expect([preflightAnswer.cross, preflightAnswer.status === 204]).toEqual([{}, false]);
  });
});

describe('cross-origin requests with CORS_ORIGINS', () => {
  it.each(ADDRESSES)('allowed origins can read the response to %s %s', async (method, path) => {
    for (const origin of [APP, DEV_APP]) {
      const { cross, headers } = await call(open, method, path, { origin });
      expect(cross['access-control-allow-origin']).toBe(origin);
      expect(cross['access-control-allow-credentials']).toBeUndefined();
      expect(headers.get('vary')).toMatch(/\bOrigin\b/);
      expect(headers.get('x-request-id')).not.toBeNull();
      for (const name of [
        'X-Request-Id',
        'ETag',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'WWW-Authenticate',
        'Idempotency-Replayed',
        'Link',
      ]) {
        expect(cross['access-control-expose-headers']!.split(',')).toContain(name);
      }
    }
  });

  it.each(ADDRESSES)('preflight requests from allowed origins succeed for %s %s', async (_, path) => {
    const { status, cross, headers } = await preflight(open, path, APP);
    expect([status, cross['access-control-allow-origin'], headers.get('vary')]).toEqual([
      204,
      APP,
      expect.stringMatching(/\bOrigin\b/),
    ]);
    expect(cross['access-control-allow-methods']!.split(',')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(cross['access-control-allow-headers']!.toLowerCase().split(',')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match']),
    );
    expect(cross['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(ADDRESSES)('unlisted origins cannot read the response to %s %s', async (method, path) => {
    for (const origin of [
      'https://evil.example',
      `${APP}.evil.example`,
      'null',
      'https://app.example:444',
      'http://app.example',
    ]) {
      const { cross, headers } = await call(open, method, path, { origin });
      expect([origin, cross]).toEqual([origin, {}]);
      expect(headers.get('vary')).toMatch(/\bOrigin\b/);
      const answer = await preflight(open, path, origin);
      expect([answer.cross, answer.status === 204]).toEqual([{}, false]);
    }
  });

  it('OPTIONS without preflight headers returns 405 with Allow', async () => {
    const answer = await call(open, 'OPTIONS', '/v1/accounts', { authorization: `Bearer ${home.key}`, origin: APP });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  it.each(['/developers/sign-in', '/oauth/consent/x', '/docs', '/metrics', '/health/live', '/'])(
    'allowed origins cannot read %s, which is not part of the API',
    async (path) => {
      expect((await call(open, 'GET', path, { origin: APP })).cross).toEqual({});
      expect((await preflight(open, path, APP)).status).not.toBe(204);
    },
  );
});

describe('an invalid list of origins', () => {
  it.each(['*', 'app.example', 'https://app.example/path', 'https://a.example,,', 'null'])(
    'the service does not start if CORS_ORIGINS is %s',
    async (value) => {
      await expect(startApi({ database: closed.database, env: { CORS_ORIGINS: value } })).rejects.toThrow(
        /CORS_ORIGINS must be a list of origins without paths, such as https:\/\/app\.example/,
      );
    },
  );
});
