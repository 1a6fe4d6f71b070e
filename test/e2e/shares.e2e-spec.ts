import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountView, TransactionView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aContact, aHousehold, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
import { aMember, removeMember } from './support/members.js';

let service: Service;
let api: Client;
let workspaceId: string;
let account: AccountView;
let ana: string;
let luis: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  account = await anAccount(api);
  ana = await aMember(service.database, workspaceId, 'Ana');
  luis = await aMember(service.database, workspaceId, 'Luis');
});

const body = (fields: Record<string, unknown> = {}) => ({
  ...{ accountId: account.id, type: 'expense', date: '2026-11-03', description: 'Súper', amount: '100.00' },
  ...{ paidBy: ana, shares: halves(), ...fields },
});
const halves = () => [ana, luis].map((memberId) => ({ memberId, weight: 1 }));
const amounts = (...shares: [string, string][]) => shares.map(([memberId, amount]) => ({ memberId, amount }));
const shared = (fields: Record<string, unknown> = {}) => aTransaction(api, body(fields));
const edit = (id: string, change: Record<string, unknown>) => api.patch(`/v1/transactions/${id}`, change);
const sharesOf = ({ shares }: TransactionView) => shares.map(({ amount, weight }) => `${amount} ${String(weight)}`);

describe('the payer and the shares of an expense', () => {
  it('returns the payer and the shares from create, get, list, batch and trash', async () => {
    const expense = await shared({ amount: '100.01', shares: [...halves()].reverse() });
    expect(expense).toMatchObject({
      paidBy: ana,
      shares: [
        { memberId: luis, amount: '50.00', weight: 1 },
        { memberId: ana, amount: '50.01', weight: 1 },
      ],
    });
    expect(ok(await api.get(`/v1/transactions/${expense.id}`))).toEqual(expense);
    expect(ok(await api.get('/v1/transactions')).items).toEqual([expense]);
    const batch = await api.post('/v1/transactions/batch', { operations: [{ op: 'create', ...body() }] });
    expect(ok(batch).results[0]).toMatchObject({ paidBy: ana, shares: [{ amount: '50.00' }, { amount: '50.00' }] });
    const trashed = ok(await api.delete(`/v1/transactions/${expense.id}`));
    expect([trashed.paidBy, trashed.shares]).toEqual([ana, expense.shares]);
    expect(ok(await api.post(`/v1/transactions/${expense.id}/restore`))).toMatchObject({ shares: expense.shares });
    await expectNoDrift(service.database, workspaceId);
  });

  it('an expense has no payer and no shares by default, or if they are null or empty', async () => {
    for (const fields of [{ paidBy: undefined, shares: undefined }, { paidBy: null, shares: null }, { shares: [] }]) {
      expect((await shared(fields)).shares).toEqual([]);
    }
    expect((await shared({ paidBy: undefined })).paidBy).toBe(null);
  });

  it('accepts share amounts that add up to the expense, and rejects others', async () => {
    const expense = await shared({ shares: amounts([ana, '70.00'], [luis, '30.00']) });
    expect(sharesOf(expense)).toEqual(['70.00 null', '30.00 null']);
    const unbalanced = await api.post('/v1/transactions', body({ shares: amounts([ana, '70.00'], [luis, '29.99']) }));
    expect([statusAndCode(unbalanced), unbalanced.body.detail]).toEqual([
      '422 SHARES_NOT_BALANCED',
      'The shares add up to 99.99, not to 100.00.',
    ]);
  });

  it.each<[string, () => Record<string, unknown>, string, string]>([
    ['a payer that is not a string', () => ({ paidBy: 5 }), '#/paidBy', 'ID_INVALID'],
    ['shares that are not a list', () => ({ shares: 'x' }), '#/shares', 'VALUE_INVALID'],
    ['a share without a member', () => ({ shares: [{ weight: 1 }] }), '#/shares/0/memberId', 'REQUIRED'],
    ['a share of zero', () => ({ shares: amounts([ana, '0.00']) }), '#/shares/0/amount', 'AMOUNT_INVALID'],
    ['a negative share', () => ({ shares: amounts([ana, '-1.00']) }), '#/shares/0/amount', 'AMOUNT_INVALID'],
    ['a weight of zero', () => ({ shares: [{ memberId: ana, weight: 0 }] }), '#/shares/0/weight', 'INTEGER_INVALID'],
    ['a weight of 1001', () => ({ shares: [{ memberId: ana, weight: 1001 }] }), '#/shares/0/weight', 'INTEGER_INVALID'],
    [
      'a fractional weight',
      () => ({ shares: [{ memberId: ana, weight: 0.5 }] }),
      '#/shares/0/weight',
      'INTEGER_INVALID',
    ],
    [
      'an amount and a weight',
      () => ({ shares: [{ memberId: ana, amount: '100.00', weight: 1 }] }),
      '#/shares/0',
      'NOT_ALLOWED',
    ],
    [
      'amounts and weights in one list',
      () => ({ shares: [...amounts([ana, '50.00']), { memberId: luis, weight: 1 }] }),
      '#/shares/1',
      'REQUIRED',
    ],
    ['neither an amount nor a weight', () => ({ shares: [{ memberId: ana }] }), '#/shares/0', 'REQUIRED'],
    ['a member twice', () => ({ shares: [...halves(), { memberId: ana, weight: 1 }] }), '#/shares/2', 'REPEATED'],
    [
      'an unknown field',
      () => ({ shares: [{ memberId: ana, weight: 1, name: 'Ana' }] }),
      '#/shares/0/name',
      'UNKNOWN_FIELD',
    ],
    ['a payer of an income', () => ({ type: 'income', shares: [] }), '#/paidBy', 'NOT_ALLOWED'],
    ['shares of an income', () => ({ type: 'income', paidBy: null }), '#/shares', 'NOT_ALLOWED'],
  ])('rejects %s in create, edit and batch', async (_, change, pointer, code) => {
    const { id } = await shared({ paidBy: null, shares: [] });
    const create = await api.post('/v1/transactions', body(change()));
    const edited = await edit(id, { ...body(), ...change() });
    const batch = await api.post('/v1/transactions/batch', { operations: [{ op: 'create', ...body(change()) }] });
    for (const answer of [create, edited]) {
      expect([answer.status, errorsOf(answer)]).toEqual([400, expect.arrayContaining([`${pointer} ${code}`])]);
    }
    expect([batch.status, errorsOf(batch)]).toEqual([
      400,
      expect.arrayContaining([`${pointer.replace('#', '#/operations/0')} ${code}`]),
    ]);
  });

  it('rejects unknown members, former members and members of another workspace', async () => {
    const other = await aHousehold(service);
    const foreign = await aMember(service.database, other.workspaceId, 'Eva');
    const { id } = await shared({ paidBy: null, shares: [] });
    await removeMember(service.database, luis);
    for (const memberId of [UNKNOWN_ID, 'nope', foreign, luis]) {
      const fields = {
        paidBy: memberId,
        shares: [
          { memberId: ana, weight: 1 },
          { memberId, weight: 1 },
        ],
      };
      for (const answer of [await api.post('/v1/transactions', body(fields)), await edit(id, fields)]) {
        expect([statusAndCode(answer), answer.body.errors?.map(({ pointer }) => pointer)]).toEqual([
          '422 REFERENCE_NOT_FOUND',
          ['#/paidBy', '#/shares/1/memberId'],
        ]);
      }
    }
  });
});

describe('an edit of a shared expense', () => {
  it('recomputes weighted shares when the amount changes, and requires new amounts otherwise', async () => {
    const weighted = await shared();
    expect(sharesOf(ok(await edit(weighted.id, { amount: '33.33' })))).toEqual(['16.66 1', '16.67 1']);
    const fixed = await shared({ shares: amounts([ana, '70.00'], [luis, '30.00']) });
    expect(statusAndCode(await edit(fixed.id, { amount: '90.00' }))).toBe('422 SHARES_NOT_BALANCED');
    const changed = await edit(fixed.id, { amount: '90.00', shares: amounts([ana, '45.00'], [luis, '45.00']) });
    expect(sharesOf(ok(changed))).toEqual(['45.00 null', '45.00 null']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('replaces and clears the payer and the shares, and the event lists only the changed fields', async () => {
    const { id } = await shared();
    const changedOf = async () => ok(await api.get('/v1/events')).items.at(-1)!.changed;
    expect(sharesOf(ok(await edit(id, { shares: [{ memberId: luis, weight: 3 }] })))).toEqual(['100.00 3']);
    expect(await changedOf()).toEqual(['shares']);
    expect(ok(await edit(id, { paidBy: luis }))).toMatchObject({ paidBy: luis, shares: [{ memberId: luis }] });
    expect(await changedOf()).toEqual(['paidBy']);
    expect(ok(await edit(id, { shares: [] }))).toMatchObject({ paidBy: luis, shares: [] });
    expect(ok(await edit(id, { paidBy: null, shares: null }))).toMatchObject({ paidBy: null, shares: [] });
    const count = ok(await api.get('/v1/events')).items.length;
    ok(await edit(id, { paidBy: null, shares: [] }));
    expect(ok(await api.get('/v1/events')).items).toHaveLength(count);
  });

  it('keeps a former member in unchanged shares, but rejects new shares of a former member', async () => {
    const fixed = await shared({ shares: amounts([ana, '70.00'], [luis, '30.00']), paidBy: luis });
    const weighted = await shared();
    await removeMember(service.database, luis);
    expect(ok(await edit(fixed.id, { description: 'Cena' })).shares).toEqual(fixed.shares);
    expect(ok(await edit(fixed.id, { shares: amounts([luis, '30.00'], [ana, '70.00']), paidBy: luis })).paidBy).toBe(
      luis,
    );
    expect(sharesOf(ok(await edit(weighted.id, { amount: '80.00' })))).toEqual(['40.00 1', '40.00 1']);
    for (const shares of [amounts([luis, '40.00'], [ana, '60.00']), [{ memberId: luis, weight: 2 }]]) {
      expect(errorsOf(await edit(fixed.id, { shares }))).toEqual(['#/shares/0/memberId REFERENCE_NOT_FOUND']);
    }
    ok(await api.delete(`/v1/transactions/${fixed.id}`));
    expect(ok(await api.post(`/v1/transactions/${fixed.id}/restore`)).paidBy).toBe(luis);
  });

  it('clears the payer and the shares when the type changes, and keeps them next to splits', async () => {
    const { id } = await shared();
    const friend = await aContact(service.database, workspaceId);
    const splits = [{ amount: '40.00' }, { amount: '60.00', type: 'lent', contactId: friend }];
    expect(ok(await edit(id, { splits }))).toMatchObject({ paidBy: ana, shares: [{}, {}], splits: [{}, {}] });
    expect(ok(await edit(id, { splits: [], type: 'income' }))).toMatchObject({ paidBy: null, shares: [] });
    expect(ok(await edit(id, { type: 'expense' }))).toMatchObject({ paidBy: null, shares: [] });
  });

  it('the payer and the shares stay editable in closed books, but the amount does not', async () => {
    const { id } = await shared();
    ok(await api.put('/v1/books', { closedThrough: '2026-11-10' }));
    expect(ok(await edit(id, { paidBy: luis, shares: [{ memberId: luis, weight: 1 }] })).paidBy).toBe(luis);
    expect(ok(await edit(id, { paidBy: null, shares: [] })).paidBy).toBe(null);
    expect(statusAndCode(await edit(id, { amount: '90.00' }))).toBe('409 BOOKS_CLOSED');
  });

  it('edits many expenses in one batch, all or none', async () => {
    const [one, two] = [await shared(), await shared({ shares: amounts([ana, '70.00'], [luis, '30.00']) })];
    const update = (id: string, change: object) => ({ op: 'update', id, ...change });
    const failed = await api.post('/v1/transactions/batch', {
      operations: [update(one.id, { paidBy: luis }), update(two.id, { amount: '9.00' })],
    });
    expect([statusAndCode(failed), failed.body.operation]).toEqual(['422 SHARES_NOT_BALANCED', 1]);
    expect(ok(await api.get(`/v1/transactions/${one.id}`)).paidBy).toBe(ana);
    const done = await api.post('/v1/transactions/batch', {
      operations: [update(one.id, { amount: '9.01' }), update(two.id, { shares: [{ memberId: luis, weight: 1 }] })],
    });
    expect(ok(done).results.map(sharesOf)).toEqual([['4.50 1', '4.51 1'], ['100.00 1']]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('If-Match fails after the payer has changed', async () => {
    const { id } = await shared();
    const { headers } = await api.get(`/v1/transactions/${id}`);
    const match = { headers: { 'If-Match': String(headers['etag']) } };
    ok(await api.patch(`/v1/transactions/${id}`, { paidBy: luis }, match));
    expect(statusAndCode(await api.patch(`/v1/transactions/${id}`, { paidBy: ana }, match))).toBe(
      '412 PRECONDITION_FAILED',
    );
  });
});
