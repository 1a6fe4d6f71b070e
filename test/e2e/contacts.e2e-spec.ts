import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { ContactView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aHousehold, aKey, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
import type { Household } from './support/household.js';
import { sized } from './support/long-form.js';

let service: Service;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  api = home.api;
});
afterAll(() => service.stop());

const add = async (fields: Record<string, unknown> = {}, by = api) =>
  ok(await by.post('/v1/contacts', { name: 'Ana', ...fields }));
const read = async (id: string, by = api) => ok(await by.get(`/v1/contacts/${id}`));
const patch = (contact: ContactView, fields: unknown) => api.patch(`/v1/contacts/${contact.id}`, fields);
const balances = async (contact: ContactView): Promise<string[]> =>
  (await read(contact.id)).balances.map((balance) => `${balance.currency} ${balance.balance}`);

describe('creating a contact', () => {
  it('a new contact has the fields of the request and an empty list of balances', async () => {
    const contact = await add({ name: '  Ana  María ', email: 'ana@example.mx' });

    expect(contact).toEqual({
      id: expect.any(String),
      name: 'Ana  María',
      email: 'ana@example.mx',
      archivedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      balances: [],
    });
    expect(await read(contact.id)).toEqual(contact);
  });

  it('a contact does not need an email address, and several contacts can have the same name', async () => {
    const [first, second] = [await add(), await add({ email: null })];

    expect([first.email, second.email]).toEqual([null, null]);
    expect(first.id).not.toBe(second.id);
  });

  it.each([
    [{}, ['#/name REQUIRED']],
    [{ name: null }, ['#/name TEXT_INVALID']],
    [{ name: ' ' }, ['#/name TEXT_INVALID']],
    [{ name: 'a'.repeat(121) }, ['#/name TEXT_INVALID']],
    [{ name: 'Ana', email: 'ana' }, ['#/email EMAIL_INVALID']],
    [{ name: 'Ana', email: '' }, ['#/email EMAIL_INVALID']],
    [{ name: 'Ana', phone: '55' }, ['#/phone UNKNOWN_FIELD']],
    [{ name: 'Ana', archived: true }, ['#/archived UNKNOWN_FIELD']],
  ])('rejects a new contact with %j', async (body, expected) => {
    const answer = await api.post('/v1/contacts', body);

    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual(expected);
  });

  it('a read-only key can read contacts but cannot change them', async () => {
    const { key } = await aKey(service.database, home.workspaceId, 'read_only');
    const reader = api.as(key);
    const contact = await add();

    expect(statusAndCode(await reader.post('/v1/contacts', { name: 'Ana' }))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(statusAndCode(await reader.patch(`/v1/contacts/${contact.id}`, { name: 'B' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    expect(statusAndCode(await reader.delete(`/v1/contacts/${contact.id}`))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(await read(contact.id, reader)).toEqual(contact);
  });
});

describe('the list of contacts', () => {
  it('lists contacts in Spanish alphabetical order, and filters them by archived', async () => {
    const { api: otherApi } = await aHousehold(service);
    for (const name of ['Zoé', 'Ñoño', 'beto', 'Ángel', 'Nopal', 'ana']) await add({ name }, otherApi);
    const names = async (query: string): Promise<string> =>
      ok(await otherApi.get(`/v1/contacts${query}` as `/v1/contacts?${string}`))
        .map(({ name }) => name)
        .join();
    const [first] = ok(await otherApi.get('/v1/contacts'));
    await otherApi.patch(`/v1/contacts/${first!.id}`, { archived: true });

    expect(await names('')).toBe('Ángel,beto,Nopal,Ñoño,Zoé');
    expect(await names('?archived=false')).toBe('Ángel,beto,Nopal,Ñoño,Zoé');
    expect(await names('?archived=true')).toBe('ana');
    expect(await names('?archived=all')).toBe('ana,Ángel,beto,Nopal,Ñoño,Zoé');
  });

  it('searches names literally, ignoring case and accents', async () => {
    const { api: otherApi } = await aHousehold(service);
    for (const name of ['José Núñez', 'Ana 100% _real_', 'María  José']) await add({ name }, otherApi);
    const namesFor = async (q: string): Promise<string> =>
      ok(await otherApi.get(`/v1/contacts?q=${encodeURIComponent(q)}`))
        .map(({ name }) => name)
        .join();

    expect(await namesFor('JOSE')).toBe('José Núñez,María  José');
    expect(await namesFor('nuñ')).toBe('José Núñez');
    expect(await namesFor('maria jose')).toBe('María  José');
    expect(await namesFor('%')).toBe('Ana 100% _real_');
    expect(await namesFor('l_')).toBe('Ana 100% _real_');
    expect(await namesFor('a_1')).toBe('');
    expect(await namesFor("'; drop table contacts_contacts; --")).toBe('');
    expect(await namesFor('')).toBe('Ana 100% _real_,José Núñez,María  José');
    for (const text of ['?', '??', '\\?', ':name', '$1', '\\', "'", '"', '{}', 'NULL'])
      expect(await namesFor(text)).toBe('');
    await add({ name: 'Who? \\ $1' }, otherApi);
    for (const text of ['?', 'o? \\', '\\ $1']) expect(await namesFor(text)).toBe('Who? \\ $1');
  });

  it.each([
    ['?archived=yes', 'archived VALUE_NOT_ALLOWED'],
    ['?archived=', 'archived VALUE_NOT_ALLOWED'],
    ['?limit=10', 'limit UNKNOWN_FIELD'],
    ['?q=a&q=b', 'q TEXT_INVALID'],
  ])('rejects the list query %s', async (query, fault) => {
    const answer = await api.get(`/v1/contacts${query}` as `/v1/contacts?${string}`);

    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual([fault]);
  });
});

describe('updating a contact', () => {
  it('an update changes only the fields in the request', async () => {
    const contact = await add({ email: 'ana@example.mx' });

    expect(ok(await patch(contact, { name: 'Anita' }))).toEqual({ ...contact, name: 'Anita' });
    expect(ok(await patch(contact, { email: null }))).toEqual({ ...contact, name: 'Anita', email: null });
    expect(await read(contact.id)).toEqual({ ...contact, name: 'Anita', email: null });
  });

  it('archiving a contact again or concurrently does not change archivedAt', async () => {
    const contact = await add();
    const answers = await Promise.all(Array.from({ length: 20 }, () => patch(contact, { archived: true })));
    const moments = new Set(answers.map((answer) => ok(answer).archivedAt));

    expect(moments.size).toBe(1);
    expect([...moments][0]).toMatch(/Z$/);
    expect(ok(await patch(contact, { archived: true })).archivedAt).toBe([...moments][0]);
    expect(ok(await patch(contact, { archived: false }))).toEqual(contact);
    expect(ok(await patch(contact, { archived: false }))).toEqual(contact);
  });

  it.each([
    [{}, ['# REQUIRED']],
    [{ name: null }, ['#/name TEXT_INVALID']],
    [{ name: '' }, ['#/name TEXT_INVALID']],
    [{ archived: null }, ['#/archived BOOLEAN_INVALID']],
    [{ archived: 'true' }, ['#/archived BOOLEAN_INVALID']],
    [{ archivedAt: null }, ['#/archivedAt UNKNOWN_FIELD']],
  ])('rejects the update %j', async (body, expected) => {
    const answer = await patch(await add(), body);

    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual(expected);
  });

  it('an update changes the ETag of a contact', async () => {
    const contact = await add();
    const { etag } = (await api.get(`/v1/contacts/${contact.id}`)).headers;
    const again = () => api.get(`/v1/contacts/${contact.id}`, { headers: { 'if-none-match': String(etag) } });

    expect(etag).toMatch(/^"/);
    expect((await again()).status).toBe(304);
    await patch(contact, { name: 'Anita' });
    expect((await again()).status).toBe(200);
  });
});

describe('an unknown contact', () => {
  it.each([UNKNOWN_ID, 'nobody', '%00', UNKNOWN_ID.toUpperCase()])('returns 404 for the unknown ID %s', async (id) => {
    expect(statusAndCode(await api.get(`/v1/contacts/${id}`))).toBe('404 CONTACT_NOT_FOUND');
    expect(statusAndCode(await api.patch(`/v1/contacts/${id}`, { name: 'B' }))).toBe('404 CONTACT_NOT_FOUND');
    expect(statusAndCode(await api.delete(`/v1/contacts/${id}`))).toBe('404 CONTACT_NOT_FOUND');
  });

  it('returns 404 for a contact of another workspace', async () => {
    const { api: stranger } = await aHousehold(service);
    const contact = await add();
    const address = `/v1/contacts/${contact.id}` as const;

    expect(statusAndCode(await stranger.get(address))).toBe('404 CONTACT_NOT_FOUND');
    expect(statusAndCode(await stranger.patch(address, { archived: true }))).toBe('404 CONTACT_NOT_FOUND');
    expect(statusAndCode(await stranger.delete(address))).toBe('404 CONTACT_NOT_FOUND');
    expect(ok(await stranger.get('/v1/contacts?archived=all'))).toEqual([]);
    expect(await read(contact.id)).toEqual(contact);
  });
});

describe('the amount owed', () => {
  it('lending or repaying increases the balance of a contact, and borrowing or being repaid decreases it', async () => {
    const [contact, account] = [await add(), await anAccount(api)];
    const debt = (type: string, amount: string) =>
      aTransaction(api, { accountId: account.id, type, amount, contactId: contact.id });

    await debt('lent', '100.00');
    expect(await balances(contact)).toEqual(['MXN 100.00']);
    await debt('repayment_received', '30.00');
    expect(await balances(contact)).toEqual(['MXN 70.00']);
    await debt('borrowed', '500.00');
    expect(await balances(contact)).toEqual(['MXN -430.00']);
    await debt('repayment_made', '429.99');
    expect(await balances(contact)).toEqual(['MXN -0.01']);
    await debt('lent', '0.01');
    expect(await balances(contact)).toEqual([]);
  });

  it('returns balances per currency without conversion, including debts without an account', async () => {
    const contact = await add();
    for (const [currency, amount] of [
      ['USD', '20.00'],
      ['MXN', '300.00'],
      ['EUR', '9999999999999.99'],
      ['EUR', '9999999999999.99'],
    ]) {
      await aTransaction(api, { accountId: null, currency, type: 'lent', amount, contactId: contact.id });
    }

    expect(await balances(contact)).toEqual(['EUR 19999999999999.98', 'MXN 300.00', 'USD 20.00']);
  });

  it('each debt split changes the balance of its contact', async () => {
    const [ana, beto, account] = [await add(), await add({ name: 'Beto' }), await anAccount(api)];
    const dinner = await aTransaction(api, {
      accountId: account.id,
      amount: '900.00',
      splits: [
        { amount: '500.00' },
        { amount: '300.00', type: 'lent', contactId: ana.id },
        { amount: '60.00', type: 'repayment_made', contactId: beto.id },
        { amount: '40.00', type: 'lent', contactId: ana.id },
      ],
    });

    expect([await balances(ana), await balances(beto)]).toEqual([['MXN 340.00'], ['MXN 60.00']]);
    await api.delete(`/v1/transactions/${dinner.id}`);
    expect([await balances(ana), await balances(beto)]).toEqual([[], []]);
    await api.post(`/v1/transactions/${dinner.id}/restore`);
    await api.patch(`/v1/transactions/${dinner.id}`, {
      splits: [{ amount: '850.00' }, { amount: '50.00', type: 'lent', contactId: beto.id }],
    });
    expect([await balances(ana), await balances(beto)]).toEqual([[], ['MXN 50.00']]);
  });

  it('after random changes, the balances of each contact equal the sum of its debts', async () => {
    const currencies = ['MXN', 'USD'];
    const types = ['lent', 'borrowed', 'repayment_received', 'repayment_made'];
    const step = fc.record({
      type: fc.constantFrom(...types),
      currency: fc.constantFrom(...currencies),
      contact: fc.nat(2),
      cents: fc.integer({ min: 1, max: 300 }),
      fate: fc.constantFrom('keep', 'keep', 'trash', 'restore', 'purge', 'edit'),
    });
    const oracle = async (
      steps: readonly { type: string; currency: string; fate: string; contact: number; cents: number }[],
    ) => {
      const { api: otherApi } = await aHousehold(service);
      const contacts: ContactView[] = [];
      for (const name of ['A', 'B', 'C']) contacts.push(await add({ name }, otherApi));
      const owed = contacts.map(() => new Map<string, number>());
      for (const { type, currency, contact, cents, fate } of steps) {
        const text = (amount: number) => (amount / 100).toFixed(2);
        const fields = { accountId: null, type, currency, amount: text(cents), contactId: contacts[contact]!.id };
        const { id } = await aTransaction(otherApi, fields);
        if (['trash', 'restore', 'purge'].includes(fate)) ok(await otherApi.delete(`/v1/transactions/${id}`));
        if (fate === 'restore') ok(await otherApi.post(`/v1/transactions/${id}/restore`));
        if (fate === 'purge') ok(await otherApi.delete(`/v1/transactions/${id}/permanently`));
        if (fate === 'edit') {
          ok(await otherApi.patch(`/v1/transactions/${id}`, { amount: text(cents + 1), contactId: contacts[0]!.id }));
        }
        if (fate === 'trash' || fate === 'purge') continue;
        const owedByCurrency = owed[fate === 'edit' ? 0 : contact]!;
        const change = fate === 'edit' ? cents + 1 : cents;
        const sign = type === 'lent' || type === 'repayment_made' ? 1 : -1;
        owedByCurrency.set(currency, (owedByCurrency.get(currency) ?? 0) + sign * change);
      }
      const expected = owed.map((owedByCurrency) =>
        currencies
          .map((currency) => ({ currency, balance: ((owedByCurrency.get(currency) ?? 0) / 100).toFixed(2) }))
          .filter(({ balance }) => Number(balance) !== 0),
      );
      const listed = ok(await otherApi.get('/v1/contacts'));
      expect(listed.map((contact) => contact.balances)).toEqual(expected);
      for (const contact of listed) expect(await read(contact.id, otherApi)).toEqual(contact);
    };

    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), oracle), {
      numRuns: sized(3, 8),
    });
  });
});

describe('the deletion of a contact', () => {
  it('deleting a contact returns its last state', async () => {
    const contact = await add();

    expect(ok(await api.delete(`/v1/contacts/${contact.id}`))).toEqual(contact);
    expect(statusAndCode(await api.delete(`/v1/contacts/${contact.id}`))).toBe('404 CONTACT_NOT_FOUND');
  });

  it.each(['a transaction', 'a split'])(
    'a contact cannot be deleted while %s, live or in the trash, refers to the contact',
    async (reference) => {
      const [contact, account] = [await add(), await anAccount(api)];
      const debt = { amount: '5.00', type: 'lent', contactId: contact.id };
      const { id } = await aTransaction(api, {
        accountId: account.id,
        ...(reference === 'a transaction' ? debt : { splits: [{ amount: '20.00' }, debt] }),
      });
      const address = `/v1/contacts/${contact.id}` as const;

      expect(statusAndCode(await api.delete(address))).toBe('409 CONTACT_IN_USE');
      await api.delete(`/v1/transactions/${id}`);
      expect(statusAndCode(await api.delete(address))).toBe('409 CONTACT_IN_USE');
      await service.database.query(
        `update ledger_transactions set deleted_at = deleted_at - interval '30 days' where id = $1`,
        [id],
      );
      expect(statusAndCode(await api.delete(address))).toBe('200');
    },
  );

  it('only one request succeeds if a contact is deleted while a transaction with that contact is created', async () => {
    const account = await anAccount(api);
    const outcomes = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const contact = await add();
      const entry = { accountId: account.id, type: 'lent', date: '2026-03-07', amount: '1.00', description: 'Café' };
      const create = () => api.post('/v1/transactions', { ...entry, contactId: contact.id });
      const remove = () => api.delete(`/v1/contacts/${contact.id}`);
      const [first, second] = await Promise.all(round % 2 === 0 ? [create(), remove()] : [remove(), create()]);
      outcomes.add(
        (round % 2 === 0
          ? [statusAndCode(first), statusAndCode(second)]
          : [statusAndCode(second), statusAndCode(first)]
        ).join(' / '),
      );
    }

    const allowed = ['200 / 409 CONTACT_IN_USE', '422 REFERENCE_NOT_FOUND / 200'];
    expect([...outcomes].filter((outcome) => !allowed.includes(outcome))).toEqual([]);
  });

  it('a transaction cannot reference a deleted contact', async () => {
    const [contact, account] = [await add(), await anAccount(api)];
    ok(await api.delete(`/v1/contacts/${contact.id}`));
    const answer = await api.post('/v1/transactions', {
      accountId: account.id,
      type: 'lent',
      date: '2026-03-07',
      amount: '1.00',
      description: 'Café',
      contactId: contact.id,
    });

    expect(statusAndCode(answer)).toBe('422 REFERENCE_NOT_FOUND');
    expect(errorsOf(answer)).toEqual(['#/contactId REFERENCE_NOT_FOUND']);
  });
});

it('rejects more than 5,000 contacts', async () => {
  const { api: other, workspaceId } = await aHousehold(service);
  await service.database.query(
    `insert into contacts_contacts (workspace_id, id, name, created_at)
     select $1, ordered_id(1735689600000, n), 'Contacto ' || n, now() from generate_series(1, 4999) n`,
    [workspaceId],
  );
  const { id } = ok(await other.post('/v1/contacts', { name: 'Ana' }));
  expect(statusAndCode(await other.post('/v1/contacts', { name: 'Beto' }))).toBe('409 CONTACT_LIMIT_REACHED');
  expect(ok(await other.get('/v1/contacts'))).toHaveLength(5_000);
  ok(await other.delete(`/v1/contacts/${id}`));
  ok(await other.post('/v1/contacts', { name: 'Beto' }));
});
