import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { aKeyOf, signIn } from './support/browser.js';
import type { Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
import { anApp, answer, begin, connect, exchange, open, send } from './support/oauth-app.js';
import type { Role, Somebody } from './support/people.js';
import { anOwner, join } from './support/people.js';

let service: Service;
let owner: Somebody;

beforeAll(async () => {
  service = await sharedApi();
  owner = await anOwner(service);
});
afterAll(() => service.stop());

/** Operations whose minimum role is neither `viewer` for reads nor `editor` for writes. */
const OWNER = /^(put|post|patch|delete) \/v1\/(members|invitations|webhooks|workspace|books|taxpayers)(\/|$)/;
const READING_POSTS = ['post /v1/rules/preview'];

interface Published {
  readonly 'x-required-role': Role;
  readonly parameters?: readonly { readonly name: string }[];
}

function expectedRole(method: string, path: string): Role {
  const name = `${method} ${path}`;
  if (OWNER.test(name) || path.startsWith('/v1/invitations')) return 'owner';
  return method === 'get' || READING_POSTS.includes(name) ? 'viewer' : 'editor';
}

async function published(): Promise<[string, string, Published][]> {
  const { paths } = ok(await service.client().get('/openapi.json')) as {
    paths: Record<string, Record<string, Published>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Published] => [method, path, operation]),
  );
}

const withId = (path: string) => path.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID);

async function callWith(api: Client, method: string, path: string, query = ''): Promise<string> {
  const options = { headers: { 'content-type': 'application/json' }, raw: '{}' };
  return statusAndCode(
    method === 'get'
      ? await api.get(withId(path))
      : await api.send(method.toUpperCase(), `${withId(path)}${query}`, undefined, options),
  );
}

describe('the minimum role of operations', () => {
  it('the OpenAPI document contains the minimum role of every operation', async () => {
    const operations = await published();
    expect(operations.length).toBeGreaterThan(100);
    const roles = operations.map(([method, path, operation]) => `${method} ${path} ${operation['x-required-role']}`);
    expect(roles).toEqual(operations.map(([method, path]) => `${method} ${path} ${expectedRole(method, path)}`));
  });

  it.each(['editor', 'viewer'] as const)('rejects every operation that the role %s does not allow', async (role) => {
    const editor = await join(service, owner, 'editor');
    if (role === 'viewer') ok(await owner.api.patch(`/v1/members/${editor.id}`, { role }));
    const ranks: readonly Role[] = ['viewer', 'editor', 'owner'];
    for (const [method, path, operation] of await published()) {
      const name = `${method} ${path}`;
      const isBeyond = ranks.indexOf(operation['x-required-role']) > ranks.indexOf(role);
      const takesDryRun = operation.parameters?.some((parameter) => parameter.name === 'dryRun');
      if (isBeyond)
        expect([name, await callWith(editor.api, method, path)]).toEqual([name, '403 AUTH_INSUFFICIENT_SCOPE']);
      else if (role === 'editor' || method === 'get')
        expect([name, await callWith(editor.api, method, path)]).not.toEqual([name, '403 AUTH_INSUFFICIENT_SCOPE']);
      if (takesDryRun)
        expect([name, await callWith(editor.api, method, path, '?dryRun=true')]).not.toEqual([
          ...[name, '403 AUTH_INSUFFICIENT_SCOPE'],
        ]);
    }
  });

  it('an editor cannot change closed days, not even in a batch', async () => {
    const editor = await join(service, owner, 'editor');
    const { id: accountId } = await anAccount(editor.api);
    ok(await owner.api.put('/v1/books', { closedThrough: '2026-06-30' }));
    const fields = { accountId, type: 'expense', date: '2026-06-01', amount: '1.00', description: 'x' };
    for (const [path, body] of [
      ['/v1/transactions', fields],
      ['/v1/transactions/batch', { operations: [{ action: 'create', transaction: fields }] }],
    ] as const)
      expect(statusAndCode(await editor.api.post(`${path}?intoClosed=true` as '/v1/transactions', body))).toBe(
        '403 AUTH_INSUFFICIENT_SCOPE',
      );
    expect(ok(await owner.api.post('/v1/transactions?intoClosed=true', fields))).toMatchObject({ amount: '1.00' });
    ok(await owner.api.put('/v1/books', { closedThrough: null }));
  });
});

describe('credentials of a member whose role was lowered', () => {
  it('apps lose rights with the next request, after a refresh and at the MCP endpoint', async () => {
    const editor = await join(service, owner, 'editor');
    const app = await anApp(service.url);
    const begun = await begin(app, 'read_write offline_access');
    await open(editor.browser, begun);
    const tokens = await exchange(app, begun, await answer(editor.browser, 'allow'));
    const { id: accountId } = await anAccount(owner.api);
    const spend = (token: string) =>
      service.client(token).post('/v1/transactions', {
        ...{ accountId, type: 'expense', date: '2026-03-07', amount: '1.00', description: 'x' },
      });
    ok(await spend(tokens.access_token));
    ok(await owner.api.patch(`/v1/members/${editor.id}`, { role: 'viewer' }));
    expect(statusAndCode(await spend(tokens.access_token))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    const fields = { grant_type: 'refresh_token', client_id: app.clientId };
    const refreshed = await send(service.url, '/oauth/token', { ...fields, refresh_token: tokens.refresh_token! });
    expect(refreshed.status).toBe(200);
    const renewed = refreshed.body.access_token!;
    expect(statusAndCode(await spend(renewed))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    const tools = await mcp(editor.api.token!, 'tools/list', {});
    expect(tools).toContain('get_overview');
    expect(tools).not.toContain('save_transactions');
    ok(await owner.api.delete(`/v1/members/${editor.id}`));
    expect(statusAndCode(await service.client(renewed).get('/v1/accounts'))).toBe('401 AUTH_INVALID_TOKEN');
    const dead = await send(service.url, '/oauth/token', { ...fields, refresh_token: refreshed.body.refresh_token! });
    expect([dead.status, dead.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('a token and an authorization code of a removed member do not work', async () => {
    const editor = await join(service, owner, 'editor');
    const app = await anApp(service.url);
    const granted = await connect(editor.browser, app, 'read_only offline_access');
    const begun = await begin(app, 'read_only');
    await open(editor.browser, begun);
    const callback = await answer(editor.browser, 'allow');
    ok(await owner.api.delete(`/v1/members/${editor.id}`));
    await expect(exchange(app, begun, callback)).rejects.toThrow();
    const again = await join(service, owner, 'viewer');
    expect(again.id).not.toBe(editor.id);
    expect(statusAndCode(await service.client(granted.access_token).get('/v1/accounts'))).toBe(
      '401 AUTH_INVALID_TOKEN',
    );
  });

  it('a demoted owner loses webhook rights in the API and on the pages', async () => {
    const second = await join(service, owner, 'owner');
    const { id } = ok(await second.api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', types: ['account.*'] }));
    await second.browser.get(`/developers/webhooks/${id}/rotate`);
    const form = second.browser.page!;
    ok(await owner.api.patch(`/v1/members/${second.id}`, { role: 'editor' }));
    expect(statusAndCode(await second.api.post(`/v1/webhooks/${id}/rotate-secret`, {}))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    const action = /action="([^"]+rotate[^"]*)"/.exec(form.text)![1]!;
    expect((await second.browser.submit(action)).status).toBe(403);
    expect((await second.browser.get('/developers/webhooks')).status).toBe(403);
    expect((await second.browser.get('/developers/keys')).text).not.toContain('/developers/webhooks');
    ok(await owner.api.delete(`/v1/webhooks/${id}`));
  });

  it('the pages of a removed member show only their other workspaces', async () => {
    const editor = await join(service, owner, 'editor');
    await editor.browser.get('/developers/members');
    const page = editor.browser.page!;
    expect(page.text).toContain(owner.email);
    ok(await owner.api.delete(`/v1/members/${editor.id}`));
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const fields = { form_token: token, name: 'X' };
    const renamed = await editor.browser.submit(`/developers/members/${editor.id}`, fields, { bare: true });
    expect(renamed.status).toBe(404);
    expect((await editor.browser.get('/developers/members')).text).not.toContain(owner.email);
  });

  it('an export contains the names of members but no email addresses', async () => {
    const viewer = await join(service, owner, 'viewer');
    const { text } = await viewer.api.get('/v1/export');
    expect(text).toContain('"name":"Ana"');
    expect(text).not.toMatch(/@example\.mx/);
    expect((ok(await owner.api.get('/v1/export')) as unknown as { members: object[] }).members[0]).toEqual({
      ...{ id: owner.id, name: 'Ana', joinedAt: expect.any(String) },
    });
  });

  it('a user with several workspaces selects one on the pages and on the consent page', async () => {
    const editor = await join(service, owner, 'editor');
    const other = await anOwner(service);
    const invitation = ok(await other.api.post('/v1/invitations', { email: editor.email, role: 'viewer' })) as {
      url: string;
    };
    const path = new URL(invitation.url).pathname;
    await editor.browser.get(path);
    await editor.browser.submit(`${path}/accept`);
    const there = await aKeyOf(editor.browser, 'aquí', 'read_only');
    expect(ok(await service.client(there.key).get('/v1/members')).map(({ role }) => role)).toEqual(['owner', 'viewer']);
    const { id: here } = ok(await editor.api.get('/v1/workspace')) as { id: string };
    const fresh = await signIn(service.url, editor.email);
    await fresh.get('/developers/keys');
    expect((await fresh.submit('/developers/workspace', { workspace: here })).status).toBe(303);
    const mine = await aKeyOf(fresh, 'allá', 'read_write');
    ok(await anAccount(service.client(mine.key)).then(() => service.client(mine.key).get('/v1/workspace')));
    const app = await anApp(service.url);
    const begun = await begin(app, 'read_write');
    await open(fresh, begun);
    const { id: there2 } = ok(await other.api.get('/v1/workspace')) as { id: string };
    const tokens = await exchange(app, begun, await answer(fresh, 'allow', { workspace: there2 }));
    const client = service.client(tokens.access_token);
    expect(ok(await client.get('/v1/workspace'))).toMatchObject({ id: there2 });
    expect(statusAndCode(await client.post('/v1/accounts', { name: 'x', typeId: 'cash' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
  });

  it('removing a member does not remove their transactions', async () => {
    const editor = await join(service, owner, 'editor');
    const { id: accountId } = await anAccount(editor.api);
    const { id } = await aTransaction(editor.api, { accountId });
    ok(await owner.api.delete(`/v1/members/${editor.id}`));
    ok(await owner.api.get(`/v1/transactions/${id}`));
  });
});

async function mcp(token: string, method: string, params: object): Promise<string> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.text();
}
