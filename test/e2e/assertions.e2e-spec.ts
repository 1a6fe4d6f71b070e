import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, commit, statement, undo } from '../../libs/importing/test/statements.js';
import type { AccountView, AssertionView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { runCli } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok, someRates, UNKNOWN_ID } from './support/household.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';

const TODAY = '2026-11-15';
const NOW = `${TODAY}T18:00:00.000Z`;
const DAY = '2026-10-31';

let service: Service;
let clock: MovingClock;
let api: Client;
let workspaceId: string;
let account: AccountView;

beforeAll(async () => {
  clock = aMovingClock(TODAY);
  service = await startApi({ env: clock.env });
});
afterAll(async () => {
  await service.stop();
  clock.remove();
});
beforeEach(async () => {
  clock.moveTo(TODAY);
  ({ api, workspaceId } = await aHousehold(service));
  account = await anAccount(api, { openingDate: '2026-01-01', openingBalance: '1000.00' });
});

async function asserted(fields: Record<string, unknown> = {}, accountId = account.id): Promise<AssertionView> {
  return ok(await api.post(`/v1/accounts/${accountId}/assertions`, { date: DAY, balance: '1000.00', ...fields }));
}
const spend = (fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: account.id, date: '2026-10-20', ...fields });
const read = async (id: string) => ok(await api.get(`/v1/assertions/${id}`));
const explain = async (id: string) => ok(await api.get(`/v1/assertions/${id}/explain`));

async function status(id: string): Promise<string> {
  const { status: is, actual, difference } = await read(id);
  return `${is} ${actual} ${difference}`;
}

/** Formats the changes that explain an assertion, and checks that they add up. */
async function reasons(id: string, actualThen = '1000.00'): Promise<string[]> {
  const { assertion, changes, rest } = await explain(id);
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const sum = [...changes.map(({ amount }) => amount), rest].reduce((total, amount) => total + cents(amount), 0);
  expect(sum).toBe(cents(assertion.actual) - cents(actualThen));
  return [...changes.map(({ kind, amount }) => `${kind} ${amount}`), `rest ${rest}`];
}

async function events(): Promise<string[]> {
  return ok(await api.get('/v1/events?limit=200&types=assertion.*')).items.map(({ type }) => type);
}

describe('an assertion', () => {
  it('returns every field of an assertion from create, get and delete', async () => {
    const created = await asserted({ balance: '1050.00', note: ' Estado\nde cuenta ' });
    expect(created).toEqual({
      id: created.id,
      accountId: account.id,
      date: DAY,
      balance: '1050.00',
      source: 'manual',
      importId: null,
      note: 'Estado\nde cuenta',
      status: 'broken',
      actual: '1000.00',
      difference: '50.00',
      brokenSince: NOW,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await read(created.id)).toEqual(created);
    expect(ok(await api.delete(`/v1/assertions/${created.id}`))).toEqual(created);
    expect(statusAndCode(await api.get(`/v1/assertions/${created.id}`))).toBe('404 ASSERTION_NOT_FOUND');
    expect(await events()).toEqual(['assertion.created', 'assertion.deleted']);
  });

  it('compares an assertion with the balance at the end of its day, regardless of later days', async () => {
    const { id } = await asserted();
    await spend({ date: '2026-11-01' });
    expect(await status(id)).toBe('holds 1000.00 0.00');
    const { id: expense } = await spend({ date: DAY, amount: '85.00' });
    expect(await status(id)).toBe('broken 915.00 85.00');
    ok(await api.patch(`/v1/transactions/${expense}`, { date: '2026-11-01' }));
    expect(await status(id)).toBe('holds 1000.00 0.00');
    expect((await read(id)).brokenSince).toBeNull();
  });

  it('an assertion about a liability compares the amount owed', async () => {
    const card = await anAccount(api, { typeId: 'credit_card', openingDate: '2026-01-01', openingBalance: '250.00' });
    const { id } = await asserted({ balance: '350.00' }, card.id);
    await spend({ accountId: card.id, amount: '100.00' });
    expect(await status(id)).toBe('holds 350.00 0.00');
    expect(await reasons(id, '250.00')).toEqual(['created 100.00', 'rest 0.00']);
  });

  it('an assertion dated before the opening date does not count the opening balance', async () => {
    const { id } = await asserted({ date: '2025-12-31', balance: '0.00' });
    expect(await status(id)).toBe('holds 0.00 0.00');
  });

  it('a new assertion for the same day replaces the earlier one and keeps its ID', async () => {
    const first = await asserted({ note: 'uno' });
    clock.moveTo('2026-11-16');
    const second = await asserted({ balance: '990.00' });
    expect(second).toMatchObject({ id: first.id, balance: '990.00', note: null, createdAt: NOW, status: 'broken' });
    expect(await asserted({ balance: '990.00' })).toEqual(second);
    expect(await events()).toEqual(['assertion.created', 'assertion.updated']);
    const [, updated] = ok(await api.get('/v1/events?types=assertion.*')).items;
    expect([updated!.subject, updated!.changed]).toEqual([{ kind: 'assertion', id: first.id }, ['balance', 'note']]);
  });

  it('an assertion can be edited, but not moved to a day that has another assertion', async () => {
    const { id } = await asserted();
    const other = await asserted({ date: '2026-09-30' });
    const edit = (fields: unknown) => api.patch(`/v1/assertions/${id}`, fields);
    expect(statusAndCode(await edit({ date: '2026-09-30' }))).toBe('409 ASSERTION_EXISTS');
    expect(ok(await edit({ date: '2026-10-30', balance: '1.00', note: 'x' }))).toMatchObject({
      ...{ id, date: '2026-10-30', balance: '1.00', note: 'x', status: 'broken' },
    });
    ok(await edit({ note: null }));
    ok(await edit({}));
    ok(await api.delete(`/v1/assertions/${other.id}`));
    expect(ok(await edit({ date: '2026-09-30' })).note).toBeNull();
    expect((await events()).filter((type) => type === 'assertion.updated')).toHaveLength(3);
  });

  it('rejects invalid fields of an assertion', async () => {
    const path = `/v1/accounts/${account.id}/assertions`;
    const post = async (fields: unknown) => errorsOf(await api.post(path, fields));
    expect(await post({ date: '2026-11-16', balance: '1.00' })).toEqual(['#/date DATE_INVALID']);
    expect(await post({ date: '2026-02-30', balance: '1.00' })).toEqual(['#/date DATE_INVALID']);
    expect(await post({ date: DAY, balance: '1.001' })).toEqual(['#/balance AMOUNT_INVALID']);
    expect(await post({ date: DAY, balance: 1 })).toEqual(['#/balance AMOUNT_INVALID']);
    expect(await post({ date: DAY, balance: '99999999999999.00' })).toEqual(['#/balance AMOUNT_INVALID']);
    expect(await post({ date: DAY })).toEqual(['#/balance REQUIRED']);
    expect(await post({ date: DAY, balance: '1.00', status: 'holds' })).toEqual(['#/status UNKNOWN_FIELD']);
    expect(await post({ date: DAY, balance: '1.00', note: 'x'.repeat(2_001) })).toEqual(['#/note TEXT_INVALID']);
    const { id } = await asserted({ date: TODAY, balance: '-9999999999999.99' });
    expect((await read(id)).difference).toBe('-10000000000999.99');
    expect(errorsOf(await api.patch(`/v1/assertions/${id}`, { date: '2026-11-16' }))).toEqual(['#/date DATE_INVALID']);
    expect(errorsOf(await api.patch(`/v1/assertions/${id}`, { balance: null }))).toEqual(['#/balance AMOUNT_INVALID']);
    expect(errorsOf(await api.get('/v1/assertions?status=all'))).toEqual(['status VALUE_NOT_ALLOWED']);
  });

  it('returns 404 for an assertion or an account of another workspace', async () => {
    const { id } = await asserted();
    const { api: theirs } = await aHousehold(service);
    const fields = { date: DAY, balance: '1.00' };
    expect([
      statusAndCode(await theirs.get(`/v1/assertions/${id}`)),
      statusAndCode(await theirs.patch(`/v1/assertions/${id}`, { note: 'x' })),
      statusAndCode(await theirs.delete(`/v1/assertions/${id}`)),
      statusAndCode(await theirs.get(`/v1/assertions/${id}/explain`)),
      statusAndCode(await theirs.get(`/v1/accounts/${account.id}/assertions`)),
      statusAndCode(await theirs.post(`/v1/accounts/${account.id}/assertions`, fields)),
      statusAndCode(await api.post(`/v1/accounts/${UNKNOWN_ID}/assertions`, fields)),
    ]).toEqual([
      ...Array<string>(4).fill('404 ASSERTION_NOT_FOUND'),
      ...Array<string>(3).fill('404 ACCOUNT_NOT_FOUND'),
    ]);
    expect(ok(await theirs.get('/v1/assertions')).items).toEqual([]);
  });

  it('the ETag of an assertion does not depend on its status, and GET never returns 304', async () => {
    const { id } = await asserted({ note: 'x' });
    const first = await api.get(`/v1/assertions/${id}`);
    await spend();
    const broken = await api.get(`/v1/assertions/${id}`, {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([broken.status, broken.headers['etag'], broken.body.status]).toEqual([200, first.headers['etag'], 'broken']);
    const headers = { 'if-match': String(first.headers['etag']) };
    const edited = await api.patch(`/v1/assertions/${id}`, { note: 'y' }, { headers });
    expect([edited.status, edited.headers['etag']]).toEqual([
      200,
      (await api.get(`/v1/assertions/${id}`)).headers['etag'],
    ]);
    expect(statusAndCode(await api.delete(`/v1/assertions/${id}`, undefined, { headers }))).toBe(
      '412 PRECONDITION_FAILED',
    );
  });

  it('lists assertions by date, newest first, over several pages and filtered by account and status', async () => {
    const savings = await anAccount(api, { openingDate: '2026-01-01' });
    for (const month of ['01', '02', '03']) await asserted({ date: `2026-${month}-15` });
    await asserted({ date: '2026-02-20' }, savings.id);
    const dates = async (path: string) => {
      const { items } = await everyItem(api, path);
      return (items as AssertionView[]).map(({ date }) => date.slice(5));
    };
    expect(await dates('/v1/assertions?limit=1')).toEqual(['03-15', '02-20', '02-15', '01-15']);
    expect(await dates(`/v1/accounts/${account.id}/assertions?limit=2`)).toEqual(['03-15', '02-15', '01-15']);
    expect(await dates('/v1/assertions?status=broken')).toEqual(['02-20']);
    expect(await dates('/v1/assertions?status=holds')).toHaveLength(3);
    const { nextCursor } = ok(await api.get('/v1/assertions?limit=1'));
    const misused = await api.get(`/v1/assertions?limit=1&status=broken&cursor=${nextCursor}`);
    expect(statusAndCode(misused)).toBe('400 CURSOR_INVALID');
  });

  it('deleting an account deletes its assertions', async () => {
    const empty = await anAccount(api);
    const { id } = await asserted({ balance: '0.00' }, empty.id);
    ok(await api.delete(`/v1/accounts/${empty.id}`));
    expect(statusAndCode(await api.get(`/v1/assertions/${id}`))).toBe('404 ASSERTION_NOT_FOUND');
  });

  it('creating an assertion supports Idempotency-Key and dryRun', async () => {
    const path = `/v1/accounts/${account.id}/assertions`;
    const tried = ok(await api.post(`${path}?dryRun=true`, { date: DAY, balance: '1.00' }));
    expect((tried as { result: AssertionView }).result.status).toBe('broken');
    const send = () => api.post(path, { date: DAY, balance: '1.00' }, { headers: { 'idempotency-key': 'k' } });
    expect((await send()).text).toBe((await send()).text);
    expect(await events()).toEqual(['assertion.created']);
  });

  it('an explanation starts from the balance in the create response, even during concurrent writes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 3 === 0 ? asserted({ date: `2026-10-${20 + n / 3}` }) : spend({ amount: '1.00' }),
      ),
    );
    for (const { id, actual } of answers.filter((answer) => 'brokenSince' in answer) as AssertionView[]) {
      const { assertion, changes, rest } = await explain(id);
      const sum = [...changes.map(({ amount }) => amount), rest].reduce((total, amount) => total + Number(amount), 0);
      expect([id, Number(assertion.actual) - sum]).toEqual([id, Number(actual)]);
    }
  });

  it('concurrent requests create one assertion per day', async () => {
    const all = await Promise.all(['1.00', '2.00', '3.00', '4.00'].map((balance) => asserted({ balance })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the explanation of an assertion', () => {
  it('lists every kind of change, newest first, and the changes add up', async () => {
    const savings = await anAccount(api, { openingDate: '2026-01-01' });
    const before = await spend({ amount: '100.00' });
    const { id } = await asserted({ balance: '900.00' });
    const [first, second] = [await spend({ amount: '10.00' }), await spend({ amount: '20.00', date: '2026-11-02' })];
    ok(await api.patch(`/v1/transactions/${first.id}`, { amount: '12.00' }));
    ok(await api.patch(`/v1/transactions/${first.id}`, { description: 'Cena' }));
    ok(await api.patch(`/v1/transactions/${first.id}`, { date: '2026-10-02' }));
    ok(await api.patch(`/v1/transactions/${second.id}`, { date: DAY, amount: '21.00' }));
    ok(await api.patch(`/v1/transactions/${before.id}`, { accountId: savings.id }));
    ok(await api.delete(`/v1/transactions/${first.id}`));
    ok(await api.post(`/v1/transactions/${first.id}/restore`));
    await commit(api, await aDraft(api, account.id, statement([['2026-10-07', 'Pan', '-7.00']])));
    ok(await api.patch(`/v1/accounts/${account.id}`, { openingBalance: '1001.00' }));
    ok(await api.patch(`/v1/accounts/${account.id}`, { openingDate: '2026-11-01' }));
    expect(await reasons(id, '900.00')).toEqual([
      ...['moved -1001.00', 'edited 1.00', 'imported -7.00', 'restored -12.00', 'trashed 12.00', 'moved 100.00'],
      ...['moved -21.00', 'edited -2.00', 'created -10.00', 'rest 0.00'],
    ]);
    const { changes, since } = await explain(id);
    expect(since).toBe(NOW);
    expect(changes.slice(-1)).toEqual([
      {
        transactionId: first.id,
        at: NOW,
        actor: { kind: 'api_key', id: expect.any(String), name: 'test' },
        kind: 'created',
        amount: '-10.00',
      },
    ]);
    expect(changes[1]!.transactionId).toBeNull();
  });

  it('lists a transfer in the explanations of both accounts', async () => {
    const savings = await anAccount(api, { openingDate: '2026-01-01' });
    const { id } = await asserted();
    const { id: received } = await asserted({ balance: '0.00' }, savings.id);
    const moved = await spend({ type: 'transfer', toAccountId: savings.id, amount: '300.00' });
    ok(await api.patch(`/v1/transactions/${moved.id}`, { amount: '200.00' }));
    expect(await reasons(id)).toEqual(['edited 100.00', 'created -300.00', 'rest 0.00']);
    expect(await reasons(received, '0.00')).toEqual(['edited -100.00', 'created 300.00', 'rest 0.00']);
  });

  it('an explanation restarts when the date or balance of the assertion changes, but not when the note changes', async () => {
    const { id } = await asserted();
    await spend({ amount: '10.00' });
    clock.moveTo('2026-11-16');
    ok(await api.patch(`/v1/assertions/${id}`, { note: 'x' }));
    expect([(await explain(id)).since, await reasons(id)]).toEqual([NOW, ['created -10.00', 'rest 0.00']]);
    ok(await api.patch(`/v1/assertions/${id}`, { balance: '990.00' }));
    await spend({ amount: '5.00' });
    expect(await reasons(id, '990.00')).toEqual(['created -5.00', 'rest 0.00']);
    ok(await api.patch(`/v1/assertions/${id}`, { date: '2026-10-30' }));
    expect(await reasons(id, '985.00')).toEqual(['rest 0.00']);
  });

  it('sums changes that are older than 30 days in `rest`', async () => {
    const { id } = await asserted();
    await spend({ amount: '10.00' });
    clock.moveTo('2026-12-01');
    await spend({ amount: '1.00' });
    clock.moveTo('2026-12-16');
    expect(await reasons(id)).toEqual(['created -1.00', 'rest -10.00']);
    expect((await read(id)).brokenSince).toBe(NOW);
  });

  it('lists each operation of a batch as a separate change', async () => {
    const { id } = await asserted();
    const { id: expense } = await spend({ amount: '10.00' });
    const operations = [
      { op: 'update', id: expense, amount: '11.00' },
      { op: 'update', id: expense, amount: '12.00' },
      { op: 'trash', id: expense },
    ];
    ok(await api.post('/v1/transactions/batch', { operations }));
    expect(await reasons(id)).toEqual(['trashed 12.00', 'edited -1.00', 'edited -1.00', 'created -10.00', 'rest 0.00']);
  });
});

describe('brokenSince', () => {
  it('brokenSince is the time of the change that broke the assertion', async () => {
    const { id } = await asserted();
    clock.moveTo('2026-11-16');
    const { id: expense } = await spend({ amount: '10.00' });
    clock.moveTo('2026-11-17');
    await spend({ amount: '1.00' });
    expect((await read(id)).brokenSince).toBe('2026-11-16T18:00:00.000Z');
    ok(await api.patch(`/v1/transactions/${expense}`, { type: 'income', amount: '1.00' }));
    expect((await read(id)).brokenSince).toBeNull();
    clock.moveTo('2026-11-18');
    ok(await api.delete(`/v1/transactions/${expense}`));
    expect((await read(id)).brokenSince).toBe('2026-11-18T18:00:00.000Z');
  });
});

describe('an import whose closing balance equals the account balance', () => {
  const rows: Movement[] = [
    ['2026-10-05', 'Pan', '-10.00', '990.00'],
    ['2026-10-09', 'Leche', '-15.00', '975.00'],
  ];
  const aStatement = (movements = rows, accountId = account.id) =>
    aDraft(api, accountId, statement(movements, 'Saldo'));
  const all = async () => ok(await api.get('/v1/assertions')).items;

  it('a commit creates an assertion, and an undo deletes it', async () => {
    const draft = await aStatement();
    expect(draft.reconciliation!.difference).toBe('0.00');
    const committed = await commit(api, draft);
    const [assertion] = await all();
    expect(assertion).toMatchObject({
      ...{ accountId: account.id, date: '2026-10-09', balance: '975.00', source: 'import', importId: committed.id },
      ...{ status: 'holds', note: null },
    });
    expect(await reasons(assertion!.id, '975.00')).toEqual(['rest 0.00']);
    expect(await events()).toEqual([]);
    await undo(api, committed);
    expect(await all()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('a commit creates no assertion if the balances differ', async () => {
    await spend({ amount: '1.00' });
    await commit(api, await aStatement());
    expect(await all()).toEqual([]);
  });

  it('a commit and its undo keep a manual assertion for the same day', async () => {
    const { id } = await asserted({ date: '2026-10-09', balance: '975.00', note: 'mía' });
    const committed = await commit(api, await aStatement());
    expect(await all()).toMatchObject([{ id, source: 'manual', note: 'mía', status: 'holds' }]);
    expect(await reasons(id)).toEqual(['imported -15.00', 'imported -10.00', 'rest 0.00']);
    await undo(api, committed);
    expect(await all()).toHaveLength(1);
  });

  it('an undo keeps an assertion that a client has replaced', async () => {
    const committed = await commit(api, await aStatement());
    const [first] = await all();
    expect(await asserted({ date: '2026-10-09', balance: '975.00' })).toMatchObject({
      ...{ id: first!.id, source: 'manual', importId: null },
    });
    await undo(api, committed);
    expect(await all()).toMatchObject([{ id: first!.id, status: 'broken' }]);
    expect(await reasons(first!.id, '975.00')).toEqual(['trashed 15.00', 'trashed 10.00', 'rest 0.00']);
  });

  it('editing the balance of an imported assertion makes it manual, but editing the note does not', async () => {
    const committed = await commit(api, await aStatement());
    const id = (await all())[0]!.id;
    ok(await api.patch(`/v1/assertions/${id}`, { note: 'x' }));
    expect(await all()).toMatchObject([{ source: 'import', note: 'x' }]);
    ok(await api.patch(`/v1/assertions/${id}`, { balance: '974.00' }));
    await undo(api, committed);
    expect(await all()).toMatchObject([{ id, source: 'manual', importId: null, balance: '974.00', note: 'x' }]);
  });

  it('an import replaces the assertion of an earlier import for the same day, and its undo restores that assertion', async () => {
    const first = await commit(api, await aStatement());
    const more: Movement[] = [...rows, ['2026-10-09', 'Queso', '-5.00', '970.00']];
    const second = await commit(api, await aStatement(more));
    const ofSecond = { balance: '970.00', importId: second.id, status: 'holds' };
    expect(await all()).toMatchObject([ofSecond]);
    await undo(api, second);
    expect(await all()).toMatchObject([{ balance: '975.00', importId: first.id, status: 'holds' }]);
    const third = await commit(api, await aStatement(more));
    await undo(api, first);
    expect(await all()).toMatchObject([{ balance: '970.00', importId: third.id }]);
    await undo(api, third);
    expect(await all()).toEqual([]);
  });
});

describe('balances and net worth on an earlier day', () => {
  it('returns balances at the end of the requested day, and net worth at the rates of that day', async () => {
    await someRates(service.database, ['USD', 'MXN', '2026-09-01', '18.00'], ['USD', 'MXN', '2026-10-01', '20.00']);
    const dollars = await anAccount(api, { currency: 'USD', openingDate: '2026-09-15', openingBalance: '10.00' });
    const closing = await anAccount(api, { typeId: 'cash', openingDate: '2026-01-01', openingBalance: '50.00' });
    await spend({ date: '2026-09-20', amount: '100.00' });
    await spend({ accountId: closing.id, date: '2026-10-05', amount: '50.00' });
    ok(await api.post(`/v1/accounts/${closing.id}/close`));
    await spend({ date: '2027-01-01', amount: '1.00' });
    const balances = async (date: string) =>
      ok(await api.get(`/v1/accounts?status=all&date=${date}`)).map(({ balance }) => balance);
    expect(await balances('2025-12-31')).toEqual(['0.00', '0.00', '0.00']);
    expect(await balances('2026-09-14')).toEqual(['1000.00', '0.00', '50.00']);
    expect(await balances('2026-09-20')).toEqual(['900.00', '10.00', '50.00']);
    expect(await balances(TODAY)).toEqual(['900.00', '10.00', '0.00']);
    expect(await balances('2027-01-01')).toEqual(['899.00', '10.00', '0.00']);
    const worth = async (date: string) => ok(await api.get(`/v1/net-worth?date=${date}`));
    expect(await worth('2026-09-20')).toMatchObject({ netWorth: '1130.00', ratesAsOf: '2026-09-01' });
    expect(await worth('2026-10-04')).toMatchObject({ netWorth: '1150.00', ratesAsOf: '2026-10-01' });
    expect(await worth('2026-09-14')).toMatchObject({ netWorth: '1050.00', ratesAsOf: '2026-09-14' });
    expect((await worth(TODAY)).netWorth).toBe('1100.00');
    expect(ok(await api.get('/v1/net-worth')).netWorth).toBe('1099.00');
    expect(ok(await api.get(`/v1/accounts/${account.id}`)).balance).toBe('899.00');
    const { points } = ok(await api.get('/v1/net-worth/history?from=2026-09-14&to=2026-11-15'));
    for (const { date, netWorth } of points.filter((_, at) => at % 9 === 0)) {
      expect([date, (await worth(date)).netWorth]).toEqual([date, netWorth]);
    }
    expect(errorsOf(await api.get('/v1/accounts?date=2026-13-01'))).toEqual(['date DATE_INVALID']);
    expect(errorsOf(await api.get('/v1/net-worth?date=ayer'))).toEqual(['date DATE_INVALID']);
    expect(dollars.balance).toBe('10.00');
  });
});

it('ledger verify reports broken assertions as information, not as drift', async () => {
  const { id } = await asserted({ balance: '1.00' });
  await asserted({ date: '2026-09-30' });
  const { code, json } = await runCli(service.database, 'ledger', 'verify', '--workspace', workspaceId);
  expect([code, json.drift]).toEqual([0, []]);
  expect(json.brokenAssertions).toEqual([
    { workspaceId, id, accountId: account.id, date: DAY, balance: '1.00', actual: '1000.00' },
  ]);
});
