import type { JWK } from 'jose';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { Scope } from '@app/kernel/pure';
import { scopesIn } from '@app/kernel/pure';

/** The algorithm that access tokens are signed with; no other is accepted. */
export const SIGNING_ALGORITHM = 'ES256';
/** The longest time, in seconds, that an access token is good for. Source: contract section 3. */
export const ACCESS_TOKEN_SECONDS = 3_600;

const MAX_TOKEN_LENGTH = 4_096;

/** The claims of an access token: the grant that it comes from, the app that holds it, and its scopes. */
export interface AccessTokenClaims {
  readonly workspaceId: string;
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The key that signed it. */
  readonly keyId: string;
}

/** Finds the public key with an id; null when there is none. */
export type FindKey = (keyId: string) => Promise<JWK | null>;

/**
 * Reads an access token (RFC 9068): signed with one of our keys, issued by us for one of these resources, and not expired.
 * Null for any other token. Whether its grant is still in force has to be checked separately.
 * @param audiences the resources that it may be for (RFC 8707)
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

/** The id of the key that a token claims to be signed with; nothing is verified yet. */
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
