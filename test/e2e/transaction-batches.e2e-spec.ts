import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aContact, aHousehold, anAccount, aTransaction, balanceOf, ok, UNKNOWN_ID } from './support/household.js';
import type { Household } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;
let account: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  ({ api } = home);
  account = (await anAccount(api)).id;
});

const entry = (fields: object = {}) => ({
  ...{ op: 'create', accountId: account, type: 'expense', date: '2026-11-20', amount: '10.00', description: 'Café' },
  ...fields,
});
const batch = (...operations: unknown[]) => api.post('/v1/transactions/batch', { operations });

describe('batches of transactions', () => {
  it('runs operations in order, and returns the state of each transaction after its operation', async () => {
    const first = await aTransaction(api, { accountId: account, amount: '1.00' });
    const second = await aTransaction(api, { accountId: account, amount: '2.00' });
    const otherAccountId = (await anAccount(api)).id;
    const contactId = await aContact(service.database, home.workspaceId);
    const { results } = ok(
      await batch(
        entry({ tags: ['viaje'] }),
        entry({ type: 'transfer', toAccountId: otherAccountId, amount: '5.00' }),
        entry({ splits: [{ amount: '4.00' }, { amount: '6.00', type: 'lent', contactId }] }),
        { op: 'update', id: first.id, amount: '3.00' },
        { op: 'update', id: first.id, notes: 'otra vez' },
        { op: 'trash', id: first.id },
        { op: 'trash', id: second.id },
        { op: 'restore', id: first.id },
      ),
    );
    expect(results.map(({ amount, status, notes }) => [amount, status, notes])).toEqual([
      ['10.00', 'live', null],
      ['5.00', 'live', null],
      ['10.00', 'live', null],
      ['3.00', 'live', null],
      ['3.00', 'live', 'otra vez'],
      ['3.00', 'trashed', 'otra vez'],
      ['2.00', 'trashed', null],
      ['3.00', 'live', 'otra vez'],
    ]);
    expect(results[0]!.tags).toEqual(['viaje']);
    expect(results[2]!.splits).toHaveLength(2);
    expect(await balanceOf(api, account)).toBe('-28.00');
    expect(await balanceOf(api, otherAccountId)).toBe('5.00');
    const contact = ok(await api.get(`/v1/contacts/${contactId}`));
    expect(contact.balances).toEqual([{ currency: 'MXN', balance: '6.00' }]);
    expect(JSON.stringify(results[7])).toBe(JSON.stringify(ok(await api.get(`/v1/transactions/${first.id}`))));
  });

  it('does not update transactions that an operation leaves unchanged', async () => {
    const rows = [];
    for (const amount of ['1.00', '2.00', '3.00']) rows.push(await aTransaction(api, { accountId: account, amount }));
    const [first, second, third] = rows;
    const { updatedAt } = ok(await api.patch(`/v1/transactions/${third!.id}`, { notes: 'última' }));
    const since = async () => ok(await api.get(`/v1/transactions?updatedSince=${updatedAt}`)).items.map(({ id }) => id);
    const { description, amount, tags, splits } = first!;
    const unchanged = { op: 'update', id: first!.id, description, amount, tags, splits };
    expect(ok(await batch(unchanged, { op: 'update', id: second!.id })).results).toEqual([first, second]);
    expect(await since()).toEqual([third!.id]);
    const { results } = ok(await batch(unchanged, { op: 'update', id: second!.id, amount: '2.50' }));
    expect(results[0]).toEqual(first);
    expect(await since()).toEqual([third!.id, second!.id]);
    expect(await balanceOf(api, account)).toBe('-6.50');
  });

  it('a batch creates one event and one audit entry', async () => {
    const { nextCursor } = ok(await api.get('/v1/events?from=now&types=transactions.*'));
    const { id } = await aTransaction(api, { accountId: account });
    ok(await batch(entry(), entry(), { op: 'update', id, amount: '3.00' }, { op: 'trash', id }));
    const { items } = ok(await api.get(`/v1/events?cursor=${nextCursor}&types=transactions.*`));
    expect(items.map(({ type, subject, data }) => [type, subject.kind, data])).toEqual([
      [
        'transactions.changed',
        'transactions',
        { created: 2, updated: 1, trashed: 1, restored: 0, accountIds: [account] },
      ],
    ]);
    const log = ok(await api.get('/v1/audit-log')).items.map(({ action, fields }) => [action, fields]);
    expect(log[0]).toEqual(['POST /v1/transactions/batch', ['operations']]);
    expect(log.filter(([action]) => action === 'POST /v1/transactions/batch')).toHaveLength(1);
  });

  it('reports every malformed field of all operations, and runs none of the operations', async () => {
    const refused = await batch(
      entry({ amount: 10 }),
      entry(),
      entry({ type: 'transfer' }),
      { op: 'update', id: 'x', colour: 'red' },
      { op: 'destroy' },
      'x',
      { op: 'trash' },
    );
    expect(statusAndCode(refused)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(refused)).toEqual([
      '#/operations/0/amount AMOUNT_INVALID',
      '#/operations/2/toAccountId REQUIRED',
      '#/operations/3/colour UNKNOWN_FIELD',
      '#/operations/4/op VALUE_NOT_ALLOWED',
      '#/operations/5 OBJECT_EXPECTED',
      '#/operations/6/id REQUIRED',
    ]);
    expect(refused.body.operation).toBe(0);
    expect(ok(await api.get('/v1/transactions')).items).toEqual([]);
    expect(errorsOf(await batch())).toEqual(['#/operations LIST_INVALID']);
    expect(errorsOf(await batch(...Array.from({ length: 501 }, () => entry())))).toEqual(['#/operations LIST_INVALID']);
  });

  it.each(['', '?dryRun=true'])(
    'POST /v1/transactions/batch%s returns the index of the first malformed or failed operation',
    async (query) => {
      const operationOf = async (...operations: unknown[]) =>
        (await api.post(`/v1/transactions/batch${query}` as '/v1/transactions/batch', { operations })).body.operation;
      expect(await operationOf(entry(), entry(), { op: 'trash' }, 'x')).toBe(2);
      expect(await operationOf(entry(), [])).toBe(1);
      expect(await operationOf(entry(), { op: 'trash', id: UNKNOWN_ID }, entry())).toBe(1);
      expect(await operationOf()).toBeUndefined();
    },
  );

  it('a failed operation rejects the whole batch with the problem of that operation', async () => {
    const { id } = await aTransaction(api, { accountId: account, externalId: 'a' });
    const cases: [string, number, string[], unknown[]][] = [
      [
        '409 EXTERNAL_ID_TAKEN',
        1,
        [],
        [entry({ externalId: 'b' }), entry({ externalId: 'b' }), entry({ accountId: UNKNOWN_ID })],
      ],
      ['409 EXTERNAL_ID_TAKEN', 0, [], [entry({ externalId: 'a' }), { op: 'trash', id }]],
      [
        '422 REFERENCE_NOT_FOUND',
        1,
        ['#/operations/1/categoryId REFERENCE_NOT_FOUND'],
        [entry(), entry({ categoryId: UNKNOWN_ID })],
      ],
      ['404 TRANSACTION_NOT_FOUND', 2, [], [entry(), entry(), { op: 'update', id: UNKNOWN_ID, amount: '1.00' }]],
      ['404 TRANSACTION_NOT_FOUND', 0, [], [{ op: 'trash', id: 'nonsense' }]],
      [
        '409 TRANSACTION_NOT_IN_TRASH',
        2,
        [],
        [
          { op: 'trash', id },
          { op: 'restore', id },
          { op: 'restore', id },
        ],
      ],
      [
        '409 TRANSACTION_IN_TRASH',
        1,
        [],
        [
          { op: 'trash', id },
          { op: 'update', id, amount: '2.00' },
        ],
      ],
      ['422 SPLIT_NOT_BALANCED', 0, [], [entry({ splits: [{ amount: '1.00' }, { amount: '2.00' }] })]],
    ];
    for (const [problem, operation, errors, operations] of cases) {
      const refused = await batch(...operations);
      expect([problem, statusAndCode(refused), refused.body.operation, errorsOf(refused)]).toEqual([
        problem,
        problem,
        operation,
        errors,
      ]);
    }
    expect(ok(await api.get('/v1/transactions')).items.map((item) => item.id)).toEqual([id]);
    expect(await balanceOf(api, account)).toBe('-25.00');
    ok(await batch({ op: 'trash', id }, entry({ externalId: 'a' })));
  });

  it('creates 500 transactions once per Idempotency-Key, and shows the changes in a dry run', async () => {
    const operations = Array.from({ length: 500 }, (_, i) => entry({ description: `Café ${i}` }));
    const { effects } = ok(await api.post('/v1/transactions/batch?dryRun=true', { operations }));
    expect(effects.transactions.created).toBe(500);
    expect(effects.accounts.map(({ balanceAfter }) => balanceAfter)).toEqual(['-5000.00']);
    const options = { headers: { 'idempotency-key': 'many' } };
    const first = await api.post('/v1/transactions/batch', { operations }, options);
    const again = await api.post('/v1/transactions/batch', { operations }, options);
    expect(again.text).toBe(first.text);
    expect(ok(first).results.map(({ description }) => description)).toEqual(
      operations.map((operation) => operation.description),
    );
    expect(await balanceOf(api, account)).toBe('-5000.00');
  });

  it('applies the rules to created transactions', async () => {
    const category = ok(await api.post('/v1/categories', { name: 'Cafés', kind: 'expense' }));
    const conditions = [{ field: 'description', op: 'contains', value: 'cafe' }];
    const actions = [
      { kind: 'set_category', value: category.id },
      { kind: 'add_tag', value: 'gusto' },
    ];
    ok(await api.post('/v1/rules', { name: 'Café', conditions, actions }));
    const { results } = ok(await batch(entry({ tags: ['ayer'] }), entry({ description: 'Otra cosa' })));
    expect(results.map((transaction) => [transaction.category?.id ?? null, transaction.tags])).toEqual([
      [category.id, ['ayer', 'gusto']],
      [null, []],
    ]);
  });

  it('matches and frees occurrences of schedules in the same way as single requests', async () => {
    const fields = {
      accountId: account,
      type: 'expense',
      amount: '10.00',
      description: 'Café',
      startDate: '2026-11-20',
    };
    const body = { ...fields, recurrence: { every: 'once' } };
    const schedule = ok(await api.post('/v1/schedules', body)).id;
    const scheduleIds = async (...operations: unknown[]) =>
      ok(await batch(...operations)).results.map(({ scheduleId }) => scheduleId);
    const { results } = ok(await batch(entry(), entry(), entry({ amount: '11.00' })));
    const [first, second, third] = results.map(({ id }) => id);
    expect(results.map(({ scheduleId }) => scheduleId)).toEqual([schedule, null, null]);
    // The second transaction is updated before the first one frees the occurrence, and the third one afterwards.
    expect(
      await scheduleIds(
        { op: 'update', id: second, notes: 'x' },
        { op: 'update', id: first, amount: '12.00' },
        { op: 'update', id: third, amount: '10.00' },
      ),
    ).toEqual([null, null, schedule]);
    expect(await scheduleIds({ op: 'trash', id: third }, entry())).toEqual([null, schedule]);
    expect(await scheduleIds({ op: 'restore', id: third })).toEqual([null]);
    const occurrences = `/v1/schedules/${schedule}/occurrences?from=2026-11-01&to=2026-11-30` as const;
    expect(ok(await api.get(occurrences)).items.map(({ status }) => status)).toEqual(['matched']);
  });

  it('matches an occurrence to the first of several restored transactions', async () => {
    const fields = {
      accountId: account,
      type: 'expense',
      amount: '10.00',
      description: 'Café',
      startDate: '2026-11-20',
    };
    const schedule = ok(await api.post('/v1/schedules', { ...fields, recurrence: { every: 'once' } })).id;
    const [first] = ok(await batch(entry())).results;
    ok(await batch({ op: 'trash', id: first!.id }));
    const [second] = ok(await batch(entry())).results;
    ok(await batch({ op: 'trash', id: second!.id }));
    const { results } = ok(await batch({ op: 'restore', id: second!.id }, { op: 'restore', id: first!.id }));
    expect(results.map(({ id, scheduleId }) => [id, scheduleId])).toEqual([
      [second!.id, schedule],
      [first!.id, null],
    ]);
  });
});
