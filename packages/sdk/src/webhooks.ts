import { CentavoError } from './errors.js';
import type { Event } from './generated/schemas/schemas.js';

/** Event as a webhook receives it, with the ID of its workspace. */
export type WebhookEvent = Event & { readonly workspaceId: string };

export interface WebhookVerificationOptions {
  /** Maximum age of a signature in seconds; five minutes by default. */
  readonly toleranceSeconds?: number;
  /** Current time in milliseconds. Set it only in tests. */
  readonly now?: number;
}

/** Thrown if the signature of a message is missing, invalid or too old. */
export class WebhookVerificationError extends CentavoError {}

/**
 * Verifies the signature of a webhook message (Standard Webhooks 1.0) and returns its event.
 * @param body raw body, before any parsing
 * @param secret secret of the webhook (`whsec_…`), or several secrets during a rotation
 * @throws WebhookVerificationError if the message must not be trusted; respond with 401
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: WebhookVerificationOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = header(headers, name);
    if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  }) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('webhook-timestamp must be a number of seconds.');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('The message is too old or from the future.');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const candidates = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => bytes(signature.slice('v1,'.length)));
  for (const each of [secret].flat()) {
    const key = await keyOf(each);
    for (const signature of candidates) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('No signature matches the message.');
}

function header(headers: Parameters<typeof verifyWebhook>[1], name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const entries = Object.entries(headers as Record<string, string | string[] | undefined>);
  const value = entries.find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const raw = bytes(secret.replace(/^whsec_/, ''));
  if (!raw?.length) throw new WebhookVerificationError('The secret must be `whsec_` followed by base64.');
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
