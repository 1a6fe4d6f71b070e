import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWK, JWTPayload } from 'jose';
import { decodeJwt, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { aDeveloper, aKeyOf } from './support/browser.js';
import { statusAndCode } from './support/client.js';
import { publishedDocument } from './support/openapi-document.js';
import { anApp, connect } from './support/oauth-app.js';
import { UNKNOWN_ID } from './support/household.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly needsWriting: boolean;
  readonly takesBody: boolean;
}

const DETAIL =
  'The API key or access token is missing, invalid or revoked. Send a valid one as `Authorization: Bearer`.';

let service: Service;
let browser: Browser;
let operations: Operation[];
let claims: JWTPayload;
let signing: { id: string; jwk: JWK };
let valid: string;

beforeAll(async () => {
  service = await sharedApi();
  ({ browser } = await aDeveloper(service));
  valid = (await connect(browser, await anApp(service.url), 'read_write')).access_token;
  claims = decodeJwt(valid);
  const [row] = await service.database.query<{ id: string; jwk: JWK }>(
    'select id, private_jwk as jwk from identity_signing_keys',
  );
  signing = row!;
  const { paths } = await publishedDocument(service.url);
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-required-scopes': scopes, requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{[^}]+\}/g, UNKNOWN_ID),
      needsWriting: scopes.some((scope) => scope.endsWith(':write')),
      takesBody: requestBody !== undefined,
    })),
  );
});
afterAll(() => service.stop());

/** Returns a copy of the valid token with changed claims, signed with the service's key by default. */
async function forged(changes: JWTPayload, header: object = {}, key?: Parameters<SignJWT['sign']>[0]): Promise<string> {
  const payload = { ...claims, ...changes };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signing.id, ...header })
    .sign(key ?? (await importJWK(signing.jwk, 'ES256')));
}

/** Calls every operation in the OpenAPI document with a token. Returns the unexpected responses. */
async function unexpected(token: string | null, expected: (operation: Operation) => RegExp): Promise<string[]> {
  const client = service.client(token ?? undefined);
  const unexpectedAnswers = [];
  for (const operation of operations) {
    const { method, path, takesBody } = operation;
    // Only authenticated callers may get a parse error for the malformed JSON.
    const answer = await client.send(method, path, undefined, takesBody ? { raw: '{' } : {});
    const outcome = statusAndCode(answer);
    if (!expected(operation).test(outcome)) unexpectedAnswers.push(`${method} ${path}: ${outcome}`);
    if (answer.status === 401 && answer.body.detail !== DETAIL)
      unexpectedAnswers.push(`${method} ${path}: ${answer.body.detail}`);
  }
  return unexpectedAnswers;
}

describe('authentication of every operation in the OpenAPI document', () => {
  it('the OpenAPI document has more than 20 operations and more than 10 writes', () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.filter(({ needsWriting }) => needsWriting).length).toBeGreaterThan(10);
  });

  it.each<[string, () => Promise<string | null>]>([
    ['a request without a token', async () => null],
    ['a malformed token', async () => 'nada'],
    ['a key that was never issued', async () => `svc_${'a'.repeat(49)}`],
    ['an expired token', () => forged({ iat: claims.iat! - 7_200, exp: claims.iat! - 3_600 })],
    ['a token for another audience', () => forged({ aud: 'https://other.example' })],
    ['a token from another issuer', () => forged({ iss: 'https://other.example' })],
    ['an unsigned token', async () => new UnsecuredJWT(claims).encode()],
    [
      'a token signed with another key',
      () => forged({}, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    ],
    ['a tampered token', async () => `${valid.slice(0, -6)}${valid.at(-6) === 'A' ? 'B' : 'A'}${valid.slice(-5)}`],
    ['a token of another type', () => forged({}, { typ: 'JWT' })],
    ['a token with an unknown grant', () => forged({ grant_id: UNKNOWN_ID })],
    ['a token with the client ID of another app', () => forged({ client_id: 'otra' })],
    ['a token for a workspace outside its grant', () => forged({ workspace_id: UNKNOWN_ID })],
  ])('every operation rejects %s with 401 and the same message', async (_, createToken) => {
    expect(await unexpected(await createToken(), () => /^401 AUTH_INVALID_TOKEN$/)).toEqual([]);
  });

  it('every operation accepts the valid token from which the test derives the invalid tokens', async () => {
    expect(await unexpected(valid, () => /^(?!401|403)/)).toEqual([]);
    expect(await unexpected(await forged({}), () => /^(?!401|403)/)).toEqual([]);
  });

  it('every operation rejects a revoked key and a token of a revoked grant', async () => {
    const { id, key } = await aKeyOf(browser, 'revocada', 'read_write');
    expect(statusAndCode(await service.client(key).get('/v1/workspace'))).toBe('200');
    await browser.get(`/developers/keys/${id}/revoke`);
    await browser.submit(`/developers/keys/${id}/revoke`);
    expect(await unexpected(key, () => /^401 AUTH_INVALID_TOKEN$/)).toEqual([]);
    const ended = (await connect(browser, await anApp(service.url, 'Terminada'), 'read_write')).access_token;
    const { grant_id: grant } = decodeJwt(ended);
    await browser.get(`/developers/apps/${String(grant)}/revoke`);
    await browser.submit(`/developers/apps/${String(grant)}/revoke`);
    expect(await unexpected(ended, () => /^401 AUTH_INVALID_TOKEN$/)).toEqual([]);
  });

  it('every read operation accepts a read-only key or token, and every write operation rejects it', async () => {
    const { key } = await aKeyOf(browser, 'lectora', 'read_only');
    const token = (await connect(browser, await anApp(service.url, 'Lectora'), 'read_only')).access_token;
    for (const reader of [key, token, await forged({ scope: 'read_only' })]) {
      const wrong = await unexpected(reader, ({ needsWriting }) =>
        needsWriting ? /^403 AUTH_INSUFFICIENT_SCOPE$/ : /^(?!401|403)/,
      );
      expect(wrong).toEqual([]);
    }
  });

  it('rejects writes under a read-only grant, even if the token claims read_write', async () => {
    const reader = decodeJwt((await connect(browser, await anApp(service.url, 'Lectora'), 'read_only')).access_token);
    const inflated = await forged({ ...reader, scope: 'read_write' });
    expect(statusAndCode(await service.client(inflated).post('/v1/accounts', { name: 'x', typeId: 'cash' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
  });

  it('a token cannot read accounts of another workspace', async () => {
    const stranger = await aDeveloper(service);
    const strangerToken = (await connect(stranger.browser, await anApp(service.url), 'read_write')).access_token;
    const created = await service.client(strangerToken).post('/v1/accounts', { name: 'Suya', typeId: 'cash' });
    const id = created.body.id as string;
    expect(statusAndCode(await service.client(valid).get(`/v1/accounts/${id}`))).toBe('404 ACCOUNT_NOT_FOUND');
    expect((await service.client(valid).get('/v1/accounts')).text).not.toContain(id);
    expect(statusAndCode(await service.client(strangerToken).get(`/v1/accounts/${id}`))).toBe('200');
  });
});

describe('access tokens', () => {
  it('accepts an access token only in the Authorization header', async () => {
    const anonymous = service.client();
    expect(statusAndCode(await anonymous.get(`/v1/workspace?access_token=${valid}`))).toBe('401 AUTH_INVALID_TOKEN');
    const form = { raw: `access_token=${valid}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect(statusAndCode(await anonymous.post('/v1/accounts', undefined, form))).toBe('401 AUTH_INVALID_TOKEN');
  });
});
