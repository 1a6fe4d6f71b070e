import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { Household } from './support/household.js';
import { aHousehold, aKey, anAccount, aTransaction, everyItem, ok, UNKNOWN_ID } from './support/household.js';
import type { Receiver } from './support/receiver.js';
import { aReceiver, isSignedWith } from './support/receiver.js';
import { until } from './support/until.js';

let service: ApiProcess;
let home: Household;
let api: Client;
let receiver: Receiver;
let witness: Receiver;

beforeAll(async () => {
  service = await startApi({ env: { JOBS: 'on', WEBHOOK_RETRY_SECONDS: '0.3,0.6' } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  receiver = await aReceiver();
  witness = await aReceiver();
});
afterEach(async () => {
  await receiver.close();
  await witness.close();
});

const aWebhook = async (fields: object = {}) =>
  ok(await api.post('/v1/webhooks', { url: receiver.url, types: ['*'], ...fields }));
const deliveriesOf = async ({ id }: { id: string }, query = '') =>
  ok(await api.get(`/v1/webhooks/${id}/deliveries?${query}` as '/v1/webhooks/{id}/deliveries')).items;
/**
 * Waits until all earlier events are delivered: a new event must reach the witness webhook, and no other active webhook
 * may have a pending delivery.
 */
const waitForDeliveries = async () => {
  const hooks = ok(await api.get('/v1/webhooks'));
  if (!hooks.some(({ url }) => url === witness.url)) await aWebhook({ url: witness.url, types: ['contact.created'] });
  const { id } = ok(await api.post('/v1/contacts', { name: 'Testigo' }));
  await until(() => witness.events().some(({ subject }) => subject.id === id));
  for (const hook of hooks.filter(({ status, url }) => status === 'active' && url !== witness.url)) {
    await until(async () => (await deliveriesOf(hook, 'status=pending')).length === 0);
  }
};
const untilDelivery = (webhook: { id: string }, status: string) =>
  until(async () => (await deliveriesOf(webhook))[0]?.status === status);
const eventTypes = () => receiver.events().map(({ type }) => type);

describe('a webhook', () => {
  it('returns the secret only when a webhook is created or its secret is rotated', async () => {
    const { secret, ...created } = await aWebhook({ description: 'Mi hoja' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created).toEqual({
      id: expect.any(String),
      url: receiver.url,
      types: ['*'],
      description: 'Mi hoja',
      status: 'active',
      disabledReason: null,
      secretHint: secret.slice(-4),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastDeliveredAt: null,
    });
    const path = `/v1/webhooks/${created.id}` as const;
    expect(ok(await api.get(path))).toEqual(created);
    expect(ok(await api.get('/v1/webhooks'))).toEqual([created]);
    expect(ok(await api.patch(path, { types: ['budget.*', 'budget.*'], description: null }))).toMatchObject({
      types: ['budget.*'],
      description: null,
    });
    const rotated = ok(await api.post(`${path}/rotate-secret`, {}));
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.secretHint).toBe(rotated.secret.slice(-4));
    expect(ok(await api.delete(path))).not.toHaveProperty('secret');
    expect(statusAndCode(await api.get(path))).toBe('404 WEBHOOK_NOT_FOUND');
  });

  it('stores the secret encrypted, even in the idempotency record, and replays the decrypted secret', async () => {
    const headers = { 'idempotency-key': 'a-webhook-once' };
    const send = () => api.post('/v1/webhooks', { url: receiver.url, types: ['*'] }, { headers });
    const [first, again] = [await send(), await send()];
    const { id, secret } = ok(first);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    const rotate = () =>
      api.post(`/v1/webhooks/${id}/rotate-secret`, { overlapHours: 0 }, { headers: { 'idempotency-key': 'r' } });
    const rotated = await rotate();
    expect((await rotate()).text).toBe(rotated.text);
    const stored = await service.database.query<{ row: string }>(
      `select row_to_json(t)::text as row from notifying_webhooks t where workspace_id = $1
       union all select row_to_json(t)::text from kernel_idempotency_records t where workspace_id = $1`,
      [home.workspaceId],
    );
    expect(stored).toHaveLength(3);
    for (const plainSecret of [secret, ok(rotated).secret]) {
      const bytes = Buffer.from(plainSecret.slice(6), 'base64');
      for (const { row } of stored) {
        expect(row).not.toContain(plainSecret.slice(6));
        expect(row).not.toContain(bytes.toString('hex'));
      }
      expect(service.log.join('\n')).not.toContain(plainSecret.slice(6));
    }
  });

  it('rejects a webhook with an invalid URL or invalid types', async () => {
    const refusal = async (fields: object, client = api) =>
      errorsOf(await client.post('/v1/webhooks', { url: receiver.url, types: ['*'], ...fields }));
    expect(await refusal({ url: 'hook' })).toEqual(['#/url URL_INVALID']);
    expect(await refusal({ url: 'http://user:pw@10.0.0.1/' })).toEqual(['#/url URL_INVALID']);
    for (const types of [[], ['x.y'], ['nothing.*'], ['*', 'account.*'], ['webhook.test'], [1], 'account.*', null]) {
      expect([types, await refusal({ types })]).toEqual([types, ['#/types EVENT_TYPE_UNKNOWN']]);
    }
    const repeated = (count: number) => Array<string>(count).fill('account.created');
    expect(await refusal({ types: repeated(101) })).toEqual(['#/types EVENT_TYPE_UNKNOWN']);
    expect((await aWebhook({ types: repeated(100) })).types).toEqual(['account.created']);
    expect(await refusal({ url: `${receiver.url}#part` })).toEqual(['#/url URL_INVALID']);
    expect(await refusal({ secret: 'whsec_x' })).toEqual(['#/secret UNKNOWN_FIELD']);
    const elsewhere = await startApi({ env: { WEBHOOK_NETWORK: 'public' } });
    const stranger = (await aHousehold(elsewhere)).api;
    for (const url of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://[::ffff:7f00:1]/',
      'https://localhost/',
      'https://2130706433/',
    ]) {
      expect([url, await refusal({ url }, stranger)]).toEqual([url, ['#/url URL_INVALID']]);
    }
    const webhook = ok(await stranger.post('/v1/webhooks', { url: 'https://hooks.example.com/x', types: ['*'] }));
    const edit = await stranger.patch(`/v1/webhooks/${webhook.id}`, { url: 'https://10.0.0.1/' });
    expect(errorsOf(edit)).toEqual(['#/url URL_INVALID']);
    await elsewhere.stop();
  });

  it('limits a workspace to 20 webhooks, even with concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 26 }, () => api.post('/v1/webhooks', { url: receiver.url, types: ['account.*'] })),
    );
    const outcomes = answers.map(statusAndCode).toSorted();
    expect(outcomes).toEqual([...Array<string>(20).fill('200'), ...Array<string>(6).fill('409 WEBHOOK_LIMIT_REACHED')]);
    const [webhook] = ok(await api.get('/v1/webhooks'));
    ok(await api.delete(`/v1/webhooks/${webhook!.id}`));
    await aWebhook();
  });

  it('a read-only key cannot change webhooks, and other workspaces get 404', async () => {
    const webhook = await aWebhook();
    const path = `/v1/webhooks/${webhook.id}`;
    const reader = service.client((await aKey(service.database, home.workspaceId, 'read_only')).key);
    const stranger = (await aHousehold(service)).api;
    expect(ok(await reader.get(path))).toMatchObject({ id: webhook.id });
    ok(await reader.get(`${path}/deliveries`));
    for (const [method, address, body] of [
      ['PATCH', path, { status: 'paused' }],
      ['POST', `${path}/test`, undefined],
      ['POST', `${path}/rotate-secret`, {}],
      ['POST', `${path}/replay`, { since: new Date().toISOString() }],
      ['POST', `${path}/deliveries/${UNKNOWN_ID}/retry`, undefined],
      ['DELETE', path, undefined],
    ] as const) {
      expect(statusAndCode(await reader.send(method, address, body))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
      expect(statusAndCode(await stranger.send(method, address, body))).toBe('404 WEBHOOK_NOT_FOUND');
    }
    expect(statusAndCode(await stranger.get(`${path}/deliveries`))).toBe('404 WEBHOOK_NOT_FOUND');
    expect(statusAndCode(await api.post(`${path}/deliveries/${UNKNOWN_ID}/retry`))).toBe('404 DELIVERY_NOT_FOUND');
    expect(receiver.messages).toEqual([]);
  });

  it('rejects an edit with an old If-Match, and does not update a webhook whose fields stay the same', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    const path = `/v1/webhooks/${webhook.id}` as const;
    const { headers } = await api.get(path);
    const etag = { headers: { 'if-match': String(headers['etag']) } };
    expect(ok(await api.patch(path, { status: 'active' }, etag)).updatedAt).toBe(webhook.updatedAt);
    ok(await api.patch(path, { status: 'paused' }, etag));
    expect(statusAndCode(await api.patch(path, { status: 'active' }, etag))).toBe('412 PRECONDITION_FAILED');
    const { items } = ok(await api.get('/v1/events?types=webhook.*' as '/v1/events'));
    expect(items.map(({ type, changed }) => [type, ...changed])).toEqual([
      ['webhook.created'],
      ['webhook.updated', 'status'],
    ]);
  });
});

describe('the delivery of an event', () => {
  it('delivers the event from the feed with a valid signature', async () => {
    const { secret, id } = await aWebhook({ types: ['transaction.*', 'account.archived'] });
    const account = await anAccount(api);
    const { id: transactionId } = await aTransaction(api, { accountId: account.id });
    await receiver.waitFor(1);
    const [message] = receiver.messages;
    const { items } = ok(await api.get('/v1/events'));
    const event = items.find(({ type }) => type === 'transaction.created')!;
    expect(JSON.parse(message!.body)).toEqual({ ...event, workspaceId: home.workspaceId });
    expect(event.subject.id).toBe(transactionId);
    expect(message!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Centavo-Webhooks/1',
      'webhook-id': event.id,
    });
    expect(isSignedWith(secret, message!)).toBe(true);
    await untilDelivery({ id }, 'delivered');
    expect(await deliveriesOf({ id })).toEqual([
      {
        id: expect.any(String),
        eventId: event.id,
        eventType: 'transaction.created',
        status: 'delivered',
        attempts: [{ at: expect.any(String), status: 204, durationMs: expect.any(Number), error: null }],
        nextAttemptAt: null,
      },
    ]);
    expect(ok(await api.get(`/v1/webhooks/${id}`)).lastDeliveredAt).not.toBeNull();
  });

  it('signs with the old and the new secret while both are valid', async () => {
    const first = await aWebhook({ types: ['account.*'] });
    const second = ok(await api.post(`/v1/webhooks/${first.id}/rotate-secret`, {}));
    await anAccount(api);
    await receiver.waitFor(1);
    const third = ok(await api.post(`/v1/webhooks/${first.id}/rotate-secret`, { overlapHours: 0 }));
    await anAccount(api);
    await receiver.waitFor(2);
    const signed = receiver.messages.map((message) =>
      [first, second, third].map(({ secret }) => isSignedWith(secret, message)),
    );
    expect(signed).toEqual([
      [true, true, false],
      [false, false, true],
    ]);
  });

  it('retries a delivery with the same ID on schedule until the receiver accepts it', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    receiver.answer = (response) => response.writeHead(receiver.messages.length < 3 ? 500 : 200).end('busy');
    await anAccount(api);
    await receiver.waitFor(3);
    await untilDelivery(webhook, 'delivered');
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery!.eventId]),
    );
    const [first, second, third] = receiver.messages.map(({ at }) => at);
    expect(second! - first!).toBeGreaterThan(270);
    expect(third! - second!).toBeGreaterThan(540);
  });

  it('a delivery fails after the last attempt, and a client can retry the delivery', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
    await anAccount(api);
    await untilDelivery(webhook, 'failed');
    const [failed] = await deliveriesOf(webhook, 'status=failed');
    expect(failed!.attempts).toHaveLength(3);
    expect(failed!.attempts[0]).toMatchObject({ status: 302, error: 'redirects are not followed' });
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook']);
    receiver.answer = (response) => response.writeHead(200).end();
    const retried = ok(await api.post(`/v1/webhooks/${webhook.id}/deliveries/${failed!.id}/retry`));
    expect(retried).toMatchObject({ id: failed!.id, status: 'pending', attempts: failed!.attempts });
    await untilDelivery(webhook, 'delivered');
    expect((await deliveriesOf(webhook))[0]!.attempts).toHaveLength(4);
  });

  it('sends events that occurred during a pause only on replay', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    const path = `/v1/webhooks/${webhook.id}` as const;
    const since = new Date().toISOString();
    const before = await anAccount(api);
    await receiver.waitFor(1);
    ok(await api.patch(path, { status: 'paused' }));
    const missed = await anAccount(api);
    await waitForDeliveries();
    ok(await api.patch(path, { status: 'active' }));
    const after = await anAccount(api);
    await receiver.waitFor(2);
    await waitForDeliveries();
    expect(receiver.events().map(({ subject }) => subject.id)).toEqual([before.id, after.id]);
    expect(ok(await api.post(`${path}/replay`, { since }))).toEqual({ queued: 3 });
    await receiver.waitFor(5);
    const replayed = receiver.events().slice(2);
    expect(replayed.map(({ subject }) => subject.id).toSorted()).toEqual([before.id, missed.id, after.id].toSorted());
    expect(ok(await api.post(`${path}/replay`, { since: new Date().toISOString() }))).toEqual({ queued: 0 });
    for (const days of [-31, 1]) {
      const wrong = new Date(Date.now() + days * 86_400_000).toISOString();
      expect(errorsOf(await api.post(`${path}/replay`, { since: wrong }))).toEqual(['#/since TIMESTAMP_INVALID']);
    }
    // A replay does not enqueue events that are already pending.
    await until(async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'delivered'));
    const elsewhere = new Date(Date.parse(since) - 6 * 3_600_000).toISOString().replace('Z', '-06:00');
    expect(ok(await api.post(`${path}/replay`, { since: elsewhere }))).toEqual({ queued: 3 });
  });

  it('an event created before a pause is sent when the webhook is active again', async () => {
    const webhook = await aWebhook({ types: ['account.*', 'webhook.*'] });
    const path = `/v1/webhooks/${webhook.id}` as const;
    const before = await anAccount(api);
    ok(await api.patch(path, { status: 'paused' }));
    await anAccount(api);
    await waitForDeliveries();
    ok(await api.patch(path, { status: 'active' }));
    await receiver.waitFor(1);
    await waitForDeliveries();
    expect(receiver.events().map(({ subject }) => subject.id)).toEqual([before.id]);
  });

  it('sends an event to the webhooks that were subscribed at its commit, even if their subscriptions change later', async () => {
    const webhook = await aWebhook({ types: ['account.created'] });
    const path = `/v1/webhooks/${webhook.id}` as const;
    const accounts: string[] = [];
    const changeAfterAccount = async (...changes: object[]) => {
      accounts.push((await anAccount(api)).id);
      for (const change of changes) ok(await api.patch(path, change));
    };
    for (let round = 0; round < 3; round += 1) {
      await changeAfterAccount({ status: 'paused' }, { status: 'active' });
      await changeAfterAccount({ types: ['budget.*'] }, { types: ['account.created'] });
    }
    await changeAfterAccount({ types: ['budget.*'] }, { status: 'paused' }, { types: ['*'] }, { status: 'active' });
    await receiver.waitFor(accounts.length);
    await waitForDeliveries();
    const accountEvents = receiver.events().filter(({ type }) => type.startsWith('account.'));
    expect(accountEvents.map(({ subject }) => subject.id).toSorted()).toEqual(accounts.toSorted());
  });

  it('sends an event to each webhook subscribed to its type, but not to other workspaces', async () => {
    await aWebhook({ types: ['account.created'] });
    await aWebhook({ types: ['account.*'] });
    await aWebhook({ types: ['transaction.*'] });
    const stranger = (await aHousehold(service)).api;
    ok(await stranger.post('/v1/webhooks', { url: receiver.url, types: ['*'] }));
    await anAccount(api);
    await receiver.waitFor(2);
    await waitForDeliveries();
    expect(eventTypes()).toEqual(['account.created', 'account.created']);
  });

  it('a 410 response disables the webhook and emits an event, and an edit activates the webhook again', async () => {
    const [closed, open] = [await aReceiver(), receiver];
    closed.answer = (response) => response.writeHead(410).end();
    const webhook = await aWebhook({ url: closed.url, types: ['account.*', 'webhook.*'] });
    await aWebhook({ types: ['webhook.disabled'] });
    await anAccount(api);
    await open.waitFor(1);
    expect(open.events()[0]).toMatchObject({ type: 'webhook.disabled', subject: { id: webhook.id } });
    expect(ok(await api.get(`/v1/webhooks/${webhook.id}`))).toMatchObject({
      status: 'disabled',
      disabledReason: 'The receiver answered 410 Gone.',
    });
    await anAccount(api);
    await waitForDeliveries();
    expect(await deliveriesOf(webhook, 'status=pending')).toEqual([]);
    closed.answer = (response) => response.writeHead(200).end();
    const back = ok(await api.patch(`/v1/webhooks/${webhook.id}`, { status: 'active' }));
    expect(back).toMatchObject({ status: 'active', disabledReason: null });
    const count = closed.messages.length;
    await anAccount(api);
    await closed.waitFor(count + 1);
    await closed.close();
  });

  it('events after a 410 response leave no pending deliveries', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    const webhooks = await Promise.all(Array.from({ length: 8 }, () => aWebhook({ types: ['account.*'] })));
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let n = 0; n < 6; n += 1) await anAccount(api);
      }),
    );
    const pending = async () => {
      const each = await Promise.all(webhooks.map((webhook) => deliveriesOf(webhook, 'status=pending')));
      return each.flat().length;
    };
    await until(async () => (await pending()) === 0);
  });

  it('disables a webhook after five days with only failed deliveries', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    receiver.answer = (response) => response.writeHead(500).end();
    await anAccount(api);
    await untilDelivery(webhook, 'failed');
    expect(ok(await api.get(`/v1/webhooks/${webhook.id}`)).status).toBe('active');
    await service.database.query(
      `update notifying_webhooks set failing_since = now() - interval '5 days 1 minute' where workspace_id = $1 and id = $2`,
      [home.workspaceId, webhook.id],
    );
    await anAccount(api);
    const state = async () => ok(await api.get(`/v1/webhooks/${webhook.id}`));
    await until(async () => (await state()).status === 'disabled');
    expect((await state()).disabledReason).toBe('Every delivery failed for five days.');
    await until(async () => (await deliveriesOf(webhook, 'status=pending')).length === 0);
    expect(await deliveriesOf(webhook)).toHaveLength(2);
  });

  it('changing the URL of a failing webhook restarts the five days until the webhook is disabled', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    const path = `/v1/webhooks/${webhook.id}` as const;
    receiver.answer = (response) => response.writeHead(500).end();
    await anAccount(api);
    await untilDelivery(webhook, 'failed');
    await service.database.query(
      `update notifying_webhooks set failing_since = now() - interval '6 days' where workspace_id = $1`,
      [home.workspaceId],
    );
    ok(await api.patch(path, { url: `${receiver.url}/new` }));
    await anAccount(api);
    await until(async () => (await deliveriesOf(webhook, 'status=failed')).length === 2);
    expect(receiver.messages.at(-1)!.path).toBe('/hook/new');
    expect(ok(await api.get(path)).status).toBe('active');
  });

  it('a manual retry waits until a paused or disabled webhook is active, and returns 404 for a deleted webhook', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    const path = `/v1/webhooks/${webhook.id}` as const;
    await anAccount(api);
    await untilDelivery(webhook, 'delivered');
    const [delivered] = await deliveriesOf(webhook);
    ok(await api.patch(path, { status: 'paused' }));
    const retry = () => api.post(`${path}/deliveries/${delivered!.id}/retry`);
    const waiting = { status: 'pending', attempts: delivered!.attempts, nextAttemptAt: null };
    expect(ok(await retry())).toMatchObject(waiting);
    await waitForDeliveries();
    expect(receiver.messages).toHaveLength(1);
    receiver.answer = (response) => response.writeHead(410).end();
    ok(await api.patch(path, { status: 'active' }));
    await until(async () => ok(await api.get(path)).status === 'disabled');
    await untilDelivery(webhook, 'failed');
    expect(ok(await retry()).status).toBe('pending');
    await waitForDeliveries();
    expect(receiver.messages).toHaveLength(2);
    receiver.answer = (response) => response.writeHead(200).end();
    ok(await api.patch(path, { status: 'active' }));
    await untilDelivery(webhook, 'delivered');
    expect((await deliveriesOf(webhook))[0]!.attempts.map(({ status }) => status)).toEqual([204, 410, 200]);
    ok(await api.delete(path));
    expect(statusAndCode(await retry())).toBe('404 WEBHOOK_NOT_FOUND');
  });

  it.each([
    ['fails', 500, 'active'],
    ['returns 410', 410, 'disabled'],
  ])(
    'records both attempts if a delivery is retried manually during an attempt that later %s',
    async (_, status, finalStatus) => {
      const webhook = await aWebhook({ types: ['account.*'] });
      const path = `/v1/webhooks/${webhook.id}` as const;
      let answerFirst = () => {};
      receiver.answer = (response) => (answerFirst = () => void response.writeHead(status).end());
      await anAccount(api);
      await receiver.waitFor(1);
      receiver.answer = (response) => response.writeHead(204).end();
      const [first] = await deliveriesOf(webhook);
      ok(await api.post(`${path}/deliveries/${first!.id}/retry`));
      await untilDelivery(webhook, 'delivered');
      answerFirst();
      await until(async () => (await deliveriesOf(webhook))[0]!.attempts.length === 2);
      const [delivery] = await deliveriesOf(webhook);
      expect(delivery!.attempts.map((attempt) => attempt.status)).toEqual([status, 204]);
      expect(delivery).toMatchObject({ status: 'delivered', nextAttemptAt: null });
      await until(async () => ok(await api.get(path)).status === finalStatus);
    },
  );

  it('a delivery keeps its latest 50 attempts', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    await anAccount(api);
    await untilDelivery(webhook, 'delivered');
    const [delivered] = await deliveriesOf(webhook);
    await service.database.query(
      `update notifying_deliveries set attempts = ('[' || rtrim(repeat((attempts->0)::text || ',', 50), ',') || ']')::jsonb
       where workspace_id = $1`,
      [home.workspaceId],
    );
    receiver.answer = (response) => response.writeHead(202).end();
    ok(await api.post(`/v1/webhooks/${webhook.id}/deliveries/${delivered!.id}/retry`));
    await receiver.waitFor(2);
    await untilDelivery(webhook, 'delivered');
    const { attempts } = (await deliveriesOf(webhook))[0]!;
    expect([attempts.length, attempts.at(-2)!.status, attempts.at(-1)!.status]).toEqual([50, 204, 202]);
  });

  it('replays and manual retries do not count toward the metric of the delivery lag', async () => {
    const lag = async () => {
      const { text } = await service.client().get('/metrics');
      return Number(/^webhook_delivery_lag_seconds_count (\d+)/m.exec(text)![1]);
    };
    const webhook = await aWebhook({ types: ['account.*'] });
    const since = new Date().toISOString();
    const before = await lag();
    await anAccount(api);
    await untilDelivery(webhook, 'delivered');
    expect(await lag()).toBe(before + 1);
    const [delivered] = await deliveriesOf(webhook);
    ok(await api.post(`/v1/webhooks/${webhook.id}/deliveries/${delivered!.id}/retry`));
    await receiver.waitFor(2);
    await untilDelivery(webhook, 'delivered');
    ok(await api.post(`/v1/webhooks/${webhook.id}/replay`, { since }));
    await receiver.waitFor(3);
    await untilDelivery(webhook, 'delivered');
    expect(await lag()).toBe(before + 1);
  });

  it('does not send events to a deleted webhook', async () => {
    const webhook = await aWebhook({ types: ['account.*'] });
    receiver.answer = (response) => response.writeHead(500).end();
    await anAccount(api);
    await receiver.waitFor(1);
    ok(await api.delete(`/v1/webhooks/${webhook.id}`));
    const pending = `select from notifying_deliveries where workspace_id = $1 and webhook_id = $2 and status = 'pending'`;
    await until(async () => (await service.database.query(pending, [home.workspaceId, webhook.id])).length === 0);
    const count = receiver.messages.length;
    await waitForDeliveries();
    expect(receiver.messages).toHaveLength(count);
  });
});

describe('a test delivery', () => {
  it('sends and returns a test delivery immediately, even to a paused webhook', async () => {
    const { id, secret } = await aWebhook();
    ok(await api.patch(`/v1/webhooks/${id}`, { status: 'paused' }));
    const delivery = ok(await api.post(`/v1/webhooks/${id}/test`));
    expect(delivery).toMatchObject({ eventType: 'webhook.test', status: 'delivered', nextAttemptAt: null });
    const [message] = receiver.messages;
    expect(isSignedWith(secret, message!)).toBe(true);
    expect(JSON.parse(message!.body)).toMatchObject({
      id: delivery.eventId,
      type: 'webhook.test',
      actor: { kind: 'api_key', name: expect.any(String) as unknown },
      subject: { kind: 'webhook', id },
      workspaceId: home.workspaceId,
    });
    expect(await deliveriesOf({ id })).toEqual([delivery]);
    const { items } = ok(await api.get('/v1/events?types=webhook.*' as '/v1/events'));
    expect(items.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.updated']);
  });

  it('returns a failed test delivery without retrying it, and allows a manual retry', async () => {
    const { id } = await aWebhook({ types: ['budget.*'] });
    receiver.answer = (response) => response.destroy();
    const failed = ok(await api.post(`/v1/webhooks/${id}/test`));
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: [{ status: null, error: 'the connection was closed without a response' }],
    });
    await waitForDeliveries();
    expect(receiver.messages).toHaveLength(1);
    receiver.answer = (response) => response.writeHead(200).end();
    ok(await api.post(`/v1/webhooks/${id}/deliveries/${failed.id}/retry`));
    await receiver.waitFor(2);
    expect(receiver.messages[1]!.body).toBe(receiver.messages[0]!.body);
  });

  it('sends a test delivery once per Idempotency-Key', async () => {
    const { id } = await aWebhook();
    const headers = { 'idempotency-key': 'one-test' };
    const [first, again] = [
      await api.post(`/v1/webhooks/${id}/test`, undefined, { headers }),
      await api.post(`/v1/webhooks/${id}/test`, undefined, { headers }),
    ];
    expect(again.text).toBe(first.text);
    expect(receiver.messages).toHaveLength(1);
  });
});

it('limits a workspace to three test deliveries at a time, and cancels test deliveries when the callers disconnect', async () => {
  const { id } = await aWebhook();
  receiver.answer = () => undefined;
  const disconnect = new AbortController();
  const sent = Array.from({ length: 6 }, () =>
    fetch(`${service.url}/v1/webhooks/${id}/test`, {
      ...{ method: 'POST', signal: disconnect.signal, headers: { authorization: `Bearer ${home.key}` } },
    }).catch(() => null),
  );
  const figure = async (name: string) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^long_work_${name}\\{work="webhook_tests"\\} (\\d+)$`, 'm').exec(text)![1]);
  };
  await until(async () => (await figure('waiting')) === 3);
  expect([await figure('running'), receiver.messages.length]).toEqual([3, 3]);
  const [otherHome, elsewhere] = [await aHousehold(service), await aReceiver()];
  const otherWebhook = ok(await otherHome.api.post('/v1/webhooks', { url: elsewhere.url, types: ['*'] }));
  expect(ok(await otherHome.api.post(`/v1/webhooks/${otherWebhook.id}/test`)).status).toBe('delivered');
  disconnect.abort();
  await until(async () => (await figure('waiting')) + (await figure('running')) === 0);
  await Promise.all(sent);
  await elsewhere.close();
});

it('lists the latest deliveries first, over several pages', async () => {
  const webhook = await aWebhook({ types: ['account.*'] });
  for (let n = 0; n < 5; n += 1) await anAccount(api);
  await receiver.waitFor(5);
  await until(async () => (await deliveriesOf(webhook, 'status=delivered')).length === 5);
  const { items: paged } = await everyItem(
    api,
    `/v1/webhooks/${webhook.id}/deliveries?limit=2` as '/v1/webhooks/{id}/deliveries',
  );
  expect(paged.map(({ id }) => id)).toEqual((await deliveriesOf(webhook)).map(({ id }) => id));
  expect(paged.map(({ id }) => id)).toEqual(
    paged
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect(await deliveriesOf(webhook, 'status=failed')).toEqual([]);
});
