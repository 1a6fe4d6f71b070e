import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { written } from '../e2e/support/amounts.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { expectNoDrift } from '../e2e/support/cli.js';
import type { Client } from '../e2e/support/client.js';
import { statusAndCode } from '../e2e/support/client.js';
import { aHousehold, anAccount, ok } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';

const OPENING = 1_000_00;
const DAYS = ['2026-01-10', '2026-01-20', '2026-01-31', '2026-02-10', '2026-02-28', '2026-03-10'];
const ACCOUNTS = 2;
const EXPENSES = 5;
const STEPS = 30;

interface ModelExpense {
  readonly id: string;
  amount: number;
  day: number;
  account: number;
  isLive: boolean;
}

interface Model {
  readonly accountIds: readonly string[];
  readonly expenses: ModelExpense[];
  /** Index of the last closed day; -1 if the books are open. */
  closed: number;
}

const cents = fc.integer({ min: 1, max: 400_00 });
const someDay = fc.nat({ max: DAYS.length - 1 });
const someAccount = fc.nat({ max: ACCOUNTS - 1 });
const someExpense = fc.nat({ max: EXPENSES - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('spend' as const), amount: cents, day: someDay, account: someAccount }),
  fc.record({ kind: fc.constant('edit' as const), expense: someExpense, amount: cents }),
  fc.record({ kind: fc.constant('move' as const), expense: someExpense, day: someDay, account: someAccount }),
  fc.record({ kind: fc.constantFrom('trash' as const, 'restore' as const), expense: someExpense }),
  fc.record({ kind: fc.constant('close' as const), closed: fc.integer({ min: -1, max: 3 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

function balanceOn({ expenses }: Model, account: number, day: number): number {
  const counted = expenses.filter((one) => one.isLive && one.account === account && one.day <= day);
  return OPENING - counted.reduce((sum, { amount }) => sum + amount, 0);
}

/** Applies a step to the model and the service, and compares the response with the model. */
async function take(api: Client, model: Model, one: Step): Promise<void> {
  const { accountIds, expenses } = model;
  const refused = (...days: number[]) => (days.some((day) => day <= model.closed) ? '409 BOOKS_CLOSED' : '200');
  if (one.kind === 'close') {
    ok(await api.put('/v1/books', { closedThrough: one.closed < 0 ? null : DAYS[one.closed]! }));
    model.closed = one.closed;
    return;
  }
  if (one.kind === 'spend') {
    if (expenses.length >= EXPENSES) return;
    const { amount, day, account } = one;
    const fields = { accountId: accountIds[account]!, type: 'expense', date: DAYS[day]!, description: 'x' };
    const answer = await api.post('/v1/transactions', { ...fields, amount: written(BigInt(amount)) });
    expect(statusAndCode(answer)).toBe(refused(day));
    if (answer.status === 200) expenses.push({ id: answer.body.id, amount, day, account, isLive: true });
    return;
  }
  const expense = expenses[one.expense];
  if (expense === undefined || expense.isLive === (one.kind === 'restore')) return;
  const path = `/v1/transactions/${expense.id}` as const;
  if (one.kind === 'trash' || one.kind === 'restore') {
    const answer = await (one.kind === 'trash' ? api.delete(path) : api.post(`${path}/restore`));
    expect(statusAndCode(answer)).toBe(refused(expense.day));
    if (answer.status === 200) expense.isLive = one.kind === 'restore';
    return;
  }
  const { amount, day, account } = { ...expense, ...one };
  const isSame = amount === expense.amount && day === expense.day && account === expense.account;
  const fields = { amount: written(BigInt(amount)), date: DAYS[day]!, accountId: accountIds[account]! };
  const answer = await api.patch(path, fields);
  expect(statusAndCode(answer)).toBe(isSame ? '200' : refused(expense.day, day));
  if (answer.status === 200) Object.assign(expense, { amount, day, account });
}

describe('closed books and assertions', () => {
  it('closed books and assertions behave like a simple model during random changes, closings and reopenings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }), async (steps) => {
        const { api, workspaceId } = await aHousehold(service);
        const opening = { openingBalance: written(BigInt(OPENING)), openingDate: '2026-01-01' };
        const accountIds = [(await anAccount(api, opening)).id, (await anAccount(api, opening)).id];
        const model: Model = { accountIds, expenses: [], closed: -1 };
        const asserted = new Map<string, { account: number; day: number; then: number }>();
        const half = Math.floor(steps.length / 2);
        for (const one of steps.slice(0, half)) await take(api, model, one);
        for (const account of [0, 1]) {
          for (const day of [1, 4]) {
            const then = balanceOn(model, account, day);
            const fields = { date: DAYS[day]!, balance: written(BigInt(then)) };
            const { id } = ok(await api.post(`/v1/accounts/${accountIds[account]!}/assertions`, fields));
            asserted.set(id, { account, day, then });
          }
        }
        for (const one of steps.slice(half)) await take(api, model, one);
        for (const [id, { account, day, then }] of asserted) {
          const { assertion, changes, rest } = ok(await api.get(`/v1/assertions/${id}/explain`));
          const actual = balanceOn(model, account, day);
          expect([assertion.actual, assertion.status]).toEqual([
            written(BigInt(actual)),
            actual === then ? 'holds' : 'broken',
          ]);
          const sum = changes.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
          expect([sum, rest]).toEqual([actual - then, '0.00']);
          const [shown] = ok(await api.get(`/v1/accounts?date=${DAYS[day]!}`)).filter(
            (one) => one.id === accountIds[account],
          );
          expect(shown!.balance).toBe(written(BigInt(actual)));
        }
        await expectNoDrift(service.database, workspaceId);
      }),
      { numRuns: sized(6, 40) },
    );
  });
});
