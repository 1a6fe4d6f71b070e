import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView } from './support/answers.js';
import type { Answer, Client } from './support/client.js';
import {
  aContact,
  aHousehold,
  aKey,
  anAccount,
  aTransaction,
  balanceOf,
  ok,
  everyItem,
  UNKNOWN_ID,
} from './support/household.js';

let service: Service;
let api: Client;
let workspaceId: string;
let account: AccountView;
let food: string;
let home: string;
let salary: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  account = await anAccount(api);
  const categories = ok(await api.get('/v1/categories'));
  const named = (name: string) => categories.find((item) => item.name === name)!.id as string;
  [food, home, salary] = [named('Restaurantes'), named('Hogar'), named('Sueldo')];
});

const faults = ({ body }: Answer) => body.errors!.map(({ pointer, parameter }) => pointer ?? parameter);
const condition = (field: string, op: string, value?: unknown) => ({
  field,
  op,
  ...(value === undefined ? {} : { value }),
});
const contains = (value: string) => condition('description', 'contains', value);
const sets = (categoryId: string) => ({ kind: 'set_category', value: categoryId });
const renames = (value: string) => ({ kind: 'set_description', value });
const notes = (value: string) => ({ kind: 'append_notes', value });
const aRule = async (fields: Record<string, unknown> = {}) =>
  ok(await api.post('/v1/rules', { name: 'Regla', conditions: [contains('oxxo')], actions: [sets(food)], ...fields }));
const anExpense = (description: string, fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: account.id, description, ...fields });
const read = async (id: string) => ok(await api.get(`/v1/transactions/${id}`));
const explain = async (id: string) => ok(await api.get(`/v1/transactions/${id}/explain`));
const matches = async (id: string) => ok(await api.get(`/v1/rules/${id}/matches`));
const apply = async (id: string, body?: unknown) => ok(await api.post(`/v1/rules/${id}/apply`, body));
const lastRun = async (id: string) => ok(await api.get(`/v1/rules/${id}/runs`)).items[0];
const undo = (rule: string, run: string) => api.post(`/v1/rules/${rule}/runs/${run}/undo`);

describe('rules', () => {
  it('returns a rule with its fields and defaults', async () => {
    const rule = await aRule({ name: '  Antojos ' });
    expect(rule).toEqual({
      id: rule.id,
      name: 'Antojos',
      enabled: true,
      priority: 100,
      match: 'all',
      conditions: [{ field: 'description', op: 'contains', value: 'oxxo' }],
      actions: [{ kind: 'set_category', value: food }],
      stopProcessing: false,
      createdAt: rule.createdAt,
      updatedAt: rule.createdAt,
      lastMatchedAt: null,
    });
    expect(ok(await api.get(`/v1/rules/${rule.id}`))).toEqual(rule);
    const edited = ok(
      await api.patch(`/v1/rules/${rule.id}`, {
        enabled: false,
        priority: 5,
        match: 'any',
        stopProcessing: true,
        conditions: [condition('amount', 'between', ['1', '2.5']), condition('category', 'is_empty')],
      }),
    );
    expect(edited).toMatchObject({ name: 'Antojos', enabled: false, priority: 5, match: 'any', stopProcessing: true });
    expect(edited.conditions).toEqual([
      { field: 'amount', op: 'between', value: ['1.00', '2.50'] },
      { field: 'category', op: 'is_empty', value: null },
    ]);
    expect(edited.actions).toEqual(rule.actions);
    expect(ok(await api.delete(`/v1/rules/${rule.id}`))).toEqual(edited);
    expect(statusAndCode(await api.get(`/v1/rules/${rule.id}`))).toBe('404 RULE_NOT_FOUND');
  });

  it('lists rules by priority, then by age', async () => {
    for (const [name, priority] of [
      ['c', 100],
      ['d', 100],
      ['a', -1],
      ['e', 101],
      ['b', 7],
    ] as const)
      await aRule({ name, priority });
    expect(ok(await api.get('/v1/rules')).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no name', { name: ' ' }, ['#/name']],
    ['no conditions', { conditions: [] }, ['#/conditions']],
    ['too many conditions', { conditions: Array(21).fill(contains('a')) }, ['#/conditions']],
    ['no actions', { actions: [] }, ['#/actions']],
    ['conditions that are not a list', { conditions: contains('a') }, ['#/conditions']],
    ['a condition that is not an object', { conditions: ['a'] }, ['#/conditions']],
    ['an unknown condition field', { conditions: [condition('color', 'is', 'x')] }, ['#/conditions/0/field']],
    ['an unknown property of a condition', { conditions: [{ ...contains('a'), not: true }] }, ['#/conditions/0/not']],
    [
      'an operator that the field does not support',
      { conditions: [contains('a'), condition('amount', 'contains', '5')] },
      ['#/conditions/1/op'],
    ],
    ['a missing value', { conditions: [condition('description', 'equals')] }, ['#/conditions/0/value']],
    ['a value that is a number', { conditions: [condition('amount', 'eq', 5)] }, ['#/conditions/0/value']],
    ['a list instead of a value', { conditions: [condition('type', 'is', ['income'])] }, ['#/conditions/0/value']],
    ['a value for is_empty', { conditions: [condition('category', 'is_empty', 'x')] }, ['#/conditions/0/value']],
    ['an amount with three decimals', { conditions: [condition('amount', 'gt', '5.001')] }, ['#/conditions/0/value']],
    ['a range with one value', { conditions: [condition('amount', 'between', ['5'])] }, ['#/conditions/0/value']],
    [
      'an inverted range',
      { conditions: [condition('date', 'between', ['2026-02-02', '2026-02-01'])] },
      ['#/conditions/0/value'],
    ],
    [
      'a range with an invalid date',
      { conditions: [condition('date', 'between', ['2026-02-02', 'x'])] },
      ['#/conditions/0/value/1'],
    ],
    ['an invalid date', { conditions: [condition('date', 'on', '2026-02-30')] }, ['#/conditions/0/value']],
    ['an unknown type', { conditions: [condition('type', 'one_of', ['income', 'gift'])] }, ['#/conditions/0/value/1']],
    ['an invalid currency', { conditions: [condition('currency', 'is', 'mxn')] }, ['#/conditions/0/value']],
    ['an empty list', { conditions: [condition('currency', 'one_of', [])] }, ['#/conditions/0/value']],
    ['an empty text', { conditions: [contains('  ')] }, ['#/conditions/0/value']],
    ['only accents', { conditions: [contains('\u0301')] }, ['#/conditions/0/value']],
    ['an unpaired surrogate', { conditions: [contains('a\ud800')] }, ['#/conditions/0/value']],
    ['a text that is too long', { conditions: [contains('a'.repeat(501))] }, ['#/conditions/0/value']],
    ['an invalid pattern', { conditions: [condition('notes', 'matches', '(')] }, ['#/conditions/0/value']],
    [
      'a pattern with a backreference',
      { conditions: [condition('notes', 'matches', '(a)\\1')] },
      ['#/conditions/0/value'],
    ],
    [
      'a pattern with too many repetitions',
      { conditions: [condition('notes', 'matches', '(x{1000}){1000}')] },
      ['#/conditions/0/value'],
    ],
    ['a duplicate action', { actions: [notes('a'), notes('b')] }, ['#/actions/1/kind']],
    ['an action without value', { actions: [{ kind: 'append_notes' }] }, ['#/actions/0/value']],
    ['an empty description', { actions: [renames(' ')] }, ['#/actions/0/value']],
    ['a description of two lines', { actions: [renames('a\nb')] }, ['#/actions/0/value']],
    ['a description that is too long', { actions: [renames('a'.repeat(501))] }, ['#/actions/0/value']],
    ['a fractional priority', { priority: 1.5 }, ['#/priority']],
    ['an unknown field of the rule', { color: 'red' }, ['#/color']],
  ])('rejects a rule with %s and points to the field', async (_, fields, pointers) => {
    const refused = await api.post('/v1/rules', {
      name: 'x',
      conditions: [contains('a')],
      actions: [sets(food)],
      ...fields,
    });
    expect([statusAndCode(refused), faults(refused)]).toEqual(['400 VALIDATION_FAILED', pointers]);
    const previewed = await api.post('/v1/rules/preview', {
      conditions: [contains('a')],
      ...('conditions' in fields ? fields : { conditions: [] }),
    });
    if ('conditions' in fields)
      expect([statusAndCode(previewed), faults(previewed)]).toEqual(['400 VALIDATION_FAILED', pointers]);
    expect(ok(await api.get('/v1/rules'))).toEqual([]);
  });

  it('a rule that uses a deleted account can be edited', async () => {
    const deleted = await anAccount(api);
    const conditions = [contains('a'), condition('accountId', 'is_not', deleted.id)];
    const rule = await aRule({ conditions });
    ok(await api.delete(`/v1/accounts/${deleted.id}`));
    const read = ok(await api.get(`/v1/rules/${rule.id}`));
    expect(ok(await api.patch(`/v1/rules/${rule.id}`, { conditions: read.conditions })).conditions).toEqual(conditions);
    const unknownAccount = [condition('accountId', 'is', UNKNOWN_ID)];
    expect(statusAndCode(await api.patch(`/v1/rules/${rule.id}`, { conditions: unknownAccount }))).toBe(
      '422 REFERENCE_NOT_FOUND',
    );
  });

  it('rejects accounts and categories of another workspace', async () => {
    const otherHome = await aHousehold(service);
    const foreignAccount = await anAccount(otherHome.api);
    const foreignCategory = ok(await otherHome.api.get('/v1/categories'))[0]!.id;
    for (const id of [foreignAccount.id, UNKNOWN_ID, 'nope']) {
      const conditions = [contains('a'), condition('accountId', 'one_of', [account.id, id])];
      const refused = await api.post('/v1/rules', { name: 'x', conditions, actions: [sets(food)] });
      expect([statusAndCode(refused), faults(refused)]).toEqual([
        '422 REFERENCE_NOT_FOUND',
        ['#/conditions/1/value/1'],
      ]);
      expect(statusAndCode(await api.post('/v1/rules/preview', { conditions }))).toBe('422 REFERENCE_NOT_FOUND');
    }
    for (const id of [foreignCategory, UNKNOWN_ID, 'nope']) {
      const refused = await api.post('/v1/rules', {
        name: 'x',
        conditions: [contains('a')],
        actions: [notes('b'), sets(id)],
      });
      expect([statusAndCode(refused), faults(refused)]).toEqual(['422 REFERENCE_NOT_FOUND', ['#/actions/1/value']]);
    }
  });

  it('returns 404 for a rule of another workspace', async () => {
    const rule = await aRule();
    await anExpense('oxxo', { categoryId: home });
    await apply(rule.id, { force: true });
    const run = await lastRun(rule.id);
    const { api: stranger } = await aHousehold(service);
    for (const answer of [
      await stranger.get(`/v1/rules/${rule.id}`),
      await stranger.patch(`/v1/rules/${rule.id}`, { name: 'mía' }),
      await stranger.delete(`/v1/rules/${rule.id}`),
      await stranger.get(`/v1/rules/${rule.id}/matches`),
      await stranger.post(`/v1/rules/${rule.id}/apply`, { force: true }),
      await stranger.get(`/v1/rules/${rule.id}/runs`),
      await stranger.post(`/v1/rules/${rule.id}/runs/${run!.id}/undo`),
      await api.get('/v1/rules/nope/matches'),
    ]) {
      expect(statusAndCode(answer)).toBe('404 RULE_NOT_FOUND');
    }
    const [transaction] = ok(await api.get('/v1/transactions')).items;
    expect(statusAndCode(await stranger.get(`/v1/transactions/${transaction!.id}/explain`))).toBe(
      '404 TRANSACTION_NOT_FOUND',
    );
    expect(statusAndCode(await undo(rule.id, UNKNOWN_ID))).toBe('404 RULE_RUN_NOT_FOUND');
    expect(statusAndCode(await undo((await aRule()).id, run!.id))).toBe('404 RULE_RUN_NOT_FOUND');
  });

  it('a read-only key can read rules but cannot change or apply rules', async () => {
    const rule = await aRule();
    const { key } = await aKey(service.database, workspaceId, 'read_only');
    const reader = api.as(key);
    expect(statusAndCode(await reader.get('/v1/rules'))).toBe('200');
    expect(statusAndCode(await reader.get(`/v1/rules/${rule.id}/matches`))).toBe('200');
    expect(statusAndCode(await reader.post('/v1/rules/preview', { conditions: [contains('a')] }))).toBe('200');
    for (const answer of [
      await reader.post('/v1/rules', { name: 'x', conditions: [contains('a')], actions: [sets(food)] }),
      await reader.patch(`/v1/rules/${rule.id}`, {}),
      await reader.delete(`/v1/rules/${rule.id}`),
      await reader.post(`/v1/rules/${rule.id}/apply`),
      await reader.post(`/v1/rules/${rule.id}/runs/${UNKNOWN_ID}/undo`),
    ]) {
      expect(statusAndCode(answer)).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    }
  });
});

describe('rules on new transactions', () => {
  it('returns a new transaction with the changes that rules made', async () => {
    const rule = await aRule({ actions: [sets(food), renames('Oxxo'), notes('Antojo')] });
    const created = await anExpense('COMPRA OXXO 123', { notes: 'en la noche' });
    expect(created).toMatchObject({ description: 'Oxxo', notes: 'en la noche\nAntojo', category: { id: food } });
    expect(await read(created.id)).toEqual(created);
    expect(await balanceOf(api, account.id)).toBe('-25.00');
    expect(ok(await api.get(`/v1/rules/${rule.id}`)).lastMatchedAt).not.toBeNull();
    expect((await explain(created.id)).category).toEqual({ id: food, source: 'rule', ruleId: rule.id });
  });

  it('the first matching rule by priority sets a field, and every matching rule appends its notes', async () => {
    const late = await aRule({ priority: 200, actions: [sets(home), renames('Tarde'), notes('tres')] });
    const first = await aRule({ priority: 1, actions: [sets(food), notes('uno')] });
    const second = await aRule({ priority: 1, actions: [renames('Segunda'), notes('dos')] });
    const created = await anExpense('oxxo');
    expect(created).toMatchObject({ description: 'Segunda', notes: 'uno\ndos\ntres', category: { id: food } });
    const { rules } = await explain(created.id);
    expect(rules.map(({ ruleId }) => ruleId)).toEqual([first.id, second.id, late.id]);
    expect(rules[2]!.effects).toEqual([
      { kind: 'set_category', value: home, outcome: 'lost' },
      { kind: 'set_description', value: 'Tarde', outcome: 'lost' },
      { kind: 'append_notes', value: 'tres', outcome: 'applied' },
    ]);
  });

  it('matches rules against the original fields of the transaction', async () => {
    await aRule({ actions: [renames('Súper')] });
    await aRule({ conditions: [contains('super')], actions: [sets(home)] });
    await aRule({ conditions: [condition('category', 'is_empty'), contains('oxxo')], actions: [sets(food)] });
    expect(await anExpense('oxxo')).toMatchObject({ description: 'Súper', category: { id: food } });
  });

  it('skips later rules after a rule with stopProcessing', async () => {
    await aRule({ priority: 2, actions: [sets(food), notes('alto')], stopProcessing: true });
    await aRule({ priority: 3, actions: [renames('Nunca'), notes('nunca')] });
    await aRule({ priority: 1, conditions: [contains('nada')], actions: [notes('no')], stopProcessing: true });
    const created = await anExpense('oxxo');
    expect(created).toMatchObject({ description: 'oxxo', notes: 'alto', category: { id: food } });
    const { rules } = await explain(created.id);
    expect(rules.map(({ effects }) => effects.map(({ outcome }) => outcome))).toEqual([
      ['applied', 'applied'],
      ['stopped', 'stopped'],
    ]);
  });

  it('keeps the category of the request, and applies the other actions', async () => {
    await aRule({ actions: [sets(food), renames('Oxxo'), notes('línea')] });
    const created = await anExpense('oxxo', { categoryId: home });
    expect(created).toMatchObject({ description: 'Oxxo', notes: 'línea', category: { id: home } });
    const { category, rules } = await explain(created.id);
    expect(category).toEqual({ id: home, source: 'person', ruleId: null });
    expect(rules[0]!.effects[0]).toEqual({ kind: 'set_category', value: food, outcome: 'passed_over' });
  });

  it('rules do not set the category of a transaction with splits', async () => {
    await aRule({
      conditions: [condition('amount', 'eq', '30'), condition('category', 'is_empty')],
      actions: [sets(food), notes('partido')],
    });
    const created = await anExpense('Cena', {
      amount: '30.00',
      splits: [{ amount: '10.00' }, { amount: '20.00', categoryId: home }],
    });
    expect(created).toMatchObject({ category: null, notes: 'partido' });
    expect(created.splits.map(({ category }) => category?.id ?? null)).toEqual([null, home]);
  });

  it('when a transaction is created, rules match only expenses and income', async () => {
    await aRule({ conditions: [condition('amount', 'gt', '0')], actions: [renames('x'), notes('y')] });
    const savings = await anAccount(api);
    const ana = await aContact(service.database, workspaceId);
    const transfer = await anExpense('Traspaso', { type: 'transfer', toAccountId: savings.id });
    const debt = await anExpense('Préstamo', { type: 'lent', contactId: ana });
    const adjustment = await anExpense('Ajuste', { type: 'adjustment', amount: '-3.00' });
    const income = await anExpense('Sueldo', { type: 'income' });
    expect([transfer, debt, adjustment, income].map(({ description }) => description)).toEqual([
      'Traspaso',
      'Préstamo',
      'Ajuste',
      'x',
    ]);
  });

  it('does not apply disabled or deleted rules', async () => {
    const rule = await aRule({ actions: [notes('uno')] });
    expect((await anExpense('oxxo')).notes).toBe('uno');
    await api.patch(`/v1/rules/${rule.id}`, { enabled: false });
    expect((await anExpense('oxxo')).notes).toBe(null);
    await api.patch(`/v1/rules/${rule.id}`, { enabled: true });
    expect((await anExpense('oxxo')).notes).toBe('uno');
    await api.delete(`/v1/rules/${rule.id}`);
    expect((await anExpense('oxxo')).notes).toBe(null);
    expect(ok(await api.get('/v1/transactions')).items.length).toBe(4);
  });

  it('does not append notes that would exceed the limit', async () => {
    await aRule({ priority: 1, actions: [notes('a'.repeat(90))] });
    await aRule({ priority: 2, actions: [notes('b')] });
    const [fits, full] = [
      await anExpense('oxxo', { notes: 'x'.repeat(1907) }),
      await anExpense('oxxo', { notes: 'x'.repeat(1910) }),
    ];
    expect([fits.notes!.length, full.notes!.length]).toEqual([2000, 1910]);
    expect((await explain(full.id)).rules[0]!.effects[0]!.outcome).toBe('passed_over');
  });

  it('an edit does not apply rules, and makes the edited category the user’s choice', async () => {
    const rule = await aRule({ actions: [sets(food)] });
    const created = await anExpense('otra cosa');
    expect(ok(await api.patch(`/v1/transactions/${created.id}`, { description: 'oxxo' })).category).toBe(null);
    const categorized = await anExpense('oxxo');
    ok(await api.patch(`/v1/transactions/${categorized.id}`, { notes: 'nada que ver' }));
    expect((await explain(categorized.id)).category).toEqual({ id: food, source: 'rule', ruleId: rule.id });
    ok(await api.patch(`/v1/transactions/${categorized.id}`, { categoryId: food }));
    expect((await explain(categorized.id)).category).toEqual({ id: food, source: 'person', ruleId: null });
    const chosen = await read(categorized.id);
    expect(ok(await api.patch(`/v1/transactions/${categorized.id}`, { categoryId: food }))).toEqual(chosen);
    ok(await api.patch(`/v1/transactions/${categorized.id}`, { categoryId: null }));
    expect((await explain(categorized.id)).category).toEqual({ id: null, source: null, ruleId: null });
  });

  it('applies rules to imported transactions at the commit, and prefers a category chosen by the user', async () => {
    await aRule({ conditions: [contains('oxxo')], actions: [sets(food), renames('Oxxo'), notes('regla')] });
    const file =
      'Fecha,Descripción,Importe,Categoría\n2026-03-01,OXXO UNO,-10.00,\n2026-03-02,OXXO DOS,-20.00,Hogar\n2026-03-03,OXXO TRES,-30.00,\n2026-03-04,Otra,-40.00,Hogar\n';
    const form = new FormData();
    form.set('accountId', account.id);
    form.set('file', new Blob([file]), 'marzo.csv');
    const posted = await fetch(`${service.url}/v1/imports`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${api.token}` },
    });
    const draft = (await posted.json()) as { id: string };
    ok(await api.patch(`/v1/imports/${draft.id}/rows/2`, { categoryId: home }));
    ok(await api.post(`/v1/imports/${draft.id}/commit`));
    const rows = ok(await api.get(`/v1/transactions?importId=${draft.id}`)).items.toReversed();
    expect(rows.map(({ description, category, notes: text }) => [description, category?.id ?? null, text])).toEqual([
      ['Oxxo', food, 'regla'],
      ['Oxxo', food, 'regla'],
      ['Oxxo', home, 'regla'],
      ['Otra', home, null],
    ]);
    const sources = await Promise.all(rows.map(async ({ id }) => (await explain(id)).category.source));
    expect(sources).toEqual(['rule', 'rule', 'person', 'import']);
    expect(await balanceOf(api, account.id)).toBe('-100.00');
  });

  it('if a rule is enabled and disabled concurrently, each new transaction gets all actions of the rule or none', async () => {
    const rule = await aRule({ actions: [sets(food), notes('una')] });
    const posts = Array.from({ length: 40 }, () => anExpense('oxxo'));
    const switches = [false, true, false, true].map((enabled) => api.patch(`/v1/rules/${rule.id}`, { enabled }));
    const created = await Promise.all(posts);
    await Promise.all(switches);
    for (const { notes: text, category } of created) expect([null, 'una']).toContain(category ? text : (text as null));
    expect(await balanceOf(api, account.id)).toBe('-1000.00');
  });
});

describe('the matches of a rule', () => {
  it('lists matching live transactions, newest first, with the total on every page', async () => {
    const rule = await aRule({ enabled: false });
    for (let day = 1; day <= 9; day += 1) await anExpense(`OXXO ${day}`, { date: `2026-03-0${day}` });
    await anExpense('otra');
    const page = ok(await api.get(`/v1/rules/${rule.id}/matches?limit=4`));
    expect(page.total).toBe(9);
    expect(page.items[0]).toEqual({
      id: page.items[0]!.id,
      date: '2026-03-09',
      description: 'OXXO 9',
      amount: '25.00',
      currency: 'MXN',
      type: 'expense',
    });
    const { items, pages } = await everyItem(api, `/v1/rules/${rule.id}/matches?limit=4`);
    expect(items.map(({ description }) => description)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => `OXXO ${day}`),
    );
    expect(pages).toBe(3);
    const preview = ok(await api.post('/v1/rules/preview?limit=4', { conditions: rule.conditions }));
    expect([preview.items, preview.total]).toEqual([page.items, 9]);
    const next = ok(
      await api.post(`/v1/rules/preview?limit=4&cursor=${preview.nextCursor}`, { conditions: rule.conditions }),
    );
    expect([next.items.length, next.total]).toEqual([4, 9]);
    const strange = await api.post(`/v1/rules/preview?cursor=${preview.nextCursor}`, { conditions: [contains('x')] });
    expect(statusAndCode(strange)).toBe('400 CURSOR_INVALID');
    expect(statusAndCode(await api.get(`/v1/rules/${rule.id}/matches?cursor=${preview.nextCursor}`))).toBe(
      '400 CURSOR_INVALID',
    );
    expect(statusAndCode(await api.get(`/v1/rules/${rule.id}/matches?limit=201`))).toBe('400 VALIDATION_FAILED');
  });

  it.each(['contains', 'matches'])(
    'the matches of the operator %s change when transactions are created, edited, trashed, restored or deleted',
    async (op) => {
      const like = (value: string) => condition('description', op, value);
      const rule = await aRule({ enabled: false, conditions: [like('oxxo'), condition('amount', 'lt', '100')] });
      const descriptions = async () => {
        const { items, total } = await matches(rule.id);
        expect(items.length).toBe(total);
        return items.map(({ description }) => description);
      };
      expect(await descriptions()).toEqual([]);
      const [a, b] = [
        await anExpense('oxxo a', { date: '2026-03-01' }),
        await anExpense('oxxo b', { date: '2026-03-02' }),
      ];
      expect(await descriptions()).toEqual(['oxxo b', 'oxxo a']);
      ok(await api.patch(`/v1/transactions/${a.id}`, { date: '2026-03-03' }));
      expect(await descriptions()).toEqual(['oxxo a', 'oxxo b']);
      ok(await api.patch(`/v1/transactions/${b.id}`, { amount: '100.00' }));
      expect(await descriptions()).toEqual(['oxxo a']);
      ok(await api.delete(`/v1/transactions/${a.id}`));
      expect(await descriptions()).toEqual([]);
      ok(await api.post(`/v1/transactions/${a.id}/restore`));
      expect(await descriptions()).toEqual(['oxxo a']);
      ok(await api.delete(`/v1/transactions/${a.id}`));
      ok(await api.delete(`/v1/transactions/${a.id}/permanently`));
      expect(await descriptions()).toEqual([]);
      ok(await api.patch(`/v1/rules/${rule.id}`, { conditions: [like('OXXO')] }));
      expect(await descriptions()).toEqual(['oxxo b']);
      ok(
        await api.patch(`/v1/rules/${rule.id}`, {
          match: 'any',
          conditions: [like('nada'), condition('amount', 'gte', '100')],
        }),
      );
      expect(await descriptions()).toEqual(['oxxo b']);
    },
  );

  it('matches transfers and categorized expenses, and counts them when the rule is applied', async () => {
    const rule = await aRule({ enabled: false, conditions: [contains('pago')], actions: [sets(food)] });
    const savings = await anAccount(api);
    await anExpense('Pago A', { type: 'transfer', toAccountId: savings.id });
    await anExpense('Pago B');
    await anExpense('Pago C', { categoryId: home });
    await anExpense('Pago D', { categoryId: food });
    expect((await matches(rule.id)).total).toBe(4);
    expect(await apply(rule.id)).toEqual({ matched: 4, changed: 1, skipped: 3 });
    expect(await apply(rule.id)).toEqual({ matched: 4, changed: 0, skipped: 4 });
    expect(await apply(rule.id, { force: true })).toEqual({ matched: 4, changed: 1, skipped: 3 });
  });

  it('a pattern ignores case, accents and repeated spaces', async () => {
    await anExpense('Café   de la ÑOÑA');
    const previewed = async (value: string) =>
      ok(await api.post('/v1/rules/preview', { conditions: [condition('description', 'matches', value)] })).total;
    expect(await previewed('^CAFE\\s{2,}DE (la|el) nona$')).toBe(1);
    expect(await previewed('cafe\\S+de')).toBe(0);
    expect(await previewed('\\xD1o[ñx]')).toBe(1);
  });

  it('a pattern with a NUL character does not match any transaction', async () => {
    for (const pattern of ['\\0', 'a\\x00b', '\\x{0}', '\\x00|oxxo']) {
      const rule = await aRule({ conditions: [condition('notes', 'matches', pattern)], actions: [notes('b')] });
      expect((await matches(rule.id)).total).toBe(0);
    }
    expect(await anExpense('Pan', { notes: 'a b' })).toMatchObject({ notes: 'a b' });
  });

  it('each operator selects only the transactions that satisfy its condition', async () => {
    const dollars = await anAccount(api, { currency: 'USD' });
    await anExpense('Uno', { amount: '10.00', date: '2026-03-01' });
    await anExpense('Dos', { amount: '20.00', date: '2026-03-02', notes: 'con nota', accountId: dollars.id });
    await anExpense('Tres', { type: 'adjustment', amount: '-30.00', date: '2026-03-03' });
    const matchesOf = async (...conditions: unknown[]) =>
      ok(await api.post('/v1/rules/preview', { conditions }))
        .items.map(({ description }) => description)
        .reverse();
    const [all, none]: [string[], string[]] = [['Uno', 'Dos', 'Tres'], []];
    expect(await matchesOf(condition('amount', 'between', ['20', '30']))).toEqual(['Dos', 'Tres']);
    expect(await matchesOf(condition('amount', 'between', ['-30', '-20']))).toEqual(['Dos', 'Tres']);
    expect(await matchesOf(condition('amount', 'eq', '-30'))).toEqual(['Tres']);
    expect(await matchesOf(condition('amount', 'gt', '10'), condition('amount', 'lte', '20'))).toEqual(['Dos']);
    expect(await matchesOf(condition('date', 'before', '2026-03-02'))).toEqual(['Uno']);
    expect(await matchesOf(condition('date', 'after', '2026-03-02'))).toEqual(['Tres']);
    expect(await matchesOf(condition('date', 'on', '2026-03-02'))).toEqual(['Dos']);
    expect(await matchesOf(condition('date', 'between', ['2026-03-01', '2026-03-02']))).toEqual(['Uno', 'Dos']);
    expect(await matchesOf(condition('accountId', 'is_not', account.id))).toEqual(['Dos']);
    expect(await matchesOf(condition('currency', 'one_of', ['USD', 'EUR']))).toEqual(['Dos']);
    expect(await matchesOf(condition('type', 'is', 'adjustment'))).toEqual(['Tres']);
    expect(await matchesOf(condition('notes', 'contains', 'NÓTA'))).toEqual(['Dos']);
    expect(await matchesOf(condition('notes', 'not_contains', 'nota'))).toEqual(['Uno', 'Tres']);
    expect(await matchesOf(condition('notes', 'matches', '^$'))).toEqual(none);
    expect(await matchesOf(condition('description', 'ends_with', 'OS'))).toEqual(['Dos']);
    expect(await matchesOf(condition('description', 'starts_with', 'd'))).toEqual(['Dos']);
    expect(await matchesOf(condition('description', 'equals', ' trés '))).toEqual(['Tres']);
    expect(await matchesOf(condition('description', 'contains', '%'))).toEqual(none);
    expect(await matchesOf(condition('category', 'is_empty'))).toEqual(all);
  });
});

describe('the application of a rule', () => {
  it('applying a rule keeps categories chosen by a user unless forced, and can be undone', async () => {
    const free = await anExpense('oxxo', { notes: 'antes' });
    const chosen = await anExpense('oxxo', { categoryId: home });
    const rule = await aRule({ enabled: false, actions: [sets(food), notes('línea')] });
    expect(await apply(rule.id)).toEqual({ matched: 2, changed: 2, skipped: 0 });
    expect(await read(free.id)).toMatchObject({ category: { id: food }, notes: 'antes\nlínea' });
    expect(await read(chosen.id)).toMatchObject({ category: { id: home }, notes: 'línea' });
    expect(await apply(rule.id)).toEqual({ matched: 2, changed: 0, skipped: 2 });
    expect(await apply(rule.id, { force: true })).toEqual({ matched: 2, changed: 1, skipped: 1 });
    expect((await read(chosen.id)).category!.id).toBe(food);
    const forced = await lastRun(rule.id);
    expect(forced).toMatchObject({ force: true, matched: 2, changed: 1, skipped: 1, undoneAt: null });
    expect(ok(await undo(rule.id, forced!.id))).toEqual({ restored: 1, skipped: 0 });
    expect((await explain(chosen.id)).category).toEqual({ id: home, source: 'person', ruleId: null });
    expect(ok(await undo(rule.id, forced!.id))).toEqual({ restored: 1, skipped: 0 });
    const { items } = ok(await api.get(`/v1/rules/${rule.id}/runs`));
    expect(items.map(({ changed, undoneAt }) => [changed, undoneAt !== null])).toEqual([
      [1, true],
      [0, false],
      [2, false],
    ]);
    expect(ok(await undo(rule.id, items[2]!.id))).toEqual({ restored: 2, skipped: 0 });
    expect(await read(free.id)).toMatchObject({ category: null, notes: 'antes' });
    expect(await read(chosen.id)).toMatchObject({ category: { id: home }, notes: null });
    const { rules } = await explain(free.id);
    expect(rules[0]!.effects.map(({ outcome }) => outcome)).toEqual(['undone', 'undone']);
  });

  it('an undo restores only fields that have not changed since', async () => {
    const [unchanged, renamed, recategorized, trashed] = [
      await anExpense('oxxo 1'),
      await anExpense('oxxo 2'),
      await anExpense('oxxo 3'),
      await anExpense('oxxo 4'),
    ];
    const rule = await aRule({ enabled: false, actions: [sets(food), renames('Tienda')] });
    expect((await apply(rule.id)).changed).toBe(4);
    ok(await api.patch(`/v1/transactions/${renamed.id}`, { description: 'A mano' }));
    ok(await api.patch(`/v1/transactions/${recategorized.id}`, { categoryId: food, description: 'A mano' }));
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    expect(ok(await undo(rule.id, (await lastRun(rule.id))!.id))).toEqual({ restored: 2, skipped: 2 });
    expect(await read(unchanged.id)).toMatchObject({ description: 'oxxo 1', category: null });
    expect(await read(renamed.id)).toMatchObject({ description: 'A mano', category: null });
    expect(await read(recategorized.id)).toMatchObject({ description: 'A mano', category: { id: food } });
    expect(await read(trashed.id)).toMatchObject({ description: 'Tienda', status: 'trashed' });
  });

  it('applying a rule ignores all other rules', async () => {
    await aRule({ priority: 1, actions: [sets(home)], stopProcessing: true, enabled: false });
    const created = await anExpense('oxxo');
    const rule = await aRule({ priority: 2, enabled: false });
    expect(await apply(rule.id)).toEqual({ matched: 1, changed: 1, skipped: 0 });
    expect((await read(created.id)).category!.id).toBe(food);
  });

  it('rejects a body with fields other than force', async () => {
    const rule = await aRule();
    for (const body of [{ force: 'true' }, { forced: true }, []]) {
      expect(statusAndCode(await api.post(`/v1/rules/${rule.id}/apply`, body))).toBe('400 VALIDATION_FAILED');
    }
  });
});

describe('categories that rules set', () => {
  it('a category used by a rule can only be deleted with a replacement', async () => {
    const [from, to] = await Promise.all(
      ['Uno', 'Dos'].map(async (name) => ok(await api.post('/v1/categories', { name, kind: 'expense' }))),
    );
    const created = await anExpense('oxxo');
    const rule = await aRule({ actions: [notes('x'), sets(from!.id)], enabled: false });
    await apply(rule.id);
    expect(statusAndCode(await api.delete(`/v1/categories/${from!.id}`))).toBe('409 CATEGORY_IN_USE');
    ok(await api.delete(`/v1/categories/${from!.id}?moveTo=${to!.id}`));
    expect(ok(await api.get(`/v1/rules/${rule.id}`)).actions).toEqual([notes('x'), sets(to!.id)]);
    expect((await explain(created.id)).category).toEqual({ id: to!.id, source: 'rule', ruleId: rule.id });
    expect(ok(await undo(rule.id, (await lastRun(rule.id))!.id))).toEqual({ restored: 1, skipped: 0 });
  });

  it('an undo sets the category to null if the previous category was deleted', async () => {
    const old = ok(await api.post('/v1/categories', { name: 'Vieja', kind: 'expense' }));
    const first = await aRule({ actions: [sets(old.id)] });
    const created = await anExpense('oxxo');
    await api.delete(`/v1/rules/${first.id}`);
    const rule = await aRule({ enabled: false, actions: [sets(food)] });
    expect((await apply(rule.id)).changed).toBe(1);
    ok(await api.delete(`/v1/categories/${old.id}`));
    expect(ok(await undo(rule.id, (await lastRun(rule.id))!.id))).toEqual({ restored: 1, skipped: 0 });
    expect((await read(created.id)).category).toBe(null);
    expect((await explain(created.id)).rules[0]).toMatchObject({ ruleId: first.id, name: null });
  });

  it('a rule can set an expense category on an income, for a refund', async () => {
    await aRule({ conditions: [condition('type', 'is', 'income')], actions: [sets(food)] });
    expect((await anExpense('Devolución', { type: 'income' })).category!.id).toBe(food);
    expect(salary).not.toBe(food);
  });
});

it('rejects more than 50,000 characters in the conditions of all rules', async () => {
  const texts = (count: number) => Array.from({ length: count }, (_, n) => contains(`${n}`.padEnd(500, 'x')));
  const filled: string[] = [];
  for (let n = 0; n < 5; n += 1) filled.push((await aRule({ conditions: texts(20) })).id);
  const fields = { name: 'Otra', conditions: [contains('a')], actions: [sets(food)] };
  expect(statusAndCode(await api.post('/v1/rules', fields))).toBe('409 RULE_LIMIT_REACHED');
  ok(await api.patch(`/v1/rules/${filled[0]!}`, { conditions: texts(19) }));
  const { id } = ok(await api.post('/v1/rules', fields));
  expect(statusAndCode(await api.patch(`/v1/rules/${id}`, { conditions: texts(2) }))).toBe('409 RULE_LIMIT_REACHED');
});

it('rejects more than 1,000 conditions in all rules', async () => {
  const texts = (count: number) => Array.from({ length: count }, (_, n) => contains(`${n}`));
  const { api: other } = await aHousehold(service);
  const { id: category } = ok(await other.post('/v1/categories', { name: 'Gatos', kind: 'expense' }));
  const fields = (count: number) => ({ name: 'x', conditions: texts(count), actions: [sets(category)] });
  const created = await Promise.all(Array.from({ length: 50 }, () => other.post('/v1/rules', fields(20))));
  const [first] = created.map((answer) => ok(answer));
  expect(statusAndCode(await other.post('/v1/rules', fields(1)))).toBe('409 RULE_LIMIT_REACHED');
  ok(await other.patch(`/v1/rules/${first!.id}`, { conditions: texts(19) }));
  ok(await other.post('/v1/rules', fields(1)));
  expect(statusAndCode(await other.patch(`/v1/rules/${first!.id}`, fields(20)))).toBe('409 RULE_LIMIT_REACHED');
});
