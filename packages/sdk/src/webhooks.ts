import { CentavoError } from './errors.js';
import type { Event } from './generated/schemas/schemas.js';

/** What a webhook is told: an event, and the workspace that it happened in. */
export type WebhookEvent = Event & { readonly workspaceId: string };

export interface WebhookVerificationOptions {
  /** By how many seconds the clocks may differ; five minutes by default. */
  readonly toleranceSeconds?: number;
  /** The present moment in milliseconds, for tests. */
  readonly now?: number;
}

/** A message that the service did not sign, or signed too long ago. */
export class WebhookVerificationError extends CentavoError {}

/**
 * The event of a webhook's message, once its signature is verified as Standard Webhooks 1.0 has it.
 * @param body the body as it came, before anything parsed it
 * @param secret the webhook's secret, `whsec_…`, or several while one is replaced
 * @throws WebhookVerificationError for a message that must not be believed; answer it with 401
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: WebhookVerificationOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = header(headers, name);
    if (!value) throw new WebhookVerificationError(`the header ${name} is missing`);
    return value;
  }) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no number of seconds');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('the message is too old, or from the future');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => bytes(signature.slice('v1,'.length)));
  for (const each of [secret].flat()) {
    const key = await keyOf(each);
    for (const signature of given) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('no signature fits the message');
}

function header(headers: Parameters<typeof verifyWebhook>[1], name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers as Record<string, string | string[] | undefined>);
  const value = found.find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const raw = bytes(secret.replace(/^whsec_/, ''));
  if (!raw?.length) throw new WebhookVerificationError('the secret is not `whsec_` and base64');
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** The bytes of a base64 text; undefined if it is not base64. */
function bytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
