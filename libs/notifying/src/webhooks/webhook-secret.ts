import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 4;

/** A new secret as Standard Webhooks 1.0 writes them: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What may be shown of a secret later: its end, by which a person tells two of them apart. */
export function secretHint(secret: string): string {
  return secret.slice(-HINT_CHARACTERS);
}

/**
 * The `webhook-signature` of a message: for each secret `v1,` and base64 of HMAC-SHA256 over id, timestamp and body, apart by a
 * space. Source: Standard Webhooks 1.0, "Signature scheme".
 * @param timestamp seconds since 1970, as in `webhook-timestamp`
 */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}
