import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { zipOf } from '../../../libs/statement-files/test/stored-zip.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import type { Client } from '../../e2e/support/client.js';
import { aHousehold, anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { anInvoice, anXml, aTaxpayer, OWN_RFC, sendInvoices } from '../../e2e/support/invoices.js';
import { slowest } from '../bounds.js';
import { memoryOf } from './raw-connection.js';

const MIB = 1024 * 1024;
const MAX_MS = slowest(10_000);
const note = (figure: string) => process.stdout.write(`${figure}\n`);

let service: ApiProcess;
let api: Client;
let workspaceId: string;
let accountId: string;

beforeAll(async () => {
  service = await startApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  ({ id: accountId } = await anAccount(api, { openingBalance: '1000.00', openingDate: '2026-01-01' }));
  await aTaxpayer(api);
});

/**
 * Copies a transaction 100,000 times by SQL, without statistics of the new rows. `amount` is an SQL expression of the
 * row number `n`, in hundredths.
 */
async function manyTransactions(amount: string): Promise<void> {
  await aTransaction(api, { accountId, date: '2026-11-16', amount: '1.00', description: 'KEMPER CDMX' });
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, base_rate, base_amount, created_at, updated_at)
     select t.workspace_id, gen_random_uuid(), t.account_id, t.type, t.date - n % 300, t.description, ${amount}, t.currency,
       -(${amount}), t.base_rate, ${amount}, now(), now()
     from ledger_transactions t cross join generate_series(1, 100000) n where t.workspace_id = $1`,
    [workspaceId],
  );
}

async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await act(), performance.now() - began];
}

const archive = (totals: readonly string[]) =>
  zipOf(...totals.map((total, n) => ({ name: `${n}.xml`, content: anXml({ total }), packed: true })));

it('matches 500 invoices with 100,000 transactions', async () => {
  await manyTransactions('10000 + n');
  const totals = Array.from({ length: 500 }, (_, n) => ((10_000 + 300 * (n + 1)) / 100).toFixed(2));
  const [answer, ms] = await timed(() => sendInvoices(api, archive(totals)));
  const { items } = ok(answer);
  expect(items.map(({ outcome }) => outcome)).toEqual(totals.map(() => 'created'));
  expect(items.filter(({ invoice }) => invoice!.match === 'linked')).toHaveLength(
    items.filter(({ invoice }) => invoice!.transactionIds.length === 1).length,
  );
  expect(items.some(({ invoice }) => invoice!.match === 'linked')).toBe(true);
  note(`500 invoices, 100,000 transactions: ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(MAX_MS);
});

it('suggests but does not link 500 equal invoices and 100,000 equal transactions, and stays fast', async () => {
  await manyTransactions('11600');
  const [answer, ms] = await timed(() => sendInvoices(api, archive(Array.from({ length: 500 }, () => '116.00'))));
  expect(new Set(ok(answer).items.map(({ invoice }) => invoice!.match))).toEqual(new Set(['suggested']));
  note(`equal charges: ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(MAX_MS);
  const bought = { accountId, date: '2026-11-16', amount: '116.00', description: 'KEMPER' };
  const [, one] = await timed(() => aTransaction(api, bought));
  note(`a new transaction among them: ${Math.round(one)} ms`);
  const [list, listed] = await timed(() => api.get('/v1/invoices?match=suggested&limit=200'));
  expect(ok(list).items).toHaveLength(200);
  note(`a list of 200 suggested invoices: ${Math.round(listed)} ms`);
  await service.database.query(`delete from ledger_transactions where workspace_id = $1`, [workspaceId]);
});

it('compares equal invoices and transactions with long texts in limited time', async () => {
  const amounts = ['116.00', '117.00', '118.00', '119.00', '120.00'];
  const notes = `${'palabra '.repeat(249)}fin`;
  const create = (amount: string) => ({
    ...{ op: 'create', accountId, type: 'expense', date: '2026-11-16', amount, description: 'KEMPER', notes },
  });
  for (const amount of amounts) {
    ok(await api.post('/v1/transactions/batch', { operations: Array.from({ length: 97 }, () => create(amount)) }));
  }
  const totals = amounts.flatMap((amount) => Array.from({ length: 98 }, () => amount));
  const [answer, ms] = await timed(() => sendInvoices(api, archive(totals)));
  expect(new Set(ok(answer).items.map(({ invoice }) => invoice!.match))).toEqual(new Set(['suggested']));
  note(`490 invoices and 485 transactions with 2,000 characters: ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(MAX_MS);
  const [created, batch] = await timed(() =>
    api.post('/v1/transactions/batch', { operations: amounts.map((amount) => create(amount)) }),
  );
  ok(created);
  note(`a batch of 5 transactions among them: ${Math.round(batch)} ms`);
  expect(batch).toBeLessThan(MAX_MS / 2);
});

/** Copies an invoice 6,000 times by SQL, and a credit note 60 times with relations to all copies, as older exports may. */
async function manyRelations(credits: number): Promise<void> {
  const { id } = await anInvoice(api, { use: 'D01' });
  const { id: credit } = await anInvoice(api, { kind: 'credit', total: '1.00' });
  const copies = `
    insert into invoicing_invoices (workspace_id, id, sha256, created_at, document)
    select i.workspace_id, gen_random_uuid(), i.sha256, now(), i.document || jsonb_build_object('uuid', upper(gen_random_uuid()::text))`;
  const from = `from invoicing_invoices i cross join generate_series(1, $3) n where i.workspace_id = $1 and i.id = $2`;
  await service.database.query(`${copies} ${from}`, [workspaceId, id, 6_000]);
  await service.database.query(
    `${copies} || jsonb_build_object('related', (
       select jsonb_agg(jsonb_build_object('relation', jsonb_build_object('code', code, 'label', null), 'uuid', upper(t.uuid::text)))
       from invoicing_invoices t cross join (values ('01'), ('03')) as codes (code) where t.workspace_id = $1 and t.kind = 'income'))
     ${from}`,
    [workspaceId, credit, credits],
  );
}

it.each([
  [60, 422],
  [8, 200],
])(
  'reports deductions in limited memory and time next to %d credit notes with 12,000 relations',
  async (credits, status) => {
    await manyRelations(credits);
    const { api: other } = await aHousehold(service);
    const before = memoryOf(service.pid, 'VmRSS');
    let isDone = false;
    const path = `/v1/reports/deductions?year=2026&rfc=${OWN_RFC}` as const;
    const reports = Promise.all(Array.from({ length: 3 }, () => timed(() => api.get(path))));
    void reports.then(() => (isDone = true));
    let longest = 0;
    while (!isDone) {
      const [answer, ms] = await timed(() => other.get('/v1/taxpayers'));
      expect(answer.status).toBe(200);
      longest = Math.max(longest, ms);
    }
    for (const [answer, whole] of await reports) {
      expect(answer.status).toBe(status);
      expect(whole).toBeLessThan(MAX_MS);
    }
    const after = memoryOf(service.pid, 'VmRSS');
    const times = (await reports).map(([, ms]) => Math.round(ms)).join(', ');
    note(
      `three reports: ${times} ms, another request up to ${Math.round(longest)} ms, memory ${Math.round(before)} to ` +
        `${Math.round(after)} MiB`,
    );
    expect(after - before).toBeLessThan(256);
    expect(longest).toBeLessThan(slowest(500));
  },
);

/** Returns an archive of six XML files of 3 MB, in which each of 350,000 attributes has a prefix of the root. */
function costlyAttributes(): Buffer {
  const attributes = Array.from({ length: 99 }, (_, n) => `p:a${n}=""`).join(' ');
  const nested = `${'<a>'.repeat(97)}${`<b ${attributes}/>`.repeat(3_500)}${'</a>'.repeat(97)}`;
  const root = 'cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:p="urn:p" Version="4.0"';
  const content = Buffer.from(`<${root}>${nested}</cfdi:Comprobante>`);
  return zipOf(...Array.from({ length: 6 }, (_, n) => ({ name: `${n}.xml`, content, packed: true })));
}

/** Returns an archive of six valid invoices with as many payments as the reader accepts. */
function costlyPayments(): Buffer {
  const documents = Array.from({ length: 12_000 }, () => ({ uuid: randomUUID(), paid: '1.00' }));
  const content = anXml({ kind: 'payment', payments: [{ documents }] });
  const another = () => Buffer.from(content.toString().replace(/(Digital .*? UUID=")[^"]*/, `$1${randomUUID()}`));
  return zipOf(...Array.from({ length: 6 }, (_, n) => ({ name: `${n}.xml`, content: another(), packed: true })));
}

it.each([
  ['attributes', costlyAttributes],
  ['payments', costlyPayments],
])('serves other workspaces while ten archives with many %s are read', async (name, archiveOf) => {
  const { api: other } = await aHousehold(service);
  const bytes = archiveOf();
  const before = memoryOf(service.pid, 'VmRSS');
  let isDone = false;
  const sent = timed(() => Promise.all(Array.from({ length: 10 }, () => sendInvoices(api, bytes))));
  void sent.then(() => (isDone = true));
  let longest = 0;
  while (!isDone) {
    const [answer, ms] = await timed(() => other.get('/v1/taxpayers'));
    expect(answer.status).toBe(200);
    longest = Math.max(longest, ms);
  }
  const [answers, whole] = await sent;
  const after = memoryOf(service.pid, 'VmRSS');
  const statuses = answers.map(({ status }) => status);
  note(
    `${name}: another request took up to ${Math.round(longest)} ms of ${Math.round(whole)} ms, statuses ` +
      `${[...new Set(statuses)].join(', ')}, memory ${Math.round(before)} to ${Math.round(after)} MiB`,
  );
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(longest).toBeLessThan(slowest(500));
});

const deep = `<?xml version="1.0"?>${'<a>'.repeat(200_000)}`;
const wide = `<?xml version="1.0"?><a ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`;
const lol = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n} "&b${n - 1};&b${n - 1};">`).join('')}]><l>&b8;</l>`;
const external = '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://127.0.0.1:9/evil.dtd"><a/>';
const huge = anXml({
  edit: (xml) => xml.replace('</cfdi:Comprobante>', `${' '.repeat(4.9 * MIB)}</cfdi:Comprobante>`),
});

it.each([
  ['elements in elements', Buffer.from(deep)],
  ['100,000 attributes', Buffer.from(wide)],
  ['entities in entities', Buffer.from(lol)],
  ['an external DTD', Buffer.from(external)],
  ['zeros', Buffer.alloc(4 * MIB)],
  ['an archive of archives', zipOf({ name: 'a.zip', content: zipOf({ name: 'b.xml', content: anXml() }) })],
])('rejects %s and serves other requests meanwhile', async (_, bytes) => {
  const sent = sendInvoices(api, bytes);
  const [others, ms] = await timed(() => api.get('/v1/taxpayers'));
  expect(others.status).toBe(200);
  expect(ms).toBeLessThan(MAX_MS / 5);
  const answer = await sent;
  const codes = answer.status === 200 ? ok(answer).items.map(({ problem }) => problem!.code) : [answer.body.code];
  expect(codes).toEqual(['INVOICE_UNREADABLE']);
});

it('serves other requests while it reads the largest invoices of an archive', async () => {
  const four = Array.from({ length: 4 }, (_, n) => ({
    name: `${n}.xml`,
    content: n === 0 ? huge : anXml({ uuid: randomUUID() }),
  }));
  const sent = timed(() => sendInvoices(api, zipOf(...four)));
  const [, ms] = await timed(() => api.get('/v1/taxpayers'));
  const [answer, whole] = await sent;
  expect(ok(answer).items).toHaveLength(4);
  note(`another request: ${Math.round(ms)} ms of ${Math.round(whole)} ms`);
  expect(ms).toBeLessThan(MAX_MS / 5);
  await expectNoDrift(service.database, workspaceId);
});
