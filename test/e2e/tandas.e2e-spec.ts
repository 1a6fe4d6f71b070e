import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountView, TandaView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { expectNoDrift, runCli } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
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
  account = await anAccount(api, { openingBalance: '5000.00' });
});

const FIELDS = {
  name: 'Oficina',
  amount: '100.00',
  turns: 4,
  myTurns: [2],
  startDate: '2026-10-31',
  every: 'quincena',
};

async function aTanda(fields: Record<string, unknown> = {}): Promise<TandaView> {
  return ok(await api.post('/v1/tandas', { ...FIELDS, accountId: account.id, ...fields }));
}

const record = (id: string, number: number, kind: string, fields: Record<string, unknown> = {}) =>
  api.post(`/v1/tandas/${id}/rounds/${number}/record`, { kind, ...fields });
const transaction = async (id: string) => ok(await api.get(`/v1/transactions/${id}`));
const roundOf = ({ rounds }: TandaView, number: number, kind = 'pay') =>
  rounds.find((round) => round.number === number && round.kind === kind)!;

async function owed({ contactId }: Pick<TandaView, 'contactId'>): Promise<string> {
  return ok(await api.get(`/v1/contacts/${contactId}`)).balances[0]?.balance ?? '0.00';
}

describe('tandas', () => {
  it('returns every field of a tanda, and creates a contact for it', async () => {
    const tanda = await aTanda();
    const round = { amount: '100.00', transactionId: null };
    expect(tanda).toEqual({
      ...{ id: tanda.id, ...FIELDS, accountId: account.id, ownTurnPays: false, contactId: tanda.contactId },
      currency: 'MXN',
      rounds: [
        { ...round, number: 1, date: '2026-10-31', kind: 'pay', status: 'late' },
        { ...round, number: 2, date: '2026-11-15', kind: 'receive', amount: '300.00', status: 'due' },
        { ...round, number: 3, date: '2026-11-30', kind: 'pay', status: 'due' },
        { ...round, number: 4, date: '2026-12-15', kind: 'pay', status: 'due' },
      ],
      ...{ paid: '0.00', received: '0.00', position: '0.00', status: 'running' },
      ...{ createdAt: tanda.createdAt, updatedAt: tanda.updatedAt },
    });
    expect(ok(await api.get(`/v1/contacts/${tanda.contactId}`))).toMatchObject({ name: 'Oficina', balances: [] });
    expect(ok(await api.get('/v1/tandas'))).toEqual([tanda]);
  });

  it('rejects invalid fields of a new tanda', async () => {
    const faults = async (fields: Record<string, unknown>) =>
      errorsOf(await api.post('/v1/tandas', { ...FIELDS, accountId: account.id, ...fields }));
    expect(await faults({ turns: 1 })).toEqual(['#/turns INTEGER_INVALID']);
    expect(await faults({ turns: 61 })).toEqual(['#/turns INTEGER_INVALID']);
    expect(await faults({ myTurns: [] })).toEqual(['#/myTurns LIST_INVALID']);
    expect(await faults({ myTurns: [2, 2] })).toEqual(['#/myTurns REPEATED']);
    expect(await faults({ myTurns: [5] })).toEqual(['#/myTurns VALUE_NOT_ALLOWED']);
    expect(await faults({ myTurns: [0] })).toEqual(['#/myTurns/0 INTEGER_INVALID']);
    expect(await faults({ myTurns: ['2'] })).toEqual(['#/myTurns/0 INTEGER_INVALID']);
    expect(await faults({ amount: '0' })).toEqual(['#/amount AMOUNT_INVALID']);
    expect(await faults({ amount: '9999999999999.99' })).toEqual(['#/amount AMOUNT_INVALID']);
    expect(await faults({ every: 'year' })).toEqual(['#/every VALUE_NOT_ALLOWED']);
    expect(await faults({ startDate: '2200-12-01' })).toEqual(['#/startDate DATE_INVALID']);
    expect(await faults({ rounds: [] })).toEqual(['#/rounds UNKNOWN_FIELD']);
    const foreign = await api.post('/v1/tandas', { ...FIELDS, accountId: UNKNOWN_ID });
    expect(statusAndCode(foreign)).toBe('422 REFERENCE_NOT_FOUND');
  });

  it('returns 404 for a tanda of another workspace', async () => {
    const { id } = await aTanda();
    const { api: stranger } = await aHousehold(service);
    for (const answer of [
      await stranger.get(`/v1/tandas/${id}`),
      await stranger.patch(`/v1/tandas/${id}`, { name: 'x' }),
      await stranger.delete(`/v1/tandas/${id}`),
      await stranger.post(`/v1/tandas/${id}/rounds/1/record`, { kind: 'pay' }),
    ]) {
      expect(statusAndCode(answer)).toBe('404 TANDA_NOT_FOUND');
    }
    expect(ok(await stranger.get('/v1/tandas'))).toEqual([]);
  });

  it('renaming a tanda also renames its contact', async () => {
    const { id, contactId } = await aTanda();
    expect(ok(await api.patch(`/v1/tandas/${id}`, { name: 'Gimnasio' })).name).toBe('Gimnasio');
    expect(ok(await api.get(`/v1/contacts/${contactId}`)).name).toBe('Gimnasio');
  });

  it('the account and the contact of a tanda cannot be deleted', async () => {
    const empty = await anAccount(api);
    const { contactId } = await aTanda({ accountId: empty.id });
    expect(statusAndCode(await api.delete(`/v1/accounts/${empty.id}`))).toBe('409 ACCOUNT_IN_USE');
    expect(statusAndCode(await api.patch(`/v1/accounts/${empty.id}`, { currency: 'USD' }))).toBe('409 ACCOUNT_IN_USE');
    expect(statusAndCode(await api.delete(`/v1/contacts/${contactId}`))).toBe('409 CONTACT_IN_USE');
  });

  it('a tanda without recorded rounds can be deleted, together with a contact that no transaction uses', async () => {
    const tanda = await aTanda();
    const recorded = ok(await record(tanda.id, 1, 'pay'));
    expect(statusAndCode(await api.delete(`/v1/tandas/${tanda.id}`))).toBe('409 TANDA_IN_USE');
    const paidBy = roundOf(recorded, 1).transactionId!;
    ok(await api.delete(`/v1/transactions/${paidBy}`));
    ok(await api.delete(`/v1/tandas/${tanda.id}`));
    expect(statusAndCode(await api.get(`/v1/tandas/${tanda.id}`))).toBe('404 TANDA_NOT_FOUND');
    ok(await api.post(`/v1/transactions/${paidBy}/restore`));
    expect(await owed(tanda)).toBe('100.00');
    const unused = await aTanda();
    ok(await api.delete(`/v1/tandas/${unused.id}`));
    expect(statusAndCode(await api.get(`/v1/contacts/${unused.contactId}`))).toBe('404 CONTACT_NOT_FOUND');
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('recorded rounds', () => {
  it('recorded rounds become debts with the contact, which end at zero', async () => {
    const { id, contactId } = await aTanda();
    const steps: [number, string, string][] = [
      [1, 'pay', '100.00'],
      [2, 'receive', '-200.00'],
      [3, 'pay', '-100.00'],
      [4, 'pay', '0.00'],
    ];
    const types: unknown[] = [];
    for (const [number, kind, position] of steps) {
      const tanda = ok(await record(id, number, kind));
      expect(tanda.position).toBe(position);
      expect(await owed({ contactId })).toBe(position);
      const { type, splits, accountId, date, amount } = await transaction(roundOf(tanda, number, kind).transactionId!);
      expect({ accountId, date, amount }).toEqual({
        accountId: account.id,
        date: TODAY,
        amount: roundOf(tanda, number, kind).amount,
      });
      types.push(splits.length === 0 ? type : [type, ...splits.map((split) => `${split.type} ${split.amount}`)]);
    }
    expect(types).toEqual([
      'lent',
      ['income', 'repayment_received 100.00', 'borrowed 200.00'],
      'repayment_made',
      'repayment_made',
    ]);
    expect(ok(await api.get(`/v1/tandas/${id}`))).toMatchObject({
      paid: '300.00',
      received: '300.00',
      status: 'finished',
    });
    const report = ok(await api.get('/v1/reports/cash-flow?from=2026-11-01&to=2026-11-30'));
    expect(report.points).toMatchObject([{ income: '0.00', expense: '0.00' }]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('a round can be recorded with an existing expense or income of the same amount', async () => {
    const { id, contactId } = await aTanda();
    const goalAccount = ok(await api.post('/v1/goals', { name: 'x', accountId: account.id, target: '9.00' }));
    const common = { accountId: account.id, date: '2026-11-01' };
    const paid = await aTransaction(api, { ...common, amount: '100.00', tags: ['tanda'] });
    const tanda = ok(await record(id, 1, 'pay', { transactionId: paid.id }));
    expect(roundOf(tanda, 1)).toMatchObject({ status: 'done', transactionId: paid.id });
    expect(await transaction(paid.id)).toMatchObject({ type: 'lent', contactId, category: null, tags: ['tanda'] });
    const received = await aTransaction(api, { ...common, type: 'income', amount: '300.00' });
    ok(await record(id, 2, 'receive', { transactionId: received.id }));
    expect((await transaction(received.id)).splits.map(({ type }) => type)).toEqual(['repayment_received', 'borrowed']);
    const [wrongAmount, wrongType] = [
      await aTransaction(api, { ...common, amount: '100.01' }),
      await aTransaction(api, { ...common, type: 'income', amount: '100.00' }),
    ];
    const elsewhere = await aTransaction(api, { ...common, accountId: (await anAccount(api)).id, amount: '100.00' });
    const trashed = await aTransaction(api, { ...common, amount: '100.00' });
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const friend = ok(await api.post('/v1/contacts', { name: 'Beto' }));
    const splits = [{ amount: '60.00' }, { amount: '40.00', type: 'lent', contactId: friend.id }];
    const shared = await aTransaction(api, { ...common, amount: '100.00', splits });
    for (const transactionId of [
      ...[wrongAmount.id, wrongType.id, elsewhere.id, trashed.id, shared.id],
      ...[UNKNOWN_ID, goalAccount.id],
    ]) {
      const answer = await record(id, 3, 'pay', { transactionId });
      expect(statusAndCode(answer)).toBe('422 REFERENCE_NOT_FOUND');
      expect(errorsOf(answer)).toEqual(['#/transactionId REFERENCE_NOT_FOUND']);
    }
    expect(statusAndCode(await record(id, 3, 'pay', { transactionId: paid.id }))).toBe('409 ROUND_RECORDED');
    await expectNoDrift(service.database, workspaceId);
  });

  it('concurrent requests record a round once, and requests for unknown rounds are rejected', async () => {
    const { id } = await aTanda();
    const answers = await Promise.all(Array.from({ length: 5 }, () => record(id, 1, 'pay')));
    expect(answers.map(statusAndCode).sort()).toEqual([
      ...['200', '409 ROUND_RECORDED', '409 ROUND_RECORDED', '409 ROUND_RECORDED', '409 ROUND_RECORDED'],
    ]);
    for (const [number, kind] of [
      [5, 'pay'],
      [2, 'pay'],
      [1, 'receive'],
      [0, 'pay'],
    ] as const) {
      expect(statusAndCode(await record(id, number, kind))).toBe('404 ROUND_NOT_FOUND');
    }
    expect(statusAndCode(await api.post(`/v1/tandas/${id}/rounds/one/record`, { kind: 'pay' }))).toBe(
      '404 ROUND_NOT_FOUND',
    );
    expect(statusAndCode(await record(id, 3, 'lend'))).toBe('400 VALIDATION_FAILED');
    expect(ok(await api.get(`/v1/tandas/${id}`)).paid).toBe('100.00');
  });

  it('rejects a new amount, type, account or contact for a recorded round, and reopens a trashed round', async () => {
    const { id, contactId } = await aTanda();
    const { rounds } = ok(await record(id, 1, 'pay'));
    const paid = rounds[0]!.transactionId!;
    const edit = (fields: Record<string, unknown>) => api.patch(`/v1/transactions/${paid}`, fields);
    ok(await edit({ description: 'Tanda', notes: 'x', date: '2026-11-02', tags: ['tanda'] }));
    const other = await anAccount(api);
    const contact = ok(await api.post('/v1/contacts', { name: 'Ana' }));
    for (const fields of [
      { amount: '101.00' },
      { accountId: other.id },
      { accountId: null },
      { type: 'repayment_made' },
      { type: 'expense' },
      { contactId: contact.id },
    ]) {
      expect(statusAndCode(await edit(fields))).toBe('409 ROUND_RECORDED');
    }
    ok(await api.delete(`/v1/transactions/${paid}`));
    expect(ok(await api.get(`/v1/tandas/${id}`))).toMatchObject({ paid: '0.00', position: '0.00' });
    const again = ok(await record(id, 1, 'pay'));
    expect(statusAndCode(await api.post(`/v1/transactions/${paid}/restore`))).toBe('409 ROUND_RECORDED');
    ok(await api.delete(`/v1/transactions/${roundOf(again, 1).transactionId}`));
    ok(await api.post(`/v1/transactions/${paid}/restore`));
    expect(roundOf(ok(await api.get(`/v1/tandas/${id}`)), 1)).toMatchObject({ status: 'done', transactionId: paid });
    expect(await owed({ contactId })).toBe('100.00');
    await expectNoDrift(service.database, workspaceId);
  });

  it('rejects other debts with the contact of a tanda', async () => {
    const { contactId } = await aTanda();
    const debt = { accountId: account.id, date: TODAY, description: 'x', amount: '5.00' };
    const create = (fields: Record<string, unknown>) => api.post('/v1/transactions', { ...debt, ...fields });
    const whole = await create({ type: 'lent', contactId });
    expect(statusAndCode(whole)).toBe('422 REFERENCE_NOT_FOUND');
    expect(errorsOf(whole)).toEqual(['#/contactId REFERENCE_NOT_FOUND']);
    const splits = [{ amount: '2.00' }, { amount: '3.00', type: 'lent', contactId }];
    expect(statusAndCode(await create({ type: 'expense', splits }))).toBe('422 REFERENCE_NOT_FOUND');
    const contact = ok(await api.post('/v1/contacts', { name: 'Ana' }));
    const { id } = ok(await create({ type: 'lent', contactId: contact.id }));
    expect(statusAndCode(await api.patch(`/v1/transactions/${id}`, { contactId }))).toBe('422 REFERENCE_NOT_FOUND');
    expect(await owed({ contactId })).toBe('0.00');
  });

  it('ledger verify finds and repairs a wrong repaid amount of a round', async () => {
    const { id } = await aTanda();
    ok(await record(id, 1, 'pay'));
    ok(await record(id, 2, 'receive'));
    await service.database.query('update goals_rounds set repaid = 1 where workspace_id = $1', [workspaceId]);
    const verify = (...options: string[]) =>
      runCli(service.database, 'ledger', 'verify', '--workspace', workspaceId, ...options);
    const { drift } = (await verify()).json;
    expect(drift).toHaveLength(2);
    expect(drift).toContainEqual(expect.objectContaining({ figure: 'tandaRound.repaid' }));
    await verify('--repair');
    await expectNoDrift(service.database, workspaceId);
    const [paid] = await service.database.query<{ repaid: string }>(
      'select sum(repaid) as repaid from goals_rounds where workspace_id = $1',
      [workspaceId],
    );
    expect(paid!.repaid).toBe('10000');
  });

  it('a dry run records no round, and a recorded round emits one event', async () => {
    const { id, contactId } = await aTanda();
    const tried = ok(await api.post(`/v1/tandas/${id}/rounds/1/record?dryRun=true`, { kind: 'pay' }));
    expect(tried.result).toMatchObject({ position: '100.00' });
    expect(tried.effects).toMatchObject({
      accounts: [{ accountId: account.id, balanceBefore: '5000.00', balanceAfter: '4900.00' }],
      contacts: [{ contactId, currency: 'MXN', balanceBefore: '0.00', balanceAfter: '100.00' }],
      transactions: { created: 1 },
    });
    expect(ok(await api.get(`/v1/tandas/${id}`)).paid).toBe('0.00');
    const before = ok(await api.get('/v1/events')).items.length;
    const tanda = ok(await record(id, 1, 'pay'));
    const items = ok(await api.get('/v1/events')).items.slice(before);
    expect(items.map(({ type, subject, data }) => [type, subject.id, data])).toEqual([
      [
        'tanda.recorded',
        id,
        { number: 1, kind: 'pay', transactionId: roundOf(tanda, 1).transactionId, accountIds: [account.id] },
      ],
    ]);
  });

  it('the forecast contains open rounds on their date, and late rounds today', async () => {
    const { id } = await aTanda();
    ok(await record(id, 2, 'receive'));
    const { accounts } = ok(await api.get('/v1/forecast?until=2026-12-31'));
    const items = accounts[0]!.points.flatMap(({ date, items: own }) => own.map((item) => ({ date, ...item })));
    expect(items).toEqual([
      { date: TODAY, kind: 'tanda', id, amount: '-100.00' },
      { date: '2026-11-30', kind: 'tanda', id, amount: '-100.00' },
      { date: '2026-12-15', kind: 'tanda', id, amount: '-100.00' },
    ]);
    ok(await api.post(`/v1/accounts/${account.id}/archive`));
    expect(ok(await api.get('/v1/forecast')).unplaced).toEqual([id]);
    expect(statusAndCode(await record(id, 1, 'pay'))).toBe('409 ACCOUNT_NOT_ACTIVE');
  });
});
