import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, secretHint, signatureOf } from './webhook-secret.js';

const ID = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const BODY = '{"type":"transaction.created","data":{"día":"ñ"}}';

const headersOf = (secrets: readonly string[], timestamp: number) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatureOf(secrets, ID, timestamp, BODY),
});

describe('the secret of a webhook', () => {
  afterEach(() => void jest.useRealTimers());

  it('a new secret consists of `whsec_` and 32 random bytes in base64', () => {
    const [one, other] = [newWebhookSecret(), newWebhookSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32);
    expect(one).not.toBe(other);
    expect(one.endsWith(secretHint(one))).toBe(true);
    expect(secretHint(one)).toHaveLength(4);
  });

  it('creates the same signature as the example in the Standard Webhooks specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    expect(signatureOf([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, body)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('the official library verifies signatures with the old and the new secret while both are valid', () => {
    // The library compares the timestamp with the system time.
    jest.useFakeTimers({ now: 1_614_265_330_000 });
    const [old, young, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = headersOf([young, old], 1_614_265_330);
    for (const secret of [old, young]) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(foreign).verify(BODY, headers)).toThrow();
    expect(() => new Webhook(old).verify(`${BODY} `, headers)).toThrow();
  });
});
