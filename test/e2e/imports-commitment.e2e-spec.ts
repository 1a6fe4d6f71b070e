import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, aDraftOf, commit, statement, statuses, undo, upload } from '../../libs/importing/test/statements.js';
import type { ApiProcess, Service } from './support/api-process.js';
import { sharedApi, startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView, ImportView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aContact, aHousehold, anAccount, aTransaction, balanceOf, ok, everyItem } from './support/household.js';
import type { Household } from './support/household.js';
import type { LedgerVerifier } from './support/ledger-verifier.js';
import { startVerifier } from './support/ledger-verifier.js';
import { sized } from './support/long-form.js';
import { until } from './support/until.js';

let service: Service;
let second: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
  second = await startApi({ database: service.database });
});
afterAll(async () => {
  verifier.stop();
  await second.stop();
  await service.stop();
});
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  account = await anAccount(api, { openingBalance: '100.00' });
});

const detail = async (draft: ImportView) => ok(await api.get(`/v1/imports/${draft.id}`));
const send = (draft: ImportView, what: 'commit' | 'undo', body?: unknown, caller = api) =>
  caller.post(`/v1/imports/${draft.id}/${what}` as `/v1/imports/${string}/commit`, body);
const entered = async (draft: ImportView) =>
  (await everyItem(api, `/v1/transactions?importId=${draft.id}&limit=200`)).items;
const MOVEMENTS: Movement[] = [
  ['2026-03-07', 'Tacos', '-25.00'],
  ['2026-03-08', 'Nómina', '1000.00'],
  ['2026-03-09', 'Renta', '-400.50'],
];

it('a commit does not wait for a request of another workspace with the same import ID', async () => {
  const stranger = await aHousehold(service);
  const draft = await aDraft(api, account.id, statement(MOVEMENTS));
  const holder = await service.database.connect();
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [stranger.workspaceId]);
  const blocked = send(draft, 'commit', undefined, stranger.api);
  const waiters = `select from pg_locks where locktype = 'advisory' and not granted
    and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;
  await until(async () => (await holder.query(waiters, [stranger.workspaceId])).rows.length > 0, 10_000);
  expect(ok(await send(draft, 'commit')).status).toBe('committed');
  await holder.end();
  expect(statusAndCode(await blocked)).toBe('404 IMPORT_NOT_FOUND');
});

async function figures() {
  return {
    accounts: ok(await api.get('/v1/accounts?status=all')).map(({ updatedAt: _, ...rest }) => rest),
    netWorth: ok(await api.get('/v1/net-worth')),
    transactions: (await everyItem(api, '/v1/transactions?limit=200')).items,
    categories: ok(await api.get('/v1/categories')),
    contacts: ok(await api.get('/v1/contacts')),
  };
}

describe('committing an import', () => {
  it('commits the ready rows with all their fields', async () => {
    const draft = await aDraft(
      api,
      account.id,
      statement(
        MOVEMENTS.map((each): Movement => [...each, 'nota']),
        'Notas',
      ),
      {
        mapping: { notes: 3 },
      },
    );
    const committed = await commit(api, draft);
    expect(committed).toEqual({
      ...draft,
      ...{ status: 'committed', committedAt: expect.any(String) },
      ...{ balanceBefore: '100.00', balanceAfter: '674.50', transactionsCreated: 3 },
      accounts: [{ accountId: account.id, balanceBefore: '100.00', balanceAfter: '674.50' }],
    });
    const items = await entered(draft);
    expect(items[1]).toEqual({
      ...{ id: expect.any(String), accountId: account.id, type: 'income', status: 'live', date: '2026-03-08' },
      ...{ description: 'Nómina', amount: '1000.00', currency: 'MXN', signedAmount: '1000.00', category: null },
      ...{ contactId: null, transfer: null, splits: [], tags: [], notes: 'nota', externalId: null },
      ...{ importId: draft.id, scheduleId: null, goalId: null, paidBy: null, shares: [], fileCount: 0, invoiceIds: [] },
      ...{
        baseAmount: '1000.00',
        baseRate: '1.00000000',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      ...{ deletedAt: null, purgeAt: null },
    });
    expect(items.map(({ description }) => description)).toEqual(['Renta', 'Nómina', 'Tacos']);
    expect(await balanceOf(api, account.id)).toBe('674.50');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('a repeated commit, even with a different body, returns the same response and creates no transactions', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    const committed = await commit(api, draft);
    await aTransaction(api, { accountId: account.id });
    for (const body of [undefined, {}, { skipErrors: true }]) expect(await commit(api, draft, body)).toEqual(committed);
    expect(statusAndCode(await send(draft, 'commit', { skip: true }))).toBe('400 VALIDATION_FAILED');
    expect(await entered(draft)).toHaveLength(3);
    expect(await balanceOf(api, account.id)).toBe('649.50');
  });

  it('ten concurrent commits to two processes create the transactions once and return the same response', async () => {
    const otherProcess = second.client(home.key);
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(draft, 'commit', undefined, index % 2 ? api : otherProcess)),
    );
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(all[0]!.status).toBe(200);
    expect(await entered(draft)).toHaveLength(3);
    const undone = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(draft, 'undo', undefined, index % 2 ? api : otherProcess)),
    );
    expect(new Set(undone.map(({ text }) => text)).size).toBe(1);
    expect(undone[0]!.body).toMatchObject({ status: 'undone', balanceBefore: '674.50', balanceAfter: '100.00' });
    expect(await balanceOf(api, account.id)).toBe('100.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('a commit with If-Match does not deadlock with other requests for the same import', async () => {
    for (let round = 0; round < sized(3, 10); round += 1) {
      const { status, headers, body } = await upload(
        api,
        account.id,
        statement([['2026-03-07', `Pan ${round}`, '-1.00']]),
      );
      expect(status).toBe(200);
      const conditional = { headers: { 'if-match': headers.etag! } };
      const answers = await Promise.all(
        [conditional, {}, conditional, {}, {}, conditional].map((options) =>
          api.post(`/v1/imports/${body.id}/commit`, undefined, options),
        ),
      );
      for (const answer of answers) expect(['200', '412 PRECONDITION_FAILED']).toContain(statusAndCode(answer));
      expect((await detail(body)).status).toBe('committed');
    }
  });

  it('committing a draft without ready rows creates nothing, and the commit can be undone', async () => {
    const draft = await aDraftOf(api, account.id, ['2026-03-07', 'Nada', '0.00']);
    expect(await commit(api, draft)).toMatchObject({
      status: 'committed',
      balanceBefore: '100.00',
      balanceAfter: '100.00',
    });
    expect(await entered(draft)).toEqual([]);
    expect(await undo(api, draft)).toMatchObject({ status: 'undone', balanceAfter: '100.00' });
    const broken = await aDraftOf(api, account.id, ['x', 'Nada', '1.00'], ['y', 'Nada', '1.00']);
    expect(statusAndCode(await send(broken, 'commit'))).toBe('409 IMPORT_HAS_ERRORS');
    expect(await commit(api, broken, { skipErrors: true })).toMatchObject({ balanceAfter: '100.00' });
  });

  it('rejects a commit to an archived account, and accepts the commit after the account is restored', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    ok(await api.post(`/v1/accounts/${account.id}/archive`));
    const before = await figures();
    expect(statusAndCode(await send(draft, 'commit'))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(statusAndCode(await api.patch(`/v1/imports/${draft.id}`, { mapping: { invertSign: true } }))).toBe(
      '409 ACCOUNT_NOT_ACTIVE',
    );
    expect(await figures()).toEqual(before);
    expect(await detail(draft)).toEqual(draft);
    ok(await api.post(`/v1/accounts/${account.id}/restore`));
    const committed = await commit(api, draft);
    ok(await api.post(`/v1/accounts/${account.id}/archive`));
    expect(await commit(api, draft)).toEqual(committed);
    expect(statusAndCode(await send(draft, 'undo'))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(await entered(draft)).toHaveLength(3);
    ok(await api.post(`/v1/accounts/${account.id}/restore`));
    expect((await undo(api, draft)).balanceAfter).toBe('100.00');
  });

  it('concurrent commits of the same file create each transaction once', async () => {
    for (let round = 0; round < sized(2, 10); round += 1) {
      const into = await anAccount(api);
      const drafts = await Promise.all([1, 2, 3, 4].map(() => aDraftOf(api, into.id, ...MOVEMENTS)));
      for (const draft of drafts) expect(statuses(draft)).toEqual(['ready', 'ready', 'ready']);
      const answers = await Promise.all(
        drafts.map((draft, index) => send(draft, 'commit', undefined, index % 2 ? api : second.client(home.key))),
      );
      expect(answers.map(({ body }) => body.stats.ready).sort()).toEqual([0, 0, 0, 3]);
      expect(await balanceOf(api, into.id)).toBe('574.50');
    }
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('rejects a commit that would exceed the largest account balance', async () => {
    const huge = Array.from({ length: 120 }, (_, index): Movement => [
      '2026-03-07',
      `Lote ${index}`,
      '9999999999999.99',
    ]);
    const draft = await aDraftOf(api, account.id, ...huge);
    expect(draft.stats.ready).toBe(120);
    expect(statusAndCode(await send(draft, 'commit'))).toBe('422 AMOUNT_OUT_OF_RANGE');
    expect(await detail(draft)).toEqual(draft);
    expect(await balanceOf(api, account.id)).toBe('100.00');
    expect(await entered(draft)).toEqual([]);
  });

  it('rejects a commit if the account or the draft was deleted', async () => {
    const into = await anAccount(api);
    const draft = await aDraftOf(api, into.id, ...MOVEMENTS);
    ok(await api.delete(`/v1/accounts/${into.id}`));
    expect(statusAndCode(await send(draft, 'commit'))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(await detail(draft)).toEqual(draft);
    expect(ok(await api.patch(`/v1/imports/${draft.id}`, { accountId: account.id })).accountId).toBe(account.id);
    expect(ok(await api.delete(`/v1/imports/${draft.id}`)).id).toBe(draft.id);
    expect(statusAndCode(await send(draft, 'commit'))).toBe('404 IMPORT_NOT_FOUND');
  });
});

describe('import states', () => {
  it('an import changes only from draft to committed to undone', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    expect(statusAndCode(await send(draft, 'undo'))).toBe('409 IMPORT_NOT_COMMITTED');
    await commit(api, draft);
    expect(statusAndCode(await api.delete(`/v1/imports/${draft.id}`))).toBe('409 IMPORT_NOT_DRAFT');
    const undone = await undo(api, draft);
    expect(statusAndCode(await api.delete(`/v1/imports/${draft.id}`))).toBe('409 IMPORT_NOT_DRAFT');
    expect(statusAndCode(await send(draft, 'commit'))).toBe('409 IMPORT_NOT_DRAFT');
    expect(await undo(api, draft)).toEqual(undone);
    expect(await detail(draft)).toEqual(undone);
    expect((await everyItem(api, `/v1/imports/${draft.id}/rows?limit=1`)).items).toEqual(undone.rows);
    expect(undone.rows).toEqual(draft.rows);
  });

  it('deleting a draft deletes its rows, and a second delete returns 404', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    expect(ok(await api.delete(`/v1/imports/${draft.id}`))).toEqual(draft);
    expect(statusAndCode(await api.delete(`/v1/imports/${draft.id}`))).toBe('404 IMPORT_NOT_FOUND');
    const [stored] = await service.database.query(
      'select count(*)::int as count from importing_rows where import_id = $1',
      [draft.id],
    );
    expect(stored!.count).toBe(0);
  });

  it('imports stay consistent under concurrent commit, undo, edit and delete', async () => {
    for (let round = 0; round < sized(4, 20); round += 1) {
      const into = await anAccount(api);
      const draft = await aDraftOf(api, into.id, ...MOVEMENTS);
      const answers = await Promise.all([
        send(draft, 'commit'),
        send(draft, 'undo', undefined, second.client(home.key)),
        round % 2
          ? api.delete(`/v1/imports/${draft.id}`)
          : api.patch(`/v1/imports/${draft.id}`, { mapping: { invertSign: true } }),
        api.patch(`/v1/imports/${draft.id}/rows/0`, { excluded: true }),
      ]);
      for (const answer of answers) {
        expect(statusAndCode(answer)).toMatch(/^(200|404 IMPORT_NOT_FOUND|409 IMPORT_NOT_(DRAFT|COMMITTED))$/);
      }
      const now = await api.get(`/v1/imports/${draft.id}`);
      const live = await entered(draft);
      if (now.status === 404 || now.body.status === 'undone') expect(live).toEqual([]);
      else expect(live).toHaveLength(now.body.stats.ready);
      const sum = live.reduce((total, { signedAmount }) => total + Number(signedAmount), 0);
      expect(await balanceOf(api, into.id)).toBe(sum.toFixed(2));
    }
    await verifier.expectNoDrift(home.workspaceId);
  });
});

describe('undoing an import', () => {
  it('an undo restores the state before the import and moves the transactions to the trash', async () => {
    await aTransaction(api, { accountId: account.id, description: 'De antes' });
    const before = await figures();
    const draft = await aDraft(
      api,
      account.id,
      statement(
        MOVEMENTS.map((each): Movement => [...each, 'Del banco']),
        'Categoría',
      ),
    );
    await commit(api, draft);
    expect(await figures()).not.toEqual(before);
    await undo(api, draft);
    expect(await figures()).toEqual(before);
    const { items } = ok(await api.get('/v1/transactions/trash'));
    expect(items.map(({ importId, status }) => `${importId} ${status}`)).toEqual(Array(3).fill(`${draft.id} trashed`));
  });

  it('an undo also removes transactions whose amount, account, type, splits, date or description was edited', async () => {
    const [otherAccount, dollars] = [
      await anAccount(api),
      await anAccount(api, { currency: 'USD', openingBalance: '5.00' }),
    ];
    const contactId = await aContact(service.database, home.workspaceId);
    ok(await api.put('/v1/exchange-rates/USD/MXN/2026-01-01', { rate: '17.5' }));
    const before = await figures();
    const nine = Array.from({ length: 9 }, (_, index): Movement => ['2026-03-07', `Fila ${index}`, '-90.00']);
    const draft = await aDraftOf(api, account.id, ...nine);
    await commit(api, draft);
    const ids = (await entered(draft)).map(({ id }) => id as string);
    const edits = [
      { amount: '1.00' },
      { accountId: otherAccount.id },
      { accountId: dollars.id, amount: '2.00' },
      { type: 'income' },
      { type: 'transfer', toAccountId: otherAccount.id },
      { type: 'transfer', toAccountId: dollars.id, toAmount: '4.00' },
      { type: 'lent', contactId },
      { splits: [{ amount: '60.00' }, { amount: '30.00', type: 'lent', contactId }] },
      { date: '2020-01-01', description: 'Otra', externalId: 'x' },
    ];
    for (const [index, change] of edits.entries()) ok(await api.patch(`/v1/transactions/${ids[index]}`, change));
    await verifier.expectNoDrift(home.workspaceId);
    const undone = await undo(api, draft);
    expect(undone.balanceAfter).toBe('100.00');
    expect(await figures()).toEqual(before);
    expect(ok(await api.get('/v1/transactions/trash')).items).toHaveLength(9);
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('undoes an import whose transactions were trashed, restored or permanently deleted', async () => {
    const before = await figures();
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    await commit(api, draft);
    const [live, restored, deleted] = (await entered(draft)).map(({ id }) => id as string);
    for (const id of [restored, deleted]) await api.delete(`/v1/transactions/${id}`);
    ok(await api.post(`/v1/transactions/${restored}/restore`));
    ok(await api.delete(`/v1/transactions/${deleted}/permanently`));
    const balance = await balanceOf(api, account.id);
    const undone = await undo(api, draft);
    expect(undone).toMatchObject({ balanceBefore: balance, balanceAfter: '100.00' });
    expect(await figures()).toEqual(before);
    const trash = ok(await api.get('/v1/transactions/trash'))
      .items.map(({ id }) => id)
      .sort();
    expect(trash).toEqual([live, restored].sort());
  });

  it('rejects an undo if one of the transactions is in an inactive account', async () => {
    const otherAccount = await anAccount(api);
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    const committed = await commit(api, draft);
    const { id } = (await entered(draft))[0]!;
    ok(await api.patch(`/v1/transactions/${id}`, { type: 'transfer', toAccountId: otherAccount.id }));
    ok(await api.post(`/v1/accounts/${otherAccount.id}/archive`));
    const before = await figures();
    expect(statusAndCode(await send(draft, 'undo'))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(await figures()).toEqual(before);
    expect(await detail(draft)).toEqual(committed);
    ok(await api.post(`/v1/accounts/${otherAccount.id}/restore`));
    expect((await undo(api, draft)).balanceAfter).toBe('100.00');
  });

  it('a rejected undo names the inactive account, or the first by name if there are several', async () => {
    const archived = [];
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    await commit(api, draft);
    // The transactions in the archived accounts are not the first of the import.
    for (const [row, name] of [
      [2, 'Viaje'],
      [1, 'Casa'],
    ] as const) {
      const otherAccount = await anAccount(api, { name });
      const { id } = (await entered(draft)).find(({ description }) => description === MOVEMENTS[row]![1])!;
      ok(await api.patch(`/v1/transactions/${id}`, { type: 'transfer', toAccountId: otherAccount.id }));
      archived.push(otherAccount);
    }
    const blockedBy = async () => (await send(draft, 'undo')).body.detail;
    for (const { id } of archived) ok(await api.post(`/v1/accounts/${id}/archive`));
    expect(await blockedBy()).toBe('The account Casa is not active.');
    ok(await api.post(`/v1/accounts/${archived[1]!.id}/restore`));
    expect(await blockedBy()).toBe('The account Viaje is not active.');
  });

  it('an undo keeps the deletion time of transactions that are already in the trash', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    await commit(api, draft);
    const { id } = (await entered(draft))[0]!;
    const { deletedAt } = ok(await api.delete(`/v1/transactions/${id}`));
    await undo(api, draft);
    expect(ok(await api.get(`/v1/transactions/${id}`)).deletedAt).toBe(deletedAt);
  });

  it('a repeated undo does not change transactions that were restored after the first undo', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    await commit(api, draft);
    const { id } = (await entered(draft))[0]!;
    const undone = await undo(api, draft);
    ok(await api.post(`/v1/transactions/${id}/restore`));
    const balance = await balanceOf(api, account.id);
    expect(await undo(api, draft)).toEqual(undone);
    expect(await balanceOf(api, account.id)).toBe(balance);
    expect(await entered(draft)).toHaveLength(1);
  });

  it('an undo does not remove transactions of another import with the same rows', async () => {
    const first = await aDraftOf(api, account.id, ...MOVEMENTS);
    const again = await aDraftOf(api, account.id, ...MOVEMENTS);
    await commit(api, first);
    await commit(api, again);
    expect((await undo(api, again)).balanceAfter).toBe('674.50');
    expect((await undo(api, first)).balanceAfter).toBe('100.00');
    const third = await aDraftOf(api, account.id, ...MOVEMENTS);
    expect(third.rows.map(({ warnings }) => warnings[0]?.code)).toEqual(Array(3).fill('MATCHES_TRASHED'));
    expect((await commit(api, third)).balanceAfter).toBe('674.50');
  });

  it('undoing an import into a deleted account removes transactions that were moved to other accounts', async () => {
    const [into, otherAccount] = [await anAccount(api), await anAccount(api)];
    const draft = await aDraftOf(api, into.id, ...MOVEMENTS);
    await commit(api, draft);
    for (const { id } of await entered(draft))
      ok(await api.patch(`/v1/transactions/${id}`, { accountId: otherAccount.id }));
    ok(await api.delete(`/v1/accounts/${into.id}`));
    expect(await balanceOf(api, otherAccount.id)).toBe('574.50');
    expect(await undo(api, draft)).toMatchObject({ status: 'undone', balanceBefore: null, balanceAfter: null });
    expect(await balanceOf(api, otherAccount.id)).toBe('0.00');
    expect((await detail(draft)).status).toBe('undone');
  });

  it('an undo changes each balance once while clients trash, restore and edit the transactions', async () => {
    const movements = Array.from({ length: 30 }, (_, index): Movement => [
      '2026-03-07',
      `Fila ${index}`,
      `-${index + 1}.00`,
    ]);
    const otherAccount = await anAccount(api);
    for (let round = 0; round < sized(2, 10); round += 1) {
      const draft = await aDraftOf(
        api,
        account.id,
        ...movements.map(([day, text, amount]): Movement => [day, `${round} ${text}`, amount]),
      );
      await commit(api, draft);
      const live = await entered(draft);
      const answers = await Promise.all([
        ...live.slice(0, 8).map(({ id }) => api.delete(`/v1/transactions/${id}`)),
        ...live.slice(4, 12).map(({ id }) => api.patch(`/v1/transactions/${id}`, { amount: '5.00' })),
        ...live.slice(12, 18).map(({ id }) => api.patch(`/v1/transactions/${id}`, { accountId: otherAccount.id })),
        ...live
          .slice(18, 24)
          .map(({ id }) => api.patch(`/v1/transactions/${id}`, { type: 'transfer', toAccountId: otherAccount.id })),
        send(draft, 'undo'),
        ...live.slice(0, 4).map(({ id }) => api.post(`/v1/transactions/${id}/restore`)),
      ]);
      for (const answer of answers) {
        expect(statusAndCode(answer)).toMatch(/^(200|409 (TRANSACTION_IN_TRASH|TRANSACTION_NOT_IN_TRASH))$/);
      }
      await verifier.expectNoDrift(home.workspaceId);
      for (const { id } of await entered(draft)) await api.delete(`/v1/transactions/${id}`);
      expect([await balanceOf(api, account.id), await balanceOf(api, otherAccount.id)]).toEqual(['100.00', '0.00']);
    }
  });
});

describe('balances of an import', () => {
  it('an imported expense increases the amount owed on a card, and a payment decreases it', async () => {
    const card = await anAccount(api, { typeId: 'credit_card', openingBalance: '250.00' });
    const draft = await aDraftOf(api, card.id, ['2026-03-07', 'Cine', '-100.00'], ['2026-03-08', 'Pago', '30.00']);
    expect(draft.rows.map(({ type }) => type)).toEqual(['expense', 'income']);
    expect(await commit(api, draft)).toMatchObject({ balanceBefore: '250.00', balanceAfter: '320.00' });
    expect(await balanceOf(api, card.id)).toBe('320.00');
    expect((await entered(draft)).map(({ signedAmount }) => signedAmount)).toEqual(['30.00', '-100.00']);
    expect(ok(await api.get('/v1/net-worth')).netWorth).toBe('-220.00');
    expect(await undo(api, draft)).toMatchObject({ balanceBefore: '320.00', balanceAfter: '250.00' });
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('converts imported transactions at the rate of their date, and stores null without a rate', async () => {
    ok(await api.put('/v1/exchange-rates/EUR/MXN/2026-03-01', { rate: '20' }));
    ok(await api.put('/v1/exchange-rates/EUR/MXN/2026-03-08', { rate: '21.12345678' }));
    const euros = await anAccount(api, { currency: 'EUR' });
    const draft = await aDraftOf(
      ...([api, euros.id] as const),
      ['2026-02-28', 'Sin tipo de cambio', '-1.00'],
      ['2026-03-07', 'Café', '-0.33'],
      ['2026-03-08', 'Pago', '100.01'],
    );
    expect(await commit(api, draft)).toMatchObject({ balanceBefore: '0.00', balanceAfter: '98.68' });
    const valued = (await entered(draft)).map(({ currency, baseAmount, baseRate }) => [currency, baseAmount, baseRate]);
    expect(valued).toEqual([
      ['EUR', '2112.56', '21.12345678'],
      ['EUR', '6.60', '20.00000000'],
      ['EUR', null, null],
    ]);
    await verifier.expectNoDrift(home.workspaceId);
    const fixed = await anAccount(api, { currency: 'USD', fxMode: 'fixed', fixedRate: '18.5' });
    const dollars = await aDraftOf(api, fixed.id, ['1990-01-01', 'Viejo', '-2.00']);
    await commit(api, dollars);
    expect(await entered(dollars)).toMatchObject([{ baseAmount: '37.00', baseRate: '18.50000000' }]);
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('rejects rows in a currency other than the account’s, even after the draft moves to another account', async () => {
    const euros = await anAccount(api, { currency: 'EUR' });
    const file = 'Fecha,Concepto,Monto,Moneda\n25/03/2026,Pan,-1.00,MXN\n26/03/2026,Vino,-2.00,EUR\n';
    const draft = await aDraft(api, account.id, file);
    expect(draft.mapping.currency).toBe(3);
    expect(statuses(draft)).toEqual(['ready', 'error']);
    const turned = ok(await api.patch(`/v1/imports/${draft.id}`, { accountId: euros.id }));
    expect(statuses(turned)).toEqual(['error', 'ready']);
    expect(turned.rows[0]!.errors).toMatchObject([{ field: 'currency', code: 'CURRENCY_MISMATCH' }]);
    expect((await commit(api, draft, { skipErrors: true })).balanceAfter).toBe('-2.00');
  });

  it('balanceBefore and balanceAfter of a commit exclude concurrent transactions', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    const [committed] = await Promise.all([
      commit(api, draft),
      ...Array.from({ length: 10 }, () =>
        aTransaction(api, { accountId: account.id, description: 'Otra', amount: '1.00' }),
      ),
    ]);
    expect(Number(committed.balanceAfter) - Number(committed.balanceBefore)).toBeCloseTo(574.5, 2);
    expect(await balanceOf(api, account.id)).toBe('664.50');
    expect(await detail(draft)).toEqual(committed);
    await verifier.expectNoDrift(home.workspaceId);
  });
});
