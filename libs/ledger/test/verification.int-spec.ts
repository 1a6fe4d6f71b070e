import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDraft, statement } from '../../importing/test/statements.js';
import type { ApiProcess } from '../../../test/e2e/support/api-process.js';
import { startApi } from '../../../test/e2e/support/api-process.js';
import { aMember } from '../../../test/e2e/support/members.js';
import { runCli } from '../../../test/e2e/support/cli.js';
import type { AccountView, ImportView, TransactionView } from '../../../test/e2e/support/answers.js';
import type { Answer } from '../../../test/e2e/support/client.js';
import type { Household } from '../../../test/e2e/support/household.js';
import { LEDGER_FIGURES } from '../src/verification/ledger-figures.query.js';
import type { LedgerVerifier } from '../../../test/e2e/support/ledger-verifier.js';
import { startVerifier } from '../../../test/e2e/support/ledger-verifier.js';
import { aContact, aHousehold, anAccount, aTransaction, ok, someRates } from '../../../test/e2e/support/household.js';

let service: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
let account: AccountView;
let card: AccountView;
let parted: TransactionView;
let foreign: TransactionView;
let moved: TransactionView;
let trashed: TransactionView;
let borrowed: TransactionView;
let tagged: TransactionView;
let ana: string;
let weighted: TransactionView;
let draft: ImportView;

beforeAll(async () => {
  service = await startApi();
  verifier = startVerifier(service.database);
  home = await aHousehold(service);
  const { api } = home;
  await someRates(service.database, ['USD', 'MXN', '2026-01-01', '18.41237777']);
  [account, card] = [
    await anAccount(api, { openingBalance: '100.00' }),
    await anAccount(api, { typeId: 'credit_card', currency: 'USD' }),
  ];
  ana = await aContact(service.database, home.workspaceId);
  parted = await aTransaction(api, {
    accountId: card.id,
    amount: '9.99',
    splits: [{ amount: '3.33' }, { amount: '3.33' }, { amount: '3.33', type: 'lent', contactId: ana }],
  });
  foreign = await aTransaction(api, {
    accountId: card.id,
    amount: '7.77',
    categoryId: ok(await api.get('/v1/categories'))[0]!.id,
  });
  moved = await aTransaction(api, { accountId: account.id, type: 'transfer', toAccountId: card.id, amount: '50.00' });
  trashed = await aTransaction(api, { accountId: account.id });
  await api.delete(`/v1/transactions/${trashed.id}`);
  tagged = await aTransaction(api, { accountId: account.id, tags: ['viaje'] });
  const eva = await aMember(service.database, home.workspaceId, 'Eva');
  const leo = await aMember(service.database, home.workspaceId, 'Leo');
  const shares = [eva, leo].map((memberId) => ({ memberId, weight: 2 }));
  weighted = await aTransaction(api, { accountId: account.id, amount: '3.33', paidBy: eva, shares });
  borrowed = await aTransaction(api, { accountId: null, type: 'borrowed', contactId: ana, currency: 'USD' });
  draft = await aDraft(home.api, account.id, statement([['2026-05-01', 'Tacos', '-25.00']]));
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});

const sql = (text: string, ...values: unknown[]) => service.database.query(text, values);
const debtsOf = (contactId: string) => home.api.get(`/v1/contacts/${contactId}/iou-history`);
const verify = () => verifier.verify(home.workspaceId);
const repair = () => verifier.verify(home.workspaceId, true);

describe('ledger verify', () => {
  it('ledger verify finds no drift in data that only the service wrote', async () => {
    await verifier.expectNoDrift(home.workspaceId);
  });

  const corruptions: [
    what: string,
    plant: () => Promise<unknown>,
    figure: string,
    id: () => unknown,
    shown: () => Promise<Answer<{ updatedAt?: string }> | null>,
  ][] = [
    [
      'an asset’s position',
      () => sql('update ledger_accounts set position = position + 1 where id = $1', account.id),
      'account.balance',
      () => account.id,
      () => home.api.get(`/v1/accounts/${account.id}`),
    ],
    [
      'a liability’s position',
      () => sql('update ledger_accounts set position = -position where id = $1', card.id),
      'account.balance',
      () => card.id,
      () => home.api.get(`/v1/accounts/${card.id}`),
    ],
    [
      'the opening position',
      () => sql('update ledger_accounts set opening_position = opening_position - 5 where id = $1', account.id),
      'account.balance',
      () => account.id,
      () => Promise.resolve(null),
    ],
    [
      'a daily total',
      () => sql('update ledger_account_days set moved = moved + 1 where account_id = $1', account.id),
      'account.dayTotal',
      () => `${account.id}/${moved.date}`,
      () => Promise.resolve(null),
    ],
    [
      'a daily count',
      () => sql('update ledger_account_days set entries = 0 where account_id = $1', card.id),
      'account.dayTotal',
      () => `${card.id}/${moved.date}`,
      () => Promise.resolve(null),
    ],
    [
      'a missing daily total',
      () => sql('delete from ledger_account_days where account_id = $1', card.id),
      'account.dayTotal',
      () => `${card.id}/${moved.date}`,
      () => Promise.resolve(null),
    ],
    [
      'a daily total without transactions',
      () =>
        sql(
          `insert into ledger_account_days (workspace_id, account_id, day, moved, entries) values ($1, $2, '2026-01-02', 5, 1)`,
          home.workspaceId,
          card.id,
        ),
      'account.dayTotal',
      () => `${card.id}/2026-01-02`,
      () => Promise.resolve(null),
    ],
    [
      'a signed amount',
      () => sql('update ledger_transactions set signed_amount = -signed_amount where id = $1', foreign.id),
      'transaction.signedAmount',
      () => foreign.id,
      () => home.api.get(`/v1/transactions/${foreign.id}`),
    ],
    [
      'a schedule ID that matches no occurrence',
      () => sql('update ledger_transactions set schedule_id = id where id = $1', foreign.id),
      'transaction.scheduleId',
      () => foreign.id,
      () => home.api.get(`/v1/transactions/${foreign.id}`),
    ],
    [
      'a signed amount in the trash',
      () => sql('update ledger_transactions set signed_amount = 0 where id = $1', trashed.id),
      'transaction.signedAmount',
      () => trashed.id,
      () => home.api.get(`/v1/transactions/${trashed.id}`),
    ],
    [
      'the number of splits',
      () => sql('update ledger_transactions set split_count = 2 where id = $1', parted.id),
      'transaction.splitCount',
      () => parted.id,
      () => home.api.get(`/v1/transactions/${parted.id}`),
    ],
    [
      'splits with a wrong count',
      () => sql('update ledger_transactions set split_count = 0 where id = $1', parted.id),
      'transaction.splitCount',
      () => parted.id,
      () => home.api.get(`/v1/transactions/${parted.id}`),
    ],
    [
      'a base rate',
      () => sql('update ledger_transactions set base_rate = base_rate + 1 where id = $1', foreign.id),
      'transaction.baseRate',
      () => foreign.id,
      () => home.api.get(`/v1/transactions/${foreign.id}`),
    ],
    [
      'a missing base rate',
      () => sql('update ledger_transactions set base_rate = null, base_amount = null where id = $1', foreign.id),
      'transaction.baseRate',
      () => foreign.id,
      () => home.api.get(`/v1/transactions/${foreign.id}`),
    ],
    [
      'a base amount',
      () => sql('update ledger_transactions set base_amount = base_amount + 1 where id = $1', foreign.id),
      'transaction.baseAmount',
      () => foreign.id,
      () => home.api.get(`/v1/transactions/${foreign.id}`),
    ],
    [
      'the base amount of a split',
      () =>
        sql(
          'update ledger_splits set base_amount = base_amount - 1 where transaction_id = $1 and ordinal = 1',
          parted.id,
        ),
      'split.baseAmount',
      () => `${parted.id}/1`,
      () => home.api.get(`/v1/transactions/${parted.id}`),
    ],
    [
      'the base amount of the last split',
      () => sql('update ledger_splits set base_amount = null where transaction_id = $1 and ordinal = 2', parted.id),
      'split.baseAmount',
      () => `${parted.id}/2`,
      () => home.api.get(`/v1/transactions/${parted.id}`),
    ],
    [
      'the shares of an expense with weights',
      () => sql(`update ledger_transactions set share_amounts = '{167,166}' where id = $1`, weighted.id),
      'transaction.weightedShares',
      () => weighted.id,
      () => home.api.get(`/v1/transactions/${weighted.id}`),
    ],
    [
      'a received amount',
      () => sql('update ledger_transactions set to_amount = to_amount + 1 where id = $1', moved.id),
      'account.balance',
      () => card.id,
      () => Promise.resolve(null),
    ],
    [
      'a trashed transaction that still counts in the balance',
      () => sql('update ledger_transactions set deleted_at = now() where id = $1', moved.id),
      'account.balance',
      () => account.id,
      () => Promise.resolve(null),
    ],
    [
      'a debt without a transaction',
      () =>
        sql(
          `insert into contacts_debts (workspace_id, contact_id, currency, date, transaction_id, ordinal, type, amount)
           values ($1, $2, 'MXN', '2026-01-01', $3, -1, 'lent', 5)`,
          home.workspaceId,
          ana,
          foreign.id,
        ),
      'debt.entry',
      () => `${foreign.id}/-1`,
      () => debtsOf(ana),
    ],
    [
      'a missing debt',
      () => sql('delete from contacts_debts where transaction_id = $1', borrowed.id),
      'debt.entry',
      () => `${borrowed.id}/-1`,
      () => debtsOf(ana),
    ],
    [
      'the amount of a debt split',
      () => sql('update contacts_debts set amount = amount + 1 where transaction_id = $1', parted.id),
      'debt.entry',
      () => `${parted.id}/2`,
      () => debtsOf(ana),
    ],
    [
      'a total of debts',
      () => sql(`update contacts_debt_totals set borrowed = borrowed + 1 where contact_id = $1`, ana),
      'debt.total',
      () => `${ana}/USD`,
      () => debtsOf(ana),
    ],
    [
      'a missing total of debts',
      () => sql(`delete from contacts_debt_totals where contact_id = $1`, ana),
      'debt.total',
      () => `${ana}/USD`,
      () => debtsOf(ana),
    ],
    [
      'a missing tag entry',
      () => sql('delete from ledger_tag_entries where transaction_id = $1', tagged.id),
      'tag.entry',
      () => expect.stringMatching(`/${tagged.id}$`),
      () => home.api.get('/v1/transactions?tag=viaje'),
    ],
    [
      'a tag entry with a wrong date',
      () => sql(`update ledger_tag_entries set date = '2020-01-01' where transaction_id = $1`, tagged.id),
      'tag.entry',
      () => expect.stringMatching(`/${tagged.id}$`),
      () => home.api.get('/v1/transactions?tag=viaje'),
    ],
    [
      'a tag entry of a transaction without the tag',
      () =>
        sql(
          `insert into ledger_tag_entries select workspace_id, tag_id, live, date, $2 from ledger_tag_entries where transaction_id = $1`,
          tagged.id,
          foreign.id,
        ),
      'tag.entry',
      () => expect.stringMatching(`/${foreign.id}$`),
      () => home.api.get('/v1/transactions?tag=viaje'),
    ],
    [
      'the number of transactions of a tag',
      () => sql(`update ledger_tags set live_count = live_count + 1 where workspace_id = $1`, home.workspaceId),
      'tag.count',
      () => expect.any(String),
      () => Promise.resolve(null),
    ],
    [
      'the kind of an account',
      () => sql(`update ledger_accounts set kind = 'asset' where id = $1`, card.id),
      'account.kind',
      () => card.id,
      () => home.api.get(`/v1/accounts/${card.id}`),
    ],
    [
      'the currency of a transaction',
      () => sql(`update ledger_transactions set currency = 'MXN' where id = $1`, foreign.id),
      'transaction.currency',
      () => foreign.id,
      () => home.api.get(`/v1/transactions/${foreign.id}`),
    ],
    [
      'the target currency of a transfer',
      () => sql(`update ledger_transactions set to_currency = 'MXN' where id = $1`, moved.id),
      'transfer.currency',
      () => moved.id,
      () => home.api.get(`/v1/transactions/${moved.id}`),
    ],
    [
      'the rate of a transfer',
      () => sql(`update ledger_transactions set to_rate = 1 where id = $1`, moved.id),
      'transfer.rate',
      () => moved.id,
      () => home.api.get(`/v1/transactions/${moved.id}`),
    ],
    [
      'the status of an import row',
      () => sql(`update importing_rows set status = 'error' where import_id = $1`, draft.id),
      'import.rowStatus',
      () => expect.stringMatching(`^${draft.id}/`),
      () => home.api.get(`/v1/imports/${draft.id}`),
    ],
    [
      'the number of ready rows of an import',
      () => sql(`update importing_imports set ready = ready + 1 where id = $1`, draft.id),
      'import.counts',
      () => draft.id,
      () => home.api.get(`/v1/imports/${draft.id}`),
    ],
    [
      'the balance change of an import',
      () => sql(`update importing_imports set ready_change = 0 where id = $1`, draft.id),
      'import.counts',
      () => draft.id,
      () => home.api.get(`/v1/imports/${draft.id}`),
    ],
    [
      'a total of a category',
      () => sql(`update budgeting_totals set amount = amount + 1 where workspace_id = $1`, home.workspaceId),
      'category.total',
      () => expect.stringMatching(/\/(day|month|year)\/2026-/),
      () => Promise.resolve(null),
    ],
    [
      'the number of transactions of a category total',
      () => sql(`update budgeting_totals set count = count + 1 where workspace_id = $1`, home.workspaceId),
      'category.total',
      () => expect.stringMatching(/\/(day|month|year)\/2026-/),
      () => Promise.resolve(null),
    ],
    [
      'a total of an account',
      () => sql(`update budgeting_account_totals set amount = amount - 1 where workspace_id = $1`, home.workspaceId),
      'account.total',
      () => expect.stringMatching(`^${card.id}/expense/(day|month|year)/2026-`),
      () => Promise.resolve(null),
    ],
  ];

  it('the corruptions of this test cover every kind of stored figure', () => {
    const elsewhere = [
      'debt.entry',
      'debt.total',
      'category.total',
      'account.total',
      'import.rowStatus',
      'import.counts',
      'transaction.scheduleId',
    ];
    const kinds = [...LEDGER_FIGURES.map(({ figure }) => figure), ...elsewhere];
    const planted = new Set(corruptions.map(([, , figure]) => figure));
    // These two cannot be repaired and have separate tests.
    expect([...planted, 'transaction.splitSum', 'transaction.shareSum'].sort()).toEqual(kinds.sort());
    expect(corruptions.length).toBeGreaterThan(20);
  });

  it.each(corruptions)('ledger verify finds and repairs a corruption: %s', async (_, plant, figure, id, shown) => {
    const before = await shown();
    await plant();
    const report = await verify();
    expect(report.drift).toContainEqual(expect.objectContaining({ figure, id: id(), workspaceId: home.workspaceId }));
    expect(await verify()).toEqual(report);
    await repair();
    await verifier.expectNoDrift(home.workspaceId);
    // A repair counts as a change, so that clients that follow changes get it.
    if (before) {
      const changed = before.body.updatedAt === undefined ? {} : { updatedAt: expect.any(String) };
      expect((await shown())!.body).toEqual({ ...before.body, ...changed });
    }
  });

  it('reports splits that do not add up without changing the splits or the transaction', async () => {
    await sql('update ledger_splits set amount = amount + 1 where transaction_id = $1 and ordinal = 0', parted.id);
    const report = await verify();
    expect(report.drift).toContainEqual(expect.objectContaining({ figure: 'transaction.splitSum', id: parted.id }));
    await repair();
    expect((await verify()).drift).toEqual([
      expect.objectContaining({ figure: 'transaction.splitSum', id: parted.id }),
    ]);
    await sql('update ledger_splits set amount = amount - 1 where transaction_id = $1 and ordinal = 0', parted.id);
    await repair();
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('reports shares that do not add up without changing them', async () => {
    const shares = weighted.shares.map(({ memberId }, at) => ({ memberId, amount: `${at + 1}.00` }));
    const { id } = await aTransaction(home.api, { accountId: account.id, amount: '3.00', shares });
    await sql(`update ledger_transactions set share_amounts = '{100,201}' where id = $1`, id);
    await repair();
    expect((await verify()).drift).toEqual([
      expect.objectContaining({ figure: 'transaction.shareSum', id, stored: '301', expected: '300' }),
    ]);
    await sql(`update ledger_transactions set share_amounts = '{100,200}' where id = $1`, id);
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('reports the drift in one workspace or in all workspaces', async () => {
    const others = await aHousehold(service);
    const theirs = await anAccount(others.api);
    await sql('update ledger_accounts set position = 7 where id = $1', theirs.id);
    expect((await verify()).drift).toEqual([]);
    const all = await runCli(service.database, 'ledger', 'verify');
    expect([all.code, all.json.checked > 10]).toEqual([1, true]);
    expect(all.json.drift).toEqual([
      { figure: 'account.balance', workspaceId: others.workspaceId, id: theirs.id, stored: '7', expected: '0' },
    ]);
    await repair();
    expect((await verifier.verify()).drift).toHaveLength(1);
    expect((await runCli(service.database, 'ledger', 'verify', '--repair')).json.drift).toHaveLength(1);
    expect((await runCli(service.database, 'ledger', 'verify')).code).toBe(0);
    // Only the audit log of the repaired workspace contains the repair.
    const { items } = ok(await others.api.get('/v1/audit-log?limit=1'));
    expect([items[0]!.actor.kind, items[0]!.action, items[0]!.resourceId]).toEqual([
      'command_line',
      'ledger verify',
      others.workspaceId,
    ]);
    expect(ok(await home.api.get('/v1/audit-log?limit=1')).items[0]!.action).not.toBe('ledger verify');
    expect(ok(await others.api.get(`/v1/accounts/${theirs.id}`)).balance).toBe('0.00');
  });
});
