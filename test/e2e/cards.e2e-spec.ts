import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../../libs/kernel/src/calendar/day-number.js';
import { aDraft, statement as statementFile } from '../../libs/importing/test/statements.js';
import { modelStatement } from '../properties/card-model.js';
import { written } from './support/amounts.js';
import type { AccountView, CardStatementView, InstallmentsView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Answer, Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok, UNKNOWN_ID } from './support/household.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';

const TODAY = '2026-11-23';
const TERMS = { creditLimit: '50000.00', cutOffDay: 7 };
const SEED = 20261130;

let service: Service;
let clock: MovingClock;
let api: Client;
let workspaceId: string;
let cash: AccountView;
let card: AccountView;

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
  cash = await anAccount(api, { openingBalance: '100000.00' });
  card = await aCard();
});

const pointersOf = (answer: Pick<Answer, 'body'>) => errorsOf(answer).map((error) => error.split(' ')[0]);
const aCard = (terms: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) =>
  anAccount(api, {
    ...{ name: 'Oro', typeId: 'credit_card', openingDate: '2026-08-01' },
    card: { ...TERMS, payFromAccountId: cash.id, ...terms },
    ...fields,
  });
const buy = (date: string, amount: string, fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: card.id, date, amount, ...fields });
const pay = (date: string, amount: string) =>
  aTransaction(api, { accountId: cash.id, toAccountId: card.id, type: 'transfer', date, amount });
const statements = async (of: { id: string } = card): Promise<CardStatementView[]> =>
  ok(await api.get(`/v1/accounts/${of.id}/card-statements`)).items;
const statement = async (cutOff: string) => (await statements()).find((item) => item.cutOff === cutOff)!;
const record = (cutOff: string, record: unknown, of: { id: string } = card) =>
  api.put(`/v1/accounts/${of.id}/card-statements/${cutOff}`, record);
const payStatement = (cutOff: string, body: unknown, of: { id: string } = card) =>
  api.post(`/v1/accounts/${of.id}/card-statements/${cutOff}/pay`, body);
const inMonths = async (purchase: { id: string }, months: number): Promise<InstallmentsView> =>
  ok(await api.post('/v1/installments', { transactionId: purchase.id, months }));

describe('the card of an account', () => {
  it('an account returns its card terms and the available credit', async () => {
    expect(card.card).toEqual({
      ...{ creditLimit: '50000.00', cutOffDay: 7, paymentDays: 20, payFromAccountId: cash.id },
      availableCredit: '50000.00',
    });
    await buy('2026-11-01', '1250.50');
    expect(ok(await api.get(`/v1/accounts/${card.id}`)).card!.availableCredit).toBe('48749.50');
    expect(cash.card).toBeNull();
  });

  it('card terms can be updated in part, removed and added again', async () => {
    const path = `/v1/accounts/${card.id}` as const;
    const edited = ok(await api.patch(path, { card: { cutOffDay: 31, payFromAccountId: null } }));
    expect(edited.card).toMatchObject({ creditLimit: '50000.00', cutOffDay: 31, payFromAccountId: null });
    expect(ok(await api.patch(path, { name: 'Platino' })).card).toEqual(edited.card);
    expect(ok(await api.patch(path, { card: null })).card).toBeNull();
    expect(await statements()).toEqual([]);
    const again = await api.patch(path, { card: { cutOffDay: 3 } });
    expect([statusAndCode(again), pointersOf(again)]).toEqual(['400 VALIDATION_FAILED', ['#/card/creditLimit']]);
    expect(ok(await api.patch(path, { card: TERMS })).card).toMatchObject({ paymentDays: 20, payFromAccountId: null });
  });

  it('changing the account type removes the card terms', async () => {
    expect(ok(await api.patch(`/v1/accounts/${card.id}`, { typeId: 'loan' })).card).toBeNull();
  });

  it.each([
    ['a credit limit of zero', { creditLimit: '0.00' }, '#/card/creditLimit'],
    ['a numeric credit limit', { creditLimit: 50000 }, '#/card/creditLimit'],
    ['no cut-off day', { cutOffDay: undefined }, '#/card/cutOffDay'],
    ['cut-off day 32', { cutOffDay: 32 }, '#/card/cutOffDay'],
    ['a fractional cut-off day', { cutOffDay: 7.5 }, '#/card/cutOffDay'],
    ['zero payment days', { paymentDays: 0 }, '#/card/paymentDays'],
    ['a numeric paying account', { payFromAccountId: 7 }, '#/card/payFromAccountId'],
    ['an unknown field', { corte: 7 }, '#/card/corte'],
  ])('rejects a card with %s', async (_, terms, pointer) => {
    const answer = await api.post('/v1/accounts', {
      ...{ name: 'Oro', typeId: 'credit_card' },
      card: { ...TERMS, ...terms },
    });
    expect([statusAndCode(answer), pointersOf(answer)]).toEqual(['400 VALIDATION_FAILED', [pointer]]);
  });

  it('rejects card terms for other account types or with an invalid paying account', async () => {
    const checking = await api.post('/v1/accounts', { name: 'Oro', typeId: 'checking', card: TERMS });
    expect([statusAndCode(checking), pointersOf(checking)]).toEqual(['400 VALIDATION_FAILED', ['#/card']]);
    const itself = await api.patch(`/v1/accounts/${card.id}`, { card: { payFromAccountId: card.id } });
    expect([statusAndCode(itself), pointersOf(itself)]).toEqual(['400 VALIDATION_FAILED', ['#/card/payFromAccountId']]);
    const unknown = await api.patch(`/v1/accounts/${card.id}`, { card: { payFromAccountId: UNKNOWN_ID } });
    expect([statusAndCode(unknown), pointersOf(unknown)]).toEqual([
      '422 REFERENCE_NOT_FOUND',
      ['#/card/payFromAccountId'],
    ]);
  });

  it('the paying account of a card cannot be deleted', async () => {
    expect(statusAndCode(await api.delete(`/v1/accounts/${cash.id}`))).toBe('409 ACCOUNT_IN_USE');
    ok(await api.patch(`/v1/accounts/${card.id}`, { card: null }));
    ok(await api.delete(`/v1/accounts/${cash.id}`));
  });
});

describe('the statements of a card', () => {
  it('lists contiguous statements with purchases and payments, starting with the current statement', async () => {
    await buy('2026-09-07', '100.00');
    await buy('2026-09-08', '7.25');
    await buy('2026-10-07', '1000.00');
    await pay('2026-10-08', '600.00');
    await pay('2026-11-07', '200.00');
    await buy('2026-11-08', '50.00');
    const all = await statements();
    expect(all.map(({ start, cutOff, dueDate }) => `${start} ${cutOff} ${dueDate}`)).toEqual([
      '2026-11-08 2026-12-07 2026-12-28',
      '2026-10-08 2026-11-07 2026-11-27',
      '2026-09-08 2026-10-07 2026-10-27',
      '2026-08-08 2026-09-07 2026-09-28',
      '2026-07-08 2026-08-07 2026-08-27',
    ]);
    expect(all[0]).toEqual({
      ...{ start: '2026-11-08', cutOff: '2026-12-07', dueDate: '2026-12-28', openingBalance: '307.25' },
      ...{ charges: '50.00', payments: '0.00', balance: '357.25', installmentsDeferred: '0.00' },
      ...{ paymentToAvoidInterest: '357.25', minimumPayment: '357.25', paid: '0.00', remaining: '357.25' },
      ...{ status: 'open', bank: null },
    });
    expect(all[1]).toMatchObject({
      ...{ openingBalance: '1107.25', charges: '0.00', payments: '800.00', balance: '307.25' },
      ...{ paid: '0.00', remaining: '307.25', status: 'due' },
    });
    expect(all[2]).toMatchObject({ balance: '1107.25', paid: '800.00', remaining: '307.25', status: 'overdue' });
    expect(all[3]).toMatchObject({ balance: '100.00', paid: '0.00', remaining: '0.00', status: 'paid' });
    expect(all[4]).toMatchObject({ balance: '0.00', status: 'paid' });
  });

  it('statements include the opening balance and count refunds as payments', async () => {
    const old = await aCard({}, { openingBalance: '900.00' });
    await aTransaction(api, { accountId: old.id, type: 'income', date: '2026-08-10', amount: '150.00' });
    const all = await statements(old);
    expect(all.at(-1)).toMatchObject({ openingBalance: '900.00', balance: '900.00', paid: '150.00' });
    expect(all.at(-2)).toMatchObject({ openingBalance: '900.00', payments: '150.00', balance: '750.00' });
  });

  it('a cut-off on the 31st falls on the last day of shorter months', async () => {
    const late = await aCard({ cutOffDay: 31 }, { openingDate: '2025-12-15' });
    expect((await statements(late)).map(({ cutOff }) => cutOff)).toEqual([
      ...['2026-11-30', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'],
      ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ]);
  });

  it('the minimum payment is the larger of 1.25 % of the limit and 1.5 % of the balance, up to the balance', async () => {
    const minimumFor = async (amount: string) => {
      const newCard = await aCard();
      await aTransaction(api, { accountId: newCard.id, date: '2026-11-01', amount });
      return (await statements(newCard))[1]!.minimumPayment;
    };
    expect([await minimumFor('400.00'), await minimumFor('41000.00'), await minimumFor('45000.33')]).toEqual([
      '400.00',
      '625.00',
      '675.00',
    ]);
  });

  it('late payments settle past statements and their installments', async () => {
    await buy('2026-08-20', '129.00');
    const plan = await inMonths(await buy('2026-08-25', '60.00'), 2);
    const parts = async () => ok(await api.get(`/v1/installments/${plan.id}`)).parts.map(({ status }) => status);
    expect(await statement('2026-09-07')).toMatchObject({ remaining: '159.00', status: 'overdue' });
    expect(await parts()).toEqual(['due', 'due']);
    await pay('2026-11-02', '158.99');
    expect(await statement('2026-09-07')).toMatchObject({ paid: '0.00', remaining: '0.01', status: 'overdue' });
    expect(await statement('2026-10-07')).toMatchObject({ paid: '158.99', remaining: '30.01', status: 'overdue' });
    await pay('2026-11-21', '0.01');
    expect(await statement('2026-09-07')).toMatchObject({ paid: '0.00', remaining: '0.00', status: 'paid' });
    expect(await statement('2026-10-07')).toMatchObject({ remaining: '30.00', status: 'overdue' });
    expect(await parts()).toEqual(['paid', 'due']);
    await pay('2026-11-22', '30.00');
    expect((await statements()).map(({ remaining, status }) => `${remaining} ${status}`)).toEqual([
      ...['0.00 open', '0.00 paid', '0.00 paid', '0.00 paid', '0.00 paid'],
    ]);
    expect(await parts()).toEqual(['paid', 'paid']);
    expect(ok(await api.get('/v1/installments?status=finished')).items.map(({ id }) => id)).toEqual([plan.id]);
    for (const cutOff of ['2026-09-07', '2026-10-07', '2026-11-07', '2026-12-07']) {
      for (const amount of ['avoidInterest', 'minimum', 'total', '0.01']) {
        expect(statusAndCode(await payStatement(cutOff, { amount }))).toBe('409 STATEMENT_PAID');
      }
    }
  });

  it(`statements match the reference model for random transactions and plans (seed ${SEED})`, async () => {
    const movement = fc.record({
      date: fc.integer({ min: 0, max: 130 }).map((days) => addDays('2026-08-01', days)),
      minor: fc.bigInt({ min: -60_000n, max: 90_000n }).filter((minor) => minor !== 0n),
      months: fc.integer({ min: 1, max: 6 }),
    });
    const movements = fc.sample(movement, { seed: SEED, numRuns: 40 });
    for (const { date, minor, months } of movements) {
      if (minor < 0n) await pay(date, written(-minor));
      else if (months === 1) await buy(date, written(minor));
      else await inMonths(await buy(date, written(minor)), months);
    }
    const model = { limit: 50_000_00n, cutOffDay: 7, movements };
    const all = await statements();
    for (const shown of all) {
      const expected = Object.entries(modelStatement(model, shown.cutOff, TODAY));
      expect(shown).toMatchObject(Object.fromEntries(expected.map(([name, minor]) => [name, written(minor)])));
      const { cutOff, dueDate, remaining } = shown;
      const closed = remaining === '0.00' ? 'paid' : dueDate < TODAY ? 'overdue' : 'due';
      expect(shown.status).toBe(cutOff >= TODAY ? 'open' : closed);
    }
    const due = all.find(({ remaining, status }) => status !== 'open' && remaining !== '0.00')!;
    expect(ok(await payStatement(due.cutOff, { amount: 'avoidInterest' })).amount).toBe(due.remaining);
    expect(await statement(due.cutOff)).toMatchObject({ remaining: '0.00', status: 'paid' });
  });

  it('paging returns the complete list of statements', async () => {
    const old = await aCard({}, { openingDate: '2024-01-01' });
    const unpaged = await statements(old);
    const { items } = await everyItem(api, `/v1/accounts/${old.id}/card-statements?limit=7`);
    expect(items).toEqual(unpaged);
    expect(unpaged).toHaveLength(36);
  });

  it('returns an empty list for an account that is not a card, and 404 for an unknown account', async () => {
    expect(await statements(cash)).toEqual([]);
    expect(statusAndCode(await api.get(`/v1/accounts/${UNKNOWN_ID}/card-statements`))).toBe('404 ACCOUNT_NOT_FOUND');
  });

  it('statements reflect edited, trashed and restored transactions immediately', async () => {
    const bought = await buy('2026-10-20', '500.00');
    await pay('2026-11-10', '500.00');
    expect(await statement('2026-11-07')).toMatchObject({ balance: '500.00', remaining: '0.00', status: 'paid' });
    ok(await api.patch(`/v1/transactions/${bought.id}`, { amount: '620.00' }));
    expect(await statement('2026-11-07')).toMatchObject({ balance: '620.00', remaining: '120.00', status: 'due' });
    ok(await api.patch(`/v1/transactions/${bought.id}`, { date: '2026-11-08' }));
    expect(await statement('2026-11-07')).toMatchObject({ balance: '0.00', charges: '0.00', status: 'paid' });
    ok(await api.delete(`/v1/transactions/${bought.id}`));
    expect(await statement('2026-12-07')).toMatchObject({ charges: '0.00', payments: '500.00', balance: '-500.00' });
    ok(await api.post(`/v1/transactions/${bought.id}/restore`));
    expect(await statement('2026-12-07')).toMatchObject({ charges: '620.00', balance: '120.00' });
  });
});

describe('the bank’s figures of a statement', () => {
  it('the bank’s dates replace the computed dates, and the bank’s amounts are returned next to the computed amounts', async () => {
    await buy('2026-11-06', '80.00');
    await buy('2026-11-07', '20.00');
    const recorded = {
      cutOff: '2026-11-06',
      dueDate: '2026-11-26',
      paymentToAvoidInterest: '92.50',
      minimumPayment: '0',
    };
    expect(ok(await record('2026-11-07', recorded))).toMatchObject({
      ...{ start: '2026-10-08', cutOff: '2026-11-06', dueDate: '2026-11-26', balance: '80.00' },
      bank: { paymentToAvoidInterest: '92.50', minimumPayment: '0.00', difference: '12.50' },
    });
    expect((await statements()).slice(0, 2)).toMatchObject([
      { start: '2026-11-07', cutOff: '2026-12-07', charges: '20.00', bank: null },
      { cutOff: '2026-11-06', bank: { difference: '12.50' } },
    ]);
    const less = ok(await record('2026-11-06', { minimumPayment: null, cutOff: null }));
    expect(less).toMatchObject({ cutOff: '2026-11-07', dueDate: '2026-11-26', balance: '100.00' });
    expect(less.bank).toEqual({ paymentToAvoidInterest: '92.50', minimumPayment: null, difference: '-7.50' });
    expect(statusAndCode(await record('2026-11-06', recorded))).toBe('404 STATEMENT_NOT_FOUND');
  });

  it.each([
    ['no fields', {}, '#'],
    ['a cut-off in the previous statement', { cutOff: '2026-10-07' }, '#/cutOff'],
    ['a cut-off in the next statement', { cutOff: '2026-12-07' }, '#/cutOff'],
    ['an impossible due date', { dueDate: '2026-02-30' }, '#/dueDate'],
    ['a due date before the cut-off', { dueDate: '2026-11-06' }, '#/dueDate'],
    ['a negative payment', { paymentToAvoidInterest: '-0.01' }, '#/paymentToAvoidInterest'],
    ['a numeric minimum payment', { minimumPayment: 12 }, '#/minimumPayment'],
    ['an unknown field', { saldo: '1' }, '#/saldo'],
  ])('rejects bank figures with %s', async (_, body, pointer) => {
    const answer = await record('2026-11-07', body);
    expect([statusAndCode(answer), pointersOf(answer)]).toEqual(['400 VALIDATION_FAILED', [pointer]]);
    expect((await statement('2026-11-07')).bank).toBeNull();
  });

  it('rejects bank figures for a statement that does not exist', async () => {
    for (const [of, cutOff] of [
      [card, '2026-11-06'],
      [card, '2027-01-07'],
      [card, '2020-01-07'],
      [card, 'today'],
      [cash, '2026-11-07'],
    ] as const) {
      expect(statusAndCode(await record(cutOff, { minimumPayment: '1' }, of))).toBe('404 STATEMENT_NOT_FOUND');
    }
    expect(statusAndCode(await record('2026-11-07', { minimumPayment: '1' }, { id: UNKNOWN_ID }))).toBe(
      '404 ACCOUNT_NOT_FOUND',
    );
  });
});

describe('paying a statement', () => {
  it('a payment transfers the remaining amount, and later payments are rejected', async () => {
    await buy('2026-11-01', '300.00');
    await pay('2026-11-15', '120.00');
    const paid = ok(await payStatement('2026-11-07', { amount: 'avoidInterest' }));
    expect(paid).toMatchObject({
      ...{ type: 'transfer', accountId: cash.id, date: TODAY, amount: '180.00', description: 'Pago de Oro' },
      transfer: { accountId: card.id, amount: '180.00' },
    });
    expect(await statement('2026-11-07')).toMatchObject({ paid: '300.00', remaining: '0.00', status: 'paid' });
    const answers = await Promise.all([1, 2].map(() => payStatement('2026-11-07', { amount: 'avoidInterest' })));
    expect(answers.map(statusAndCode)).toEqual(['409 STATEMENT_PAID', '409 STATEMENT_PAID']);
  });

  it('only one of two concurrent payments of a statement succeeds', async () => {
    await buy('2026-11-01', '300.00');
    const answers = await Promise.all([1, 2].map(() => payStatement('2026-11-07', { amount: 'total' })));
    expect(answers.map(statusAndCode).sort()).toEqual(['200', '409 STATEMENT_PAID']);
  });

  it('pays the minimum, the total or a given amount, optionally from another account or on another date', async () => {
    await buy('2026-11-01', '30000.00');
    const savings = await anAccount(api, { name: 'Ahorro', openingBalance: '99999.00' });
    const minimum = ok(
      await payStatement('2026-11-07', { amount: 'minimum', fromAccountId: savings.id, date: '2026-11-10' }),
    );
    expect(minimum).toMatchObject({ accountId: savings.id, date: '2026-11-10', amount: '625.00' });
    expect(ok(await payStatement('2026-11-07', { amount: '1000.50' })).amount).toBe('1000.50');
    expect(ok(await payStatement('2026-11-07', { amount: 'total' })).amount).toBe('28374.50');
    expect(statusAndCode(await payStatement('2026-11-07', { amount: '1.00' }))).toBe('409 STATEMENT_PAID');
  });

  it('a minimum payment after earlier payments pays the minimum again, up to the remaining amount', async () => {
    await buy('2026-11-01', '3750.00');
    await pay('2026-11-15', '1250.00');
    const minimum = () => payStatement('2026-11-07', { amount: 'minimum' });
    for (const amount of ['625.00', '625.00']) expect(ok(await minimum()).amount).toBe(amount);
    await pay('2026-11-16', '1000.00');
    expect(ok(await minimum()).amount).toBe('250.00');
    expect(await statement('2026-11-07')).toMatchObject({ remaining: '0.00', status: 'paid' });
    expect(statusAndCode(await minimum())).toBe('409 STATEMENT_PAID');
  });

  it('pays at most the remaining amount of an older statement', async () => {
    await buy('2026-10-01', '300.00');
    await pay('2026-11-10', '120.00');
    expect(await statement('2026-10-07')).toMatchObject({ remaining: '180.00', status: 'overdue' });
    expect(ok(await payStatement('2026-10-07', { amount: 'avoidInterest' })).amount).toBe('180.00');
    expect(await statement('2026-10-07')).toMatchObject({ remaining: '0.00', status: 'paid' });
    expect(statusAndCode(await payStatement('2026-10-07', { amount: 'avoidInterest' }))).toBe('409 STATEMENT_PAID');
  });

  it('converts a payment from an account in another currency at the latest rate, and rejects the payment without a rate', async () => {
    const dollars = await anAccount(api, { currency: 'USD', openingBalance: '500.00' });
    await buy('2026-11-01', '185.00');
    const payment = { amount: 'avoidInterest', fromAccountId: dollars.id };
    const refused = await payStatement('2026-11-07', payment);
    expect(statusAndCode(refused)).toBe('422 TRANSFER_RATE_REQUIRED');
    expect(refused.body.detail).toBe(
      'No rate converts USD into MXN on the date. Set a rate for USD/MXN, or create the transfer with `toAmount`.',
    );
    ok(await api.put('/v1/exchange-rates/USD/MXN/2026-11-20', { rate: '18.5' }));
    expect(ok(await payStatement('2026-11-07', payment))).toMatchObject({
      ...{ amount: '10.00', currency: 'USD', transfer: { amount: '185.00', currency: 'MXN' } },
    });
  });

  it('rejects a payment without a paying account, from the card itself, or with an invalid amount', async () => {
    await buy('2026-11-01', '30.00');
    const withoutPayer = await aCard({ payFromAccountId: null }, { openingBalance: '5.00' });
    const cases: [unknown, { id: string }, string, string][] = [
      [{ amount: 'total' }, withoutPayer, '400 VALIDATION_FAILED', '#/fromAccountId'],
      [{ amount: 'total', fromAccountId: card.id }, card, '400 VALIDATION_FAILED', '#/fromAccountId'],
      [{ amount: 'total', fromAccountId: UNKNOWN_ID }, card, '422 REFERENCE_NOT_FOUND', '#/fromAccountId'],
      [{ amount: 'todo' }, card, '400 VALIDATION_FAILED', '#/amount'],
      [{ amount: '0.00' }, card, '400 VALIDATION_FAILED', '#/amount'],
      [{ amount: 30 }, card, '400 VALIDATION_FAILED', '#/amount'],
      [{}, card, '400 VALIDATION_FAILED', '#/amount'],
    ];
    for (const [body, of, code, pointer] of cases) {
      const answer = await payStatement('2026-11-07', body, of);
      expect([body, statusAndCode(answer), pointersOf(answer)]).toEqual([body, code, [pointer]]);
    }
  });
});

describe('a purchase in interest-free installments', () => {
  it('divides a purchase into equal installments and adds the remainder to the last installment', async () => {
    const plan = await inMonths(await buy('2026-10-07', '100.00'), 3);
    expect(plan).toEqual({
      ...{ id: plan.id, transactionId: plan.transactionId, accountId: card.id, amount: '100.00', months: 3 },
      parts: [
        { number: 1, cutOff: '2026-10-07', dueDate: '2026-10-27', amount: '33.33', status: 'due' },
        { number: 2, cutOff: '2026-11-07', dueDate: '2026-11-27', amount: '33.33', status: 'due' },
        { number: 3, cutOff: '2026-12-07', dueDate: '2026-12-28', amount: '33.34', status: 'due' },
      ],
      ...{ remaining: '100.00', createdAt: plan.createdAt },
    });
    const deferred = (await statements()).map(({ cutOff, installmentsDeferred, paymentToAvoidInterest }) => [
      ...[cutOff, installmentsDeferred, paymentToAvoidInterest],
    ]);
    expect(deferred.slice(0, 3)).toEqual([
      ['2026-12-07', '0.00', '100.00'],
      ['2026-11-07', '33.34', '66.66'],
      ['2026-10-07', '66.67', '33.33'],
    ]);
    expect(ok(await api.get(`/v1/accounts/${card.id}`)).balance).toBe('100.00');
  });

  it('paying statements also pays their installments', async () => {
    const plan = await inMonths(await buy('2026-10-07', '900.00'), 12);
    await pay('2026-10-20', '75.00');
    await pay('2026-11-20', '75.00');
    const now = ok(await api.get(`/v1/installments/${plan.id}`));
    expect(now.parts.slice(0, 4).map(({ status }) => status)).toEqual(['paid', 'paid', 'due', 'deferred']);
    expect(now.remaining).toBe('750.00');
    expect(await statement('2026-12-07')).toMatchObject({ balance: '750.00', paymentToAvoidInterest: '75.00' });
  });

  it('editing a purchase recomputes its installments, and trashing the purchase suspends them', async () => {
    const bought = await buy('2026-10-07', '90.00');
    const plan = await inMonths(bought, 3);
    ok(await api.patch(`/v1/transactions/${bought.id}`, { amount: '100.00', date: '2026-10-08' }));
    const { parts } = ok(await api.get(`/v1/installments/${plan.id}`));
    expect(parts.map(({ cutOff, amount }) => `${cutOff} ${amount}`)).toEqual([
      ...['2026-11-07 33.33', '2026-12-07 33.33', '2027-01-07 33.34'],
    ]);
    ok(await api.delete(`/v1/transactions/${bought.id}`));
    expect(statusAndCode(await api.get(`/v1/installments/${plan.id}`))).toBe('404 INSTALLMENTS_NOT_FOUND');
    expect(ok(await api.get('/v1/installments')).items).toEqual([]);
    expect(await statement('2026-11-07')).toMatchObject({ installmentsDeferred: '0.00', balance: '0.00' });
    ok(await api.post(`/v1/transactions/${bought.id}/restore`));
    expect(ok(await api.get(`/v1/installments/${plan.id}`)).parts).toEqual(parts);
  });

  it('deleting a plan makes the remaining amount due at the next cut-off, and does not change closed statements', async () => {
    const plan = await inMonths(await buy('2026-10-07', '900.00'), 12);
    const before = await statements();
    ok(await api.delete(`/v1/installments/${plan.id}`));
    const after = await statements();
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).toMatchObject({ installmentsDeferred: '0.00', paymentToAvoidInterest: '900.00' });
    expect(statusAndCode(await api.delete(`/v1/installments/${plan.id}`))).toBe('404 INSTALLMENTS_NOT_FOUND');
    await inMonths({ id: plan.transactionId }, 6);
  });

  it('filters installment plans by status and account', async () => {
    const finished = await inMonths(await buy('2026-08-05', '20.00'), 2);
    const running = await inMonths(await buy('2026-10-07', '30.00'), 3);
    await pay('2026-08-20', '10.00');
    await pay('2026-09-20', '10.00');
    await pay('2026-10-20', '10.00');
    const otherCard = await aCard();
    const onOtherCard = await inMonths(await aTransaction(api, { accountId: otherCard.id, date: '2026-11-20' }), 2);
    const ids = async (query: string) =>
      ok(await api.get(`/v1/installments${query}` as '/v1/installments')).items.map(({ id }) => id);
    expect(await ids('')).toEqual([onOtherCard.id, running.id, finished.id]);
    expect(await ids('?status=finished')).toEqual([finished.id]);
    expect(await ids('?status=running')).toEqual([onOtherCard.id, running.id]);
    expect(await ids(`?accountId=${card.id}&status=running`)).toEqual([running.id]);
    expect((await everyItem(api, '/v1/installments?limit=1')).items.map(({ id }) => id)).toEqual(await ids(''));
    expect((await everyItem(api, '/v1/installments?limit=1&status=running')).items.map(({ id }) => id)).toEqual(
      await ids('?status=running'),
    );
    expect(statusAndCode(await api.get('/v1/installments?status=over'))).toBe('400 VALIDATION_FAILED');
  });

  it('finds finished plans even if hundreds of running plans come first', async () => {
    const finished = await inMonths(await buy('2026-08-05', '20.00'), 2);
    await pay('2026-08-20', '10.00');
    await pay('2026-09-20', '10.00');
    const purchase = { op: 'create', accountId: card.id, type: 'expense', date: '2026-11-20', amount: '6.00' };
    const operations = Array.from({ length: 250 }, (_, n) => ({ ...purchase, description: `Compra ${n}` }));
    const { results } = ok(await api.post('/v1/transactions/batch', { operations }));
    await service.database.query(
      `insert into cards_installments (workspace_id, id, transaction_id, months, created_at)
       select $1, overlay($2::text placing lpad(to_hex(n), 4, '0') from 25 for 4)::uuid, purchase, 3, now()
       from unnest($3::uuid[]) with ordinality as t (purchase, n)`,
      [workspaceId, 'ffffffff-ffff-7fff-8000-000000000000', results.map(({ id }) => id)],
    );
    const page = ok(await api.get('/v1/installments?status=finished&limit=1'));
    expect({ ids: page.items.map(({ id }) => id), nextCursor: page.nextCursor }).toEqual({
      ids: [finished.id],
      nextCursor: null,
    });
    expect((await everyItem(api, '/v1/installments?status=running&limit=100')).items).toHaveLength(250);
  });

  it('rejects installments for any transaction except an unsplit purchase on a card', async () => {
    const plan = (transactionId: string, months: unknown = 3) =>
      api.post('/v1/installments', { transactionId, months });
    const bought = await buy('2026-10-07', '90.00');
    for (const months of [1, 61, 2.5, '3', null]) {
      const answer = await plan(bought.id, months);
      expect([months, statusAndCode(answer), pointersOf(answer)]).toEqual([
        ...[months, '400 VALIDATION_FAILED', ['#/months']],
      ]);
    }
    const trashed = await buy('2026-10-07', '90.00');
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const split = await buy('2026-10-07', '90.00', { splits: [{ amount: '40.00' }, { amount: '50.00' }] });
    const refund = await buy('2026-10-07', '90.00', { type: 'income' });
    const onOtherAccount = await aTransaction(api, { accountId: cash.id });
    for (const { id } of [
      trashed,
      split,
      refund,
      onOtherAccount,
      await pay('2026-10-07', '1.00'),
      { id: UNKNOWN_ID },
    ]) {
      const answer = await plan(id);
      expect([statusAndCode(answer), pointersOf(answer)]).toEqual(['422 REFERENCE_NOT_FOUND', ['#/transactionId']]);
    }
    ok(await plan(bought.id));
    expect(statusAndCode(await plan(bought.id))).toBe('409 INSTALLMENTS_EXIST');
  });
});

describe('an imported row for an installment of a purchase', () => {
  const FILE = statementFile([
    ['2026-11-05', 'LIVERPOOL PERISUR 02 DE 06', '-1000.00'],
    ['2026-11-05', 'MENS 3 DE 9 SEARS', '-250.00'],
    ['2026-11-06', 'AMAZON MX 2/6 MSI', '-999.99'],
    ['2026-11-06', 'OTRA TIENDA 2/6 MSI', '-480.00'],
    ['2026-11-07', 'OXXO', '-35.00'],
  ]);
  const rowsOf = async (id: string) =>
    ok(await api.get(`/v1/imports/${id}/rows`)).items.map(
      ({ status, excluded, warnings }) => `${status} ${excluded} ${warnings.map(({ code }) => code).join()}`,
    );

  it('warns about rows that look like installments, and excludes rows that match a plan of the account', async () => {
    await inMonths(await buy('2026-10-01', '6000.00', { description: 'Pantalla en Liverpool' }), 6);
    await inMonths(await buy('2026-10-02', '5999.94', { description: 'Amazon' }), 6);
    const draft = await aDraft(api, card.id, FILE);
    expect(await rowsOf(draft.id)).toEqual([
      'excluded true INSTALLMENT_PART',
      'ready false INSTALLMENT_PART',
      'excluded true INSTALLMENT_PART',
      'ready false INSTALLMENT_PART',
      'ready false ',
    ]);
    expect(draft.stats).toMatchObject({ ready: 3, excluded: 2 });
    const included = ok(await api.patch(`/v1/imports/${draft.id}/rows/0`, { excluded: false }));
    expect(included.stats).toMatchObject({ ready: 4, excluded: 1 });
    expect((await rowsOf(draft.id))[0]).toBe('ready false INSTALLMENT_PART');
    const committed = ok(await api.post(`/v1/imports/${draft.id}/commit`));
    expect(committed.transactionsCreated).toBe(4);
  });

  it('an installment excludes at most one row, which the shop name decides if several rows match', async () => {
    await inMonths(await buy('2026-10-01', '7200.00', { description: 'Óptica Lux' }), 12);
    const rows: [string, string, string][] = [
      ['2026-11-05', 'FERRETERIA 03 DE 12', '-600.00'],
      ['2026-11-05', 'OPTICA LUX CENTRO 02 DE 12', '-600.00'],
      ['2026-11-06', 'FERRETERIA 02 DE 12', '-600.00'],
    ];
    const draft = await aDraft(api, card.id, statementFile(rows));
    const shown = async (id: string) => (await rowsOf(id)).map((row) => row.split(' ')[0]);
    expect(await shown(draft.id)).toEqual(['ready', 'excluded', 'ready']);
    // An installment excludes a row only while their amounts match.
    ok(await api.patch(`/v1/imports/${draft.id}/rows/1`, { amount: '601.00' }));
    expect(await shown(draft.id)).toEqual(['ready', 'ready', 'ready']);
    ok(await api.patch(`/v1/imports/${draft.id}/rows/1`, { amount: '600.00' }));
    expect(ok(await api.post(`/v1/imports/${draft.id}/commit`)).transactionsCreated).toBe(2);
    // In later imports, the installment excludes only the same row.
    const again = await aDraft(api, card.id, statementFile(rows));
    expect(await shown(again.id)).toEqual(['duplicate', 'excluded', 'duplicate']);
    const otherDraft = await aDraft(api, card.id, statementFile([['2026-11-07', 'LUX MODA 02 DE 12', '-600.00']]));
    expect(await shown(otherDraft.id)).toEqual(['ready']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('editing a description repeats the matching of all rows of the draft with installments', async () => {
    await inMonths(await buy('2026-10-01', '7200.00', { description: 'Óptica Lux' }), 12);
    const rows: [string, string, string][] = [
      ['2026-11-05', 'FERRETERIA 02 DE 12', '-600.00'],
      ['2026-11-05', 'OPTICA LUX 02 DE 12', '-600.00'],
      ['2026-11-06', 'PAPELERIA', '-600.00'],
    ];
    const draft = await aDraft(api, card.id, statementFile(rows));
    const described = async (index: number, description: string) => {
      ok(await api.patch(`/v1/imports/${draft.id}/rows/${index}`, { description }));
      const shown = await rowsOf(draft.id);
      const excluded = shown.filter((row) => row.startsWith('excluded')).length;
      expect(ok(await api.get(`/v1/imports/${draft.id}`)).stats).toMatchObject({ ready: 3 - excluded, excluded });
      return shown;
    };
    const [plainRow, flaggedRow, excludedRow] = [
      'ready false ',
      'ready false INSTALLMENT_PART',
      'excluded true INSTALLMENT_PART',
    ];
    expect(await rowsOf(draft.id)).toEqual([flaggedRow, excludedRow, plainRow]);
    expect(await described(0, 'Óptica Lux Centro 03 DE 12')).toEqual([excludedRow, excludedRow, plainRow]);
    expect(await described(1, 'Sears 02 DE 12')).toEqual([excludedRow, flaggedRow, plainRow]);
    expect(await described(0, 'Ferretería 02 DE 09')).toEqual([flaggedRow, excludedRow, plainRow]);
    expect(await described(2, 'Lux 02 DE 12')).toEqual([flaggedRow, flaggedRow, excludedRow]);
    expect(await described(2, 'Papelería Lux')).toEqual([flaggedRow, excludedRow, plainRow]);
    ok(await api.patch(`/v1/imports/${draft.id}`, { encoding: 'utf-8' }));
    expect(await rowsOf(draft.id)).toEqual([flaggedRow, excludedRow, plainRow]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('creating or deleting a plan updates the rows of open drafts', async () => {
    const draft = await aDraft(api, card.id, FILE);
    expect((await rowsOf(draft.id))[0]).toBe('ready false INSTALLMENT_PART');
    const plan = await inMonths(await buy('2026-10-01', '6000.00', { description: 'LIVERPOOL' }), 6);
    expect((await rowsOf(draft.id))[0]).toBe('excluded true INSTALLMENT_PART');
    expect(ok(await api.get(`/v1/imports/${draft.id}`)).stats).toMatchObject({ ready: 4, excluded: 1 });
    ok(await api.delete(`/v1/installments/${plan.id}`));
    expect((await rowsOf(draft.id))[0]).toBe('ready false INSTALLMENT_PART');
    await inMonths({ id: plan.transactionId }, 6);
    const committed = ok(await api.post(`/v1/imports/${draft.id}/commit`));
    expect(committed.transactionsCreated).toBe(4);
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('a forecast with cards', () => {
  const forecast = async (until: string) => ok(await api.get(`/v1/forecast?until=${until}`)).accounts;
  const payments = async (until: string, of: { id: string }) =>
    (await forecast(until))
      .find(({ accountId }) => accountId === of.id)!
      .points.flatMap(({ date, items }) =>
        items.filter(({ kind }) => kind === 'card_payment').map(({ amount }) => `${date} ${amount}`),
      );

  it('a forecast pays each statement on its due date, including its installments', async () => {
    await buy('2026-11-01', '500.00');
    await inMonths(await buy('2026-11-10', '300.00'), 3);
    await buy('2026-11-20', '40.00');
    expect(await payments('2027-02-28', cash)).toEqual([
      ...['2026-11-27 -500.00', '2026-12-28 -140.00', '2027-01-27 -100.00'],
    ]);
    expect(await payments('2027-03-01', cash)).toEqual([
      ...['2026-11-27 -500.00', '2026-12-28 -140.00', '2027-01-27 -100.00', '2027-03-01 -100.00'],
    ]);
    expect(await payments('2027-03-01', card)).toEqual([
      ...['2026-11-27 -500.00', '2026-12-28 -140.00', '2027-01-27 -100.00', '2027-03-01 -100.00'],
    ]);
  });

  it('past, future-dated and scheduled payments reduce the forecast card payment', async () => {
    await buy('2026-11-01', '500.00');
    await pay('2026-11-20', '100.00');
    await pay('2026-11-25', '150.00');
    const schedule = {
      ...{ accountId: cash.id, toAccountId: card.id, type: 'transfer', amount: '50.00', description: 'Pago fijo' },
      ...{ recurrence: { every: 'once' }, startDate: '2026-11-26' },
    };
    ok(await api.post('/v1/schedules', schedule));
    expect(await payments('2026-12-15', cash)).toEqual(['2026-11-27 -200.00']);
    const points = (await forecast('2026-12-15')).find(({ accountId }) => accountId === card.id)!.points;
    expect(points.at(-1)!.balance).toBe('0.00');
  });

  it('the forecast payment on a day does not depend on the end of the forecast', async () => {
    await buy('2026-11-10', '500.00');
    await pay('2027-01-05', '120.00');
    const schedule = {
      ...{ accountId: cash.id, toAccountId: card.id, type: 'transfer', amount: '50.00', description: 'Pago fijo' },
      ...{ recurrence: { every: 'once' }, startDate: '2027-01-06' },
    };
    ok(await api.post('/v1/schedules', schedule));
    for (const until of ['2026-12-28', '2027-01-05', '2027-01-20']) {
      expect(await payments(until, cash)).toEqual(['2026-12-28 -330.00']);
    }
  });

  it('a payment from an inactive account or without an exchange rate appears only on the card, and unplaced lists the card', async () => {
    await buy('2026-11-01', '500.00');
    const unplaced = async () => ok(await api.get('/v1/forecast?until=2026-12-15')).unplaced;
    expect(await unplaced()).toEqual([]);
    ok(await api.post(`/v1/accounts/${cash.id}/archive`));
    expect(await payments('2026-12-15', card)).toEqual(['2026-11-27 -500.00']);
    expect(await unplaced()).toEqual([card.id]);
    const dollars = await anAccount(api, { currency: 'USD' });
    ok(await api.patch(`/v1/accounts/${card.id}`, { card: { payFromAccountId: dollars.id } }));
    expect([await payments('2026-12-15', card), await payments('2026-12-15', dollars)]).toEqual([
      ...[['2026-11-27 -500.00'], []],
    ]);
    expect(await unplaced()).toEqual([card.id]);
  });

  it('unplaced lists a card with a due payment if the card is inactive or has no paying account', async () => {
    await buy('2026-11-01', '500.00');
    const unplaced = async (until: string) => ok(await api.get(`/v1/forecast?until=${until}`)).unplaced;
    const change = async (terms: unknown) => ok(await api.patch(`/v1/accounts/${card.id}`, { card: terms }));
    const expectUnplacedWhenDue = async () => {
      expect([await unplaced('2026-11-26'), await unplaced('2026-11-27')]).toEqual([[], [card.id]]);
    };
    await change({ payFromAccountId: null });
    await expectUnplacedWhenDue();
    expect(await payments('2026-12-15', card)).toEqual([]);
    const schedule = {
      ...{ accountId: cash.id, toAccountId: card.id, type: 'transfer', amount: '500.00', description: 'Pago fijo' },
      ...{ recurrence: { every: 'once' }, startDate: '2026-11-24' },
    };
    const { id } = ok(await api.post('/v1/schedules', schedule));
    expect(await unplaced('2026-12-15')).toEqual([]);
    ok(await api.delete(`/v1/schedules/${id}`));
    await change({ payFromAccountId: cash.id });
    expect(await unplaced('2026-12-15')).toEqual([]);
    ok(await api.post(`/v1/accounts/${card.id}/archive`));
    await expectUnplacedWhenDue();
    expect(await payments('2026-12-15', cash)).toEqual([]);
    ok(await api.post(`/v1/accounts/${card.id}/restore`));
    await pay('2026-11-20', '500.00');
    ok(await api.post(`/v1/accounts/${card.id}/close`));
    expect(await unplaced('2026-12-15')).toEqual([]);
    const running = await aCard();
    await buy('2026-11-20', '40.00', { accountId: running.id });
    ok(await api.post(`/v1/accounts/${running.id}/archive`));
    expect([await unplaced('2026-12-27'), await unplaced('2026-12-28')]).toEqual([[], [running.id]]);
  });

  it('a payment dated after the next cut-off reduces the forecast payments only once', async () => {
    await buy('2026-11-01', '500.00');
    await pay('2027-02-01', '200.00');
    expect(await payments('2027-02-10', cash)).toEqual(['2026-11-27 -300.00']);
    const points = (await forecast('2027-02-10')).find(({ accountId }) => accountId === card.id)!.points;
    expect(points.at(-1)!.balance).toBe('0.00');
  });

  it('a forecast moves overdue payments to today', async () => {
    await buy('2026-10-01', '75.00');
    expect((await payments('2026-12-15', cash))[0]).toBe('2026-11-27 -75.00');
    clock.moveTo('2026-11-30');
    expect((await payments('2026-12-15', cash))[0]).toBe('2026-11-30 -75.00');
  });
});
