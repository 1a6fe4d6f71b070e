import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { aKeyOf } from './support/browser.js';
import { statusAndCode } from './support/client.js';
import { ok } from './support/household.js';
import type { Somebody } from './support/people.js';
import { accept, anOwner, invite, join } from './support/people.js';

let service: Service;
let owner: Somebody;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

const list = async ({ api }: Somebody) => ok(await api.get('/v1/members'));

describe('members', () => {
  beforeAll(async () => {
    owner = await anOwner(service);
  });

  it('lists members with their names, addresses and roles, and marks the caller', async () => {
    const editor = await join(service, owner, 'editor');
    expect(await list(editor)).toEqual([
      expect.objectContaining({ id: owner.id, name: 'Ana', email: owner.email, role: 'owner', self: false }),
      expect.objectContaining({
        ...{ id: editor.id, email: editor.email, role: 'editor', self: true },
        name: editor.email.split('@')[0],
      }),
    ]);
  });

  it('a viewer sees only their own address', async () => {
    const viewer = await join(service, owner, 'viewer');
    const emails = (await list(viewer)).map(({ email }) => email);
    expect(emails.filter((email) => email !== null)).toEqual([viewer.email]);
    expect(ok(await viewer.api.get(`/v1/members/${owner.id}`))).toMatchObject({ name: 'Ana', email: null });
    const dry = await viewer.api.patch(`/v1/members/${owner.id}?dryRun=true`, { name: 'Otra' });
    expect(ok(dry)).toMatchObject({ dryRun: true, result: { name: 'Otra', email: null } });
    expect((await viewer.browser.get('/developers/members')).text).not.toContain(owner.email);
  });

  it('members rename themselves, and only owners rename others or change roles', async () => {
    const editor = await join(service, owner, 'editor');
    expect(ok(await editor.api.patch(`/v1/members/${editor.id}`, { name: ' Luis ' }))).toMatchObject({ name: 'Luis' });
    for (const [id, body] of [
      [editor.id, { role: 'owner' }],
      [editor.id, { role: 'editor', name: 'X' }],
      [owner.id, { name: 'X' }],
    ] as const)
      expect(statusAndCode(await editor.api.patch(`/v1/members/${id}`, body))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(ok(await owner.api.patch(`/v1/members/${editor.id}`, { name: 'Lucho', role: 'viewer' }))).toMatchObject({
      ...{ name: 'Lucho', role: 'viewer' },
    });
  });

  it('a lower or higher role applies to the next request of a key', async () => {
    const editor = await join(service, owner, 'editor');
    const account = { name: 'Efectivo', typeId: 'cash' };
    ok(await editor.api.post('/v1/accounts', account));
    ok(await owner.api.patch(`/v1/members/${editor.id}`, { role: 'viewer' }));
    expect(statusAndCode(await editor.api.post('/v1/accounts', account))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    ok(await editor.api.get('/v1/accounts'));
    expect(ok(await editor.api.post('/v1/accounts?dryRun=true', account))).toMatchObject({ dryRun: true });
    ok(await owner.api.patch(`/v1/members/${editor.id}`, { role: 'owner' }));
    ok(await editor.api.patch('/v1/workspace', { name: 'Casa nueva' }));
  });

  it('keys of a removed member stay revoked after the member joins again with the same ID', async () => {
    const editor = await join(service, owner, 'editor');
    expect(ok(await owner.api.delete(`/v1/members/${editor.id}`))).toMatchObject({
      ...{ id: editor.id, email: editor.email },
    });
    expect(statusAndCode(await editor.api.get('/v1/accounts'))).toBe('401 AUTH_INVALID_TOKEN');
    expect(statusAndCode(await owner.api.delete(`/v1/members/${editor.id}`))).toBe('404 MEMBER_NOT_FOUND');
    expect((await list(owner)).map(({ id }) => id)).not.toContain(editor.id);
    expect((await accept(editor.browser, await invite(owner.api, editor.email, 'viewer'))).status).toBe(303);
    expect(await list(owner)).toContainEqual(expect.objectContaining({ id: editor.id, role: 'viewer' }));
    expect(statusAndCode(await editor.api.get('/v1/accounts'))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it.each([
    ['removed', (api: Somebody['api'], id: string) => api.delete(`/v1/members/${id}`)],
    ['demoted', (api: Somebody['api'], id: string) => api.patch(`/v1/members/${id}`, { role: 'editor' })],
  ])('invitations of a %s owner are revoked', async (_, change) => {
    const other = await join(service, owner, 'owner');
    const email = `${other.id}@example.mx`;
    const { id } = ok(await other.api.post('/v1/invitations', { email, role: 'owner' }));
    const kept = ok(await owner.api.post('/v1/invitations', { email: `kept-${email}`, role: 'viewer' }));
    ok(await change(owner.api, other.id));
    const open = ok(await owner.api.get('/v1/invitations')).map((invitation) => invitation.id);
    expect(open).toEqual([kept.id]);
    const { items } = ok(await owner.api.get('/v1/events?types=invitation.revoked'));
    expect(items.map(({ subject }) => subject.id)).toContain(id);
    ok(await owner.api.delete(`/v1/invitations/${kept.id}`));
  });

  it('every member can leave through the API', async () => {
    const editor = await join(service, owner, 'editor');
    const other = await join(service, owner, 'editor');
    expect(statusAndCode(await editor.api.delete(`/v1/members/${other.id}`))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(ok(await editor.api.delete(`/v1/members/${editor.id}`))).toMatchObject({ self: true });
    expect(statusAndCode(await editor.api.get('/v1/members'))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('a viewer cannot replay a response that an owner received', async () => {
    const [editor, viewer] = [await join(service, owner, 'editor'), await join(service, owner, 'editor')];
    ok(await owner.api.patch(`/v1/members/${viewer.id}`, { role: 'viewer' }));
    const options = { headers: { 'idempotency-key': `remove-${editor.id}` } };
    ok(await owner.api.delete(`/v1/members/${editor.id}`, undefined, options));
    const replayed = await owner.api.delete(`/v1/members/${editor.id}`, undefined, options);
    expect(ok(replayed)).toMatchObject({ email: editor.email });
    const stolen = await viewer.api.delete(`/v1/members/${editor.id}`, undefined, options);
    expect(statusAndCode(stolen)).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });

  it('compares If-Match with the member', async () => {
    const editor = await join(service, owner, 'editor');
    const etag = (await owner.api.get(`/v1/members/${editor.id}`)).headers.etag!;
    ok(await owner.api.patch(`/v1/members/${editor.id}`, { name: 'Uno' }, { headers: { 'if-match': etag } }));
    const stale = await owner.api.patch(`/v1/members/${editor.id}`, { name: 'Dos' }, { headers: { 'if-match': etag } });
    expect(statusAndCode(stale)).toBe('412 PRECONDITION_FAILED');
  });

  it.each([
    [{ role: 'admin' }, '#/role'],
    [{ role: null }, '#/role'],
    [{ name: '' }, '#/name'],
    [{ name: 'a'.repeat(121) }, '#/name'],
    [{ name: 'a\u0000b' }, '#/name'],
    [{ email: 'x@example.mx' }, '#/email'],
  ])('rejects an update with %j', async (body, pointer) => {
    const answer = await owner.api.patch(`/v1/members/${owner.id}`, body);
    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(answer.body).toMatchObject({ errors: [{ pointer }] });
  });
});

describe('the last owner', () => {
  beforeAll(async () => {
    owner = await anOwner(service);
  });

  it('can be neither demoted nor removed', async () => {
    const { api, id } = owner;
    expect(statusAndCode(await api.patch(`/v1/members/${id}`, { role: 'editor' }))).toBe('409 LAST_OWNER');
    expect(statusAndCode(await api.delete(`/v1/members/${id}`))).toBe('409 LAST_OWNER');
    ok(await api.patch(`/v1/members/${id}`, { role: 'owner', name: 'Ana' }));
  });

  it('remains when two owners demote or remove each other concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const first = await anOwner(service);
      const other = await join(service, first, 'owner');
      const attack = (by: Somebody, target: Somebody) =>
        round % 2 === 0
          ? by.api.patch(`/v1/members/${target.id}`, { role: 'editor' })
          : by.api.delete(`/v1/members/${target.id}`);
      const answers = await Promise.all([attack(first, other), attack(other, first)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const owners = await service.database.query(
        `select from identity_members where role = 'owner' and left_at is null
         and workspace_id = (select workspace_id from identity_members where id = $1)`,
        [first.id],
      );
      expect(owners).toHaveLength(1);
    }
  });
});

describe('keys of members', () => {
  beforeAll(async () => {
    owner = await anOwner(service);
  });

  it('a viewer cannot create a key with write access', async () => {
    const viewer = await join(service, owner, 'viewer');
    const page = await viewer.browser.get('/developers/keys');
    expect(page.text).not.toContain('value="read_write"');
    expect((await viewer.browser.submit('/developers/keys', { name: 'x', scope: 'read_write' })).status).toBe(400);
  });

  it('members see and revoke their own keys, and owners see and revoke all keys', async () => {
    const editor = await join(service, owner, 'editor');
    const mine = await aKeyOf(owner.browser, 'de la dueña', 'read_only');
    expect((await editor.browser.get('/developers/keys')).text).not.toContain('de la dueña');
    expect((await editor.browser.get(`/developers/keys/${mine.id}/revoke`)).status).toBe(404);
    const theirs = await aKeyOf(editor.browser, 'del editor', 'read_write');
    const token = /name="form_token" value="([^"]+)"/.exec((await editor.browser.get('/developers/keys')).text)![1]!;
    await editor.browser.submit(`/developers/keys/${mine.id}/revoke`, { form_token: token }, { bare: true });
    ok(await service.client(mine.key).get('/v1/accounts'));
    await owner.browser.get(`/developers/keys/${theirs.id}/revoke`);
    await owner.browser.submit(`/developers/keys/${theirs.id}/revoke`);
    expect((await service.client(theirs.key).get('/v1/accounts')).status).toBe(401);
  });
});

describe('the audit log', () => {
  it('contains the names of members instead of their addresses, even for rejected sign-ins', async () => {
    owner = await anOwner(service);
    const viewer = await join(service, owner, 'viewer');
    await owner.browser.get('/developers/sign-in?next=');
    await owner.browser.submit('/developers/sign-in', { email: owner.email, password: 'esta no es la frase' });
    const { items } = ok(await viewer.api.get('/v1/audit-log?limit=200')) as {
      items: { action: string; actor: { kind: string; name: string } }[];
    };
    expect(JSON.stringify(items)).not.toContain(owner.email);
    expect(items.filter(({ actor }) => actor.kind === 'person').map(({ actor }) => actor.name)).toContain('Ana');
    expect(items.map(({ action }) => action)).toContain('POST /invitations/{token}/accept');
  });
});
