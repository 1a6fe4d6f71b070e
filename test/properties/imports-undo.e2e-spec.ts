import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, commit, statement, undo } from '../../libs/importing/test/statements.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import type { Client } from '../e2e/support/client.js';
import { aContact, aHousehold, anAccount, aTransaction, ok, everyItem } from '../e2e/support/household.js';
import type { LedgerVerifier } from '../e2e/support/ledger-verifier.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261125);
const ROUNDS = sized(3, 6);

let service: Service;
let verifier: LedgerVerifier;

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});

const CHANGES = [
  ...(['amount', 'date', 'other account', 'dollars', 'income', 'transfer', 'transfer abroad'] as const),
  ...(['debt', 'parts', 'category'] as const),
];
type Change = (typeof CHANGES)[number];
const WAYS = [...CHANGES, ...(['trash', 'restore', 'for good'] as const)];

const arbitraryRows = fc.array(
  fc.record({
    cents: fc.integer({ min: 1, max: 99_999 }),
    out: fc.boolean(),
    day: fc.integer({ min: 1, max: 28 }),
    category: fc.constantFrom('', 'Del banco', 'Otra del banco'),
  }),
  { minLength: 1, maxLength: 8 },
);
const arbitrarySteps = fc.array(
  fc.record({ pick: fc.nat(1_000), way: fc.constantFrom(...WAYS), cents: fc.integer({ min: 2, max: 9_999 }) }),
  {
    maxLength: 16,
  },
);

const amountOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

async function figures(api: Client) {
  return {
    accounts: ok(await api.get('/v1/accounts?status=all')).map(({ updatedAt: _, ...rest }) => rest),
    netWorth: ok(await api.get('/v1/net-worth')),
    contacts: ok(await api.get('/v1/contacts')),
    transactions: (await everyItem(api, '/v1/transactions?limit=200')).items,
    categories: ok(await api.get('/v1/categories')),
  };
}

interface Places {
  readonly other: string;
  readonly dollars: string;
  readonly contactId: string;
  readonly categoryId: string;
}

/** Returns the fields of an edit. An edit that may change the currency also sends an amount. */
function change(way: Change, cents: number, { other, dollars, contactId, categoryId }: Places) {
  const amount = amountOf(cents);
  switch (way) {
    case 'amount':
      return { amount };
    case 'date':
      return { date: `2026-02-${String(1 + (cents % 28)).padStart(2, '0')}` };
    case 'other account':
      return { accountId: other, amount };
    case 'dollars':
      return { accountId: dollars, amount };
    case 'income':
      return { type: 'income' };
    case 'transfer':
      return { type: 'transfer', toAccountId: other };
    case 'transfer abroad':
      return { type: 'transfer', toAccountId: dollars, toAmount: amount };
    case 'debt':
      return { type: 'lent', contactId };
    case 'parts':
      return {
        type: 'expense',
        amount,
        splits: [{ amount: '0.01' }, { amount: amountOf(cents - 1), type: 'lent', contactId }],
      };
    case 'category':
      return { type: 'expense', categoryId };
  }
}

it('an undo restores the state before the import, even if the imported transactions have changed since', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryRows, arbitrarySteps, async (rows, steps) => {
      const { api, workspaceId } = await aHousehold(service);
      ok(await api.put('/v1/exchange-rates/USD/MXN/2026-01-01', { rate: '17.12345678' }));
      const [account, other, dollars] = [
        await anAccount(api, { typeId: 'credit_card', openingBalance: '250.50' }),
        await anAccount(api, { openingBalance: '10.00' }),
        await anAccount(api, { currency: 'USD' }),
      ];
      const contactId = await aContact(service.database, workspaceId);
      const [category] = ok(await api.get('/v1/categories')).filter(({ kind }) => kind === 'expense');
      await aTransaction(api, { accountId: account.id, categoryId: category!.id, description: 'Fila 0' });
      await aTransaction(api, { accountId: other.id, type: 'lent', contactId, amount: '7.00' });
      const before = await figures(api);
      const movements = rows.map(({ cents, out, day, category }, index): Movement => [
        ...([
          `2026-03-${String(day).padStart(2, '0')}`,
          `Fila ${index}`,
          `${out ? '-' : ''}${amountOf(cents)}`,
        ] as const),
        category,
      ]);
      const draft = await aDraft(api, account.id, statement(movements, 'Categoría'));
      const committed = await commit(api, draft);
      const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}&limit=200`);
      expect(committed.transactionsCreated).toBe(items.length);
      const deleted = new Set<string>();
      const places = { other: other.id, dollars: dollars.id, contactId, categoryId: category!.id };
      for (const { pick, way, cents } of steps) {
        const { id } = items[pick % items.length]!;
        const path = `/v1/transactions/${id}` as const;
        if (way === 'trash') await api.delete(path);
        else if (way === 'restore') await api.post(`${path}/restore`);
        else if (way === 'for good') {
          if ((await api.delete(`${path}/permanently`)).status === 200) deleted.add(id);
        } else await api.patch(path, change(way, cents, places));
      }
      const live = (await everyItem(api, `/v1/transactions?importId=${draft.id}&limit=200`)).items;
      const balances = new Map(ok(await api.get('/v1/accounts')).map(({ id, balance }) => [id, balance]));
      const undone = await undo(api, draft);
      expect(await figures(api)).toEqual(before);
      expect(undone.transactionsRemoved).toBe(live.length);
      for (const { accountId, balanceBefore, balanceAfter } of undone.accounts) {
        expect(balanceBefore).toBe(balances.get(accountId));
        expect(balanceAfter).toBe(before.accounts.find(({ id }) => id === accountId)!.balance);
      }
      const outcomes = (outcome: string) =>
        undone.undone.filter((each) => each.outcome === outcome).map(({ transactionId }) => transactionId);
      expect(new Set(outcomes('already_deleted'))).toEqual(deleted);
      expect(outcomes('already_trashed')).toHaveLength(items.length - live.length - deleted.size);
      const moved = live.filter(({ accountId }) => accountId !== account.id).map(({ id }) => id);
      expect(new Set(outcomes('moved'))).toEqual(new Set(moved));
      expect(await undo(api, draft)).toEqual(undone);
      await verifier.expectNoDrift(workspaceId);
    }),
    { seed: SEED, numRuns: ROUNDS, interruptAfterTimeLimit: 60_000 },
  );
});
