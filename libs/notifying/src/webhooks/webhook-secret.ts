import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 4;

/** Returns a secret in the format of Standard Webhooks 1.0: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns the last characters of the secret. They let the owner recognize it. */
export function secretHint(secret: string): string {
  return secret.slice(-HINT_CHARACTERS);
}

/**
 * Returns the `webhook-signature` header. It contains, for each secret, `v1,` and the base64 of HMAC-SHA256 over the
 * ID, the timestamp and the body, separated by spaces. Source: Standard Webhooks 1.0, "Signature scheme".
 * @param timestamp seconds since 1970, as in `webhook-timestamp`
 */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}
