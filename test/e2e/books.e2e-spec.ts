import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraftOf, commit } from '../../libs/importing/test/statements.js';
import { poolOf } from '../../libs/kernel/src/testing.js';
import type { AccountView, TransactionView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Answer, Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aContact, aHousehold, aKey, anAccount, aTransaction, balanceOf, ok } from './support/household.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';
import { untilBlockedBy } from './support/until.js';

const TODAY = '2026-11-15';
const CLOSED = '2026-10-31';
const IN_CLOSED = '2026-10-20';
const IN_OPEN = '2026-11-05';
const REFUSED = '409 BOOKS_CLOSED';

let service: Service;
let clock: MovingClock;
let api: Client;
let workspaceId: string;
let account: AccountView;
let other: AccountView;
let food: string;
let rent: string;
let old: TransactionView;

beforeAll(async () => {
  clock = aMovingClock(TODAY);
  service = await startApi({ env: clock.env });
});
afterAll(async () => {
  await service.stop();
  clock.remove();
});
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  account = await anAccount(api, { openingDate: '2026-01-01', openingBalance: '1000.00' });
  other = await anAccount(api, { name: 'Ahorro', openingDate: '2026-01-01' });
  const categories = ok(await api.get('/v1/categories'));
  [food, rent] = ['Restaurantes', 'Renta'].map((name) => categories.find((one) => one.name === name)!.id) as [
    string,
    string,
  ];
  old = await aTransaction(api, { accountId: account.id, date: IN_CLOSED, amount: '100.00', categoryId: food });
});

const close = (closedThrough: string | null = CLOSED) => api.put('/v1/books', { closedThrough });
const expense = (fields: Record<string, unknown> = {}) => ({
  ...{ accountId: account.id, type: 'expense', date: IN_CLOSED, amount: '25.00', description: 'Tacos', ...fields },
});
const edit = (id: string, fields: Record<string, unknown>, query = '') =>
  api.patch(`/v1/transactions/${id}${query}`, fields);

async function events(): Promise<string[]> {
  return ok(await api.get('/v1/events?limit=200&types=books.*')).items.map(({ type }) => type);
}

/** Expects a BOOKS_CLOSED error that lists the transactions, and unchanged figures. */
async function expectRefused(answering: Promise<Answer>, ...transactionIds: string[]): Promise<void> {
  const before = await figures();
  const answer = await answering;
  expect(statusAndCode(answer)).toBe(REFUSED);
  expect([answer.body.closedThrough, answer.body.transactionIds]).toEqual([CLOSED, transactionIds]);
  expect(await figures()).toBe(before);
}

async function figures(): Promise<string> {
  const paths = ['/v1/accounts?status=all', '/v1/transactions?limit=200', '/v1/transactions/trash', '/v1/categories'];
  return (await Promise.all(paths.map((path) => api.get(path)))).map(({ text }) => text).join();
}

describe('the books', () => {
  it('the books are open until a client closes a day, and null reopens them', async () => {
    expect(ok(await api.get('/v1/books'))).toEqual({ closedThrough: null, updatedAt: null });
    const closed = ok(await close());
    expect(closed).toEqual({ closedThrough: CLOSED, updatedAt: `${TODAY}T18:00:00.000Z` });
    expect(ok(await api.get('/v1/books'))).toEqual(closed);
    expect(ok(await close(null)).closedThrough).toBeNull();
    expect(statusAndCode(await api.post('/v1/transactions', expense()))).toBe('200');
  });

  it('the books can be closed through yesterday at the latest', async () => {
    expect(errorsOf(await close(TODAY))).toEqual(['#/closedThrough DATE_INVALID']);
    expect(errorsOf(await close('2026-02-30'))).toEqual(['#/closedThrough DATE_INVALID']);
    expect(errorsOf(await api.put('/v1/books', {}))).toEqual(['#/closedThrough REQUIRED']);
    expect(errorsOf(await api.put('/v1/books', { closedThrough: null, until: null }))).toEqual([
      '#/until UNKNOWN_FIELD',
    ]);
    expect(ok(await close('2026-11-14')).closedThrough).toBe('2026-11-14');
    expect(ok(await close('1900-01-01')).closedThrough).toBe('1900-01-01');
  });

  it('closing or reopening the books emits one event, and a repeated request emits none', async () => {
    for (const day of ['2026-09-30', '2026-09-30', CLOSED, '2026-08-31', null, null]) ok(await close(day));
    expect(await events()).toEqual(['books.closed', 'books.closed', 'books.reopened', 'books.reopened']);
    const [entry] = ok(await api.get('/v1/audit-log')).items;
    expect([entry!.action, entry!.fields]).toEqual(['PUT /v1/books', ['closedThrough']]);
  });

  it('PUT /v1/books supports Idempotency-Key, If-Match and dryRun', async () => {
    const headers = { 'idempotency-key': 'cierre' };
    const first = await api.put('/v1/books', { closedThrough: CLOSED }, { headers });
    ok(await close(null));
    const replayed = await api.put('/v1/books', { closedThrough: CLOSED }, { headers });
    expect([replayed.text, replayed.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    const { headers: tags } = await api.get('/v1/books');
    ok(await close('2026-09-30'));
    const stale = { headers: { 'if-match': String(tags['etag']) } };
    expect(statusAndCode(await api.put('/v1/books', { closedThrough: null }, stale))).toBe('412 PRECONDITION_FAILED');
    const { result } = ok(await api.put('/v1/books?dryRun=true', { closedThrough: null }));
    expect(result.closedThrough).toBeNull();
    expect(ok(await api.get('/v1/books')).closedThrough).toBe('2026-09-30');
  });

  it('closing the books does not affect another workspace', async () => {
    ok(await close());
    const { api: theirs } = await aHousehold(service);
    expect(ok(await theirs.get('/v1/books')).closedThrough).toBeNull();
    const { id } = await anAccount(theirs, { openingBalance: '5.00', openingDate: IN_CLOSED });
    await aTransaction(theirs, { accountId: id, date: IN_CLOSED });
  });
});

describe('closed books', () => {
  it.each([
    ['amount', { amount: '101.00' }],
    ['date', { date: '2026-10-21' }],
    ['date, moved to an open day', { date: IN_OPEN }],
    ['type', { type: 'income', categoryId: null }],
    ['category', { categoryId: null }],
  ])('closed books reject a change of the %s of a transaction', async (_, fields) => {
    ok(await close());
    await expectRefused(edit(old.id, fields), old.id);
  });

  it('closed books reject moving a transaction to another account or into a closed day', async () => {
    const recent = await aTransaction(api, { accountId: account.id, date: IN_OPEN });
    ok(await close());
    await expectRefused(edit(old.id, { accountId: other.id }), old.id);
    await expectRefused(edit(recent.id, { date: CLOSED }), recent.id);
    expect(ok(await edit(recent.id, { date: '2026-11-01', amount: '9.00', categoryId: rent })).date).toBe('2026-11-01');
  });

  it('closed books reject creating, trashing and restoring transactions', async () => {
    const trashed = await aTransaction(api, { accountId: account.id, date: CLOSED });
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    ok(await close());
    await expectRefused(api.post('/v1/transactions', expense()));
    await expectRefused(api.delete(`/v1/transactions/${old.id}`), old.id);
    await expectRefused(api.post(`/v1/transactions/${trashed.id}/restore`), trashed.id);
    const moved = expense({ type: 'transfer', toAccountId: other.id });
    await expectRefused(api.post('/v1/transactions', moved));
    await expectNoDrift(service.database, workspaceId);
  });

  it('closed books reject changed splits, but accept new notes and contacts of splits', async () => {
    const contactId = await aContact(service.database, workspaceId);
    const contact = await aContact(service.database, workspaceId, 'Beto');
    const splits = [
      { amount: '10.00', categoryId: food },
      { amount: '15.00', type: 'lent', contactId },
    ];
    const { id } = await aTransaction(api, { accountId: account.id, date: IN_CLOSED, splits });
    ok(await close());
    const [first, second] = splits;
    await expectRefused(edit(id, { splits: [{ ...first, categoryId: rent }, second] }), id);
    await expectRefused(
      edit(id, {
        splits: [
          { ...first, amount: '11.00' },
          { ...second, amount: '14.00' },
        ],
      }),
      id,
    );
    await expectRefused(edit(id, { splits: [{ ...first, amount: '5.00' }, { ...first, amount: '5.00' }, second] }), id);
    await expectRefused(edit(id, { splits: [] }), id);
    await expectRefused(edit(old.id, { categoryId: null, splits: [{ ...first, amount: '90.00' }, first] }), old.id);
    const noted = await edit(id, {
      splits: [
        { ...first, notes: 'Cena' },
        { ...second, contactId: contact },
      ],
    });
    expect(ok(noted).splits.map((split) => split.notes)).toEqual(['Cena', null]);
  });

  it('closed books accept new descriptions, notes, tags, contacts and external IDs', async () => {
    const contactId = await aContact(service.database, workspaceId);
    const debt = await aTransaction(api, { accountId: account.id, date: IN_CLOSED, type: 'lent', contactId });
    ok(await close());
    const fields = { description: 'Cena', notes: 'Con Ana', tags: ['oficina'], externalId: 'x-1' };
    expect(ok(await edit(old.id, fields))).toMatchObject(fields);
    const contact = await aContact(service.database, workspaceId, 'Beto');
    expect(ok(await edit(debt.id, { contactId: contact })).contactId).toBe(contact);
    ok(await edit(old.id, { amount: '100.00', categoryId: food, date: IN_CLOSED }));
    ok(await api.patch('/v1/tags/oficina', { name: 'trabajo' }));
    ok(await api.patch(`/v1/categories/${food}`, { name: 'Comidas', parentId: null }));
  });

  it('closed books allow the permanent deletion of trashed transactions', async () => {
    const [first, second] = [await aTransaction(api, expense()), await aTransaction(api, expense())];
    for (const { id } of [first, second]) ok(await api.delete(`/v1/transactions/${id}`));
    ok(await close());
    ok(await api.delete(`/v1/transactions/${first.id}/permanently`));
    expect(ok(await api.delete('/v1/transactions/trash'))).toEqual({ purged: 1 });
  });

  it('closed books reject a whole batch, and the error contains the index of the rejected operation', async () => {
    ok(await close());
    const operations = [
      { op: 'create', ...expense({ date: IN_OPEN }) },
      { op: 'update', id: old.id, notes: 'bien' },
      { op: 'trash', id: old.id },
    ];
    const answer = api.post('/v1/transactions/batch', { operations });
    await expectRefused(answer, old.id);
    expect((await answer).body.operation).toBe(2);
  });

  it('the error lists at most 20 of the affected transactions', async () => {
    const operations = Array.from({ length: 30 }, () => ({ op: 'create', ...expense({ categoryId: food }) }));
    ok(await api.post('/v1/transactions/batch', { operations }));
    ok(await close());
    const { body } = await api.delete(`/v1/categories/${food}?moveTo=${rent}`);
    expect([body.code, body.transactionIds!.length]).toEqual(['BOOKS_CLOSED', 20]);
  });

  it('closed books reject creating, changing, moving or deleting an opening balance', async () => {
    const empty = await anAccount(api, { name: 'Vacía', openingDate: IN_CLOSED });
    const unused = await anAccount(api, { name: 'Nueva', openingDate: IN_CLOSED, openingBalance: '5.00' });
    const recent = await anAccount(api, { name: 'Reciente', openingDate: IN_OPEN, openingBalance: '7.00' });
    ok(await close());
    const opening = { name: 'x', typeId: 'checking', openingDate: IN_CLOSED };
    await expectRefused(api.post('/v1/accounts', { ...opening, openingBalance: '1.00' }));
    await expectRefused(api.patch(`/v1/accounts/${unused.id}`, { openingBalance: '6.00' }));
    await expectRefused(api.patch(`/v1/accounts/${unused.id}`, { openingDate: IN_OPEN }));
    await expectRefused(api.patch(`/v1/accounts/${unused.id}`, { typeId: 'credit_card' }));
    await expectRefused(api.patch(`/v1/accounts/${empty.id}`, { openingBalance: '1.00' }));
    await expectRefused(api.patch(`/v1/accounts/${recent.id}`, { openingDate: CLOSED }));
    await expectRefused(api.delete(`/v1/accounts/${unused.id}`));
    ok(await api.post('/v1/accounts', opening));
    ok(await api.patch(`/v1/accounts/${empty.id}`, { openingDate: '2026-05-05' }));
    ok(await api.patch(`/v1/accounts/${recent.id}`, { openingBalance: '8.00', openingDate: '2026-11-01' }));
    ok(await api.patch(`/v1/accounts/${unused.id}`, { name: 'Otra', bank: 'BBVA' }));
    ok(await api.delete(`/v1/accounts/${empty.id}`));
    ok(await api.delete(`/v1/accounts/${recent.id}`));
  });

  it('closed books reject a commit with an included row of a closed day, and the undo of an earlier import', async () => {
    const earlier = await aDraftOf(api, other.id, [IN_CLOSED, 'Pan', '-10.00']);
    await commit(api, earlier);
    const draft = await aDraftOf(
      api,
      account.id,
      [IN_CLOSED, 'Tacos', '-100.00'],
      [IN_CLOSED, 'Pan', '-10.00'],
      [IN_OPEN, 'Leche', '-5.00'],
    );
    ok(await close());
    await expectRefused(api.post(`/v1/imports/${draft.id}/commit`));
    const [{ id: pan }] = ok(await api.get(`/v1/transactions?accountId=${other.id}`)).items as unknown as [
      TransactionView,
    ];
    await expectRefused(api.post(`/v1/imports/${earlier.id}/undo`), pan);
    for (const index of [0, 1]) ok(await api.patch(`/v1/imports/${draft.id}/rows/${index}`, { excluded: true }));
    expect((await commit(api, draft)).transactionsCreated).toBe(1);
  });

  it('closed books reject rule runs that change categories, and the undo of such a run', async () => {
    const rule = (actions: unknown[]) =>
      api.post('/v1/rules', {
        ...{ name: 'Tacos', match: 'all', actions },
        conditions: [{ field: 'description', op: 'contains', value: 'tacos' }],
      });
    const { id } = ok(await rule([{ kind: 'set_category', value: rent }]));
    const tagging = ok(await rule([{ kind: 'add_tag', value: 'comida' }]));
    ok(await api.post(`/v1/rules/${id}/apply`, { force: true }));
    const [run] = ok(await api.get(`/v1/rules/${id}/runs`)).items;
    ok(await close());
    await expectRefused(api.post(`/v1/rules/${id}/runs/${run!.id}/undo`), old.id);
    expect(ok(await api.post(`/v1/rules/${tagging.id}/apply`)).changed).toBe(1);
    ok(await close(null));
    ok(await api.post(`/v1/rules/${id}/runs/${run!.id}/undo`));
    ok(await close());
    await expectRefused(api.post(`/v1/rules/${id}/apply`, { force: true }), old.id);
  });

  it('closed books accept new exchange rates and a new base currency', async () => {
    const dollars = await anAccount(api, { name: 'USD', currency: 'USD' });
    const { id } = await aTransaction(api, { accountId: dollars.id, date: IN_CLOSED });
    ok(await close());
    ok(await api.put(`/v1/exchange-rates/USD/MXN/${IN_CLOSED}`, { rate: '18.00' }));
    expect(ok(await api.get(`/v1/transactions/${id}`)).baseAmount).toBe('450.00');
    ok(await api.patch(`/v1/accounts/${dollars.id}`, { fxMode: 'fixed', fixedRate: '20.00' }));
    ok(await api.patch('/v1/workspace', { baseCurrency: 'USD' }));
  });

  it('closing the books waits for running writes, and later writes are rejected', async () => {
    const pool = poolOf(service.database.url);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select from ledger_accounts where id = $1 for update', [account.id]);
      const writing = api.post('/v1/transactions', expense());
      await untilBlockedBy(client, service.database);
      const closing = close();
      const blocked = 'select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0';
      for (let n = 0; n < 2;) n = (await service.database.query(blocked)).length;
      const later = api.post('/v1/transactions', expense());
      await client.query('commit');
      expect([statusAndCode(await writing), statusAndCode(await closing)]).toEqual(['200', '200']);
      expect(statusAndCode(await later)).toBe(REFUSED);
      expect(await balanceOf(api, account.id)).toBe('875.00');
    } finally {
      client.release();
      await pool.end();
    }
  });

  it('each write that runs while the books are being closed is applied or rejected completely', async () => {
    const racing = [
      ...Array.from({ length: 12 }, () => api.post('/v1/transactions', expense())),
      ...[close(), edit(old.id, { amount: '90.00' }), api.delete(`/v1/transactions/${old.id}`)],
    ];
    const answers = (await Promise.all<Answer>(racing)).map(statusAndCode);
    for (const status of answers) expect(['200', REFUSED, '409 TRANSACTION_IN_TRASH']).toContain(status);
    const { items } = ok(await api.get(`/v1/transactions?to=${CLOSED}&accountId=${account.id}&q=tacos`));
    const booked = answers.slice(0, 12).filter((status) => status === '200').length;
    expect(items.filter(({ id }) => id !== old.id)).toHaveLength(booked);
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('changes with intoClosed=true', () => {
  it('changes figures of closed days, and lists each such change as an exception', async () => {
    ok(await close());
    const headers = { 'x-request-id': 'correccion-1' };
    ok(await api.patch(`/v1/transactions/${old.id}?intoClosed=true`, { amount: '90.00' }, { headers }));
    const created = ok(await api.post('/v1/transactions?intoClosed=true', expense()));
    ok(await api.patch(`/v1/accounts/${account.id}?intoClosed=true`, { openingBalance: '900.00' }));
    ok(await edit(old.id, { notes: 'nada' }, '?intoClosed=true'));
    ok(await api.post('/v1/transactions?intoClosed=true', expense({ date: IN_OPEN })));
    const { items } = ok(await api.get('/v1/books/exceptions'));
    expect(items.map(({ action, transactionIds }) => [action, transactionIds])).toEqual([
      ['updateAccount', []],
      ['createTransaction', [created.id]],
      ['updateTransaction', [old.id]],
    ]);
    expect(items[2]).toEqual({
      at: `${TODAY}T18:00:00.000Z`,
      actor: { kind: 'api_key', id: expect.any(String), name: 'test' },
      action: 'updateTransaction',
      transactionIds: [old.id],
      requestId: 'correccion-1',
    });
    expect(await balanceOf(api, account.id)).toBe('760.00');
    await expectNoDrift(service.database, workspaceId);
  });

  it('lists one exception per call, newest first, over several pages', async () => {
    ok(await close());
    const operations = Array.from({ length: 3 }, () => ({ op: 'create', ...expense() }));
    const batch = [...operations, { op: 'trash', id: old.id }, { op: 'restore', id: old.id }];
    ok(await api.post('/v1/transactions/batch?intoClosed=true', { operations: batch }));
    ok(await api.delete(`/v1/transactions/${old.id}?intoClosed=true`));
    const first = ok(await api.get('/v1/books/exceptions?limit=1'));
    const second = ok(await api.get(`/v1/books/exceptions?limit=1&cursor=${first.nextCursor}`));
    expect([first, second].flatMap(({ items }) => items.map((one) => [one.action, one.transactionIds.length]))).toEqual(
      [
        ['deleteTransaction', 1],
        ['changeTransactions', 4],
      ],
    );
    expect(second.nextCursor).toBeNull();
  });

  it('a read-only key cannot send intoClosed=true except in a dry run', async () => {
    ok(await close());
    const { key } = await aKey(service.database, workspaceId, 'read_only');
    const reading = api.as(key);
    const path = `/v1/transactions/${old.id}?intoClosed=true`;
    expect(statusAndCode(await reading.patch(path, { amount: '1.00' }))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(statusAndCode(await reading.patch(`${path}&dryRun=true`, { amount: '1.00' }))).toBe('200');
    expect(statusAndCode(await reading.patch(`/v1/transactions/${old.id}?dryRun=true`, { amount: '1.00' }))).toBe(
      REFUSED,
    );
    expect(ok(await api.get('/v1/books/exceptions')).items).toEqual([]);
  });

  it('rejects invalid values of intoClosed, and intoClosed in operations without closed days', async () => {
    expect(errorsOf(await edit(old.id, { notes: 'x' }, '?intoClosed=yes'))).toEqual(['intoClosed BOOLEAN_INVALID']);
    ok(await close());
    await expectRefused(edit(old.id, { amount: '1.00' }, '?intoClosed=false'), old.id);
    expect(errorsOf(await api.post('/v1/contacts?intoClosed=true', { name: 'Ana' }))).toEqual([
      'intoClosed UNKNOWN_FIELD',
    ]);
    expect(errorsOf(await api.get('/v1/transactions?intoClosed=true'))).toEqual(['intoClosed UNKNOWN_FIELD']);
  });

  it('a repeated Idempotency-Key does not create a second exception', async () => {
    ok(await close());
    const headers = { 'idempotency-key': 'a' };
    for (let n = 0; n < 2; n += 1) ok(await api.post('/v1/transactions?intoClosed=true', expense(), { headers }));
    expect(ok(await api.get('/v1/books/exceptions')).items).toHaveLength(1);
    const refused = { headers: { 'idempotency-key': 'b' } };
    const answers = [1, 2].map(() => api.post('/v1/transactions', expense(), refused));
    for (const answer of await Promise.all(answers)) expect(statusAndCode(answer)).toMatch(/BOOKS_CLOSED|IN_PROGRESS/);
  });
});
