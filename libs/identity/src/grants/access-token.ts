import type { JWK } from 'jose';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { Scope } from '@app/kernel/pure';
import { scopesIn } from '@app/kernel/pure';

/** Signing algorithm of access tokens. No other algorithm is accepted. */
export const SIGNING_ALGORITHM = 'ES256';
export const ACCESS_TOKEN_SECONDS = 3_600;

const MAX_TOKEN_LENGTH = 4_096;

export interface AccessTokenClaims {
  readonly workspaceId: string;
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly keyId: string;
}

export type FindKey = (keyId: string) => Promise<JWK | null>;

/**
 * Returns the claims of a valid access token (RFC 9068), or null if the token is invalid. Does not check whether the
 * grant is still active.
 */
export async function readAccessToken(
  token: string,
  issuer: string,
  audiences: readonly string[],
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
      audience: [...audiences],
      typ: 'at+jwt',
      currentDate: now,
      maxTokenAge: ACCESS_TOKEN_SECONDS,
      requiredClaims: ['exp', 'sub', 'jti', 'client_id', 'scope', 'workspace_id', 'grant_id'],
    });
    const scopes = scopesIn(textOf(payload['scope']));
    if (scopes.length === 0) return null;
    return {
      workspaceId: textOf(payload['workspace_id']),
      grantId: textOf(payload['grant_id']),
      clientId: textOf(payload['client_id']),
      scopes,
      keyId,
    };
  } catch {
    return null;
  }
}

/** Returns the key ID from the unverified header of a token. */
function keyIdOf(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
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
