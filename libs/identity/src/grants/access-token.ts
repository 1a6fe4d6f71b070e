import type { JWK } from 'jose';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { Scope } from '@app/kernel';

/** What access tokens are signed with: nothing else is ever accepted. */
export const SIGNING_ALGORITHM = 'ES256';
/** The longest time, in seconds, that an access token is good for. Source: contract section 3. */
export const ACCESS_TOKEN_SECONDS = 3_600;

const LONGEST_TOKEN = 4_096;

/** What an access token says: the grant behind it, for whom it was given, and what it may do. */
export interface AccessTokenClaims {
  readonly workspaceId: string;
  readonly grantId: string;
  readonly clientId: string;
  readonly scope: Scope;
  /** The key that signed it. */
  readonly keyId: string;
}

/** Finds the public key with an id; null when there is none. */
export type FindKey = (keyId: string) => Promise<JWK | null>;

/**
 * Reads an access token (RFC 9068): signed by one of our keys, for this API, by us, and not expired. Null for anything
 * else, whatever is wrong with it. Whether its grant is still in force is for the grant to say.
 */
export async function readAccessToken(
  token: string,
  issuer: string,
  now: Date,
  findKey: FindKey,
): Promise<AccessTokenClaims | null> {
  const keyId = keyIdOf(token);
  if (keyId === null) return null;
  const jwk = await findKey(keyId);
  if (jwk === null) return null;
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, SIGNING_ALGORITHM), {
      algorithms: [SIGNING_ALGORITHM],
      issuer,
      audience: issuer,
      typ: 'at+jwt',
      currentDate: now,
      maxTokenAge: ACCESS_TOKEN_SECONDS,
      requiredClaims: ['exp', 'sub', 'jti', 'client_id', 'scope', 'workspace_id', 'grant_id'],
    });
    const scope = scopeOf(textOf(payload['scope']));
    if (scope === null) return null;
    return {
      workspaceId: textOf(payload['workspace_id']),
      grantId: textOf(payload['grant_id']),
      clientId: textOf(payload['client_id']),
      scope,
      keyId,
    };
  } catch {
    return null;
  }
}

/** What the words of a scope amount to here; null when none of them opens anything. */
export function scopeOf(words: string): Scope | null {
  const given = words.split(' ');
  if (given.includes('read_write')) return 'read_write';
  return given.includes('read_only') ? 'read_only' : null;
}

/** The key that a token names, before anything of it is believed. */
function keyIdOf(token: string): string | null {
  if (token.length > LONGEST_TOKEN) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === SIGNING_ALGORITHM && typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
