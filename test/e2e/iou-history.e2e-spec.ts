import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hundredths } from './support/amounts.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import type { Household } from './support/household.js';
import { startVerifier } from './support/ledger-verifier.js';
import { aContact, aHousehold, aKey, anAccount, aTransaction, ok, everyItem, UNKNOWN_ID } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;
let ana: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  ana = await aContact(service.database, home.workspaceId);
});

const debt = (type: string, amount: string, fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: null, currency: 'MXN', type, amount, contactId: ana, ...fields });
const addressOf = (contact: string, query: string) =>
  `/v1/contacts/${contact}/iou-history${query}` as `/v1/contacts/${string}/iou-history?${string}`;
const history = async (query = '', contact = ana) => ok(await api.get(addressOf(contact, query)));
const story = async (query = '', contact = ana): Promise<string[]> =>
  (await everyItem(api, addressOf(contact, query))).items.map(
    ({ type, status, currency, delta, runningBalance }) => `${type} ${status} ${currency} ${delta} ${runningBalance}`,
  );

describe('the debt history of a contact', () => {
  it('the debt history is empty without debts', async () => {
    expect(await history()).toEqual({ items: [], nextCursor: null });
  });

  it('returns each debt with its effect on the balance and the resulting balance', async () => {
    const { id } = await debt('lent', '300.00', { date: '2026-02-03', description: 'Boletos' });

    expect(await history()).toEqual({
      items: [
        {
          transactionId: id,
          splitIndex: null,
          date: '2026-02-03',
          description: 'Boletos',
          type: 'lent',
          status: 'open',
          currency: 'MXN',
          delta: '300.00',
          runningBalance: '300.00',
        },
      ],
      nextCursor: null,
    });
  });

  it('changes are positive for lent and repayment_made, and negative for borrowed and repayment_received', async () => {
    await debt('lent', '100.00', { date: '2026-01-01' });
    await debt('repayment_received', '30.00', { date: '2026-01-02' });
    await debt('borrowed', '500.00', { date: '2026-01-03' });
    await debt('repayment_made', '429.99', { date: '2026-01-04' });

    expect(await story()).toEqual([
      'lent partially_settled MXN 100.00 100.00',
      'repayment_received applied MXN -30.00 70.00',
      'borrowed partially_settled MXN -500.00 -430.00',
      'repayment_made applied MXN 429.99 -0.01',
    ]);
  });

  it('sorts debts by date in either order, with the same balances', async () => {
    await debt('lent', '1.00', { date: '2026-01-03' });
    await debt('lent', '2.00', { date: '2026-01-01' });
    await debt('lent', '4.00', { date: '2026-01-02' });
    await debt('lent', '8.00', { date: '2026-01-02' });
    const forwards = ['2.00 2.00', '4.00 6.00', '8.00 14.00', '1.00 15.00'];
    const short = async (query: string) => (await story(query)).map((line) => line.split(' ').slice(3).join(' '));

    expect(await short('')).toEqual(forwards);
    expect(await short('?order=asc&limit=1')).toEqual(forwards);
    expect(await short('?order=desc')).toEqual(forwards.toReversed());
    expect(await short('?order=desc&limit=3')).toEqual(forwards.toReversed());
  });

  it('returns a balance for each currency without converting', async () => {
    const dollars = await anAccount(api, { currency: 'USD' });
    await debt('lent', '100.00', { date: '2026-01-01' });
    await debt('lent', '20.00', { date: '2026-01-02', accountId: dollars.id, currency: 'USD' });
    await debt('borrowed', '30.00', { date: '2026-01-03' });
    await debt('repayment_received', '5.00', { date: '2026-01-04', accountId: dollars.id, currency: 'USD' });
    await debt('repayment_received', '0.01', { date: '2026-01-05', currency: 'EUR' });

    expect(await story('?limit=2')).toEqual([
      'lent open MXN 100.00 100.00',
      'lent partially_settled USD 20.00 20.00',
      'borrowed open MXN -30.00 70.00',
      'repayment_received applied USD -5.00 15.00',
      'repayment_received applied EUR -0.01 -0.01',
    ]);
  });

  it('a history filtered by dates and currency shows the balances of the full history', async () => {
    for (const [date, currency] of [
      ['2026-01-01', 'MXN'],
      ['2026-01-02', 'USD'],
      ['2026-01-03', 'MXN'],
      ['2026-01-04', 'MXN'],
      ['2026-01-05', 'USD'],
    ]) {
      await debt('lent', '10.00', { date, currency });
    }
    const balances = async (query: string) => (await story(query)).map((line) => line.split(' ').slice(2).join(' '));

    expect(await balances('?from=2026-01-03')).toEqual(['MXN 10.00 20.00', 'MXN 10.00 30.00', 'USD 10.00 20.00']);
    expect(await balances('?from=2026-01-03&to=2026-01-03')).toEqual(['MXN 10.00 20.00']);
    expect(await balances('?to=2026-01-02&order=desc')).toEqual(['USD 10.00 10.00', 'MXN 10.00 10.00']);
    expect(await balances('?currency=USD&limit=1')).toEqual(['USD 10.00 10.00', 'USD 10.00 20.00']);
    expect(await balances('?currency=USD&from=2026-01-03')).toEqual(['USD 10.00 20.00']);
    expect(await balances('?currency=EUR')).toEqual([]);
    expect(await balances('?from=2026-01-04&to=2026-01-01')).toEqual([]);
  });

  it('returns an entry for each debt split of an expense, in the order of the splits', async () => {
    const [account, beto] = [await anAccount(api), await aContact(service.database, home.workspaceId, 'Beto')];
    const dinner = await aTransaction(api, {
      accountId: account.id,
      amount: '900.00',
      description: 'Cena',
      splits: [
        { amount: '500.00' },
        { amount: '300.00', type: 'lent', contactId: ana, notes: 'Su parte' },
        { amount: '60.00', type: 'repayment_made', contactId: beto },
        { amount: '40.00', type: 'lent', contactId: ana },
      ],
    });
    const parts = (await history()).items.map(({ transactionId, splitIndex, delta, runningBalance }) => [
      transactionId,
      splitIndex,
      delta,
      runningBalance,
    ]);

    expect(parts).toEqual([
      [dinner.id, 1, '300.00', '300.00'],
      [dinner.id, 3, '40.00', '340.00'],
    ]);
    expect((await everyItem(api, `/v1/contacts/${ana}/iou-history?limit=1`)).pages).toBe(2);
    expect(await story('', beto)).toEqual(['repayment_made applied MXN 60.00 60.00']);
  });

  it('returns a debt split of an income as a repayment', async () => {
    const account = await anAccount(api);
    await debt('lent', '250.00', { date: '2026-01-01' });
    await aTransaction(api, {
      accountId: account.id,
      type: 'income',
      amount: '1000.00',
      splits: [{ amount: '750.00' }, { amount: '250.00', type: 'repayment_received', contactId: ana }],
    });

    expect(await story()).toEqual(['lent settled MXN 250.00 250.00', 'repayment_received applied MXN -250.00 0.00']);
  });

  it('returns the debt history of an archived contact', async () => {
    await debt('lent', '5.00');
    ok(await api.patch(`/v1/contacts/${ana}`, { archived: true }));

    expect(await story()).toEqual(['lent open MXN 5.00 5.00']);
  });

  it('rejects a debt whose balance would exceed 15 integer digits, and changes nothing', async () => {
    const most = '9999999999999.99';
    for (let entered = 0; entered < 100; entered += 1) await debt('lent', most);
    const balance = async () => ok(await api.get(`/v1/contacts/${ana}`)).balances[0]!.balance;
    const before = await balance();
    const fields = { accountId: null, currency: 'MXN', type: 'lent', date: '2026-03-07', contactId: ana };
    const over = await api.post('/v1/transactions', { ...fields, amount: '2.00', description: 'x' });

    expect([before, statusAndCode(over)]).toEqual(['999999999999999.00', '422 AMOUNT_OUT_OF_RANGE']);
    expect([await balance(), (await everyItem(api, '/v1/transactions?limit=200')).items.length]).toEqual([before, 100]);
  });
});

describe('the settlement of debts', () => {
  it('a repayment settles the oldest debts of its direction and currency first', async () => {
    await debt('lent', '100.00', { date: '2026-01-01' });
    await debt('borrowed', '40.00', { date: '2026-01-02' });
    await debt('lent', '50.00', { date: '2026-01-03' });
    await debt('lent', '50.00', { date: '2026-01-03', currency: 'USD' });
    const statuses = async () => (await history('?to=2026-01-10')).items.map(({ status }) => status);
    expect(await statuses()).toEqual(['open', 'open', 'open', 'open']);

    const back = await debt('repayment_received', '100.00', { date: '2026-02-01' });
    expect(await statuses()).toEqual(['settled', 'open', 'open', 'open']);
    ok(await api.patch(`/v1/transactions/${back.id}`, { amount: '149.99' }));
    expect(await statuses()).toEqual(['settled', 'open', 'partially_settled', 'open']);
    ok(await api.patch(`/v1/transactions/${back.id}`, { amount: '500.00' }));
    expect(await statuses()).toEqual(['settled', 'open', 'settled', 'open']);
    await debt('lent', '350.00', { date: '2026-01-09' });
    await debt('lent', '0.01', { date: '2026-01-10' });
    expect(await statuses()).toEqual(['settled', 'open', 'settled', 'open', 'settled', 'open']);
    ok(await api.delete(`/v1/transactions/${back.id}`));
    expect(await statuses()).toEqual(['open', 'open', 'open', 'open', 'open', 'open']);
  });
});

describe('the history after a debt is edited', () => {
  it('the history reflects changes to the date, amount, type, contact, account and splits of a debt', async () => {
    const [beto, dollars] = [
      await aContact(service.database, home.workspaceId, 'Beto'),
      await anAccount(api, { currency: 'USD' }),
    ];
    const { id } = await debt('lent', '100.00', { date: '2026-01-05' });
    await debt('lent', '1.00', { date: '2026-01-06' });
    const edit = async (fields: unknown) => ok(await api.patch(`/v1/transactions/${id}`, fields));

    await edit({ date: '2026-01-07' });
    expect(await story()).toEqual(['lent open MXN 1.00 1.00', 'lent open MXN 100.00 101.00']);
    await edit({ amount: '50.00' });
    expect(await story()).toEqual(['lent open MXN 1.00 1.00', 'lent open MXN 50.00 51.00']);
    await edit({ type: 'borrowed' });
    expect(await story()).toEqual(['lent open MXN 1.00 1.00', 'borrowed open MXN -50.00 -49.00']);
    await edit({ accountId: dollars.id, currency: 'USD', amount: '3.00' });
    expect(await story()).toEqual(['lent open MXN 1.00 1.00', 'borrowed open USD -3.00 -3.00']);
    await edit({ contactId: beto });
    expect([await story(), await story('', beto)]).toEqual([
      ['lent open MXN 1.00 1.00'],
      ['borrowed open USD -3.00 -3.00'],
    ]);
    await edit({ type: 'expense' });
    expect([await story(), await story('', beto)]).toEqual([['lent open MXN 1.00 1.00'], []]);
    await edit({ splits: [{ amount: '1.00' }, { amount: '2.00', type: 'lent', contactId: ana }] });
    expect(await story()).toEqual(['lent open MXN 1.00 1.00', 'lent open USD 2.00 2.00']);
    await edit({ splits: [{ amount: '1.50', type: 'lent', contactId: ana }, { amount: '1.50' }], date: '2026-01-01' });
    expect(await story()).toEqual(['lent open USD 1.50 1.50', 'lent open MXN 1.00 1.00']);
    await edit({ splits: null });
    expect(await story()).toEqual(['lent open MXN 1.00 1.00']);
  });

  it('a restore from the trash does not change the history, and permanently deleted debts are not in the history', async () => {
    const first = await debt('lent', '10.00', { date: '2026-01-01' });
    await debt('lent', '5.00', { date: '2026-01-02' });
    const before = await story();
    ok(await api.delete(`/v1/transactions/${first.id}`));
    expect(await story()).toEqual(['lent open MXN 5.00 5.00']);
    ok(await api.post(`/v1/transactions/${first.id}/restore`));
    expect(await story()).toEqual(before);
    ok(await api.delete(`/v1/transactions/${first.id}`));
    ok(await api.delete(`/v1/transactions/${first.id}/permanently`));
    expect(await story()).toEqual(['lent open MXN 5.00 5.00']);
  });

  it('trashing all debts of a contact deletes the debt rows and resets the totals', async () => {
    const account = await anAccount(api);
    const dinner = await aTransaction(api, {
      accountId: account.id,
      amount: '9.00',
      splits: [{ amount: '4.00' }, { amount: '5.00', type: 'lent', contactId: ana }],
    });
    const { id } = await debt('borrowed', '10.00');
    for (const transactionId of [dinner.id, id]) ok(await api.delete(`/v1/transactions/${transactionId}`));
    const rowCount = async (table: string, condition = 'true') =>
      (
        await service.database.query(`select from ${table} where workspace_id = $1 and ${condition}`, [
          home.workspaceId,
        ])
      ).length;
    const nonZero = '(lent, borrowed, repayment_received, repayment_made) <> (0, 0, 0, 0)';

    expect([await rowCount('contacts_debts'), await rowCount('contacts_debt_totals', nonZero)]).toEqual([0, 0]);
    ok(await api.delete('/v1/transactions/trash'));
    expect(statusAndCode(await api.delete(`/v1/contacts/${ana}`))).toBe('200');
    expect(await rowCount('contacts_debt_totals')).toBe(0);
  });
});

describe('pages of the history', () => {
  it('pages continue after the last entry despite concurrent changes, and show current balances', async () => {
    const entered: TransactionView[] = [];
    for (let day = 1; day <= 6; day += 1) entered.push(await debt('lent', '1.00', { date: `2026-01-0${day}` }));
    const first = await history('?limit=3');
    await debt('lent', '100.00', { date: '2025-12-31' });
    ok(await api.delete(`/v1/transactions/${entered[2]!.id}`));
    const second = await history(`?limit=3&cursor=${first.nextCursor}`);

    expect(first.items.map(({ runningBalance }) => runningBalance)).toEqual(['1.00', '2.00', '3.00']);
    expect(second.items.map(({ date, runningBalance }) => `${date} ${runningBalance}`)).toEqual([
      '2026-01-04 103.00',
      '2026-01-05 104.00',
      '2026-01-06 105.00',
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('rejects a cursor of another list or with other filters', async () => {
    const beto = await aContact(service.database, home.workspaceId, 'Beto');
    for (const contactId of [ana, ana, beto, beto]) await debt('lent', '1.00', { contactId });
    const { nextCursor } = await history('?limit=1');
    const otherCursor = (await history('?limit=1', beto)).nextCursor;
    const page = async (query: string) => statusAndCode(await api.get(`/v1/contacts/${ana}/iou-history${query}`));

    expect(await page(`?limit=2&cursor=${nextCursor}`)).toBe('200');
    expect(await page(`?order=asc&cursor=${nextCursor}`)).toBe('200');
    for (const query of [
      `?order=desc&cursor=${nextCursor}`,
      `?currency=MXN&cursor=${nextCursor}`,
      `?cursor=${otherCursor}`,
    ]) {
      expect(await page(query)).toBe('400 CURSOR_INVALID');
    }
    for (const cursor of ['', 'x', '%00', `${nextCursor}A`, nextCursor!.slice(1)]) {
      expect(await page(`?cursor=${cursor}`)).toBe('400 CURSOR_INVALID');
    }
  });
});

describe('a request for the history', () => {
  it.each([
    ['?limit=0', 'limit INTEGER_INVALID'],
    ['?limit=201', 'limit INTEGER_INVALID'],
    ['?limit=1&limit=2', 'limit INTEGER_INVALID'],
    ['?from=2026-02-30', 'from DATE_INVALID'],
    ['?to=today', 'to DATE_INVALID'],
    ['?currency=pesos', 'currency CURRENCY_INVALID'],
    ['?currency=', 'currency CURRENCY_INVALID'],
    ['?order=up', 'order VALUE_NOT_ALLOWED'],
    ['?order[]=asc', 'order[] UNKNOWN_FIELD'],
    ['?offset=5', 'offset UNKNOWN_FIELD'],
  ])('rejects the query %s', async (query, fault) => {
    const answer = await api.get(`/v1/contacts/${ana}/iou-history${query}`);

    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual([fault]);
  });

  it.each(['iou-history', 'statement'])(
    'GET /v1/contacts/{id}/%s returns 404 for an unknown contact and a contact of another workspace',
    async (path) => {
      const { api: stranger } = await aHousehold(service);
      await debt('lent', '5.00');

      for (const id of [UNKNOWN_ID, 'nobody', '%00', "' or true --"]) {
        expect(statusAndCode(await api.get(`/v1/contacts/${encodeURIComponent(id)}/${path}`))).toBe(
          '404 CONTACT_NOT_FOUND',
        );
      }
      expect(statusAndCode(await stranger.get(`/v1/contacts/${ana}/${path}`))).toBe('404 CONTACT_NOT_FOUND');
      expect(statusAndCode(await stranger.get(`/v1/contacts/${ana}/${path}?currency=MXN`))).toBe(
        '404 CONTACT_NOT_FOUND',
      );
      expect(statusAndCode(await api.as(null).get(`/v1/contacts/${ana}/${path}`))).toBe('401 AUTH_INVALID_TOKEN');
      expect(statusAndCode(await api.post(`/v1/contacts/${ana}/${path}`))).toBe('405 METHOD_NOT_ALLOWED');
    },
  );

  it('a read-only key can read the history and the statement', async () => {
    const { key } = await aKey(service.database, home.workspaceId, 'read_only');

    expect(statusAndCode(await api.as(key).get(`/v1/contacts/${ana}/iou-history`))).toBe('200');
    expect((await api.as(key).get(`/v1/contacts/${ana}/statement`)).status).toBe(200);
  });
});

describe('a debt statement', () => {
  const statement = (query = '', contact = ana) => api.get(`/v1/contacts/${contact}/statement${query}`);
  const lines = async (query = '') => (await statement(query)).text.replace('\uFEFF', '').trimEnd().split('\r\n');

  it('returns the statement as a CSV file named after the contact', async () => {
    const contact = ok(await api.post('/v1/contacts', { name: 'María "Mary" Núñez; ../' }));
    const answer = await statement('', contact.id);

    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="estado-de-cuenta-maria-mary-nunez.csv"',
    });
    expect(answer.text).toBe('\uFEFFFecha,Descripción,Tipo,Estado,Moneda,Importe,Saldo\r\n');
  });

  it('returns the entries of the history in Spanish, without private notes', async () => {
    await debt('lent', '300.00', { date: '2026-01-01', description: 'Cena, "la buena"', notes: 'se enojó' });
    await debt('repayment_received', '100.00', { date: '2026-01-02', description: 'SPEI' });
    await debt('borrowed', '10.00', { date: '2026-01-03', description: 'Taxi', currency: 'USD' });

    expect(await lines()).toEqual([
      'Fecha,Descripción,Tipo,Estado,Moneda,Importe,Saldo',
      '2026-01-01,"Cena, ""la buena""",Préstamo otorgado,Pagado en parte,MXN,300.00,300.00',
      '2026-01-02,"SPEI",Abono recibido,Aplicado,MXN,-100.00,200.00',
      '2026-01-03,"Taxi",Préstamo recibido,Pendiente,USD,-10.00,-10.00',
    ]);
    expect((await lines('?order=desc&currency=MXN')).slice(1).map((line) => line.slice(0, 10))).toEqual([
      '2026-01-02',
      '2026-01-01',
    ]);
    expect((await lines('?from=2026-01-02&to=2026-01-02')).slice(1)).toEqual([
      '2026-01-02,"SPEI",Abono recibido,Aplicado,MXN,-100.00,200.00',
    ]);
  });

  it('escapes formulas in descriptions, and does not change amounts', async () => {
    for (const description of ['=HYPERLINK("http://x","y")', '+1', '-1', '@SUM(A1)']) {
      await debt('borrowed', '1.00', { description });
    }

    expect((await lines()).slice(1)).toEqual([
      `2026-03-07,"'=HYPERLINK(""http://x"",""y"")",Préstamo recibido,Pendiente,MXN,-1.00,-1.00`,
      `2026-03-07,"'+1",Préstamo recibido,Pendiente,MXN,-1.00,-2.00`,
      `2026-03-07,"'-1",Préstamo recibido,Pendiente,MXN,-1.00,-3.00`,
      `2026-03-07,"'@SUM(A1)",Préstamo recibido,Pendiente,MXN,-1.00,-4.00`,
    ]);
  });

  it('the statement accepts the filters of the history, but rejects paging', async () => {
    const answer = await statement('?limit=5&from=x');

    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual(['limit UNKNOWN_FIELD', 'from DATE_INVALID']);
  });

  it('a statement read in chunks contains every entry once', async () => {
    const many = 5_003;
    await service.database.query(
      `insert into ledger_transactions (workspace_id, id, type, date, description, amount, currency, signed_amount,
         contact_id, created_at, updated_at)
       select $1, ordered_id(1700000000000, n), 'lent', '2026-01-01'::date + n % 7, 'Préstamo ' || n, n, 'MXN', 0, $2, now(), now()
       from generate_series(1, $3::int) n`,
      [home.workspaceId, ana, many],
    );
    // The repair adds the stored totals, which transactions inserted by SQL lack.
    const verifier = startVerifier(service.database);
    await verifier.verify(home.workspaceId, true).finally(() => verifier.stop());
    const [, ...entries] = await lines();
    const cells = entries.map((line) => line.split(','));
    let balance = 0n;
    const wrong = cells.filter(([, , , , , delta, shown]) => (balance += hundredths(delta!)) !== hundredths(shown!));

    expect([entries.length, new Set(cells.map(([, description]) => description)).size, wrong]).toEqual([
      many,
      many,
      [],
    ]);
    expect((await lines('?order=desc')).slice(1)).toEqual(entries.toReversed());
    const head = await api.send('HEAD', `/v1/contacts/${ana}/statement`);
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
