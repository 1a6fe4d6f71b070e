import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi, startApi } from '../e2e/support/api-process.js';
import type { Household } from '../e2e/support/household.js';
import { aHousehold, aKey, anAccount, aTransaction, ok, UNKNOWN_ID } from '../e2e/support/household.js';
import { expectNoDrift } from '../e2e/support/cli.js';
import { aMovingClock } from '../e2e/support/moving-clock.js';
import { Agent } from './support/agent.js';

let service: Service;
let home: Household;
let agent: Agent;
let accountId: string;

beforeAll(async () => {
  service = await sharedApi();
});
beforeAll(async () => {
  home = await aHousehold(service);
  agent = await Agent.connect(service.url, home.key);
  accountId = (await anAccount(home.api, { name: 'Efectivo', openingBalance: '1000.00' })).id;
});
afterAll(async () => {
  await agent.close();
  await expectNoDrift(service.database, home.workspaceId);
  await service.stop();
});

const expense = (amount: string, more: object = {}) => ({
  transactions: [{ accountId, type: 'expense', date: '2026-11-20', amount, description: 'Tacos', ...more }],
});
const balance = async () => ok(await home.api.get(`/v1/accounts/${accountId}`)).balance;
const events = async () => ok(await home.api.get('/v1/events?limit=200')).items.length;

describe('an MCP tool that makes a change', () => {
  it('returns only a preview of the change if the call has no confirmation', async () => {
    const [before, eventCount] = [await balance(), await events()];
    const preview = await agent.call('save_transactions', expense('99.50'));
    expect(preview).toMatchObject({
      status: 'preview',
      summary: `Se guardarían estos movimientos. Habría un movimiento nuevo. El saldo de una cuenta pasaría de ${before} a 900.50 MXN. El patrimonio neto pasaría de 1000.00 a 900.50 MXN.`,
      effects: {
        netWorth: { currency: 'MXN', before: '1000.00', after: '900.50' },
        accounts: [{ accountId, currency: 'MXN', balanceBefore: '1000.00', balanceAfter: '900.50' }],
        transactions: { created: 1, updated: 0, trashed: 0, restored: 0, deleted: 0 },
      },
    });
    expect([await balance(), await events()]).toEqual([before, eventCount]);
    expect(ok(await home.api.get('/v1/transactions')).items).toEqual([]);
  });

  it('makes the change once per confirmation, and returns the same response to repeated calls', async () => {
    const args = expense('10.00');
    const { confirmation } = await agent.call('save_transactions', args);
    const confirmed = { ...args, confirmation };
    const answers = await Promise.all([1, 2, 3, 4].map(() => agent.call('save_transactions', confirmed)));
    answers.push(await agent.call('save_transactions', confirmed));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await balance()).toBe('990.00');
  });

  it('accepts a confirmation only for the same call with the same credential', async () => {
    const args = expense('1.00');
    const { confirmation } = await agent.call('save_transactions', args);
    const otherAgent = await Agent.connect(service.url, (await aKey(service.database, home.workspaceId)).key);
    const neighbours = await aHousehold(service);
    const stranger = await Agent.connect(service.url, neighbours.key);
    const refusals = [
      await otherAgent.refusal('save_transactions', { ...args, confirmation }),
      await stranger.refusal('save_transactions', { ...args, confirmation }),
      await agent.refusal('save_transactions', { ...expense('2.00'), confirmation }),
      await agent.refusal('save_transactions', { ...expense('1.00', { description: 'Otra' }), confirmation }),
      await agent.refusal('trash_transactions', { transactionIds: [accountId], confirmation }),
      await agent.refusal('save_transactions', { ...args, confirmation: `${confirmation.slice(0, -3)}AAA` }),
      await agent.refusal('save_transactions', { ...args, confirmation: 'sí' }),
    ];
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['CONFIRMATION_INVALID']));
    expect(await balance()).toBe('990.00');
    await Promise.all([otherAgent.close(), stranger.close()]);
  });

  it('rejects a confirmed change if the quota of stored responses is used up, and still replays stored responses', async () => {
    const full = await aHousehold(service);
    const theirAgent = await Agent.connect(service.url, full.key);
    const account = await anAccount(full.api);
    const saved = async (amount: string) => {
      const args = {
        transactions: [{ accountId: account.id, type: 'expense', date: '2026-11-20', amount, description: 'x' }],
      };
      return { ...args, confirmation: (await theirAgent.call('save_transactions', args)).confirmation };
    };
    const [stored, other] = [await saved('1.00'), await saved('2.00')];
    const answer = await theirAgent.call('save_transactions', stored);
    await service.database.query('update kernel_stored_answers set bytes = 200 * 1024 * 1024 where workspace_id = $1', [
      full.workspaceId,
    ]);
    expect((await theirAgent.refusal('save_transactions', other)).code).toBe('RATE_LIMITED');
    expect(await theirAgent.call('save_transactions', stored)).toEqual(answer);
    expect(ok(await full.api.get('/v1/transactions')).items).toHaveLength(1);
    await theirAgent.close();
  });

  it('accepts a confirmation if the arguments have a different order', async () => {
    const { confirmation } = await agent.call('save_transactions', expense('1.00'));
    const { accountId: account, ...rest } = expense('1.00').transactions[0]!;
    const done = await agent.call('save_transactions', {
      confirmation,
      transactions: [{ ...rest, accountId: account }],
    });
    expect(done.status).toBe('done');
  });

  it('returns a new preview if the affected data has changed, but not if only a balance has changed', async () => {
    const { id } = await aTransaction(home.api, { accountId, amount: '5.00' });
    const args = { transactionIds: [id] };
    const first = await agent.call('trash_transactions', args);
    await aTransaction(home.api, { accountId, amount: '7.00' });
    expect((await agent.call('trash_transactions', { ...args, confirmation: first.confirmation })).status).toBe('done');
    ok(await home.api.post(`/v1/transactions/${id}/restore`));
    const second = await agent.call('trash_transactions', args);
    ok(await home.api.patch(`/v1/transactions/${id}`, { description: 'Cambiada entretanto' }));
    const again = await agent.call('trash_transactions', { ...args, confirmation: second.confirmation });
    expect([again.status, again.next]).toEqual(['preview', expect.stringContaining('has changed since')]);
    expect(ok(await home.api.get(`/v1/transactions/${id}`)).status).toBe('live');
    expect((await agent.call('trash_transactions', { ...args, confirmation: again.confirmation })).status).toBe('done');
  });

  it('returns a new preview if an account or category in the preview has been renamed', async () => {
    const saved = expense('4.00');
    const first = await agent.call('save_transactions', saved);
    ok(await home.api.patch(`/v1/accounts/${accountId}`, { name: 'Otra cuenta' }));
    const renamed = await agent.call('save_transactions', { ...saved, confirmation: first.confirmation });
    expect([renamed.status, renamed.next]).toEqual(['preview', expect.stringContaining('has changed since')]);
    ok(await home.api.patch(`/v1/accounts/${accountId}`, { name: 'Efectivo' }));
    const category = ok(await home.api.post('/v1/categories', { name: 'Gatos', kind: 'expense' }));
    const planned = { categoryId: category.id, amount: '100.00', repeat: 'month' };
    const { confirmation } = await agent.call('save_budget', planned);
    ok(await home.api.patch(`/v1/categories/${category.id}`, { name: 'Perros' }));
    expect((await agent.call('save_budget', { ...planned, confirmation })).status).toBe('preview');
  });

  it('the audit log entry of the change contains the name of the tool', async () => {
    await agent.act('save_transactions', expense('3.00'));
    const [entry] = ok(await home.api.get('/v1/audit-log?limit=1')).items;
    expect(entry).toMatchObject({ action: 'POST /mcp save_transactions', actor: { kind: 'api_key' } });
    const [listed] = (await agent.call('list_changes', { limit: 1 })).items;
    expect(listed).toMatchObject({ id: entry!.id, action: 'POST /mcp save_transactions' });
  });

  it('save_goal creates, updates and archives a goal, and returns a new preview if the saved amount has changed', async () => {
    const { id: accountId } = await anAccount(home.api, { openingBalance: '900.00' });
    const { goal } = (await agent.act('save_goal', { name: 'Viaje', accountId, target: '500.00' })).result;
    expect(goal).toMatchObject({ target: '500.00', saved: '0.00', status: 'no_date', untrusted: { name: 'Viaje' } });
    const changed = await agent.act('save_goal', { goalId: goal.id, target: '600.00', targetDate: '2099-12-31' });
    expect(changed.result).toMatchObject({
      goal: { target: '600.00', targetDate: '2099-12-31' },
      before: { target: '500.00' },
    });
    const [entry] = ok(await home.api.get('/v1/audit-log?limit=1')).items;
    expect(entry).toMatchObject({ action: 'POST /mcp save_goal', resourceId: goal.id });
    const unknown = await agent.refusal('save_goal', { goalId: UNKNOWN_ID, target: '1.00' });
    expect(unknown.code).toBe('GOAL_NOT_FOUND');
    const wrong = await agent.refusal('save_goal', { goalId: goal.id, target: '1.001' });
    expect(wrong.errors.map(({ argument }) => argument)).toEqual(['#/target']);
    ok(await home.api.post(`/v1/goals/${goal.id}/moves`, { amount: '100.00' }));
    const archiving = { goalId: goal.id, archived: true };
    const outdated = await agent.call('save_goal', archiving);
    expect(outdated.summary).toContain('Se liberarían 100.00 MXN guardados en el apartado.');
    ok(await home.api.post(`/v1/goals/${goal.id}/moves`, { amount: '50.00' }));
    const again = await agent.call('save_goal', { ...archiving, confirmation: outdated.confirmation });
    expect([again.status, again.summary]).toEqual(['preview', expect.stringContaining('Se liberarían 150.00 MXN')]);
    await agent.act('save_goal', archiving);
    expect((await agent.call('list_goals', {})).items).toEqual([]);
    expect((await agent.call('list_goals', { archived: true })).items).toMatchObject([{ id: goal.id, saved: '0.00' }]);
  });

  it('the response contains the call that undoes the change', async () => {
    const before = await balance();
    const saved = await agent.act('save_transactions', expense('20.00'));
    expect(saved.undo.tool).toBe('trash_transactions');
    const undone = await agent.act(saved.undo.tool, saved.undo.arguments);
    expect(await balance()).toBe(before);
    await agent.act(undone.undo.tool, undone.undo.arguments);
    expect(await balance()).not.toBe(before);
  });

  it('a call with an invalid argument changes nothing, and the error identifies the argument', async () => {
    const { transactions } = expense('1.00');
    const before = await balance();
    const refused = await agent.refusal('save_transactions', {
      transactions: [transactions[0], { ...transactions[0], amount: '-1' }, { ...transactions[0], date: '2026-02-30' }],
    });
    expect(refused.code).toBe('VALIDATION_FAILED');
    expect(refused.errors.map(({ argument }) => argument)).toEqual([
      '#/transactions/1/amount',
      '#/transactions/2/date',
    ]);
    const unknown = await agent.refusal('trash_transactions', { transactionIds: ['x'] });
    expect(unknown.code).toBe('TRANSACTION_NOT_FOUND');
    expect(await balance()).toBe(before);
  });

  it.each<[string, string, object]>([
    ['search_transactions', '#/limit', { limit: 51 }],
    ['search_transactions', '#/from', { from: '2026-13-01' }],
    ['search_transactions', '#/nada', { nada: 1 }],
    ['get_transaction', '#/transactionId', {}],
    ['save_budget', '#/amount', { categoryId: 'x', amount: 'mucho', repeat: 'month' }],
    ['save_rule', '#/conditions', { name: 'x', actions: [{ kind: 'add_tag', value: 'x' }] }],
    ['import_statement', '#/text', { accountId: 'x', filename: 'a.csv' }],
    ['import_statement', '#/base64', { accountId: 'x', filename: 'a.csv', base64: '%%' }],
    ['undo', '#/importId', {}],
    ['save_transactions', '#/transactions', { transactions: [] }],
  ])('%s rejects an invalid %s', async (tool, argument, args) => {
    const refused = await agent.refusal(tool, args);
    expect([refused.code, refused.errors.map((error) => error.argument)]).toEqual([
      'VALIDATION_FAILED',
      expect.arrayContaining([argument]),
    ]);
  });
});

describe('an outdated confirmation', () => {
  const conditions = [{ field: 'description', op: 'contains', value: 'gasolina' }];
  const isStale = async (tool: string, args: object, confirmation: string) => {
    const answered = await agent.call(tool, { ...args, confirmation });
    return answered.status === 'preview' && answered.next.includes('has changed since');
  };
  const fuel = (more: object = {}) =>
    aTransaction(home.api, { accountId, amount: '8.00', description: 'Gasolina', ...more });
  let categoryId: string;

  beforeAll(async () => {
    categoryId = ok(await home.api.post('/v1/categories', { name: 'Coche', kind: 'expense' })).id;
  });

  it('a rule needs a new confirmation if the matched transactions change', async () => {
    const [first, second] = [await fuel(), await fuel({ description: 'Otra cosa' })];
    const rule = { name: 'Coche', conditions, actions: [{ kind: 'set_category', value: categoryId }] };
    const args = { ...rule, applyToExisting: true };
    const swap = async () => {
      ok(await home.api.patch(`/v1/transactions/${first.id}`, { description: 'Otra cosa' }));
      ok(await home.api.patch(`/v1/transactions/${second.id}`, { description: 'Gasolina' }));
    };
    const edit = () => home.api.patch(`/v1/transactions/${second.id}`, { amount: '9.00' });
    for (const change of [swap, edit]) {
      const { confirmation } = await agent.call('save_rule', args);
      await change();
      expect(await isStale('save_rule', args, confirmation)).toBe(true);
    }
    expect(ok(await home.api.get(`/v1/transactions/${second.id}`)).category).toBeNull();
    const { confirmation } = await agent.call('save_rule', args);
    await fuel({ description: 'Al lado' });
    const done = await agent.call('save_rule', { ...args, confirmation });
    expect([done.status, (done.result.run as unknown as { changed: number }).changed]).toEqual(['done', 1]);

    const undo = done.undo.arguments;
    const [third, ...others] = [await fuel(), await fuel()];
    expect(others).toHaveLength(1);
    ok(await home.api.patch(`/v1/transactions/${third!.id}`, { description: 'Gasolina Pemex' }));
    const preview = await agent.call('undo', undo);
    ok(await home.api.patch(`/v1/transactions/${second.id}`, { notes: 'Revisada' }));
    expect(await isStale('undo', undo, preview.confirmation)).toBe(true);
    await agent.act('undo', undo);
  });

  it('undoing a rule run needs a new confirmation if the undo would restore other transactions', async () => {
    const [first, second] = [await fuel({ description: 'Casetas' }), await fuel({ description: 'Casetas' })];
    const action = { kind: 'set_description', value: 'Autopista' };
    const run = await agent.act('save_rule', {
      name: 'Casetas',
      ...{ conditions: [{ field: 'description', op: 'equals', value: 'Casetas' }], actions: [action] },
      applyToExisting: true,
    });
    const rename = (id: string, description: string) => home.api.patch(`/v1/transactions/${id}`, { description });
    ok(await rename(first.id, 'Mía'));
    const { confirmation } = await agent.call('undo', run.undo.arguments);
    ok(await rename(first.id, 'Autopista'));
    ok(await rename(second.id, 'Mía'));
    expect(await isStale('undo', run.undo.arguments, confirmation)).toBe(true);
    expect(ok(await home.api.get(`/v1/transactions/${first.id}`)).description).toBe('Autopista');
  });

  it('new transactions need a new confirmation if the exchange rate or the categories set by rules change', async () => {
    const rate = (value: string) => home.api.put('/v1/exchange-rates/USD/MXN/2026-11-20', { rate: value });
    ok(await rate('18.00'));
    const dollars = await anAccount(home.api, { name: 'Dólares', currency: 'USD' });
    const transfer = expense('180.00', { type: 'transfer', toAccountId: dollars.id });
    const first = await agent.call('save_transactions', transfer);
    expect(first.result.transactions).toMatchObject([{ transfer: { amount: '10.00' } }]);
    ok(await rate('20.00'));
    expect(await isStale('save_transactions', transfer, first.confirmation)).toBe(true);
    const fields = expense('180.00', { type: 'transfer', toAccountId: dollars.id, toAmount: '10.00' });
    const second = await agent.call('save_transactions', fields);
    ok(await rate('21.00'));
    expect((await agent.call('save_transactions', { ...fields, confirmation: second.confirmation })).status).toBe(
      'done',
    );

    const tortas = expense('6.00', { description: 'Tortas ahogadas' });
    const third = await agent.call('save_transactions', tortas);
    const torta = [{ field: 'description', op: 'contains', value: 'tortas' }];
    const actions = [{ kind: 'set_category', value: categoryId }];
    ok(await home.api.post('/v1/rules', { name: 'Tortas', conditions: torta, actions }));
    expect(await isStale('save_transactions', tortas, third.confirmation)).toBe(true);
    await agent.act('save_transactions', tortas);
  });

  it('an import commit needs a new confirmation if its rows or categories change', async () => {
    const account = await anAccount(home.api, { name: 'Por confirmar', openingDate: '2026-10-31' });
    const text = 'Fecha,Descripción,Importe\n2026-11-01,FARMACIA,-45.00\n2026-11-02,CINE,-50.00\n';
    const draft = await agent.call('import_statement', { accountId: account.id, filename: 'mov.csv', text });
    const args = { importId: draft.import.id };
    const like = { accountId: account.id, type: 'expense' };
    const row = { ...like, date: '2026-11-01', amount: '45.00', description: 'FARMACIA' };
    const otherRow = { ...like, date: '2026-11-02', amount: '50.00', description: 'CINE' };
    const duplicate = ok(await home.api.post('/v1/transactions', row));
    const first = await agent.call('commit_import', args);
    ok(await home.api.delete(`/v1/transactions/${duplicate.id}`));
    ok(await home.api.post('/v1/transactions', otherRow));
    expect(await isStale('commit_import', args, first.confirmation)).toBe(true);
    const second = await agent.call('commit_import', args);
    const actions = [{ kind: 'set_category', value: categoryId }];
    const pharmacy = [{ field: 'description', op: 'contains', value: 'farmacia' }];
    ok(await home.api.post('/v1/rules', { name: 'Farmacia', conditions: pharmacy, actions }));
    expect(await isStale('commit_import', args, second.confirmation)).toBe(true);
    const third = await agent.call('commit_import', args);
    await fuel();
    expect((await agent.call('commit_import', { ...args, confirmation: third.confirmation })).status).toBe('done');
  });

  it('a debt or budget needs a new confirmation if the contact or the base currency changes', async () => {
    const household = await aHousehold(service);
    const otherAgent = await Agent.connect(service.url, household.key);
    const { api } = household;
    const contact = ok(await api.post('/v1/contacts', { name: 'Ana' }));
    const debt = { type: 'lent', amount: '5.00', date: '2026-11-20', description: 'Taxi', currency: 'MXN' };
    const lent = { ...debt, contactId: contact.id };
    const first = await otherAgent.call('record_debt', lent);
    ok(await api.patch(`/v1/contacts/${contact.id}`, { name: 'Beto' }));
    expect((await otherAgent.call('record_debt', { ...lent, confirmation: first.confirmation })).status).toBe(
      'preview',
    );
    const fresh = { ...debt, newContactName: 'Carla' };
    expect((await otherAgent.act('record_debt', fresh)).status).toBe('done');
    const category = ok(await api.post('/v1/categories', { name: 'Cine', kind: 'expense' }));
    const budget = { categoryId: category.id, amount: '500.00', repeat: 'month' };
    const second = await otherAgent.call('save_budget', budget);
    ok(await api.put('/v1/exchange-rates/USD/MXN/2020-01-01', { rate: '18.00' }));
    ok(await api.patch('/v1/workspace', { baseCurrency: 'USD' }));
    expect((await otherAgent.call('save_budget', { ...budget, confirmation: second.confirmation })).status).toBe(
      'preview',
    );
    await otherAgent.close();
  });
});

describe('a long tool response', () => {
  const MAX_CHARACTERS = 20_000;
  const answerOf = () => agent.answers.at(-1)!.length;

  it('truncates third-party text and returns the calls that undo fifty changes', async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({
      ...expense('1.00').transactions[0]!,
      ...{ description: `${n} ${'larga '.repeat(80)}`, notes: 'nota '.repeat(300) },
    }));
    const saved = await agent.act('save_transactions', { transactions: many });
    expect(answerOf()).toBeLessThan(MAX_CHARACTERS * 1.1);
    expect(saved.result.transactions.map(({ untrusted }) => untrusted['description']!.slice(-1))).toEqual(
      Array(50).fill('…'),
    );
    const { transactionIds } = saved.undo.arguments as { transactionIds: string[] };
    expect(transactionIds).toHaveLength(50);
    const changed = await agent.act('save_transactions', {
      transactions: transactionIds.map((id) => ({ id, amount: '2.00', date: '2026-11-19' })),
    });
    expect(answerOf()).toBeLessThan(MAX_CHARACTERS * 1.1);
    expect(changed.result.before).toEqual(
      transactionIds.map((id) => ({ id, amount: '1.00', date: '2026-11-20', untrusted: {} })),
    );
    const undone = await agent.act(changed.undo.tool, {
      transactions: changed.result.before.map(({ untrusted: _, ...earlier }) => earlier),
    });
    expect(undone.result.transactions[0]).toMatchObject({ amount: '1.00', date: '2026-11-20' });
    await agent.act('trash_transactions', { transactionIds });
    expect(answerOf()).toBeLessThan(MAX_CHARACTERS * 1.1);
  });
});

describe('the contact of a debt', () => {
  it('rejects a debt with both an existing and a new contact', async () => {
    const contact = ok(await home.api.post('/v1/contacts', { name: 'Lupe' }));
    const debt = { type: 'lent', amount: '5.00', date: '2026-11-20', description: 'Taxi', currency: 'MXN' };
    const error = await agent.refusal('record_debt', { ...debt, contactId: contact.id, newContactName: 'Otra' });
    expect(error.errors.map(({ argument }) => argument)).toEqual(['#/newContactName']);
    expect(ok(await home.api.get('/v1/contacts')).map(({ name }) => name)).toEqual(['Lupe']);
  });
});

describe('a confirmation', () => {
  it('a confirmation expires after ten minutes', async () => {
    const clock = aMovingClock('2026-11-20');
    const laterService = await startApi({ database: service.database, env: clock.env });
    const laterAgent = await Agent.connect(laterService.url, home.key);
    try {
      const before = await balance();
      const preview = await laterAgent.call('save_transactions', expense('5.00'));
      expect(preview.confirmationExpiresAt).toBe('2026-11-20T18:10:00.000Z');
      clock.moveTo('2026-11-21');
      const args = { ...expense('5.00'), confirmation: preview.confirmation };
      expect((await laterAgent.refusal('save_transactions', args)).code).toBe('CONFIRMATION_EXPIRED');
      expect(await balance()).toBe(before);
    } finally {
      await laterAgent.close();
      await laterService.stop();
      clock.remove();
    }
  });
});

describe('a bank statement imported by an agent', () => {
  const CSV =
    'Fecha,Descripción,Cargo,Abono,Saldo\n01/11/2026,OXXO CENTRO,45.00,,955.00\n02/11/2026,NOMINA,,500.00,1455.00\n';

  it('imports a statement as a draft that can be corrected, committed and undone completely', async () => {
    const account = await anAccount(home.api, { name: 'Nómina', openingBalance: '1000.00', openingDate: '2026-10-31' });
    const worth = async () => ok(await home.api.get('/v1/net-worth')).netWorth;
    const before = await worth();
    const draft = await agent.call('import_statement', { accountId: account.id, filename: 'mov.csv', text: CSV });
    expect(draft.import).toMatchObject({
      status: 'draft',
      stats: { total: 2, ready: 2 },
      reconciliation: { difference: '0.00' },
    });
    const importId = draft.import.id;
    const fixed = await agent.call('import_statement', {
      importId,
      rows: [{ index: 0, description: 'Oxxo', excluded: true }],
    });
    expect(fixed.import.stats).toMatchObject({ ready: 1, excluded: 1 });
    await agent.call('import_statement', { importId, rows: [{ index: 0, excluded: false }] });
    expect(await worth()).toBe(before);
    const stale = await agent.call('commit_import', { importId });
    await agent.call('import_statement', { importId, rows: [{ index: 1, description: 'Nómina de noviembre' }] });
    expect((await agent.call('commit_import', { importId, confirmation: stale.confirmation })).status).toBe('preview');
    const done = await agent.act('commit_import', { importId });
    expect(done.result.import).toMatchObject({ status: 'committed', transactionsCreated: 2, balanceAfter: '1455.00' });
    expect((await agent.call('search_transactions', { importId })).items).toHaveLength(2);
    const undone = await agent.act(done.undo.tool, done.undo.arguments);
    expect(undone.result).toMatchObject({ importId, transactionsRemoved: 2, balanceAfter: '1000.00' });
    expect(await worth()).toBe(before);
    const entries = ok(await home.api.get('/v1/audit-log?limit=20')).items.map(({ action }) => action);
    expect(entries).toEqual(
      expect.arrayContaining(['POST /mcp import_statement', 'POST /mcp commit_import', 'POST /mcp undo']),
    );
  });

  it('a correction with one invalid row changes no row, and the error names the argument', async () => {
    const account = await anAccount(home.api, { name: 'Corregida' });
    const draft = await agent.call('import_statement', { accountId: account.id, filename: 'mov.csv', text: CSV });
    const importId = draft.import.id;
    const before = await agent.call('get_import', { importId });
    const wrong = {
      mapping: { invertSign: true },
      rows: [
        { index: 0, amount: '9.00' },
        { index: 77, amount: '9.00' },
      ],
    };
    const unknown = await agent.refusal('import_statement', { importId, ...wrong });
    expect([unknown.code, unknown.errors.map(({ argument }) => argument)]).toEqual([
      'IMPORT_ROW_NOT_FOUND',
      ['#/rows/1/index'],
    ]);
    const malformed = await agent.refusal('import_statement', { importId, rows: [{ index: 0, date: '2026-02-30' }] });
    expect(malformed.errors.map(({ argument }) => argument)).toEqual(['#/rows/0/date']);
    expect(await agent.call('get_import', { importId })).toEqual(before);
  });

  it('returns a new preview if the commit or the undo would differ from the first preview', async () => {
    const account = await anAccount(home.api, { name: 'Cambiante', openingDate: '2026-10-31' });
    const draft = await agent.call('import_statement', { accountId: account.id, filename: 'mov.csv', text: CSV });
    const args = { importId: draft.import.id };
    const first = await agent.call('commit_import', args);
    const duplicate = { accountId: account.id, date: '2026-11-01', amount: '45.00', description: 'OXXO CENTRO' };
    ok(await home.api.post('/v1/transactions', { ...duplicate, type: 'expense' }));
    const again = await agent.call('commit_import', { ...args, confirmation: first.confirmation });
    expect([again.status, again.result.import]).toEqual(['preview', expect.objectContaining({ status: 'committed' })]);
    expect((await agent.call('get_import', args)).import.status).toBe('draft');
    expect((await agent.call('commit_import', { ...args, confirmation: again.confirmation })).status).toBe('done');
    const undo = await agent.call('undo', args);
    const [entered] = (await agent.call('search_transactions', args)).items;
    ok(await home.api.patch(`/v1/transactions/${entered!.id}`, { notes: 'Revisada' }));
    const newPreview = await agent.call('undo', { ...args, confirmation: undo.confirmation });
    expect([newPreview.status, newPreview.next]).toEqual(['preview', expect.stringContaining('has changed since')]);
    expect((await agent.call('undo', { ...args, confirmation: newPreview.confirmation })).status).toBe('done');
  });

  it('accepts a statement as base64 or plain text', async () => {
    const account = await anAccount(home.api, { name: 'Otra' });
    const base64 = Buffer.from(CSV, 'utf8').toString('base64');
    const draft = await agent.call('import_statement', { accountId: account.id, filename: 'mov.csv', base64 });
    expect(draft.import.stats.total).toBe(2);
    expect(
      (await agent.refusal('import_statement', { accountId: account.id, filename: 'x.csv', text: 'nada' })).code,
    ).toBe('IMPORT_UNREADABLE');
  });
});
