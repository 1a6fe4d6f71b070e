import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, aDraftOf, commit, statement, undo } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView, ImportView } from './support/answers.js';
import type { Client } from './support/client.js';
import type { Household } from './support/household.js';
import { aContact, aHousehold, anAccount, balanceOf, ok, everyItem } from './support/household.js';
import type { LedgerVerifier } from './support/ledger-verifier.js';
import { startVerifier } from './support/ledger-verifier.js';

let service: Service;
let verifier: LedgerVerifier;
let home: Household;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  account = await anAccount(api, { openingBalance: '100.00' });
});

const rows = (count: number): Movement[] =>
  Array.from({ length: count }, (_, index) => ['2026-03-07', `Fila ${index}`, '-10.00']);
async function entered(draft: ImportView) {
  const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}&limit=200`);
  return items.sort((a, b) => Number(/\d+/.exec(a.description)) - Number(/\d+/.exec(b.description)));
}

describe('the response of a commit', () => {
  it('a commit returns the number of created transactions and the account balance before and after', async () => {
    const draft = await aDraftOf(api, account.id, ...rows(3));
    expect(draft).toMatchObject({ transactionsCreated: null, transactionsRemoved: null, accounts: [], undone: [] });
    const committed = await commit(api, draft);
    expect(committed).toMatchObject({ transactionsCreated: 3, transactionsRemoved: null, undone: [], undoneTotal: 0 });
    expect(committed.accounts).toEqual([{ accountId: account.id, balanceBefore: '100.00', balanceAfter: '70.00' }]);
  });
});

describe('the response of an undo', () => {
  it('an undo of unchanged transactions returns only their number', async () => {
    const draft = await aDraftOf(api, account.id, ...rows(3));
    await commit(api, draft);
    const undone = await undo(api, draft);
    expect(undone).toMatchObject({ transactionsCreated: 3, transactionsRemoved: 3, undone: [], undoneTotal: 0 });
    expect(undone.accounts).toEqual([{ accountId: account.id, balanceBefore: '70.00', balanceAfter: '100.00' }]);
  });

  it('an undo lists each transaction changed since the commit, and each affected account', async () => {
    const [otherAccount, dollars] = [
      await anAccount(api),
      await anAccount(api, { currency: 'USD', openingBalance: '5.00' }),
    ];
    const contactId = await aContact(service.database, home.workspaceId);
    ok(await api.put('/v1/exchange-rates/USD/MXN/2026-01-01', { rate: '17.5' }));
    const [category] = ok(await api.get('/v1/categories')).filter(({ kind }) => kind === 'expense');
    const draft = await aDraftOf(api, account.id, ...rows(14));
    await commit(api, draft);
    const entries = await entered(draft);
    const edits = [
      { amount: '1.00' },
      { accountId: otherAccount.id },
      { accountId: dollars.id, amount: '2.00' },
      { type: 'income' },
      { type: 'transfer', toAccountId: otherAccount.id },
      { type: 'lent', contactId },
      { splits: [{ amount: '6.00' }, { amount: '4.00', type: 'lent', contactId }] },
      { date: '2020-01-01' },
      { categoryId: category!.id },
      { notes: 'otra' },
    ];
    for (const [index, change] of edits.entries())
      ok(await api.patch(`/v1/transactions/${entries[index]!.id}`, change));
    const path = (index: number) => `/v1/transactions/${entries[index]!.id}` as const;
    for (const index of [10, 11, 12]) ok(await api.delete(path(index)));
    ok(await api.delete(`${path(11)}/permanently`));
    ok(await api.post(`${path(12)}/restore`));
    const undone = await undo(api, draft);
    const outcomes = [
      ...['edited', 'moved', 'moved', 'edited', 'edited', 'edited', 'edited', 'edited', 'edited', 'edited'],
      ...['already_trashed', 'already_deleted'],
    ];
    expect(undone.undone).toEqual(
      outcomes.map((outcome, index) => ({ transactionId: entries[index]!.id, index, outcome })),
    );
    expect(undone).toMatchObject({ undoneTotal: 12, transactionsCreated: 14, transactionsRemoved: 12 });
    expect(undone.accounts.map(({ accountId, balanceAfter }) => [accountId, balanceAfter])).toEqual(
      [
        [account.id, '100.00'],
        [otherAccount.id, '0.00'],
        [dollars.id, '5.00'],
      ].sort(([a], [b]) => (a! < b! ? -1 : 1)),
    );
    expect(await undo(api, draft)).toEqual(undone);
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toEqual(undone);
    expect(await balanceOf(api, otherAccount.id)).toBe('0.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('row indexes in the response of an undo count excluded rows, and rows edited in the draft are not reported as changed', async () => {
    const [first] = ok(await api.get('/v1/categories'));
    const draft = await aDraft(api, account.id, statement([...rows(4), ['2026-03-07', 'Otra 9', '-1.00']], 'Notas'), {
      mapping: { notes: null },
    });
    const put = (index: number, body: Record<string, unknown>) =>
      api.patch(`/v1/imports/${draft.id}/rows/${index}`, body);
    await put(0, { excluded: true });
    await put(1, { description: 'Fila 1 corregida', amount: '7.00', type: 'income', date: '2026-03-09' });
    await put(2, { categoryId: first!.id });
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    const third = items.find(({ description }) => description === 'Fila 3');
    ok(await api.delete(`/v1/transactions/${third!.id}`));
    expect((await undo(api, draft)).undone).toEqual([
      { transactionId: third!.id, index: 3, outcome: 'already_trashed' },
    ]);
  });

  it('an undo lists transactions that expired in the trash as deleted', async () => {
    const draft = await aDraftOf(api, account.id, ...rows(2));
    await commit(api, draft);
    const [deleted] = await entered(draft);
    ok(await api.delete(`/v1/transactions/${deleted!.id}`));
    await service.database.query(
      `update ledger_transactions set deleted_at = now() - interval '31 days' where id = $1`,
      [deleted!.id],
    );
    expect((await undo(api, draft)).undone).toEqual([
      { transactionId: deleted!.id, index: 0, outcome: 'already_deleted' },
    ]);
  });

  it('an undo lists the first 1,000 changed transactions and returns the total number', async () => {
    const draft = await aDraftOf(api, account.id, ...rows(1_205));
    await commit(api, draft);
    await service.database.query(
      `update ledger_transactions set notes = 'de otro' where import_id = $1 and import_row >= 3`,
      [draft.id],
    );
    const undone = await undo(api, draft);
    expect(undone.undoneTotal).toBe(1_202);
    expect(undone.undone.map(({ index }) => index)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 3));
    expect(undone.accounts).toEqual([{ accountId: account.id, balanceBefore: '-11950.00', balanceAfter: '100.00' }]);
  });

  it('the undo of an import lists only affected accounts that still exist', async () => {
    const [short, otherAccount] = [await anAccount(api), await anAccount(api)];
    const draft = await aDraftOf(api, short.id, ...rows(1));
    await commit(api, draft);
    const [only] = await entered(draft);
    ok(await api.patch(`/v1/transactions/${only!.id}`, { accountId: otherAccount.id }));
    ok(await api.delete(`/v1/accounts/${short.id}`));
    expect(await undo(api, draft)).toMatchObject({
      ...{ balanceBefore: null, balanceAfter: null },
      accounts: [{ accountId: otherAccount.id, balanceBefore: '-10.00', balanceAfter: '0.00' }],
      undone: [{ transactionId: only!.id, index: 0, outcome: 'moved' }],
    });
  });
});
