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
import { aMember } from '../e2e/support/members.js';

const SEED = 20261130;
const MEMBERS = 4;
const EXPENSES = 5;
const STEPS = 40;

interface ModelExpense {
  readonly id: string;
  amount: bigint;
  day: number;
  paidBy: number | null;
  shares: readonly (readonly [member: number, weight: number])[];
  isLive: boolean;
}

interface ModelPayment {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  readonly day: number;
}

interface Model {
  readonly accountId: string;
  readonly members: readonly string[];
  readonly expenses: ModelExpense[];
  readonly payments: ModelPayment[];
}

const member = fc.nat({ max: MEMBERS - 1 });
const day = fc.integer({ min: 1, max: 28 });
const amount = fc.bigInt(1n, 500_00n);
const shares = fc.uniqueArray(fc.tuple(member, fc.integer({ min: 1, max: 5 })), {
  selector: ([one]) => one,
  maxLength: MEMBERS,
});
const shared = { amount, day, paidBy: fc.option(member, { freq: 8 }), shares };
const some = fc.nat({ max: EXPENSES - 1 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('spend' as const), ...shared }) },
  fc.record({ kind: fc.constant('edit' as const), expense: some, change: fc.record(shared, { requiredKeys: [] }) }),
  fc.record({ kind: fc.constantFrom('trash' as const, 'restore' as const), expense: some }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), from: member, to: member, amount, day }) },
  fc.record({ kind: fc.constant('undo' as const), payment: some }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

const dateOf = (of: number) => `2026-11-${String(of).padStart(2, '0')}`;

function partsOf({ amount: whole, shares: list }: ModelExpense): (readonly [member: number, amount: bigint])[] {
  const total = BigInt(list.reduce((sum, [, weight]) => sum + weight, 0));
  let left = whole;
  return list.map(([of, weight], at) => {
    const part = at === list.length - 1 ? left : (whole * BigInt(weight)) / total;
    left -= part;
    return [of, part] as const;
  });
}

/** Returns [paid, share, settled] of each member. */
function figuresOf({ expenses, payments }: Model, first: number, last: number): [bigint, bigint, bigint][] {
  const figures = Array.from({ length: MEMBERS }, (): [bigint, bigint, bigint] => [0n, 0n, 0n]);
  const isIn = (one: { day: number }) => first <= one.day && one.day <= last;
  for (const expense of expenses.filter(isIn)) {
    if (!expense.isLive || expense.paidBy === null || expense.shares.length === 0) continue;
    figures[expense.paidBy]![0] += expense.amount;
    for (const [of, part] of partsOf(expense)) figures[of]![1] += part;
  }
  for (const payment of payments.filter(isIn)) {
    figures[payment.from]![2] += payment.amount;
    figures[payment.to]![2] -= payment.amount;
  }
  return figures;
}

const balanceOf = ([paid, share, settled]: readonly [bigint, bigint, bigint]) => paid - share + settled;

function bodyOf(
  { members }: Model,
  { amount: whole, day: of, ...fields }: Partial<Omit<ModelExpense, 'id' | 'isLive'>>,
) {
  return {
    ...(whole !== undefined && { amount: written(whole) }),
    ...(of !== undefined && { date: dateOf(of) }),
    ...('paidBy' in fields && { paidBy: fields.paidBy == null ? null : members[fields.paidBy] }),
    ...(fields.shares && { shares: fields.shares.map(([at, weight]) => ({ memberId: members[at], weight })) }),
  };
}

async function take(api: Client, model: Model, one: Step): Promise<void> {
  const { expenses, payments, members, accountId } = model;
  if (one.kind === 'spend') {
    if (expenses.length === EXPENSES) return;
    const { kind: _, ...fields } = one;
    const about = { accountId, type: 'expense', description: 'Súper' };
    const { id } = ok(await api.post('/v1/transactions', { ...about, ...bodyOf(model, fields) }));
    expenses.push({ id, ...fields, isLive: true });
  } else if (one.kind === 'pay') {
    const { from, to, amount: sum, day: of } = one;
    if (from === to) return;
    const all = figuresOf(model, 1, 28).map(balanceOf);
    const largest = [-all[from]!, all[to]!].reduce((least, each) => (each < least ? each : least));
    const request = { from: members[from], to: members[to], currency: 'MXN', amount: written(sum), date: dateOf(of) };
    const answer = await api.post('/v1/household/settlements', request);
    expect(statusAndCode(answer)).toBe(sum > largest ? '422 SETTLEMENT_TOO_LARGE' : '200');
    if (answer.status === 200) payments.push({ id: answer.body.id, from, to, amount: sum, day: of });
    else expect(answer.body).toMatchObject({ maximum: written(largest > 0n ? largest : 0n) });
  } else if (one.kind === 'undo') {
    const [undone] = payments.splice(one.payment, 1);
    if (undone) ok(await api.delete(`/v1/household/settlements/${undone.id}`));
  } else {
    const expense = expenses[one.expense];
    if (expense === undefined || expense.isLive !== (one.kind !== 'restore')) return;
    if (one.kind === 'edit') {
      ok(await api.patch(`/v1/transactions/${expense.id}`, bodyOf(model, one.change)));
      Object.assign(expense, one.change);
    } else {
      const path = `/v1/transactions/${expense.id}` as const;
      ok(await (one.kind === 'trash' ? api.delete(path) : api.post(`${path}/restore`)));
      expense.isLive = one.kind === 'restore';
    }
  }
}

async function expectSettled(api: Client, model: Model, first: number, last: number): Promise<void> {
  const query = `from=${dateOf(first)}&to=${dateOf(last)}`;
  const [pesos, ...others] = ok(await api.get(`/v1/household/settlement?${query}`)).currencies;
  expect(others).toEqual([]);
  const figures = figuresOf(model, first, last);
  const shown = (pesos?.balances ?? []).map(({ paid, share, settled, balance }) => [paid, share, settled, balance]);
  const expected = figures.map((figure) => [...figure, balanceOf(figure)].map(written));
  if (pesos === undefined) expect(expected.flat().every((text) => text === '0.00')).toBe(true);
  else expect(shown).toEqual(expected);
  const left = new Map(model.members.map((id, at) => [id, balanceOf(figures[at]!)]));
  expect([...left.values()].reduce((sum, each) => sum + each)).toBe(0n);
  const open = [...left.values()].filter((each) => each !== 0n).length;
  const transfers = pesos?.transfers ?? [];
  expect(transfers.length).toBeLessThanOrEqual(Math.max(0, open - 1));
  for (const { from, to, amount: text } of transfers) {
    const minor = BigInt(text.replace('.', ''));
    left.set(from, left.get(from)! + minor);
    left.set(to, left.get(to)! - minor);
  }
  expect([...left.values()].every((each) => each === 0n)).toBe(true);
}

describe('the balances of a household', () => {
  it(`balances and transfers equal a simple model after random changes (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }), async (steps) => {
        const { api, workspaceId } = await aHousehold(service);
        const { id: accountId } = await anAccount(api);
        const members: string[] = [];
        for (const name of ['Ana', 'Luis', 'Eva', 'Leo'])
          members.push(await aMember(service.database, workspaceId, name));
        const model: Model = { accountId, members, expenses: [], payments: [] };
        for (const one of steps) await take(api, model, one);
        await expectSettled(api, model, 1, 28);
        await expectSettled(api, model, 8, 20);
        await expectNoDrift(service.database, workspaceId);
      }),
      { seed: SEED, numRuns: sized(8, 60) },
    );
  });
});
