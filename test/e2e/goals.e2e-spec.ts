import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountView, GoalView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { expectNoDrift, runCli } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok, UNKNOWN_ID } from './support/household.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';

const TODAY = '2026-11-15';

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
  account = await anAccount(api, { openingBalance: '1000.00' });
});

async function aGoal(fields: Record<string, unknown> = {}): Promise<GoalView> {
  return ok(await api.post('/v1/goals', { name: 'Viaje', accountId: account.id, target: '600.00', ...fields }));
}

const move = (id: string, amount: string, fields: Record<string, unknown> = {}) =>
  api.post(`/v1/goals/${id}/moves`, { amount, ...fields });
const goal = async (id: string) => ok(await api.get(`/v1/goals/${id}`));
const spend = (goalId: string, amount: string, fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: account.id, date: TODAY, amount, goalId, ...fields });
const trySpending = (goalId: string | null, amount: string, fields: Record<string, unknown> = {}) =>
  api.post('/v1/transactions', {
    ...{ accountId: account.id, type: 'expense', date: TODAY, description: 'Hotel', amount, goalId, ...fields },
  });

async function money(): Promise<string> {
  const { balance, setAside, free } = ok(await api.get(`/v1/accounts/${account.id}`));
  return `${balance} = ${setAside} + ${free}`;
}

async function figures(id: string): Promise<string> {
  const { saved, spent, remaining, shortfall, status } = await goal(id);
  return `${saved} ${spent} ${remaining} ${shortfall} ${status}`;
}

describe('goals', () => {
  it('returns every field of a goal from create and get', async () => {
    const created = await aGoal({ targetDate: '2026-12-31', funding: { every: 'quincena', amount: '150.00' } });
    expect(created).toEqual({
      id: created.id,
      name: 'Viaje',
      accountId: account.id,
      currency: 'MXN',
      target: '600.00',
      targetDate: '2026-12-31',
      saved: '0.00',
      spent: '0.00',
      remaining: '600.00',
      shortfall: '0.00',
      funding: { every: 'quincena', amount: '150.00', from: TODAY },
      perPeriod: '150.00',
      periodsLeft: 4,
      expectedOn: '2026-12-31',
      status: 'on_track',
      heldByBank: false,
      priority: 100,
      archivedAt: null,
      createdAt: created.createdAt,
      updatedAt: created.updatedAt,
    });
    expect(await goal(created.id)).toEqual(created);
  });

  it('lists goals by priority, then by name, and filters them by archived', async () => {
    const names = async (archived: string) =>
      ok(await api.get(`/v1/goals?archived=${archived}`)).map(({ name }) => name);
    const listed = async () => ok(await api.get('/v1/goals')).map(({ name }) => name);
    await aGoal({ name: 'Zapatos' });
    await aGoal({ name: 'árbol' });
    await aGoal({ name: 'Último', priority: 1_000 });
    const { id } = await aGoal({ name: 'Urgente', priority: 1 });
    expect(await listed()).toEqual(['Urgente', 'árbol', 'Zapatos', 'Último']);
    ok(await api.patch(`/v1/goals/${id}`, { archived: true }));
    expect(await names('false')).toEqual(['árbol', 'Zapatos', 'Último']);
    expect(await names('true')).toEqual(['Urgente']);
    expect(await names('all')).toHaveLength(4);
    expect(statusAndCode(await api.get('/v1/goals?archived=maybe'))).toBe('400 VALIDATION_FAILED');
  });

  it('rejects invalid fields of a new goal', async () => {
    const faults = async (fields: Record<string, unknown>) =>
      errorsOf(await api.post('/v1/goals', { name: 'x', accountId: account.id, target: '1.00', ...fields }));
    expect(await faults({ target: '0.00' })).toEqual(['#/target AMOUNT_INVALID']);
    expect(await faults({ target: '-1.00' })).toEqual(['#/target AMOUNT_INVALID']);
    expect(await faults({ name: '' })).toEqual(['#/name TEXT_INVALID']);
    expect(await faults({ targetDate: '2026-02-30' })).toEqual(['#/targetDate DATE_INVALID']);
    expect(await faults({ funding: { every: 'year', amount: '1.00' } })).toEqual(['#/funding/every VALUE_NOT_ALLOWED']);
    expect(await faults({ funding: { every: 'week' } })).toEqual(['#/funding/amount REQUIRED']);
    expect(await faults({ priority: 1.5 })).toEqual(['#/priority INTEGER_INVALID']);
    expect(await faults({ color: 'red' })).toEqual(['#/color UNKNOWN_FIELD']);
  });

  it('rejects a goal in an unknown account or a liability', async () => {
    const card = await anAccount(api, { typeId: 'credit_card' });
    for (const accountId of [UNKNOWN_ID, card.id]) {
      const answer = await api.post('/v1/goals', { name: 'x', accountId, target: '1.00' });
      expect(statusAndCode(answer)).toBe('422 REFERENCE_NOT_FOUND');
      expect(errorsOf(answer)).toEqual(['#/accountId REFERENCE_NOT_FOUND']);
    }
    expect(card).toMatchObject({ setAside: null, free: null });
  });

  it('returns 404 for a goal of another workspace, and rejects references to its goals and accounts', async () => {
    const { id } = await aGoal();
    const mine = ok(await move(id, '100.00'));
    const { api: stranger } = await aHousehold(service);
    const own = await anAccount(stranger, { openingBalance: '500.00' });
    const theirs = ok(await stranger.post('/v1/goals', { name: 'x', accountId: own.id, target: '1.00' }));
    for (const answer of [
      await stranger.get(`/v1/goals/${id}`),
      await stranger.patch(`/v1/goals/${id}`, { name: 'y' }),
      await stranger.delete(`/v1/goals/${id}`),
      await stranger.get(`/v1/goals/${id}/moves`),
      await stranger.post(`/v1/goals/${id}/moves`, { amount: '1.00' }),
      await stranger.delete(`/v1/goals/${id}/moves/${mine.id}`),
    ]) {
      expect(statusAndCode(answer)).toBe('404 GOAL_NOT_FOUND');
    }
    const given = await stranger.post(`/v1/goals/${theirs.id}/moves`, { amount: '1.00', fromGoalId: id });
    expect(statusAndCode(given)).toBe('422 REFERENCE_NOT_FOUND');
    const foreign = await stranger.post('/v1/goals', { name: 'x', accountId: account.id, target: '1.00' });
    expect(statusAndCode(foreign)).toBe('422 REFERENCE_NOT_FOUND');
    expect(await goal(id)).toMatchObject({ saved: '100.00' });
  });

  it('updating a goal changes only the fields in the request', async () => {
    const { id, createdAt } = await aGoal({ targetDate: '2027-01-31' });
    const funding = { every: 'week', amount: '5.00', from: '2026-11-16' };
    const edited = ok(await api.patch(`/v1/goals/${id}`, { funding, heldByBank: true, priority: -3, target: '700' }));
    expect(edited).toMatchObject({
      funding,
      heldByBank: true,
      priority: -3,
      target: '700.00',
      name: 'Viaje',
      createdAt,
    });
    const cleared = ok(await api.patch(`/v1/goals/${id}`, { funding: null, targetDate: null }));
    expect(cleared).toMatchObject({ funding: null, targetDate: null, perPeriod: null, status: 'no_date' });
    expect(ok(await api.patch(`/v1/goals/${id}`, { priority: -3 }))).toEqual(cleared);
  });

  it('an account with a goal cannot be deleted or change its currency or kind', async () => {
    const empty = await anAccount(api);
    const { id } = await aGoal({ accountId: empty.id });
    expect(statusAndCode(await api.delete(`/v1/accounts/${empty.id}`))).toBe('409 ACCOUNT_IN_USE');
    for (const change of [{ currency: 'USD' }, { typeId: 'credit_card' }]) {
      expect(statusAndCode(await api.patch(`/v1/accounts/${empty.id}`, change))).toBe('409 ACCOUNT_IN_USE');
    }
    ok(await api.patch(`/v1/accounts/${empty.id}`, { typeId: 'savings', name: 'Ahorro' }));
    ok(await api.patch(`/v1/goals/${id}`, { archived: true }));
    expect(statusAndCode(await api.delete(`/v1/accounts/${empty.id}`))).toBe('409 ACCOUNT_IN_USE');
    ok(await api.delete(`/v1/goals/${id}`));
    ok(await api.delete(`/v1/accounts/${empty.id}`));
  });
});

describe('moves of a goal', () => {
  it('a move changes the amounts set aside and free, but not the balance or the net worth', async () => {
    const { id } = await aGoal();
    const netWorth = ok(await api.get('/v1/net-worth'));
    const set = ok(await move(id, '400.00', { note: 'Aguinaldo\n2026', date: '2026-11-10' }));
    expect(set).toEqual({
      id: set.id,
      amount: '400.00',
      date: '2026-11-10',
      note: 'Aguinaldo\n2026',
      fromGoalId: null,
    });
    expect(await money()).toBe('1000.00 = 400.00 + 600.00');
    const taken = ok(await move(id, '-150.00'));
    expect(await figures(id)).toBe('250.00 0.00 350.00 0.00 no_date');
    expect(await money()).toBe('1000.00 = 250.00 + 750.00');
    expect(ok(await api.get('/v1/net-worth'))).toEqual(netWorth);
    expect(ok(await api.get(`/v1/goals/${id}/moves`)).items).toEqual([taken, set]);
    expect(ok(await api.delete(`/v1/goals/${id}/moves/${set.id}`).then(() => move(id, '350.00')))).toMatchObject({
      amount: '350.00',
    });
  });

  it('a move can be undone once, and only if the goal or the account still has the money', async () => {
    const { id } = await aGoal();
    const set = ok(await move(id, '400.00'));
    const taken = ok(await move(id, '-150.00'));
    const undo = (moveId: string) => api.delete(`/v1/goals/${id}/moves/${moveId}`);
    expect(statusAndCode(await undo(set.id))).toBe('409 GOAL_EMPTY');
    expect(ok(await undo(taken.id))).toEqual(taken);
    expect(ok(await undo(set.id))).toEqual(set);
    expect(statusAndCode(await undo(set.id))).toBe('404 MOVE_NOT_FOUND');
    expect(await money()).toBe('1000.00 = 0.00 + 1000.00');
    const back = ok(await move(id, '900.00').then(() => move(id, '-900.00')));
    await aTransaction(api, { accountId: account.id, amount: '200.00' });
    const refused = await undo(back.id);
    expect(statusAndCode(refused)).toBe('409 GOAL_ACCOUNT_SHORT');
    expect(refused.body).toMatchObject({ free: '800.00' });
  });

  it('rejects a move of more money than the account has free or the goal has saved', async () => {
    const { id } = await aGoal();
    ok(await move(id, '900.00'));
    const refused = await move(id, '100.01');
    expect(statusAndCode(refused)).toBe('409 GOAL_ACCOUNT_SHORT');
    expect(refused.body).toMatchObject({ free: '100.00' });
    ok(await move(id, '100.00'));
    expect(statusAndCode(await move(id, '-1000.01'))).toBe('409 GOAL_EMPTY');
    expect(await money()).toBe('1000.00 = 1000.00 + 0.00');
  });

  it('fromGoalId moves money between two goals of an account', async () => {
    const [from, to] = [await aGoal({ name: 'A' }), await aGoal({ name: 'B' })];
    ok(await move(from.id, '1000.00'));
    const moved = ok(await move(to.id, '300.00', { fromGoalId: from.id }));
    expect(moved).toMatchObject({ amount: '300.00', fromGoalId: from.id });
    expect([await figures(from.id), await figures(to.id)]).toEqual([
      '700.00 0.00 0.00 0.00 reached',
      '300.00 0.00 300.00 0.00 no_date',
    ]);
    expect(await money()).toBe('1000.00 = 1000.00 + 0.00');
    const [given] = ok(await api.get(`/v1/goals/${from.id}/moves`)).items;
    expect(given).toEqual({ ...moved, amount: '-300.00' });
    expect(statusAndCode(await move(to.id, '700.01', { fromGoalId: from.id }))).toBe('409 GOAL_EMPTY');
    expect(ok(await api.delete(`/v1/goals/${to.id}/moves/${moved.id}`))).toEqual(moved);
    expect([(await goal(from.id)).saved, (await goal(to.id)).saved]).toEqual(['1000.00', '0.00']);
  });

  it('rejects a zero amount, and a fromGoalId that is the same goal, in another account or with a negative amount', async () => {
    const { id } = await aGoal();
    const other = await aGoal({ accountId: (await anAccount(api)).id });
    for (const [amount, fields] of [
      ['0.00', {}],
      ['0', {}],
      ['10.00', { fromGoalId: id }],
      ['-10.00', { fromGoalId: other.id }],
      ['10.00', { fromGoalId: other.id }],
      ['10.00', { date: 'today' }],
      ['10.00', { note: 'x'.repeat(2_001) }],
    ] as const) {
      expect(statusAndCode(await move(id, amount, fields))).toBe('400 VALIDATION_FAILED');
    }
    expect(statusAndCode(await move(id, '10.00', { fromGoalId: UNKNOWN_ID }))).toBe('422 REFERENCE_NOT_FOUND');
  });

  it('lists the latest moves first, over several pages', async () => {
    const { id } = await aGoal();
    for (const day of ['03', '01', '02', '03', '05']) ok(await move(id, '1.00', { date: `2026-11-${day}` }));
    const { items, pages } = await everyItem(api, `/v1/goals/${id}/moves?limit=2`);
    expect(items.map(({ date }) => date.slice(-2))).toEqual(['05', '03', '03', '02', '01']);
    expect(pages).toBe(3);
  });

  it('concurrent moves never set aside more money than the account has free', async () => {
    const goals = [await aGoal({ name: 'A' }), await aGoal({ name: 'B' })];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => move(goals[at % 2]!.id, at % 3 === 0 ? '250.00' : '150.00')),
    );
    const [balance, rest] = (await money()).split(' = ');
    const [setAside, free] = rest!.split(' + ').map(Number);
    expect([balance, setAside! + free!]).toEqual(['1000.00', 1_000]);
    expect(free).toBeGreaterThanOrEqual(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['200', '409 GOAL_ACCOUNT_SHORT']));
    await expectNoDrift(service.database, workspaceId);
  });

  it('moves support Idempotency-Key, If-Match and dryRun', async () => {
    const { id } = await aGoal();
    const key = { headers: { 'idempotency-key': 'once' } };
    const first = ok(await api.post(`/v1/goals/${id}/moves`, { amount: '10.00' }, key));
    expect(ok(await api.post(`/v1/goals/${id}/moves`, { amount: '10.00' }, key))).toEqual(first);
    const tried = ok(await api.post(`/v1/goals/${id}/moves?dryRun=true`, { amount: '20.00' }));
    expect(tried.result).toMatchObject({ amount: '20.00' });
    expect(tried.effects).toMatchObject({ netWorth: null, accounts: [] });
    const { headers } = await api.get(`/v1/goals/${id}`);
    const seen = { headers: { 'if-match': headers.etag! } };
    ok(await api.post(`/v1/goals/${id}/moves`, { amount: '1.00' }, seen));
    const stale = await api.post(`/v1/goals/${id}/moves`, { amount: '1.00' }, seen);
    expect(statusAndCode(stale)).toBe('412 PRECONDITION_FAILED');
    expect((await goal(id)).saved).toBe('11.00');
  });
});

describe('archived and deleted goals', () => {
  it('archiving a goal frees its money, and a restored goal has no money', async () => {
    const { id } = await aGoal();
    ok(await move(id, '400.00'));
    const archived = ok(await api.patch(`/v1/goals/${id}`, { archived: true }));
    expect(archived).toMatchObject({ status: 'archived', saved: '0.00', archivedAt: archived.archivedAt });
    expect(archived.archivedAt).not.toBeNull();
    expect(await money()).toBe('1000.00 = 0.00 + 1000.00');
    expect(statusAndCode(await move(id, '1.00'))).toBe('409 GOAL_ARCHIVED');
    expect(statusAndCode(await trySpending(id, '1.00'))).toBe('409 GOAL_ARCHIVED');
    expect(ok(await api.patch(`/v1/goals/${id}`, { archived: true }))).toEqual(archived);
    const back = ok(await api.patch(`/v1/goals/${id}`, { archived: false }));
    expect(back).toMatchObject({ status: 'no_date', saved: '0.00', archivedAt: null });
    ok(await move(id, '1.00'));
    await expectNoDrift(service.database, workspaceId);
  });

  it('a goal can be deleted only if nothing is saved, and its expenses then have no goal', async () => {
    const { id } = await aGoal();
    ok(await move(id, '100.00'));
    const expense = await spend(id, '60.00');
    const refused = await api.delete(`/v1/goals/${id}`);
    expect(statusAndCode(refused)).toBe('409 GOAL_IN_USE');
    ok(await move(id, '-40.00'));
    ok(await api.delete(`/v1/goals/${id}`));
    expect(statusAndCode(await api.get(`/v1/goals/${id}`))).toBe('404 GOAL_NOT_FOUND');
    expect(ok(await api.get(`/v1/transactions/${expense.id}`))).toMatchObject({ goalId: null, amount: '60.00' });
    await expectNoDrift(service.database, workspaceId);
  });

  it('deleting a goal keeps its moves to other goals, without fromGoalId', async () => {
    const [from, to] = [await aGoal({ name: 'A' }), await aGoal({ name: 'B' })];
    ok(await move(from.id, '100.00'));
    const moved = ok(await move(to.id, '100.00', { fromGoalId: from.id }));
    ok(await api.delete(`/v1/goals/${from.id}`));
    expect(ok(await api.get(`/v1/goals/${to.id}/moves`)).items).toEqual([{ ...moved, fromGoalId: null }]);
    ok(await api.delete(`/v1/goals/${to.id}/moves/${moved.id}`));
    expect(await money()).toBe('1000.00 = 0.00 + 1000.00');
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('expenses of a goal', () => {
  it('an expense of a goal decreases `saved` and increases `spent`', async () => {
    const { id } = await aGoal();
    ok(await move(id, '400.00'));
    const expense = await spend(id, '150.00');
    expect(expense.goalId).toBe(id);
    expect(await figures(id)).toBe('250.00 150.00 200.00 0.00 no_date');
    expect(await money()).toBe('850.00 = 250.00 + 600.00');
    expect(statusAndCode(await trySpending(id, '250.01'))).toBe('409 GOAL_EMPTY');
    expect(await money()).toBe('850.00 = 250.00 + 600.00');
  });

  it('editing, trashing or restoring an expense updates the amounts of its goal', async () => {
    const { id } = await aGoal();
    const other = await aGoal({ name: 'Otra' });
    ok(await move(id, '400.00'));
    ok(await move(other.id, '300.00'));
    const { id: paid } = await spend(id, '150.00');
    const edit = (fields: Record<string, unknown>) => api.patch(`/v1/transactions/${paid}`, fields);
    ok(await edit({ amount: '200.00' }));
    expect(await figures(id)).toBe('200.00 200.00 200.00 0.00 no_date');
    expect(statusAndCode(await edit({ amount: '400.01' }))).toBe('409 GOAL_EMPTY');
    ok(await edit({ goalId: other.id }));
    expect([await figures(id), await figures(other.id)]).toEqual([
      '400.00 0.00 200.00 0.00 no_date',
      '100.00 200.00 300.00 0.00 no_date',
    ]);
    ok(await edit({ goalId: null }));
    expect(await money()).toBe('800.00 = 700.00 + 100.00');
    ok(await edit({ goalId: id }));
    expect(ok(await api.delete(`/v1/transactions/${paid}`)).goalId).toBe(id);
    expect(await figures(id)).toBe('400.00 0.00 200.00 0.00 no_date');
    ok(await move(id, '-300.00'));
    expect(statusAndCode(await api.post(`/v1/transactions/${paid}/restore`))).toBe('409 GOAL_EMPTY');
    ok(await move(id, '100.00'));
    ok(await api.post(`/v1/transactions/${paid}/restore`));
    expect(await figures(id)).toBe('0.00 200.00 400.00 0.00 no_date');
    await expectNoDrift(service.database, workspaceId);
  });

  it('an expense that moves to another account or type loses its goal', async () => {
    const { id } = await aGoal();
    ok(await move(id, '400.00'));
    const elsewhere = await anAccount(api, { openingBalance: '500.00' });
    const [moved, turned] = [await spend(id, '50.00'), await spend(id, '60.00')];
    const refused = await api.patch(`/v1/transactions/${moved.id}`, { accountId: elsewhere.id, goalId: id });
    expect(statusAndCode(refused)).toBe('422 REFERENCE_NOT_FOUND');
    expect(ok(await api.patch(`/v1/transactions/${moved.id}`, { accountId: elsewhere.id })).goalId).toBeNull();
    expect(ok(await api.patch(`/v1/transactions/${turned.id}`, { type: 'income' })).goalId).toBeNull();
    expect(await figures(id)).toBe('400.00 0.00 200.00 0.00 no_date');
    await expectNoDrift(service.database, workspaceId);
  });

  it('rejects an expense with an unknown goal or a goal of another account, and an income with a goal', async () => {
    const other = await aGoal({ accountId: (await anAccount(api)).id });
    for (const goalId of [UNKNOWN_ID, other.id, 'nonsense']) {
      const answer = await trySpending(goalId, '1.00');
      expect(statusAndCode(answer)).toBe('422 REFERENCE_NOT_FOUND');
      expect(errorsOf(answer)).toEqual(['#/goalId REFERENCE_NOT_FOUND']);
    }
    const { id } = await aGoal();
    const income = await trySpending(id, '1.00', { type: 'income' });
    expect(statusAndCode(income)).toBe('422 REFERENCE_NOT_FOUND');
    expect(income.body.errors?.[0]?.detail).toBe('Only an expense has a goal.');
    expect(await money()).toBe('1000.00 = 0.00 + 1000.00');
  });

  it('an expense of an archived goal can be trashed but not restored', async () => {
    const { id } = await aGoal();
    ok(await move(id, '400.00'));
    const { id: paid } = await spend(id, '150.00');
    ok(await api.patch(`/v1/goals/${id}`, { archived: true }));
    ok(await api.patch(`/v1/transactions/${paid}`, { description: 'Otro hotel' }));
    expect(statusAndCode(await api.patch(`/v1/transactions/${paid}`, { amount: '160.00' }))).toBe('409 GOAL_ARCHIVED');
    ok(await api.delete(`/v1/transactions/${paid}`));
    expect(await figures(id)).toBe('0.00 0.00 600.00 0.00 archived');
    expect(await money()).toBe('1000.00 = 0.00 + 1000.00');
    expect(statusAndCode(await api.post(`/v1/transactions/${paid}/restore`))).toBe('409 GOAL_ARCHIVED');
    await expectNoDrift(service.database, workspaceId);
  });

  it('a batch cannot spend more than the goal has saved', async () => {
    const { id } = await aGoal();
    ok(await move(id, '100.00'));
    const fields = { accountId: account.id, type: 'expense', date: TODAY, description: 'x', goalId: id };
    const create = (amount: string) => ({ op: 'create', ...fields, amount });
    const refused = await api.post('/v1/transactions/batch', { operations: [create('60.00'), create('60.00')] });
    expect(statusAndCode(refused)).toBe('409 GOAL_EMPTY');
    expect(refused.body).toMatchObject({ operation: 1 });
    ok(await api.post('/v1/transactions/batch', { operations: [create('60.00'), create('40.00')] }));
    expect(await figures(id)).toBe('0.00 100.00 500.00 0.00 no_date');
    await expectNoDrift(service.database, workspaceId);
  });

  it('concurrent expenses never spend more than the goal has saved', async () => {
    const { id } = await aGoal();
    ok(await move(id, '100.00'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => trySpending(id, '30.00')));
    expect(answers.map(statusAndCode).sort()).toEqual([
      ...['200', '200', '200'],
      ...Array.from({ length: 5 }, () => '409 GOAL_EMPTY'),
    ]);
    expect(await figures(id)).toBe('10.00 90.00 500.00 0.00 no_date');
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('short goals', () => {
  it('goals with the largest priority number run short first, and recover when the account has money again', async () => {
    const first = await aGoal({ name: 'Primera', priority: 1 });
    const last = await aGoal({ name: 'Última', priority: 9, target: '300.00' });
    ok(await move(first.id, '400.00'));
    ok(await move(last.id, '300.00'));
    const big = await aTransaction(api, { accountId: account.id, amount: '800.00', date: TODAY });
    expect(await money()).toBe('200.00 = 700.00 + -500.00');
    expect([await figures(first.id), await figures(last.id)]).toEqual([
      '400.00 0.00 200.00 200.00 short',
      '300.00 0.00 0.00 300.00 short',
    ]);
    ok(await api.patch(`/v1/transactions/${big.id}`, { amount: '350.00' }));
    expect([await figures(first.id), await figures(last.id)]).toEqual([
      '400.00 0.00 200.00 0.00 no_date',
      '300.00 0.00 0.00 50.00 short',
    ]);
    ok(await api.delete(`/v1/transactions/${big.id}`));
    expect((await goal(last.id)).status).toBe('reached');
  });
});

describe('the pace of a goal', () => {
  it('counts today as a pay day until money is set aside today', async () => {
    const { id } = await aGoal({ targetDate: '2026-12-15', funding: { every: 'quincena', amount: '200.00' } });
    expect(await goal(id)).toMatchObject({ periodsLeft: 3, perPeriod: '200.00', expectedOn: '2026-12-15' });
    const { id: moveId } = ok(await move(id, '100.00'));
    expect(await goal(id)).toMatchObject({ periodsLeft: 2, perPeriod: '250.00', status: 'behind' });
    ok(await api.delete(`/v1/goals/${id}/moves/${moveId}`));
    expect(await goal(id)).toMatchObject({ periodsLeft: 3, status: 'on_track' });
    clock.moveTo('2026-12-16');
    expect(await goal(id)).toMatchObject({ periodsLeft: 0, perPeriod: '600.00', status: 'behind' });
  });

  it('the forecast shows the free money after each pay day', async () => {
    const { id } = await aGoal({ target: '500.00', funding: { every: 'quincena', amount: '200.00' } });
    ok(await move(id, '150.00', { date: '2026-11-01' }));
    const other = await anAccount(api);
    const { accounts } = ok(await api.get('/v1/forecast?until=2026-12-31'));
    const points = accounts.find(({ accountId }) => accountId === account.id)!.points;
    const on = (date: string) => points.find((point) => point.date === date)!;
    expect(['2026-11-15', '2026-11-29', '2026-11-30', '2026-12-15'].map((day) => on(day).free)).toEqual([
      ...['650.00', '650.00', '500.00', '500.00'],
    ]);
    expect(on('2026-12-31')).toMatchObject({ balance: '1000.00', items: [] });
    expect(accounts.find(({ accountId }) => accountId === other.id)!.points[0]!.free).toBeNull();
  });

  it('the forecast keeps the money of a future expense set aside until its date', async () => {
    const { id } = await aGoal({ target: '500.00', funding: { every: 'month', amount: '10.00', from: '2027-12-31' } });
    ok(await move(id, '300.00'));
    await spend(id, '120.00', { date: '2026-11-25' });
    const { accounts } = ok(await api.get('/v1/forecast?until=2026-12-31'));
    const { points } = accounts.find(({ accountId }) => accountId === account.id)!;
    expect(new Set(points.map(({ free }) => free))).toEqual(new Set(['700.00']));
    expect(points.find(({ date }) => date === '2026-11-24')!.balance).toBe('1000.00');
    expect(await money()).toBe('880.00 = 180.00 + 700.00');
  });
});

describe('ledger verify', () => {
  it.each([
    ['goal.saved', 'update goals_goals set saved = saved + 1 where workspace_id = $1'],
    ['goal.spent', 'update goals_goals set spent = spent + 1 where workspace_id = $1'],
    ['account.setAside', 'update ledger_accounts set set_aside = set_aside + 1 where workspace_id = $1'],
  ])('finds and repairs a wrong %s', async (figure, corruption) => {
    const { id } = await aGoal();
    ok(await move(id, '400.00'));
    await spend(id, '150.00');
    const before = await goal(id);
    await service.database.query(corruption, [workspaceId]);
    const { json } = await runCli(service.database, 'ledger', 'verify', '--workspace', workspaceId);
    expect(json.drift).toContainEqual(expect.objectContaining({ figure }));
    await runCli(service.database, 'ledger', 'verify', '--workspace', workspaceId, '--repair');
    await expectNoDrift(service.database, workspaceId);
    expect(await goal(id)).toEqual(before);
    expect(await money()).toBe('850.00 = 250.00 + 600.00');
  });
});

describe('events of goals', () => {
  it('each change to a goal emits one event', async () => {
    const { id } = await aGoal();
    const { id: moveId } = ok(await move(id, '5.00'));
    ok(await api.patch(`/v1/goals/${id}`, { name: 'Otra', priority: 2 }));
    ok(await api.patch(`/v1/goals/${id}`, { name: 'Otra' }));
    ok(await api.delete(`/v1/goals/${id}/moves/${moveId}`));
    ok(await api.delete(`/v1/goals/${id}`));
    const { items } = ok(await api.get('/v1/events?types=goal.*'));
    expect(items.map(({ type, subject, changed }) => [type, subject.id, changed])).toEqual([
      ['goal.created', id, []],
      ['goal.moved', id, []],
      ['goal.updated', id, ['name', 'priority']],
      ['goal.moved', id, []],
      ['goal.deleted', id, []],
    ]);
    expect(items[1]!.data).toEqual({ moveId, fromGoalId: null });
  });
});
