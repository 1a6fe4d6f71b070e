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
const GOALS = 3;
const EXPENSES = 5;
const STEPS = 40;

interface ModelGoal {
  readonly id: string;
  saved: number;
  spent: number;
  isArchived: boolean;
}

interface ModelExpense {
  readonly id: string;
  amount: number;
  goal: number | null;
  isLive: boolean;
}

interface Model {
  readonly accountId: string;
  readonly goals: ModelGoal[];
  readonly expenses: ModelExpense[];
}

const cents = fc.integer({ min: 1, max: 400_00 });
const someGoal = fc.nat({ max: GOALS - 1 });
const someExpense = fc.nat({ max: EXPENSES - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), goal: someGoal, amount: cents, isBack: fc.boolean() }),
  fc.record({ kind: fc.constant('give' as const), goal: someGoal, from: someGoal, amount: cents }),
  fc.record({ kind: fc.constant('spend' as const), goal: fc.option(someGoal), amount: cents }),
  fc.record({ kind: fc.constant('edit' as const), expense: someExpense, amount: cents }),
  fc.record({ kind: fc.constant('assign' as const), expense: someExpense, goal: fc.option(someGoal) }),
  fc.record({ kind: fc.constantFrom('trash' as const, 'restore' as const), expense: someExpense }),
  fc.record({ kind: fc.constantFrom('archive' as const, 'bring' as const), goal: someGoal }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

function balanceOf({ expenses }: Model): number {
  return OPENING - expenses.reduce((sum, { amount, isLive }) => sum + (isLive ? amount : 0), 0);
}

function setAsideOf({ goals }: Model): number {
  return goals.reduce((sum, { saved }) => sum + saved, 0);
}

/** Moves an amount from saved to spent, or back if the amount is negative. Returns the expected status and code. */
function pay(goal: ModelGoal | null, amount: number): string {
  if (goal === null || amount === 0) return '200';
  if (amount > 0 && goal.isArchived) return '409 GOAL_ARCHIVED';
  if (amount > goal.saved && amount > 0) return '409 GOAL_EMPTY';
  goal.spent += amount;
  if (!goal.isArchived) goal.saved -= amount;
  return '200';
}

/** Applies a step to the model and the service, and compares the response with the model. */
async function take(api: Client, model: Model, one: Step): Promise<void> {
  const { accountId, goals, expenses } = model;
  const expense = 'expense' in one ? expenses[one.expense] : undefined;
  if ('expense' in one && expense === undefined) return;
  switch (one.kind) {
    case 'move': {
      const goal = goals[one.goal]!;
      const amount = one.isBack ? -one.amount : one.amount;
      const answer = await api.post(`/v1/goals/${goal.id}/moves`, { amount: written(BigInt(amount)) });
      const isBeyond = amount > 0 && amount > balanceOf(model) - setAsideOf(model);
      const expected = goal.isArchived
        ? '409 GOAL_ARCHIVED'
        : isBeyond
          ? '409 GOAL_ACCOUNT_SHORT'
          : goal.saved + amount < 0
            ? '409 GOAL_EMPTY'
            : '200';
      expect(statusAndCode(answer)).toBe(expected);
      if (expected === '200') goal.saved += amount;
      return;
    }
    case 'give': {
      const [goal, from] = [goals[one.goal]!, goals[one.from]!];
      if (goal === from) return;
      const request = { amount: written(BigInt(one.amount)), fromGoalId: from.id };
      const answer = await api.post(`/v1/goals/${goal.id}/moves`, request);
      const expected =
        goal.isArchived || from.isArchived ? '409 GOAL_ARCHIVED' : from.saved < one.amount ? '409 GOAL_EMPTY' : '200';
      expect(statusAndCode(answer)).toBe(expected);
      if (expected !== '200') return;
      from.saved -= one.amount;
      goal.saved += one.amount;
      return;
    }
    case 'spend': {
      if (expenses.length >= EXPENSES) return;
      const goal = one.goal === null ? null : goals[one.goal]!;
      const fields = { accountId, type: 'expense', date: '2026-03-07', description: 'x', goalId: goal?.id ?? null };
      const answer = await api.post('/v1/transactions', { ...fields, amount: written(BigInt(one.amount)) });
      const expected = pay(goal, one.amount);
      expect(statusAndCode(answer)).toBe(expected);
      if (expected === '200') expenses.push({ id: ok(answer).id, amount: one.amount, goal: one.goal, isLive: true });
      return;
    }
    case 'edit': {
      if (!expense!.isLive) return;
      const goal = expense!.goal === null ? null : goals[expense!.goal]!;
      const answer = await api.patch(`/v1/transactions/${expense!.id}`, { amount: written(BigInt(one.amount)) });
      const expected = pay(goal, one.amount - expense!.amount);
      expect(statusAndCode(answer)).toBe(expected);
      if (expected === '200') expense!.amount = one.amount;
      return;
    }
    case 'assign': {
      if (!expense!.isLive || expense!.goal === one.goal) return;
      const [before, after] = [expense!.goal, one.goal].map((at) => (at === null ? null : goals[at]!));
      const answer = await api.patch(`/v1/transactions/${expense!.id}`, { goalId: after?.id ?? null });
      const expected = pay(after!, expense!.amount);
      expect(statusAndCode(answer)).toBe(expected);
      if (expected !== '200') return;
      pay(before!, -expense!.amount);
      expense!.goal = one.goal;
      return;
    }
    case 'trash':
    case 'restore': {
      if (expense!.isLive !== (one.kind === 'trash')) return;
      const goal = expense!.goal === null ? null : goals[expense!.goal]!;
      const path = `/v1/transactions/${expense!.id}` as const;
      const answer = await (one.kind === 'trash' ? api.delete(path) : api.post(`${path}/restore`));
      const expected = pay(goal, one.kind === 'trash' ? -expense!.amount : expense!.amount);
      expect(statusAndCode(answer)).toBe(expected);
      if (expected === '200') expense!.isLive = one.kind === 'restore';
      return;
    }
    case 'archive':
    case 'bring': {
      const goal = goals[one.goal]!;
      ok(await api.patch(`/v1/goals/${goal.id}`, { archived: one.kind === 'archive' }));
      goal.isArchived = one.kind === 'archive';
      if (goal.isArchived) goal.saved = 0;
    }
  }
}

describe('the amounts of goals', () => {
  it('goals behave like a simple model during random moves, expenses, edits, deletions and restores', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }), async (steps) => {
        const { api, workspaceId } = await aHousehold(service);
        const { id: accountId } = await anAccount(api, { openingBalance: written(BigInt(OPENING)) });
        const goals: ModelGoal[] = [];
        for (let at = 0; at < GOALS; at += 1) {
          const { id } = ok(await api.post('/v1/goals', { name: `G${at}`, accountId, target: '250.00', priority: at }));
          goals.push({ id, saved: 0, spent: 0, isArchived: false });
        }
        const model: Model = { accountId, goals, expenses: [] };
        for (const one of steps) await take(api, model, one);
        const account = ok(await api.get(`/v1/accounts/${accountId}`));
        const [balance, setAside] = [balanceOf(model), setAsideOf(model)];
        expect([account.balance, account.setAside, account.free]).toEqual(
          [balance, setAside, balance - setAside].map((amount) => written(BigInt(amount))),
        );
        let missing = Math.max(setAside - balance, 0);
        for (const goal of goals.toReversed()) {
          const shown = ok(await api.get(`/v1/goals/${goal.id}`));
          const shortfall = Math.min(missing, goal.saved);
          missing -= shortfall;
          const remaining = Math.max(250_00 - goal.saved - goal.spent, 0);
          expect([shown.saved, shown.spent, shown.remaining, shown.shortfall]).toEqual(
            [goal.saved, goal.spent, remaining, shortfall].map((amount) => written(BigInt(amount))),
          );
        }
        await expectNoDrift(service.database, workspaceId);
      }),
      { numRuns: sized(6, 40) },
    );
  });
});
