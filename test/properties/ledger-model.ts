import { expect } from '@jest/globals';
import fc from 'fast-check';
import { hundredths, written } from '../e2e/support/amounts.js';
import { statusAndCode } from '../e2e/support/client.js';
import type { Answer, Client } from '../e2e/support/client.js';
import type { Household } from '../e2e/support/household.js';
import { aContact, anAccount, ok } from '../e2e/support/household.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';
import { sized } from '../e2e/support/long-form.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';

export const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261123);
export const OPERATIONS = sized(170, 1_000);

interface ModelAccount {
  readonly id: string;
  readonly currency: string;
  readonly sign: bigint;
  opening: bigint;
  active: boolean;
}

/** Amounts are in cents. `effect` is the change of the owner's position in the account. */
interface ModelTransaction {
  readonly id: string;
  account: number | null;
  type: string;
  amount: bigint;
  receiver: number | null;
  received: bigint;
  splits: number;
  trashed: boolean;
}

const OUT = ['expense', 'transfer', 'lent', 'repayment_made'];

/** Model of the ledger that uses only lists and sums and shares no code with the service. */
class Model {
  readonly accounts: ModelAccount[] = [];
  transactions: ModelTransaction[] = [];

  balanceOf(account: number): bigint {
    const { opening, sign } = this.accounts[account]!;
    let position = opening;
    for (const transaction of this.transactions.filter(({ trashed }) => !trashed)) {
      if (transaction.account === account)
        position += OUT.includes(transaction.type) ? -transaction.amount : transaction.amount;
      if (transaction.receiver === account) position += transaction.received;
    }
    return position * sign;
  }

  movable(...transactions: Pick<ModelTransaction, 'account' | 'receiver'>[]): boolean {
    return transactions.every(({ account, receiver }) =>
      [account, receiver].every((at) => at === null || this.accounts[at]!.active),
    );
  }
}

interface Draw {
  readonly what: number;
  readonly pick: number;
  readonly account: number;
  readonly other: number;
  readonly cents: number;
  readonly kind: number;
  readonly flag: boolean;
}

let api: Client;
let contactId: string;
const model = new Model();

export function useClient(client: Client): void {
  api = client;
}

export async function createAccounts(home: Household, database: TestDatabase): Promise<void> {
  useClient(home.api);
  contactId = await aContact(database, home.workspaceId);
  await database.query(
    `insert into fx_feed_rates (quote, base, day, source, rate, fetched_at) values ('USD', 'MXN', '2020-01-01', 'file', 1841237777, now())`,
  );
  for (const [typeId, currency, openingBalance] of [
    ['cash', 'MXN', '0.00'],
    ['checking', 'MXN', '1000.00'],
    ['credit_card', 'MXN', '250.00'],
    ['savings', 'USD', '50.00'],
  ]) {
    const { id } = await anAccount(api, { typeId, currency, openingBalance });
    const sign = typeId === 'credit_card' ? -1n : 1n;
    model.accounts.push({ id, currency: currency!, sign, opening: sign * hundredths(openingBalance!), active: true });
  }
}

async function agree<Body>(
  answer: Promise<Answer<Body>>,
  expected: string,
  then: (body: Body) => void = () => undefined,
): Promise<void> {
  const actual = await answer;
  expect(statusAndCode(actual)).toBe(expected);
  if (actual.status === 200) then(actual.body);
}

function drawn({ account, other, cents, kind, flag }: Draw): {
  fields: Record<string, unknown>;
  kept: Omit<ModelTransaction, 'id'>;
} {
  const type = [
    'expense',
    'income',
    'expense',
    'income',
    'transfer',
    'adjustment',
    'lent',
    'borrowed',
    'repayment_received',
    'repayment_made',
  ][kind]!;
  const amount = BigInt(cents) * (type === 'adjustment' && flag ? -1n : 1n);
  const debt = kind >= 6;
  const at = debt && flag ? null : account;
  const receiver = type === 'transfer' ? (account + 1 + other) % 4 : null;
  const crossing = receiver !== null && model.accounts[receiver]!.currency !== model.accounts[account]!.currency;
  const received = receiver === null ? 0n : crossing ? BigInt(cents % 977) + 1n : amount;
  const parted = kind < 2 && cents > 3 && flag;
  const fields = {
    accountId: at === null ? null : model.accounts[at]!.id,
    type,
    date: '2026-03-07',
    amount: written(amount),
    description: `drawn ${cents}`,
    ...(at === null && { currency: 'USD' }),
    ...(debt && { contactId }),
    ...(receiver !== null && {
      toAccountId: model.accounts[receiver]!.id,
      ...(crossing && { toAmount: written(received) }),
    }),
    ...(parted && {
      splits: [
        { amount: written(1n) },
        { amount: written(amount - 3n) },
        { amount: written(2n), type: type === 'expense' ? 'lent' : 'borrowed', contactId },
      ],
    }),
  };
  return { fields, kept: { account: at, type, amount, receiver, received, splits: parted ? 3 : 0, trashed: false } };
}

async function enter(draw: Draw): Promise<void> {
  const { fields, kept: modelled } = drawn(draw);
  await agree(
    api.post('/v1/transactions', fields),
    model.movable(modelled) ? '200' : '409 ACCOUNT_NOT_ACTIVE',
    ({ id }) => model.transactions.push({ id, ...modelled }),
  );
}

async function rewrite(draw: Draw, transaction: ModelTransaction): Promise<void> {
  const { fields, kept: modelled } = drawn(draw);
  const change = { ...fields, ...(modelled.splits === 0 && { splits: null }) };
  const same =
    transaction.account === modelled.account &&
    transaction.receiver === modelled.receiver &&
    transaction.type === modelled.type &&
    transaction.amount === modelled.amount &&
    transaction.received === modelled.received;
  const expected = transaction.trashed
    ? '409 TRANSACTION_IN_TRASH'
    : same || model.movable(transaction, modelled)
      ? '200'
      : '409 ACCOUNT_NOT_ACTIVE';
  await agree(api.patch(`/v1/transactions/${transaction.id}`, change), expected, () =>
    Object.assign(transaction, modelled),
  );
}

async function editAmount({ cents }: Draw, transaction: ModelTransaction): Promise<void> {
  const crossing =
    transaction.receiver !== null &&
    model.accounts[transaction.receiver]!.currency !== model.accounts[transaction.account!]!.currency;
  if (crossing || transaction.splits > 0) return editText(transaction);
  const amount = transaction.amount < 0n ? -BigInt(cents) : BigInt(cents);
  const expected = transaction.trashed
    ? '409 TRANSACTION_IN_TRASH'
    : amount === transaction.amount || model.movable(transaction)
      ? '200'
      : '409 ACCOUNT_NOT_ACTIVE';
  return agree(api.patch(`/v1/transactions/${transaction.id}`, { amount: written(amount) }), expected, () => {
    transaction.amount = amount;
    if (transaction.receiver !== null) transaction.received = amount;
  });
}

function editText(transaction: ModelTransaction): Promise<void> {
  return agree(
    api.patch(`/v1/transactions/${transaction.id}`, { description: 'otra', date: '2025-01-01', notes: null }),
    transaction.trashed ? '409 TRANSACTION_IN_TRASH' : '200',
  );
}

async function step(draw: Draw): Promise<void> {
  const { what, pick, account, cents } = draw;
  const transaction = model.transactions[pick % Math.max(1, model.transactions.length)];
  if (transaction === undefined || what < 34) return enter(draw);
  const path = `/v1/transactions/${transaction.id}` as const;
  if (what < 46) return editAmount(draw, transaction);
  if (what < 56) return rewrite(draw, transaction);
  if (what < 60) return editText(transaction);
  if (what < 74)
    return agree(
      api.delete(path),
      transaction.trashed || model.movable(transaction) ? '200' : '409 ACCOUNT_NOT_ACTIVE',
      () => (transaction.trashed = true),
    );
  if (what < 86) {
    const expected = !transaction.trashed
      ? '409 TRANSACTION_NOT_IN_TRASH'
      : model.movable(transaction)
        ? '200'
        : '409 ACCOUNT_NOT_ACTIVE';
    return agree(api.post(`${path}/restore`), expected, () => (transaction.trashed = false));
  }
  if (what < 90) {
    return agree(
      api.delete(`${path}/permanently`),
      transaction.trashed ? '200' : '409 TRANSACTION_NOT_IN_TRASH',
      () => {
        model.transactions = model.transactions.filter((candidate) => candidate !== transaction);
      },
    );
  }
  const modelAccount = model.accounts[account]!;
  if (what < 93)
    return agree(
      api.post(`/v1/accounts/${modelAccount.id}/archive`),
      modelAccount.active ? '200' : '409 ACCOUNT_NOT_ACTIVE',
      () => (modelAccount.active = false),
    );
  if (what < 98)
    return agree(
      api.post(`/v1/accounts/${modelAccount.id}/restore`),
      modelAccount.active ? '409 ACCOUNT_NOT_ARCHIVED' : '200',
      () => (modelAccount.active = true),
    );
  const opening = modelAccount.sign * BigInt(cents);
  const expected = modelAccount.active || opening === modelAccount.opening ? '200' : '409 ACCOUNT_NOT_ACTIVE';
  return agree(
    api.patch(`/v1/accounts/${modelAccount.id}`, { openingBalance: written(BigInt(cents)) }),
    expected,
    () => (modelAccount.opening = opening),
  );
}

async function expectBalances(step: number): Promise<void> {
  const accounts = ok(await api.get('/v1/accounts?status=all'));
  const shown = accounts.map(({ balance, status }) => `${balance} ${status}`);
  expect([step, shown]).toEqual([
    step,
    model.accounts.map(({ active }, at) => `${written(model.balanceOf(at))} ${active ? 'active' : 'archived'}`),
  ]);
}

/**
 * Runs the drawn operations and compares the balances after every tenth operation.
 * @param interrupt called between operations with the number of previous calls
 */
export async function operate(
  home: Household,
  database: TestDatabase,
  interrupt: (turn: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const draw: fc.Arbitrary<Draw> = fc.record({
    what: fc.nat(99),
    pick: fc.nat(10_000),
    account: fc.nat(3),
    other: fc.nat(2),
    cents: fc.integer({ min: 1, max: 999_99 }),
    kind: fc.nat(9),
    flag: fc.boolean(),
  });
  const [draws] = fc.sample(fc.array(draw, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' }), {
    seed: SEED,
    numRuns: 1,
  });
  for (const [at, drawing] of draws!.entries()) {
    await step(drawing);
    if (at % 10 === 9) await expectBalances(at);
    if (at % 80 === 60) await interrupt(Math.floor(at / 80));
  }
  await expectBalances(OPERATIONS);
  expect(model.transactions.length).toBeGreaterThan(OPERATIONS / 5);
  expect(model.transactions.some(({ trashed }) => trashed)).toBe(true);
  const verifier = startVerifier(database);
  await verifier.expectNoDrift(home.workspaceId);
  verifier.stop();
}
