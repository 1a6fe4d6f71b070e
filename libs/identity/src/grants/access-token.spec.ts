import { describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import { readAccessToken } from './access-token.js';

const ISSUER = 'https://api.example.mx';
const NOW = new Date('2026-11-20T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;

const pair = await generateKeyPair('ES256', { extractable: true });
const foreignPair = await generateKeyPair('ES256', { extractable: true });
const jwk = await exportJWK(pair.publicKey);
const findKey = async (keyId: string) => (keyId === 'k1' ? jwk : null);

const CLAIMS: JWTPayload = {
  iss: ISSUER,
  aud: ISSUER,
  sub: 'u1',
  jti: 'j1',
  client_id: 'c1',
  scope: 'read_write',
  workspace_id: 'w1',
  grant_id: 'g1',
  iat: SECONDS - 10,
  exp: SECONDS + 600,
};

const signed = (changes: JWTPayload = {}, header: object = {}, key: CryptoKey = pair.privateKey) =>
  new SignJWT({ ...CLAIMS, ...changes })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...header })
    .sign(key);

const read = async (token: string | Promise<string>) => readAccessToken(await token, ISSUER, [ISSUER], NOW, findKey);

describe('an access token', () => {
  it('returns the claims of a valid access token', async () => {
    expect(await read(signed())).toEqual({
      workspaceId: 'w1',
      grantId: 'g1',
      clientId: 'c1',
      scopes: ['read_write'],
      keyId: 'k1',
    });
  });

  it('accepts a token until its last second', async () => {
    expect(await read(signed({ exp: SECONDS + 1 }))).not.toBeNull();
    expect(await read(signed({ exp: SECONDS }))).toBeNull();
  });

  it.each<[string, () => string | Promise<string>]>([
    ['from another issuer', () => signed({ iss: 'https://evil.example' })],
    ['for another audience', () => signed({ aud: 'https://other.example' })],
    ['without an audience', () => signed({ aud: undefined })],
    ['that never expires', () => signed({ exp: undefined })],
    ['issued more than an hour ago', () => signed({ iat: SECONDS - 3_601 })],
    ['of another type', () => signed({}, { typ: 'JWT' })],
    ['with an unknown key ID', () => signed({}, { kid: 'k2' })],
    ['without a key ID', () => signed({}, { kid: undefined })],
    ['signed with a foreign key', () => signed({}, {}, foreignPair.privateKey)],
    ['for another resource', () => signed({ aud: `${ISSUER}/mcp` })],
    ['without a workspace', () => signed({ workspace_id: undefined })],
    ['without a scope', () => signed({ scope: undefined })],
    ['without a scope of the API', () => signed({ scope: 'offline_access' })],
    ['without a signature', () => new UnsecuredJWT(CLAIMS).encode()],
    ['that is not a JWT', () => 'x.y.z'],
    ['that is empty', () => ''],
    ['that is too long', async () => `${await signed()}${'A'.repeat(5_000)}`],
  ])('rejects a token %s', async (_, make) => {
    expect(await read(make())).toBeNull();
  });

  it('rejects a token with a changed claim', async () => {
    const [header, , signature] = (await signed()).split('.');
    const payload = Buffer.from(JSON.stringify({ ...CLAIMS, workspace_id: 'w2' })).toString('base64url');
    expect(await read(`${header}.${payload}.${signature}`)).toBeNull();
  });

  it('rejects a token signed with the public key as an HMAC secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    const token = new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' }).sign(secret);
    expect(await read(token)).toBeNull();
  });
});
