import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aDraftOf, commit } from '../../libs/importing/test/statements.js';
import { zipOf } from '../../libs/statement-files/test/stored-zip.js';
import type { InvoiceView, TransactionView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok } from './support/household.js';
import { anInvoice, anXml, aTaxpayer, OTHER_RFC, sendInvoices } from './support/invoices.js';
import { sized } from './support/long-form.js';

const SEED = 20261127;

let service: Service;
let api: Client;
let workspaceId: string;
let accountId: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  ({ id: accountId } = await anAccount(api, { openingBalance: '100000.00', openingDate: '2026-01-01' }));
  await aTaxpayer(api);
});

const spend = (fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId, date: '2026-11-16', amount: '116.00', description: 'KEMPER CDMX', ...fields });
const invoices = async () => (await everyItem(api, '/v1/invoices')).items;

it.each([
  [
    'the RFC in the notes',
    { description: 'SPEI', notes: `pago ${OTHER_RFC.toLowerCase()}` },
    ['AMOUNT', 'DATE', 'RFC'],
  ],
  [
    'the RFC of another person that ends with the same letters',
    { description: `SPEI X${OTHER_RFC}` },
    ['AMOUNT', 'DATE'],
  ],
  ['a word of the name', { description: 'Escuela, kémper' }, ['AMOUNT', 'DATE', 'NAME']],
  ['the RFC and a word of the name', { description: `KEMPER ${OTHER_RFC}` }, ['AMOUNT', 'DATE', 'RFC', 'NAME']],
  ['neither the RFC nor a word of the name', { description: 'Ur gat' }, ['AMOUNT', 'DATE']],
  ['a date five days before issue', { date: '2026-11-10' }, ['AMOUNT', 'DATE', 'NAME']],
  ['a date six days before issue', { date: '2026-11-09' }, ['AMOUNT', 'NAME']],
  ['a date 35 days after issue', { date: '2026-12-20' }, ['AMOUNT', 'DATE', 'NAME']],
  ['a date 36 days after issue', { date: '2026-12-21' }, ['AMOUNT', 'NAME']],
])('returns the reasons for candidates with %s', async (_, fields, reasons) => {
  const { id } = await spend(fields);
  const rival = await spend(fields);
  const invoice = await anInvoice(api);
  expect(invoice.match).toBe('suggested');
  const { items } = ok(await api.get(`/v1/invoices/${invoice.id}/candidates`));
  expect(items).toEqual([id, rival.id].sort().map((transactionId) => ({ transactionId, reasons })));
});

it('is not paid twice after the restoration of a transaction whose place another one took', async () => {
  const first = await spend();
  const { id } = await anInvoice(api);
  ok(await api.delete(`/v1/transactions/${first.id}`));
  const second = await spend();
  expect(await api.get(`/v1/invoices/${id}`)).toMatchObject({ body: { transactionIds: [second.id] } });
  ok(await api.post(`/v1/transactions/${first.id}/restore`));
  expect(await api.get(`/v1/invoices/${id}`)).toMatchObject({ body: { transactionIds: [second.id] } });
  expect(ok(await api.get(`/v1/transactions/${first.id}`)).invoiceIds).toEqual([]);
  await expectNoDrift(service.database, workspaceId);
});

it.each([
  ['another amount', { amount: '116.01' }],
  ['the other direction', { type: 'income' }],
  ['an adjustment', { type: 'adjustment', amount: '-116.00' }],
])('does not suggest %s', async (_, fields) => {
  await spend(fields);
  expect((await anInvoice(api)).match).toBe('none');
});

it('puts the likeliest candidates first', async () => {
  const far = await spend({ date: '2026-02-01' });
  const near = await spend({ description: 'nada' });
  const named = await spend({ date: '2026-12-01' });
  const rival = await spend({ date: '2026-12-02' });
  const invoice = await anInvoice(api);
  const { items } = ok(await api.get(`/v1/invoices/${invoice.id}/candidates`));
  expect(items.map(({ transactionId }) => transactionId)).toEqual([named, rival, near, far].map(({ id }) => id));
});

it('links new transactions of batches and imports to invoices', async () => {
  const [first, second] = [await anInvoice(api), await anInvoice(api, { total: '250.00' })];
  const entry = { accountId, type: 'expense', date: '2026-11-16', description: 'KEMPER' };
  ok(
    await api.post('/v1/transactions/batch', {
      operations: [
        { op: 'create', ...entry, amount: '116.00' },
        { op: 'create', ...entry, amount: '9.00' },
      ],
    }),
  );
  const rows = [
    ['2026-11-17', 'ESCUELA KEMPER', '-250.00'],
    ['2026-11-18', 'OXXO', '-20.00'],
  ] as const;
  await commit(api, await aDraftOf(api, accountId, ...rows));
  for (const { id } of [first, second]) expect(ok(await api.get(`/v1/invoices/${id}`)).match).toBe('linked');
  await expectNoDrift(service.database, workspaceId);
});

it('a new transaction does not relink an invoice that a user unlinked', async () => {
  const old = await spend();
  const invoice = await anInvoice(api);
  expect(invoice.transactionIds).toEqual([old.id]);
  ok(await api.post(`/v1/invoices/${invoice.id}/unlink`, {}));
  await spend({ description: 'sin nombre' });
  expect(ok(await api.get(`/v1/invoices/${invoice.id}`)).match).toBe('suggested');
});

/** A simple model of the matching rules. */
interface Model {
  readonly transactions: TransactionView[];
  readonly invoices: InvoiceView[];
  readonly links: Map<string, string>;
}

const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000;
const fits = (invoice: InvoiceView, { amount, type, date, description }: TransactionView) => {
  const away = day(date) - day(invoice.issuedAt);
  const hasName = description
    .toLowerCase()
    .split(' ')
    .some((word) => word === 'kemper' || word === 'escuela');
  return {
    may: amount === invoice.total && type === (invoice.kind === 'income' ? 'expense' : 'income'),
    sure: away >= -5 && away <= 35 && (hasName || description.includes(OTHER_RFC)),
  };
};

function link({ transactions, invoices: all, links }: Model, arrived: readonly string[]): void {
  const taken = new Set(links.values());
  const open = all.filter(({ id }) => !links.has(id));
  const free = transactions.filter(({ id }) => !taken.has(id));
  const pairs = open.flatMap((invoice) =>
    free.filter((one) => fits(invoice, one).may && fits(invoice, one).sure).map((one) => [invoice.id, one.id] as const),
  );
  for (const [invoice, transaction] of pairs) {
    const rivals = pairs.filter(([i, t]) => i === invoice || t === transaction).length;
    if (rivals === 1 && (arrived.includes(invoice) || arrived.includes(transaction))) links.set(invoice, transaction);
  }
}

it(`links the same pairs as a simple model (seed ${SEED})`, async () => {
  const moment = fc
    .integer({ min: 1, max: 28 })
    .map((n) => `2026-${n % 2 ? '10' : '11'}-${String(n).padStart(2, '0')}`);
  const total = fc.constantFrom('10.00', '20.00', '30.00');
  const text = fc.constantFrom('KEMPER', 'nada', OTHER_RFC, 'la escuela');
  const kind = fc.constantFrom('income', 'credit' as const);
  const step = fc.oneof(
    fc.array(fc.record({ moment, total, kind }), { minLength: 1, maxLength: 3 }).map((sent) => ({ sent, made: [] })),
    fc
      .array(fc.record({ moment, total, text, isIncome: fc.boolean() }), { minLength: 1, maxLength: 3 })
      .map((made) => ({ sent: [], made })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      ({ api, workspaceId } = await aHousehold(service));
      ({ id: accountId } = await anAccount(api, { openingBalance: '1000.00', openingDate: '2026-01-01' }));
      await aTaxpayer(api);
      const model: Model = { transactions: [], invoices: [], links: new Map() };
      for (const { sent, made } of steps) {
        const arrived: string[] = [];
        if (sent.length > 0) {
          const parts = sent.map(({ moment: at, ...given }, n) => ({
            ...{ name: `${n}.xml`, content: anXml({ ...given, issuedAt: `${at}T10:00:00` }) },
          }));
          const { items } = ok(await sendInvoices(api, zipOf(...parts)));
          model.invoices.push(...items.map(({ invoice }) => invoice!));
          arrived.push(...items.map(({ invoice }) => invoice!.id));
        }
        if (made.length > 0) {
          const operations = made.map(({ moment: date, total: amount, text: description, isIncome }) => ({
            ...{ op: 'create', accountId, date, amount, description, type: isIncome ? 'income' : 'expense' },
          }));
          const { results } = ok(await api.post('/v1/transactions/batch', { operations }));
          model.transactions.push(...(results as TransactionView[]));
          arrived.push(...(results as TransactionView[]).map(({ id }) => id));
        }
        link(model, arrived);
        const taken = new Set(model.links.values());
        const expected = model.invoices.map((invoice) => {
          const mayBe = model.transactions.some((one) => !taken.has(one.id) && fits(invoice, one).may);
          return [invoice.id, model.links.get(invoice.id) ?? (mayBe ? 'suggested' : 'none')];
        });
        const actual = (await invoices()).map(({ id, match, transactionIds }) => [id, transactionIds[0] ?? match]);
        expect(actual.sort()).toEqual(expected.sort());
      }
      await expectNoDrift(service.database, workspaceId);
    }),
    { seed: SEED, numRuns: sized(12, 60) },
  );
});
