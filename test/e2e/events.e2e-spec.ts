import { aDraftOf } from '../../libs/importing/test/statements.js';
import { newId } from '../../libs/kernel/src/id/id.js';
import { writeCursor } from '../../libs/kernel/src/request/cursor.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenRevocation } from 'openid-client';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { aDeveloper, aKeyOf } from './support/browser.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { Household } from './support/household.js';
import { aHousehold, aKey, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
import { anApp, connect } from './support/oauth-app.js';

let service: Service;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
});

const feed = async (query = '') => ok(await api.get(`/v1/events?${query}` as '/v1/events?'));
const eventsOf = async (query = '') =>
  (await feed(`limit=200&${query}`)).items.map(({ type, subject }) => `${type} ${subject.id}`);

describe('event feed', () => {
  it('an event has a type, an actor, a subject and the changed fields, but no text written by the user', async () => {
    const account = await anAccount(api, { name: 'Secreta', bank: 'Banco Oculto' });
    const spent = await aTransaction(api, { accountId: account.id, description: 'Muy privado' });
    const headers = { 'x-request-id': 'the-request-that-edits' };
    ok(await api.patch(`/v1/transactions/${spent.id}`, { amount: '5.00', notes: 'Nadie lo sabe' }, { headers }));
    const answer = await api.get('/v1/events');
    const [accountCreated, transactionCreated, edited] = ok(answer).items;
    const [key] = await service.database.query<{ id: string; name: string }>(
      'select id, name from identity_api_keys where workspace_id = $1',
      [home.workspaceId],
    );
    expect(edited).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      type: 'transaction.updated',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { kind: 'api_key', ...key },
      subject: { kind: 'transaction', id: spent.id },
      changed: ['amount', 'notes'],
      data: { accountIds: [account.id] },
      requestId: 'the-request-that-edits',
    });
    expect([accountCreated, transactionCreated]).toMatchObject([
      { type: 'account.created', subject: { kind: 'account', id: account.id }, changed: [], data: {} },
      { type: 'transaction.created', subject: { kind: 'transaction', id: spent.id }, changed: [] },
    ]);
    for (const secret of ['Secreta', 'Oculto', 'privado', 'Nadie', '5.00']) expect(answer.text).not.toContain(secret);
  });

  it('account.updated lists every changed field', async () => {
    const account = await anAccount(api, { typeId: 'checking', currency: 'USD' });
    const edit = {
      ...{
        name: 'Otra',
        typeId: 'credit_card',
        card: { creditLimit: '9.00', cutOffDay: 7 },
        bank: 'Otro',
        openingBalance: '5.00',
        openingDate: '2026-01-02',
      },
      ...{ fxMode: 'fixed', fixedRate: '18.5', apy: '3.5', alertThreshold: '1.00', currency: 'EUR' },
    };
    const document = ok(await api.get('/openapi.json')) as unknown as {
      components: { schemas: Record<string, { properties: object }> };
    };
    // If this fails, add the new field of EditAccountRequest to the edit.
    expect(Object.keys(edit).sort()).toEqual(
      Object.keys(document.components.schemas.EditAccountRequest!.properties).sort(),
    );
    ok(await api.patch(`/v1/accounts/${account.id}`, edit));
    const { items } = await feed('types=account.updated');
    expect(items.map(({ changed }) => changed.toSorted())).toEqual([Object.keys(edit).sort()]);
  });

  it('import.updated lists the changed fields, and an update without changes does not emit an event', async () => {
    const account = await anAccount(api);
    const draft = await aDraftOf(api, account.id, ['2026-03-20', 'Pan', '-1.00'], ['2026-03-21', 'Sal', '-2.00']);
    const path = `/v1/imports/${draft.id}` as const;
    const row = `${path}/rows/0` as const;
    const edits = [
      [row, { description: 'Pan', amount: '1', type: 'expense', date: '2026-03-20', categoryId: null }],
      [row, { excluded: false, includeDuplicate: false }],
      [row, { amount: '3.00', description: 'Pan' }],
      [row, { description: 'Pan dulce', amount: '3.00' }],
      [row, { excluded: true }],
      [row, { excluded: true, description: 'Pan dulce' }],
      [path, {}],
      [path, { encoding: draft.detected.encoding, accountId: account.id }],
      [path, { delimiter: draft.detected.delimiter }],
      [path, { mapping: { invertSign: true } }],
      [path, { mapping: { invertSign: true, description: draft.mapping.description } }],
      [path, { encoding: 'windows-1252', mapping: { invertSign: true } }],
    ] as const;
    for (const [where, edit] of edits) ok(await api.patch(where, edit));
    const { items } = await feed('types=import.updated');
    expect(items.map(({ changed }) => changed)).toEqual([
      ['amount'],
      ['description'],
      ['excluded'],
      ['mapping', 'mappingSource'],
      ['encoding'],
    ]);
  });

  it('events about keys and apps identify users only by ID', async () => {
    const { browser, email } = await aDeveloper(service);
    const reader = await aKeyOf(browser, 'Lectora de Ana', 'read_only');
    const revoked = await aKeyOf(browser, 'Otra de Ana', 'read_write');
    await browser.get(`/developers/keys/${revoked.id}/revoke`);
    await browser.submit(`/developers/keys/${revoked.id}/revoke`);
    const app = await anApp(service.url, 'Gastos');
    const tokens = await connect(browser, app);
    await tokenRevocation(app.config, tokens.refresh_token!);
    const answer = await service.client(reader.key).get('/v1/events');
    const [person] = await service.database.query<{ id: string }>('select id from identity_users where email = $1', [
      email,
    ]);
    const { items } = ok(answer);
    const grant = items.find(({ type }) => type === 'app.connected')?.subject.id;
    const byPerson = { kind: 'person', id: person!.id, name: null };
    const plain = { changed: [], data: {} };
    expect(items).toMatchObject([
      { type: 'key.created', actor: byPerson, subject: { kind: 'key', id: reader.id }, ...plain },
      { type: 'key.created', actor: byPerson, subject: { kind: 'key', id: revoked.id }, ...plain },
      { type: 'key.revoked', actor: byPerson, subject: { kind: 'key', id: revoked.id }, ...plain },
      { type: 'app.connected', actor: byPerson, subject: { kind: 'app' }, ...plain },
      {
        type: 'app.disconnected',
        actor: { kind: 'oauth_grant', id: grant, name: 'Gastos' },
        subject: { kind: 'app', id: grant },
        ...plain,
      },
    ]);
    expect(items.filter(({ requestId }) => requestId === null)).toEqual([]);
    const entries = ok(await service.client(reader.key).get(`/v1/audit-log?resourceId=${grant}`)).items;
    expect(entries.map(({ action, actor }) => `${action} by ${actor.kind}`)).toEqual([
      'POST /oauth/revoke by oauth_grant',
    ]);
    for (const words of [email, 'Ana']) expect(answer.text).not.toContain(words);
  });

  it('returns the events after a cursor, or an empty page with a next cursor', async () => {
    const empty = await feed();
    expect(empty).toMatchObject({ items: [], hasMore: false });
    const account = await anAccount(api);
    const first = await feed(`cursor=${empty.nextCursor}`);
    expect(first.items.map(({ type }) => type)).toEqual(['account.created']);
    expect(await feed(`cursor=${first.nextCursor}`)).toMatchObject({ items: [], hasMore: false });
    const now = await feed('from=now');
    expect(now).toMatchObject({ items: [], hasMore: false });
    const spent = await aTransaction(api, { accountId: account.id });
    for (const { nextCursor } of [first, now]) {
      const since = await feed(`from=now&cursor=${nextCursor}`);
      expect(since.items.map(({ subject }) => subject.id)).toEqual([spent.id]);
    }
  });

  it('pages through events, oldest first, and filters by type and family', async () => {
    const account = await anAccount(api);
    const spent = [];
    for (let n = 0; n < 5; n += 1) spent.push(await aTransaction(api, { accountId: account.id }));
    ok(await api.delete(`/v1/transactions/${spent[2]!.id}`));
    const all = await eventsOf();
    expect(all).toEqual([
      `account.created ${account.id}`,
      ...spent.map(({ id }) => `transaction.created ${id}`),
      `transaction.trashed ${spent[2]!.id}`,
    ]);
    const paged: string[] = [];
    let page = await feed('limit=2');
    for (;;) {
      paged.push(...page.items.map(({ type, subject }) => `${type} ${subject.id}`));
      if (!page.hasMore) break;
      expect(page.items).toHaveLength(2);
      page = await feed(`limit=2&cursor=${page.nextCursor}`);
    }
    expect(paged).toEqual(all);
    expect(await eventsOf('types=transaction.trashed,account.*')).toEqual([all[0], all[6]]);
    expect(await eventsOf('types=transaction.*')).toEqual(all.slice(1));
  });

  it('rejects unknown types, altered cursors, and cursors of another workspace or filter', async () => {
    for (const types of ['transaction', 'transaction.eaten', 'nothing.*', '*', 'account.created,', '']) {
      expect([types, errorsOf(await api.get(`/v1/events?types=${types}`))]).toEqual([
        types,
        ['types EVENT_TYPE_UNKNOWN'],
      ]);
    }
    expect(errorsOf(await api.get('/v1/events?from=yesterday'))).toEqual(['from VALUE_NOT_ALLOWED']);
    await anAccount(api);
    const { nextCursor } = await feed();
    const refused = '400 CURSOR_INVALID';
    const otherHome = await aHousehold(service);
    expect(statusAndCode(await otherHome.api.get(`/v1/events?cursor=${nextCursor}`))).toBe(refused);
    expect(statusAndCode(await api.get(`/v1/events?cursor=${nextCursor}&types=account.*`))).toBe(refused);
    expect(statusAndCode(await api.get(`/v1/events?cursor=x${nextCursor}`))).toBe(refused);
  });

  it('accepts a cursor with the same types in any order', async () => {
    const { nextCursor } = ok(await api.get('/v1/events?types=account.*,transaction.created&from=now'));
    const { id } = await anAccount(api);
    const path = `/v1/events?types=transaction.created,account.*,account.created&cursor=${nextCursor}` as const;
    expect(ok(await api.get(path)).items.map(({ subject }) => subject.id)).toEqual([id]);
  });

  it('rejects cursors that are over 30 days old, belong to another list or point after the latest event', async () => {
    await anAccount(api);
    const cursorOf = (...position: string[]) => writeCursor('events', { workspaceId: home.workspaceId }, position);
    // eslint-disable-next-line no-restricted-syntax -- the cursors must be close to the limit of 30 days
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const statusFor = async (cursor: string) => statusAndCode(await api.get(`/v1/events?cursor=${cursor}`));
    for (const number of ['0', '1']) expect(await statusFor(cursorOf(number, ago(29.99)))).toBe('200');
    const refused = [
      cursorOf('0', ago(30.01)),
      cursorOf('0', 'never'),
      cursorOf('0', ''),
      ...['2', '9'.repeat(18), '9'.repeat(30), '-1', '01', '1.5', 'x', "1'", ''].map((number) =>
        cursorOf(number, ago(1)),
      ),
      cursorOf('100:104:', '', '', '', ago(1)),
      cursorOf(),
      writeCursor('transactions', {}, ['2026-01-01', UNKNOWN_ID]),
    ];
    for (const cursor of refused) expect([cursor, await statusFor(cursor)]).toEqual([cursor, '400 CURSOR_INVALID']);
  });

  it('the event feed has the same order for every reader during concurrent writes', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => anAccount(api)));
    let isWriting = true;
    const followed: string[] = [];
    const follow = async (ids: string[]) => {
      for (let query = 'limit=7', last = false; !last;) {
        last = !isWriting;
        const page = await feed(query);
        ids.push(...page.items.map(({ id }) => id));
        query = `limit=7&cursor=${page.nextCursor}`;
        last &&= !page.hasMore;
      }
    };
    const following = follow(followed);
    const writes = accounts.flatMap(({ id }) => [
      ...Array.from({ length: 20 }, () => aTransaction(api, { accountId: id })),
      ...Array.from({ length: 10 }, (_, n) => api.patch(`/v1/accounts/${id}`, { name: `Cuenta ${n}` })),
      ...Array.from({ length: 10 }, () =>
        api.post('/v1/contacts', { name: 'Ana' }, { headers: { 'idempotency-key': newId() } }),
      ),
    ]);
    await Promise.all(writes);
    isWriting = false;
    await following;
    const reread: string[] = [];
    await follow(reread);
    expect(reread).toHaveLength(8 + 8 * 20 + 8 * 10 + 8 * 10);
    expect(followed).toEqual(reread);
  });

  it('accepts a repeated type and a limit from 1 to 200', async () => {
    const { id } = await anAccount(api);
    expect(await eventsOf('types=account.created,account.created,account.*')).toEqual([`account.created ${id}`]);
    for (const limit of ['0', '201', '-1', '1.5', 'x', '', '1e2']) {
      expect([limit, (await api.get(`/v1/events?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
    for (const limit of [1, 200]) expect((await feed(`limit=${limit}`)).items).toHaveLength(1);
  });

  it('returns only events of the caller’s workspace, and accepts read-only keys', async () => {
    await anAccount(api);
    const stranger = await aHousehold(service);
    const { key } = await aKey(service.database, stranger.workspaceId, 'read_only');
    expect(ok(await stranger.api.as(key).get('/v1/events')).items).toEqual([]);
    expect(await eventsOf()).toHaveLength(1);
  });

  it('emits one event per call, or none if nothing changed', async () => {
    const account = await anAccount(api);
    const fields = { accountId: account.id, type: 'expense', date: '2026-03-01', description: 'x', amount: '3.00' };
    const idempotent = { headers: { 'idempotency-key': 'una-vez' } };
    const { id } = ok(await api.post('/v1/transactions', fields, idempotent));
    ok(await api.post('/v1/transactions', fields, idempotent));
    ok(await api.patch(`/v1/transactions/${id}`, { amount: '3', description: 'x', currency: 'MXN' }));
    ok(await api.patch(`/v1/accounts/${account.id}`, { name: account.name, openingBalance: '0', typeId: 'checking' }));
    ok(await api.delete('/v1/transactions/trash'));
    for (let n = 0; n < 2; n += 1) ok(await api.delete(`/v1/transactions/${id}`));
    ok(await api.delete('/v1/transactions/trash'));
    await api.post('/v1/transactions', { ...fields, amount: '0' });
    await api.post('/v1/transactions', { ...fields, accountId: UNKNOWN_ID }, idempotent);
    await api.post('/v1/transactions', { ...fields, categoryId: UNKNOWN_ID }, { headers: { 'idempotency-key': 'b' } });
    await api.patch(`/v1/accounts/${account.id}`, { name: 'x' }, { headers: { 'if-match': '"another"' } });
    expect(await eventsOf()).toEqual([
      `account.created ${account.id}`,
      `transaction.created ${id}`,
      `transaction.trashed ${id}`,
      `trash.emptied ${home.workspaceId}`,
    ]);
  });
});
