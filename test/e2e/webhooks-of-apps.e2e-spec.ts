import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { aDeveloper, aKeyOf } from './support/browser.js';
import type { Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { anAccount, ok } from './support/household.js';
import type { App } from './support/oauth-app.js';
import { anApp, connect, send } from './support/oauth-app.js';
import type { Receiver } from './support/receiver.js';
import { aReceiver } from './support/receiver.js';
import { until } from './support/until.js';

const REASON = 'The access of the app that set the URL has ended.';

let service: ApiProcess;
let browser: Browser;
let api: Client;
let app: App;
let receiver: Receiver;
let witness: Receiver;

beforeAll(async () => {
  service = await startApi({ env: { JOBS: 'on' } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ browser } = await aDeveloper(service));
  api = service.client((await aKeyOf(browser, 'Mi clave', 'read_write')).key);
  app = await anApp(service.url, 'Agente de gastos');
  receiver = await aReceiver();
  witness = await aReceiver();
});
afterEach(async () => {
  await receiver.close();
  await witness.close();
});

async function aConnection() {
  const tokens = await connect(browser, app);
  const token = tokens.access_token;
  const client = service.client(token);
  const webhook = ok(await client.post('/v1/webhooks', { url: receiver.url, types: ['account.*'] }));
  const grantId = ok(await api.get('/v1/events?limit=200')).items.find(({ type }) => type === 'app.connected')!.subject
    .id;
  return { token, client, webhook, grantId };
}
const state = async ({ id }: { id: string }) => {
  const { status, disabledReason } = ok(await api.get(`/v1/webhooks/${id}`));
  return [status, disabledReason];
};
async function waitForDelivery() {
  if (!ok(await api.get('/v1/webhooks')).some(({ url }) => url === witness.url)) {
    ok(await api.post('/v1/webhooks', { url: witness.url, types: ['account.*'] }));
  }
  const { id } = await anAccount(api);
  await until(() => witness.events().some(({ subject }) => subject.id === id));
  return id;
}
const disconnect = (grantId: string) => browser.submit(`/developers/apps/${grantId}/revoke`, {});

describe('a webhook created by an app', () => {
  it.each<[string, (token: string, grantId: string) => Promise<unknown>]>([
    [
      'a user disconnects the app',
      async (_, grantId) => {
        await browser.get(`/developers/apps/${grantId}/revoke`);
        await disconnect(grantId);
      },
    ],
    ['the app revokes its token', (token) => send(service.url, '/oauth/revoke', { token, client_id: app.clientId })],
  ])('disables the app’s webhooks when %s', async (_, end) => {
    const { token, grantId, webhook } = await aConnection();
    const paused = ok(await service.client(token).post('/v1/webhooks', { url: receiver.url, types: ['account.*'] }));
    ok(await api.patch(`/v1/webhooks/${paused.id}`, { status: 'paused' }));
    await end(token, grantId);
    expect(await state(webhook)).toEqual(['disabled', REASON]);
    expect(await state(paused)).toEqual(['disabled', REASON]);
    const types = ok(await api.get('/v1/events?limit=200')).items.map(({ type, subject }) => `${type} ${subject.id}`);
    expect(types).toEqual(expect.arrayContaining([`app.disconnected ${grantId}`, `webhook.disabled ${webhook.id}`]));
    await waitForDelivery();
    expect(receiver.events()).toEqual([]);
  });

  it('disables the webhook when the grant expires, and does not send more events', async () => {
    const { grantId, webhook, client } = await aConnection();
    await service.database.query(`update identity_grants set expires_at = now() + interval '1 hour' where id = $1`, [
      grantId,
    ]);
    const second = ok(await client.post('/v1/webhooks', { url: receiver.url, types: ['account.*'] }));
    await service.database.query(
      `update notifying_webhooks set grant_expires_at = now() - interval '1 second' where id = $1 and grant_expires_at is not null`,
      [second.id],
    );
    await until(async () => (await state(second))[0] === 'disabled');
    expect([await state(second), (await state(webhook))[0]]).toEqual([['disabled', REASON], 'active']);
  });

  it('disables a webhook whose URL the app changed, and an API key can activate the webhook again', async () => {
    const { client, grantId } = await aConnection();
    const ownWebhook = ok(await api.post('/v1/webhooks', { url: witness.url, types: ['account.*'] }));
    ok(await client.patch(`/v1/webhooks/${ownWebhook.id}`, { url: receiver.url }));
    await browser.get(`/developers/apps/${grantId}/revoke`);
    await disconnect(grantId);
    expect(await state(ownWebhook)).toEqual(['disabled', REASON]);
    expect(statusAndCode(await client.get('/v1/webhooks'))).toBe('401 AUTH_INVALID_TOKEN');
    ok(await api.patch(`/v1/webhooks/${ownWebhook.id}`, { status: 'active' }));
    const { id } = await anAccount(api);
    await until(() => receiver.events().some(({ subject }) => subject.id === id));
  });

  it('the developer pages show which app created a webhook', async () => {
    const { webhook, grantId } = await aConnection();
    expect((await browser.get('/developers/apps')).text).toContain(`Envía eventos a: ${receiver.url}`);
    expect((await browser.get('/developers/webhooks')).text).toContain('Creado por la app: Agente de gastos');
    await browser.get(`/developers/apps/${grantId}/revoke`);
    await disconnect(grantId);
    expect((await browser.get(`/developers/webhooks/${webhook.id}`)).text).toContain(
      'terminó el acceso de la app que puso esta dirección',
    );
  });
});

describe('a webhook created by an API key', () => {
  it('a webhook stays active after the API key that created it is revoked', async () => {
    const otherKey = await aKeyOf(browser, 'Otra', 'read_write');
    const webhook = ok(
      await service.client(otherKey.key).post('/v1/webhooks', { url: receiver.url, types: ['account.*'] }),
    );
    await browser.get(`/developers/keys/${otherKey.id}/revoke`);
    await browser.submit(`/developers/keys/${otherKey.id}/revoke`, {});
    expect((await service.client(otherKey.key).get('/v1/webhooks')).status).toBe(401);
    expect(await state(webhook)).toEqual(['active', null]);
  });
});

it('the developer area activates a webhook only if its URL is still the URL that the page showed', async () => {
  const { client, webhook } = await aConnection();
  ok(await api.patch(`/v1/webhooks/${webhook.id}`, { status: 'paused' }));
  const show = () => browser.get(`/developers/webhooks/${webhook.id}`);
  expect((await show()).text).toContain(`<input type="hidden" name="url" value="${receiver.url}"`);
  ok(await client.patch(`/v1/webhooks/${webhook.id}`, { url: witness.url }));
  const activate = async (url: string) =>
    (await browser.submit(`/developers/webhooks/${webhook.id}/status`, { status: 'active', url })).status;
  expect([await activate(receiver.url), await state(webhook)]).toEqual([303, ['paused', null]]);
  await show();
  expect([await activate(witness.url), await state(webhook)]).toEqual([303, ['active', null]]);
});
