import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountView, HouseholdSettlementView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok, UNKNOWN_ID } from './support/household.js';
import { aMember, removeMember } from './support/members.js';

let service: Service;
let api: Client;
let workspaceId: string;
let account: AccountView;
let ana: string;
let luis: string;
let eva: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  account = await anAccount(api);
  ana = await aMember(service.database, workspaceId, 'Ana');
  luis = await aMember(service.database, workspaceId, 'Luis');
  eva = await aMember(service.database, workspaceId, 'Eva');
});

const spend = (
  paidBy: string | null,
  amount: string,
  members: readonly string[],
  fields: Record<string, unknown> = {},
) =>
  aTransaction(api, {
    ...{ accountId: account.id, date: '2026-11-03', amount, paidBy },
    ...{ shares: members.map((memberId) => ({ memberId, weight: 1 })), ...fields },
  });
const settlement = async (query = '') => ok(await api.get(`/v1/household/settlement?${query}`));
const pay = (from: string, to: string, amount: string, fields: Record<string, unknown> = {}) =>
  api.post('/v1/household/settlements', { from, to, currency: 'MXN', amount, date: '2026-11-05', ...fields });

/** Formats the figures as `Name paid share settled balance` per member, and the transfers as `Name Name amount`. */
function shown({ currencies }: HouseholdSettlementView): Record<string, string[]> {
  return Object.fromEntries(
    currencies.map(({ currency, balances, transfers }) => {
      const nameOf = new Map(balances.map(({ memberId, name }) => [memberId, name]));
      const rows = balances.map(({ name, paid, share, settled, balance }) =>
        [name, paid, share, settled, balance].join(' '),
      );
      const steps = transfers.map(({ from, to, amount }) => `${nameOf.get(from)} → ${nameOf.get(to)} ${amount}`);
      return [currency, [...rows, ...steps]];
    }),
  );
}

describe('the balances of a household', () => {
  it('returns no currency without shared expenses', async () => {
    await aTransaction(api, { accountId: account.id });
    expect(await settlement()).toEqual({ from: null, to: null, currencies: [] });
  });

  it('sums the payments and shares of each member, and proposes transfers', async () => {
    await spend(ana, '90.00', [ana, luis, eva]);
    await spend(luis, '10.00', [ana, luis, eva]);
    expect(await settlement()).toEqual({
      from: null,
      to: null,
      currencies: [
        {
          currency: 'MXN',
          balances: [
            { memberId: ana, name: 'Ana', paid: '90.00', share: '33.33', settled: '0.00', balance: '56.67' },
            { memberId: luis, name: 'Luis', paid: '10.00', share: '33.33', settled: '0.00', balance: '-23.33' },
            { memberId: eva, name: 'Eva', paid: '0.00', share: '33.34', settled: '0.00', balance: '-33.34' },
          ],
          transfers: [
            { from: eva, to: ana, amount: '33.34' },
            { from: luis, to: ana, amount: '23.33' },
          ],
        },
      ],
    });
  });

  it('counts only live expenses with a payer and shares, each in its currency and by its date', async () => {
    const dollars = await anAccount(api, { currency: 'USD' });
    await spend(ana, '50.00', [luis]);
    await spend(null, '7.00', [luis]);
    await spend(ana, '8.00', []);
    await spend(luis, '20.00', [ana], { accountId: dollars.id, date: '2026-10-31' });
    const trashed = await spend(ana, '9.00', [luis]);
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const [pesos, usd] = [
      ['Ana 50.00 0.00 0.00 50.00', 'Luis 0.00 50.00 0.00 -50.00', 'Eva 0.00 0.00 0.00 0.00', 'Luis → Ana 50.00'],
      ['Ana 0.00 20.00 0.00 -20.00', 'Luis 20.00 0.00 0.00 20.00', 'Eva 0.00 0.00 0.00 0.00', 'Ana → Luis 20.00'],
    ];
    expect(shown(await settlement())).toEqual({ MXN: pesos, USD: usd });
    expect(shown(await settlement('from=2026-11-01'))).toEqual({ MXN: pesos });
    expect(shown(await settlement('to=2026-10-31'))).toEqual({ USD: usd });
    expect(await settlement('from=2026-11-03&to=2026-11-03')).toMatchObject({ from: '2026-11-03', to: '2026-11-03' });
    ok(await api.post(`/v1/transactions/${trashed.id}/restore`));
    expect(shown(await settlement())['MXN']![0]).toBe('Ana 59.00 0.00 0.00 59.00');
  });

  it('rejects an invalid period', async () => {
    const errors = async (query: string) => errorsOf(await api.get(`/v1/household/settlement?${query}`));
    expect(await errors('from=2026-11-02&to=2026-11-01')).toEqual(['from RANGE_INVALID']);
    expect(await errors('from=2026-02-30')).toEqual(['from DATE_INVALID']);
    expect(await errors('month=2026-11')).toEqual(['month UNKNOWN_FIELD']);
  });

  it('lists a former member with a balance, who can still pay and be paid', async () => {
    await spend(ana, '60.00', [ana, luis]);
    await removeMember(service.database, luis);
    await removeMember(service.database, eva);
    expect(shown(await settlement())).toEqual({
      MXN: ['Ana 60.00 30.00 0.00 30.00', 'Luis 0.00 30.00 0.00 -30.00', 'Luis → Ana 30.00'],
    });
    ok(await pay(luis, ana, '30.00'));
    expect(shown(await settlement())).toEqual({ MXN: ['Ana 60.00 30.00 -30.00 0.00'] });
  });

  it('does not count the expenses of another workspace', async () => {
    const other = await aHousehold(service);
    await spend(ana, '60.00', [luis]);
    expect(ok(await other.api.get('/v1/household/settlement')).currencies).toEqual([]);
  });
});

describe('a settlement', () => {
  it('records and undoes a payment without changing account balances', async () => {
    await spend(ana, '100.00', [luis]);
    const balance = ok(await api.get(`/v1/accounts/${account.id}`)).balance;
    const paid = ok(await pay(luis, ana, '40.00', { note: 'SPEI' }));
    const { id, createdAt } = paid;
    const fields = { from: luis, to: ana, currency: 'MXN', amount: '40.00', date: '2026-11-05', note: 'SPEI' };
    expect(paid).toEqual({ id, ...fields, createdAt });
    expect(ok(await api.get(`/v1/household/settlements/${id}`))).toEqual(paid);
    expect(shown(await settlement())['MXN']!.slice(0, 2)).toEqual([
      'Ana 100.00 0.00 -40.00 60.00',
      'Luis 0.00 100.00 40.00 -60.00',
    ]);
    expect(shown(await settlement('to=2026-11-04'))['MXN']!.at(-1)).toBe('Luis → Ana 100.00');
    expect(ok(await api.get(`/v1/accounts/${account.id}`)).balance).toBe(balance);
    expect(ok(await api.delete(`/v1/household/settlements/${id}`))).toEqual(paid);
    expect(shown(await settlement())['MXN']!.at(-1)).toBe('Luis → Ana 100.00');
    for (const gone of [
      await api.delete(`/v1/household/settlements/${id}`),
      await api.get(`/v1/household/settlements/${id}`),
    ])
      expect(statusAndCode(gone)).toBe('404 SETTLEMENT_NOT_FOUND');
    const events = ok(await api.get('/v1/events')).items.filter(({ type }) => type.startsWith('settlement.'));
    expect(events.map(({ type, subject, data }) => [type, subject.id, data])).toEqual([
      ['settlement.recorded', id, { from: luis, to: ana }],
      ['settlement.undone', id, { from: luis, to: ana }],
    ]);
  });

  it('rejects a payment above the debt of the payer or the credit of the recipient over all time', async () => {
    await spend(ana, '100.00', [luis]);
    await spend(eva, '30.00', [luis]);
    const refused = await pay(luis, eva, '30.01', { date: '2026-01-01' });
    expect([statusAndCode(refused), refused.body]).toEqual([
      '422 SETTLEMENT_TOO_LARGE',
      expect.objectContaining({ maximum: '30.00' }),
    ]);
    for (const [from, to, currency] of [
      [ana, luis, 'MXN'],
      [eva, ana, 'MXN'],
      [luis, ana, 'USD'],
    ] as const) {
      expect((await pay(from, to, '0.01', { currency })).body).toMatchObject({
        code: 'SETTLEMENT_TOO_LARGE',
        maximum: '0.00',
      });
    }
    ok(await pay(luis, eva, '30.00'));
    expect(statusAndCode(await pay(luis, eva, '0.01'))).toBe('422 SETTLEMENT_TOO_LARGE');
    ok(await pay(luis, ana, '100.00'));
  });

  it.each<[string, () => Record<string, unknown>, string[]]>([
    [
      'an unknown payer and recipient',
      () => ({ from: UNKNOWN_ID, to: 'nope' }),
      ['#/from REFERENCE_NOT_FOUND', '#/to REFERENCE_NOT_FOUND'],
    ],
    ['a payment to oneself', () => ({ to: luis }), ['#/to VALUE_INVALID']],
    ['an amount of zero', () => ({ amount: '0.00' }), ['#/amount AMOUNT_INVALID']],
    ['a negative amount', () => ({ amount: '-5.00' }), ['#/amount AMOUNT_INVALID']],
    ['a number as amount', () => ({ amount: 5 }), ['#/amount AMOUNT_INVALID']],
    ['an unknown currency', () => ({ currency: 'pesos' }), ['#/currency CURRENCY_INVALID']],
    ['an impossible date', () => ({ date: '2026-02-30' }), ['#/date DATE_INVALID']],
    ['a note with a control character', () => ({ note: 'a\u0007b' }), ['#/note TEXT_INVALID']],
    ['a missing payer', () => ({ from: undefined }), ['#/from REQUIRED']],
    ['an unknown field', () => ({ accountId: 'x' }), ['#/accountId UNKNOWN_FIELD']],
  ])('rejects %s', async (_, fields, errors) => {
    await spend(ana, '100.00', [luis]);
    expect(errorsOf(await pay(luis, ana, '10.00', fields()))).toEqual(errors);
    expect(ok(await api.get('/v1/household/settlements')).items).toEqual([]);
  });

  it('rejects members of another workspace, and hides settlements from other workspaces', async () => {
    await spend(ana, '100.00', [luis]);
    const { id } = ok(await pay(luis, ana, '10.00'));
    const other = await aHousehold(service);
    const foreign = await other.api.post('/v1/household/settlements', {
      from: luis,
      to: ana,
      currency: 'MXN',
      amount: '1.00',
    });
    expect(errorsOf(foreign)).toEqual(['#/from REFERENCE_NOT_FOUND', '#/to REFERENCE_NOT_FOUND']);
    expect(ok(await other.api.get('/v1/household/settlements')).items).toEqual([]);
    expect(statusAndCode(await other.api.delete(`/v1/household/settlements/${id}`))).toBe('404 SETTLEMENT_NOT_FOUND');
  });

  it('lists settlements newest first, over several pages', async () => {
    await spend(ana, '100.00', [luis]);
    for (const date of ['2026-11-05', '2026-11-07', '2026-11-06', '2026-11-05'])
      ok(await pay(luis, ana, '10.00', { date }));
    const { items } = await everyItem(api, '/v1/household/settlements?limit=1');
    expect(items.map(({ date }) => date)).toEqual(['2026-11-07', '2026-11-06', '2026-11-05', '2026-11-05']);
    expect(items[2]!.id > items[3]!.id).toBe(true);
  });

  it('supports idempotency keys, dry runs, If-Match and the audit log', async () => {
    await spend(ana, '100.00', [luis]);
    const headers = { 'Idempotency-Key': 'settle-1' };
    const request = { from: luis, to: ana, currency: 'MXN', amount: '60.00', date: '2026-11-05' };
    const dry = ok(await api.post('/v1/household/settlements?dryRun=true', request));
    expect(dry).toMatchObject({ dryRun: true, result: { amount: '60.00' } });
    const first = await api.post('/v1/household/settlements', request, { headers });
    const second = await api.post('/v1/household/settlements', request, { headers });
    expect([ok(second), second.headers['idempotency-replayed']]).toEqual([ok(first), 'true']);
    expect(ok(await api.get('/v1/household/settlements')).items).toHaveLength(1);
    const { id } = ok(first);
    const undo = (etag: string) =>
      api.delete(`/v1/household/settlements/${id}`, undefined, { headers: { 'If-Match': etag } });
    expect(statusAndCode(await undo('"other"'))).toBe('412 PRECONDITION_FAILED');
    ok(await undo(String((await api.get(`/v1/household/settlements/${id}`)).headers['etag'])));
    const log = ok(await api.get('/v1/audit-log')).items.filter(({ resourceId }) => resourceId === id);
    expect(log.map(({ action }) => action)).toEqual([
      'DELETE /v1/household/settlements/{id}',
      'POST /v1/household/settlements',
    ]);
  });

  it('records only one of several concurrent payments of the same debt', async () => {
    await spend(ana, '100.00', [luis]);
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => pay(luis, ana, '60.00')));
      expect(answers.map(statusAndCode).sort()).toEqual(['200', ...Array(3).fill('422 SETTLEMENT_TOO_LARGE')]);
      ok(await api.delete(`/v1/household/settlements/${answers.find(({ status }) => status === 200)!.body.id}`));
    }
  });
});
