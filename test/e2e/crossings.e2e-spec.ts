import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMonths } from '../../libs/kernel/src/calendar/day-number.js';
import { aDraftOf, commit, undo } from '../../libs/importing/test/statements.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import type { Household } from './support/household.js';
import { aContact, aHousehold, anAccount, aTransaction, ok } from './support/household.js';
import { until } from './support/until.js';

let database: TestDatabase;
const processes: ApiProcess[] = [];
let home: Household;
let api: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  for (let n = 0; n < 2; n += 1) processes.push(await startApi({ database, env: { JOBS: 'on' } }));
});
afterAll(async () => {
  for (const process of processes) await process.stop();
  await database.drop();
});
beforeEach(async () => {
  home = await aHousehold(processes[0]!);
  api = home.api;
});

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());

async function alerts(): Promise<[string, unknown][]> {
  const { items } = ok(await api.get('/v1/events?limit=200'));
  return items.filter(({ actor }) => actor.kind === 'service').map(({ type, data }) => [type, data]);
}

async function waitForAlerts(count: number): Promise<[string, unknown][]> {
  await until(async () => (await alerts()).length >= count);
  await untilProcessed();
  return alerts();
}

async function untilProcessed(): Promise<void> {
  // Events are processed in order, so all earlier events are processed before this one.
  await api.patch('/v1/workspace', { name: `Casa ${Math.random()}` });
  await until(async () => {
    const [row] = await database.query<{ pending: boolean }>(`
      select exists (select from notifying_checks) or exists (select from kernel_untaken_events) as pending`);
    return !row!.pending;
  });
}

describe('a threshold alert', () => {
  it('emits account.balance_low when a balance falls below the threshold, and account.balance_recovered when the balance recovers', async () => {
    const account = await anAccount(api, { openingBalance: '1000.00', alertThreshold: '500.00' });
    const spend = { accountId: account.id, amount: '600.00', date: TODAY };
    const spent = await aTransaction(api, spend);
    const low = ['account.balance_low', { balance: '400.00', alertThreshold: '500.00' }];
    expect(await waitForAlerts(1)).toEqual([low]);
    await aTransaction(api, { ...spend, amount: '100.00' });
    await untilProcessed();
    expect(await alerts()).toEqual([low]);
    ok(await api.delete(`/v1/transactions/${spent.id}`));
    const back = ['account.balance_recovered', { balance: '900.00', alertThreshold: '500.00' }];
    expect(await waitForAlerts(2)).toEqual([low, back]);
    await commit(api, await aDraftOf(api, account.id, [TODAY, 'Renta', '-450.00']));
    expect((await waitForAlerts(3)).at(-1)).toEqual([
      'account.balance_low',
      { balance: '450.00', alertThreshold: '500.00' },
    ]);
    ok(await api.patch(`/v1/accounts/${account.id}`, { alertThreshold: null }));
    await untilProcessed();
    expect(await alerts()).toHaveLength(3);
  });

  it('emits balance alerts after a new threshold, an import, an undo and a new opening balance', async () => {
    const account = await anAccount(api, { openingBalance: '1000.00' });
    const types = async () => (await alerts()).map(([type]) => type);
    const edit = async (alertThreshold: string | null) =>
      ok(await api.patch(`/v1/accounts/${account.id}`, { alertThreshold }));
    await edit('1000.01');
    await waitForAlerts(1);
    await edit('1000.00');
    expect((await waitForAlerts(2)).at(-1)).toEqual([
      'account.balance_recovered',
      { balance: '1000.00', alertThreshold: '1000.00' },
    ]);
    const draft = await commit(api, await aDraftOf(api, account.id, [TODAY, 'Renta', '-450.00']));
    await waitForAlerts(3);
    await undo(api, draft);
    const lowAndRecovered = ['account.balance_low', 'account.balance_recovered'];
    await waitForAlerts(4);
    ok(await api.patch(`/v1/accounts/${account.id}`, { openingBalance: '10.00' }));
    await waitForAlerts(5);
    expect(await types()).toEqual([...lowAndRecovered, ...lowAndRecovered, 'account.balance_low']);
    const second = await anAccount(api, { openingBalance: '1.00', alertThreshold: '5.00' });
    await waitForAlerts(6);
    ok(await api.delete(`/v1/accounts/${second.id}`));
    await untilProcessed();
    expect(await types()).toHaveLength(6);
  });

  it('emits budget.overspent after the base currency changes', async () => {
    const account = await anAccount(api, { currency: 'EUR' });
    const category = ok(await api.post('/v1/categories', { name: 'Libros', kind: 'expense' }));
    const budget = ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '150', repeat: 'month' }));
    for (const [pair, rate] of Object.entries({ 'EUR/MXN': '1', 'EUR/USD': '10', 'MXN/USD': '2' })) {
      ok(await api.send('PUT', `/v1/exchange-rates/${pair}/2026-01-01`, { rate }));
    }
    await aTransaction(api, { accountId: account.id, categoryId: category.id, amount: '100.00', date: TODAY });
    await untilProcessed();
    expect(await alerts()).toEqual([]);
    ok(await api.patch('/v1/workspace', { baseCurrency: 'USD' }));
    expect((await waitForAlerts(1)).map(([type, data]) => [type, (data as { spent: string }).spent])).toEqual([
      ['budget.overspent', '1000.00'],
    ]);
    ok(await api.delete(`/v1/budgets/${budget.id}`));
    const second = ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '10', repeat: 'month' }));
    ok(await api.delete(`/v1/budgets/${second.id}`));
    await untilProcessed();
    expect((await alerts()).length).toBeLessThanOrEqual(2);
  });

  it('emits account.balance_low if the amount owed on a card exceeds the threshold', async () => {
    const card = await anAccount(api, { typeId: 'credit_card', alertThreshold: '1000.00' });
    await aTransaction(api, { accountId: card.id, amount: '1000.00', date: TODAY });
    await untilProcessed();
    expect(await alerts()).toEqual([]);
    await aTransaction(api, { accountId: card.id, amount: '0.01', date: TODAY });
    expect(await waitForAlerts(1)).toEqual([
      ['account.balance_low', { balance: '1000.01', alertThreshold: '1000.00' }],
    ]);
  });

  it('emits budget.nearly_spent and budget.overspent once per cycle', async () => {
    const account = await anAccount(api);
    const [nearly, overspent] = await Promise.all(
      ['Mercado', 'Viajes'].map(async (name) => {
        const category = ok(await api.post('/v1/categories', { name, kind: 'expense' }));
        const budget = ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '100', repeat: 'month' }));
        return { categoryId: category.id, period: budget.period };
      }),
    );
    const spend = (categoryId: string, amount: string) =>
      aTransaction(api, { accountId: account.id, categoryId, amount, date: TODAY });
    await spend(nearly!.categoryId, '79.99');
    await untilProcessed();
    expect(await alerts()).toEqual([]);
    await spend(nearly!.categoryId, '0.01');
    const { period } = nearly!;
    const first = ['budget.nearly_spent', { period, spent: '80.00', available: '20.00' }];
    expect(await waitForAlerts(1)).toEqual([first]);
    const expense = await spend(nearly!.categoryId, '21.00');
    const second = ['budget.overspent', { period, spent: '101.00', available: '-1.00' }];
    expect(await waitForAlerts(2)).toEqual([first, second]);
    ok(await api.delete(`/v1/transactions/${expense.id}`));
    await untilProcessed();
    ok(await api.post(`/v1/transactions/${expense.id}/restore`));
    await spend(overspent!.categoryId, '250.00');
    const third = ['budget.overspent', { period, spent: '250.00', available: '-150.00' }];
    expect(await waitForAlerts(3)).toEqual([first, second, third]);
  });

  it('emits contact.settled each time a debt returns to zero', async () => {
    const contactId = await aContact(database, home.workspaceId);
    const account = await anAccount(api);
    const debt = { accountId: account.id, contactId, date: TODAY, amount: '300.00' };
    await aTransaction(api, { ...debt, type: 'lent' });
    const repaid = await aTransaction(api, { ...debt, type: 'repayment_received' });
    expect(await waitForAlerts(1)).toEqual([['contact.settled', { currency: 'MXN' }]]);
    ok(await api.patch(`/v1/transactions/${repaid.id}`, { notes: 'Gracias', date: '2026-01-01' }));
    await untilProcessed();
    expect(await alerts()).toHaveLength(1);
    ok(await api.patch(`/v1/transactions/${repaid.id}`, { amount: '200.00' }));
    await untilProcessed();
    ok(await api.patch(`/v1/transactions/${repaid.id}`, { amount: '300.00' }));
    expect(await waitForAlerts(2)).toHaveLength(2);
  });

  it('emits budget.overspent when a new exchange rate makes the spent amount exceed the budget', async () => {
    const account = await anAccount(api, { currency: 'USD' });
    const category = ok(await api.post('/v1/categories', { name: 'Libros', kind: 'expense' }));
    ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '150', repeat: 'month' }));
    ok(await api.put(`/v1/exchange-rates/USD/MXN/2026-01-01`, { rate: '10' }));
    await aTransaction(api, { accountId: account.id, categoryId: category.id, amount: '10.00', date: TODAY });
    await untilProcessed();
    expect(await alerts()).toEqual([]);
    ok(await api.put(`/v1/exchange-rates/USD/MXN/2026-01-02`, { rate: '16' }));
    expect((await waitForAlerts(1)).map(([type]) => type)).toEqual(['budget.overspent']);
  });

  it('emits schedule.overdue for every overdue occurrence of a new schedule', async () => {
    const { id: accountId } = await anAccount(api);
    const begun = addMonths(`${TODAY.slice(0, 8)}01`, -5);
    const schedule = { accountId, type: 'expense', amount: '90.00', description: 'Renta', startDate: begun };
    const { id } = ok(await api.post('/v1/schedules', { ...schedule, recurrence: { every: 'month' } }));
    const { items } = ok(await api.get(`/v1/schedules/${id}/occurrences?from=${begun}&to=${TODAY}`));
    const overdue = items.filter(({ status }) => status === 'overdue');
    expect(overdue.length).toBeGreaterThanOrEqual(5);
    expect(await waitForAlerts(overdue.length)).toEqual(
      overdue.map(({ date, nominalDate }) => ['schedule.overdue', { date, nominalDate }]),
    );
  });

  it('if a process is killed before it emits an alert, another process emits the alert', async () => {
    const account = await anAccount(api, { openingBalance: '10.00', alertThreshold: '5.00' });
    await untilProcessed();
    processes.push(await startApi({ database, env: { JOBS: 'on' } }));
    const [killed] = processes.splice(0, 1);
    await aTransaction(api, { accountId: account.id, amount: '6.00', date: TODAY });
    await killed!.kill9();
    api = processes[0]!.client(home.key);
    expect((await waitForAlerts(1)).map(([type]) => type)).toEqual(['account.balance_low']);
  });

  it('a slow check of one workspace does not delay other workspaces and is retried after increasing pauses', async () => {
    const slow = await aHousehold(processes[0]!);
    await database.query(`
      create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return old; end $$;
      create trigger be_slow before delete on notifying_checks for each row
        when (old.workspace_id = '${slow.workspaceId}') execute function be_slow()`);
    const pauses = () =>
      processes.map(({ log }) => {
        const failures = log.filter((line) => line.includes('the check of alert thresholds failed'));
        return failures.map((line) => (JSON.parse(line) as { pauseMs: number }).pauseMs);
      });
    await aTransaction(slow.api, { accountId: (await anAccount(slow.api)).id, amount: '1.00', date: TODAY });
    for (const count of [1, 2, 3]) {
      const account = await anAccount(api, { openingBalance: '100.00', alertThreshold: '50.00' });
      await aTransaction(api, { accountId: account.id, amount: '80.00', date: TODAY });
      await until(async () => (await alerts()).length === count);
    }
    await until(() => pauses().some((ofProcess) => ofProcess.length >= 2));
    for (const ofProcess of pauses()) expect([10_000, 20_000]).toEqual(expect.arrayContaining(ofProcess.slice(0, 2)));
    await database.query('drop trigger be_slow on notifying_checks; delete from notifying_checks');
  });
});

describe('the events of a goal', () => {
  it('emits goal.short, goal.recovered and goal.reached each time a goal becomes short, recovers or is reached', async () => {
    const account = await anAccount(api, { openingBalance: '1000.00' });
    const goal = ok(await api.post('/v1/goals', { name: 'Viaje', accountId: account.id, target: '800.00' }));
    const move = async (amount: string) => ok(await api.post(`/v1/goals/${goal.id}/moves`, { amount }));
    await move('800.00');
    expect(await waitForAlerts(1)).toEqual([['goal.reached', {}]]);
    const spend = () => aTransaction(api, { accountId: account.id, amount: '300.00', date: TODAY });
    const spent = await spend();
    expect((await waitForAlerts(2)).slice(1)).toEqual([['goal.short', { shortfall: '100.00' }]]);
    ok(await api.delete(`/v1/transactions/${spent.id}`));
    expect((await waitForAlerts(3)).slice(2)).toEqual([['goal.recovered', {}]]);
    await move('-100.00');
    await untilProcessed();
    await move('100.00');
    expect((await waitForAlerts(4)).slice(3)).toEqual([['goal.reached', {}]]);
    await spend();
    expect((await waitForAlerts(5)).slice(4)).toEqual([['goal.short', { shortfall: '100.00' }]]);
    await move('-50.00');
    await untilProcessed();
    expect(await alerts()).toHaveLength(5);
  });
});

describe('the events of an assertion', () => {
  it('emits assertion.broken and assertion.restored when the status changes, but not for a new assertion', async () => {
    const account = await anAccount(api, { openingBalance: '1000.00' });
    const path = `/v1/accounts/${account.id}/assertions`;
    ok(await api.post(path, { date: TODAY, balance: '1000.00' }));
    ok(await api.post(path, { date: addMonths(TODAY, -1), balance: '7.00' }));
    await untilProcessed();
    expect(await alerts()).toEqual([]);
    const spent = await aTransaction(api, { accountId: account.id, date: TODAY });
    expect(await waitForAlerts(1)).toEqual([['assertion.broken', {}]]);
    ok(await api.delete(`/v1/transactions/${spent.id}`));
    expect((await waitForAlerts(2)).slice(1)).toEqual([['assertion.restored', {}]]);
    const draft = await aDraftOf(api, account.id, [TODAY, 'Pan', '-5.00']);
    await commit(api, draft);
    expect((await waitForAlerts(3)).slice(2)).toEqual([['assertion.broken', {}]]);
    await undo(api, draft);
    expect((await waitForAlerts(4)).slice(3)).toEqual([['assertion.restored', {}]]);
  });

  it('emits an event for every change of status, even between two checks, but at most one per batch', async () => {
    const account = await anAccount(api, { openingBalance: '1000.00' });
    const { id } = ok(await api.post(`/v1/accounts/${account.id}/assertions`, { date: TODAY, balance: '1000.00' }));
    const spend = () => aTransaction(api, { accountId: account.id, date: TODAY, amount: '5.00' });
    for (const spent of [await spend(), await spend()]) ok(await api.delete(`/v1/transactions/${spent.id}`));
    const both = await Promise.all([1, 2].map(spend));
    ok(await api.post('/v1/transactions/batch', { operations: both.map((spent) => ({ op: 'trash', id: spent.id })) }));
    const expense = { accountId: account.id, type: 'expense', date: TODAY, amount: '5.00', description: 'Pan' };
    const operations = [
      { op: 'create', ...expense },
      { op: 'create', ...expense, type: 'income' },
    ];
    ok(await api.post('/v1/transactions/batch', { operations }));
    const balances = ['999.00', '1000.00', '999.00'];
    for (const balance of balances) ok(await api.patch(`/v1/assertions/${id}`, { balance }));
    const crossings = ['broken', 'restored', 'broken', 'restored', 'broken', 'restored', 'broken'];
    const announced = async () => {
      const { items } = ok(await api.get('/v1/events?limit=200&types=assertion.broken,assertion.restored'));
      return items.map(({ type }) => type.replace('assertion.', ''));
    };
    await until(async () => (await announced()).length >= crossings.length);
    await untilProcessed();
    expect(await announced()).toEqual(crossings);
  });
});
