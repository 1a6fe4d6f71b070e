import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readCfdi } from '@app/cfdi';
import { zipOf } from '../../libs/statement-files/test/stored-zip.js';
import type { InvoiceView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode, statusAndPointers } from './support/client.js';
import { aFile, sha256 } from './support/files.js';
import { aHousehold, aKey, anAccount, aTransaction, everyItem, ok, UNKNOWN_ID } from './support/household.js';
import { anInvoice, anXml, aTaxpayer, OTHER_RFC, OWN_RFC, sendInvoices } from './support/invoices.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';

const TODAY = '2026-11-20';

let service: Service;
let clock: MovingClock;
let api: Client;
let workspaceId: string;
let accountId: string;

beforeAll(async () => {
  clock = aMovingClock(TODAY);
  service = await startApi({ env: clock.env });
});
afterAll(async () => {
  await service.stop();
  clock.remove();
});
beforeEach(async () => {
  clock.moveTo(TODAY);
  ({ api, workspaceId } = await aHousehold(service));
  ({ id: accountId } = await anAccount(api, { openingBalance: '100000.00' }));
  await aTaxpayer(api);
});

const expense = (fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId, date: '2026-11-16', amount: '116.00', description: 'KEMPER CDMX', ...fields });
const transaction = async ({ id }: { id: string }) => ok(await api.get(`/v1/transactions/${id}`));
const invoiceOf = async ({ id }: { id: string }) => ok(await api.get(`/v1/invoices/${id}`));
const link = ({ id }: InvoiceView, transactionIds: string[], more: object = {}) =>
  api.post(`/v1/invoices/${id}/link`, { transactionIds, ...more });
const unlink = ({ id }: InvoiceView) => api.post(`/v1/invoices/${id}/unlink`, {});
const record = ({ id }: InvoiceView, more: object = {}) =>
  api.post(`/v1/invoices/${id}/record`, { accountId, ...more });
const candidates = async ({ id }: InvoiceView) => ok(await api.get(`/v1/invoices/${id}/candidates`)).items;
const invoices = async (query = '') => (await everyItem(api, `/v1/invoices${query}` as '/v1/invoices')).items;
const files = async () => (await everyItem(api, '/v1/files')).items;
const eventTypes = async () => ok(await api.get('/v1/events?limit=200')).items.map(({ type }) => type);
const of = (types: string[]) => types.filter((type) => /^(invoice|taxpayer|file)\./.test(type));

describe('taxpayers', () => {
  it('adds, renames, lists and deletes taxpayers, ignoring the case of the RFC', async () => {
    const added = ok(await api.put(`/v1/taxpayers/${OTHER_RFC.toLowerCase()}`, { name: 'Escuela' }));
    expect(added).toEqual({ ...added, rfc: OTHER_RFC, name: 'Escuela' });
    expect(ok(await api.put(`/v1/taxpayers/${OTHER_RFC}`, { name: 'Kemper' })).id).toBe(added.id);
    expect(ok(await api.get('/v1/taxpayers')).map(({ rfc }) => rfc)).toEqual([OTHER_RFC, OWN_RFC]);
    expect(ok(await api.delete(`/v1/taxpayers/${OTHER_RFC}`)).name).toBe('Kemper');
    expect(statusAndCode(await api.delete(`/v1/taxpayers/${OTHER_RFC}`))).toBe('404 TAXPAYER_NOT_FOUND');
    expect(of(await eventTypes())).toEqual([
      ...['taxpayer.created', 'taxpayer.created', 'taxpayer.updated', 'taxpayer.deleted'],
    ]);
  });

  it.each(['X', 'XIQB891116QE', 'XIQB891116QE45', 'XIQB8911160E4%20', '1IQB891116QE4'])(
    'rejects the RFC %s',
    async (rfc) => {
      expect(statusAndPointers(await api.put(`/v1/taxpayers/${rfc}`, { name: 'Yo' }))).toBe('400 #/rfc');
      expect(statusAndPointers(await api.delete(`/v1/taxpayers/${rfc}`))).toBe('400 #/rfc');
    },
  );

  it('never writes an RFC into events or the audit log', async () => {
    ok(await api.delete(`/v1/taxpayers/${OWN_RFC}`));
    await aTaxpayer(api);
    const invoice = await anInvoice(api, { kind: 'payroll', issuer: { rfc: OTHER_RFC } });
    ok(await api.post(`/v1/invoices/${invoice.id}/record`, { accountId }));
    const [rows] = await service.database.query<{ text: string }>(
      `select (select coalesce(string_agg(e::text, ' '), '') from kernel_outbox e where e.workspace_id = $1)
        || (select coalesce(string_agg(a::text, ' '), '') from kernel_audit_entries a where a.workspace_id = $1) as text`,
      [workspaceId],
    );
    expect(rows!.text).toContain('taxpayers/{rfc}');
    expect(rows!.text).toContain('invoice.recorded');
    for (const secret of [OWN_RFC, OTHER_RFC, 'XEXX010101HNEXXXA4']) expect(rows!.text).not.toContain(secret);
    expect(service.log.join('\n')).not.toMatch(new RegExp(`${OWN_RFC}|${OTHER_RFC}|XEXX010101HNEXXXA4`));
  });

  it('rejects the 51st taxpayer', async () => {
    await service.database.query(
      `insert into invoicing_taxpayers (workspace_id, rfc, id, name, created_at, updated_at)
       select $1, 'AAA010101' || lpad(n::text, 3, '0'), gen_random_uuid(), 'x', now(), now() from generate_series(1, 49) n`,
      [workspaceId],
    );
    expect(statusAndCode(await api.put(`/v1/taxpayers/${OTHER_RFC}`, { name: 'x' }))).toBe(
      '409 TAXPAYER_LIMIT_REACHED',
    );
  });
});

describe('uploads', () => {
  it('returns every field of an invoice and stores its XML as a file', async () => {
    const xml = anXml({ series: 'A', folio: '12', use: 'D01', total: '928.00' });
    const { items } = ok(await sendInvoices(api, xml, { filename: '../../etc/factura.xml' }));
    const invoice = items[0]!.invoice!;
    expect(items).toEqual([{ name: 'factura.xml', outcome: 'created', invoice, problem: null }]);
    expect(invoice).toMatchObject({
      ...{ kind: 'income', direction: 'received', series: 'A', folio: '12', issuedAt: '2026-11-15T10:30:00' },
      ...{ issuer: { rfc: OTHER_RFC }, receiver: { rfc: OWN_RFC }, currency: 'MXN', total: '928.00', rate: null },
      paymentForm: { code: '04', label: 'Tarjeta de crédito' },
      ...{ payroll: null, payments: [], related: [], match: 'none', transactionIds: [], deletedAt: null },
      verification: { structure: 'valid', totals: 'valid', seal: 'valid', stamp: 'unchecked' },
    });
    expect(invoice.use.code).toBe('D01');
    expect(await invoiceOf(invoice)).toEqual(invoice);
    const file = ok(await api.get(`/v1/files/${invoice.fileId!}`));
    expect(file).toMatchObject({
      name: 'factura.xml',
      source: 'invoice',
      mediaType: 'application/xml',
      sha256: sha256(xml),
    });
    expect(file.links).toEqual([{ kind: 'invoice', id: invoice.id }]);
    expect(of(await eventTypes()).slice(1)).toEqual(['invoice.created']);
  });

  it('returns the existing invoice for the same bytes, and rejects other bytes with the same fiscal UUID', async () => {
    const uuid = randomUUID();
    const xml = anXml({ uuid });
    const first = ok(await sendInvoices(api, xml)).items[0]!;
    const second = ok(await sendInvoices(api, xml)).items[0]!;
    expect([second.outcome, second.invoice]).toEqual(['existing', first.invoice]);
    expect(statusAndCode(await sendInvoices(api, anXml({ uuid: uuid.toUpperCase() })))).toBe('409 INVOICE_UUID_TAKEN');
    const { api: other } = await aHousehold(service);
    expect(ok(await sendInvoices(other, xml)).items[0]!.outcome).toBe('created');
  });

  it.each([
    ['text', Buffer.from('hola'), 'XML'],
    ['a DOCTYPE', Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), ''],
    ['other XML', Buffer.from('<?xml version="1.0"?><a/>'), ''],
    ['a damaged archive', Buffer.from('PK\x03\x04 and nothing else'), 'archive is damaged'],
    ['an empty archive', zipOf(), 'archive has no files'],
    ['more than 5 MiB', Buffer.alloc(5 * 1024 * 1024 + 1, ' '), '5 MiB'],
  ])('rejects %s', async (_, bytes, reason) => {
    const answer = await sendInvoices(api, bytes);
    expect(statusAndCode(answer)).toBe('422 INVOICE_UNREADABLE');
    expect((answer.body as { detail: string }).detail).toContain(reason);
    expect(await invoices()).toEqual([]);
    expect(await files()).toEqual([]);
  });

  it('rejects an empty file and a JSON body', async () => {
    expect(statusAndPointers(await sendInvoices(api, Buffer.alloc(0)))).toBe('400 #/file');
    expect(statusAndCode(await api.post('/v1/invoices', {}))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it('returns an outcome for each file of an archive in order, including invalid files', async () => {
    const [xml, uuid] = [anXml(), randomUUID()];
    const parts = [
      { name: 'a/b/../../uno.xml', content: xml, packed: true },
      { name: 'folder/', content: '' },
      { name: 'dos.xml', content: 'no XML' },
      { name: 'tres.xml', content: xml },
      { name: 'cuatro.xml', content: anXml({ uuid }) },
      { name: 'C:\\cinco.xml', content: anXml({ uuid, total: '5.00' }) },
      { name: 'seis.xml', content: anXml(), packed: true, encrypted: true },
    ];
    const { items } = ok(await sendInvoices(api, zipOf(...parts), { filename: 'todas.zip' }));
    expect(items.map(({ name, outcome, problem }) => [name, outcome, problem?.code ?? null].join(' '))).toEqual([
      'uno.xml created ',
      'dos.xml refused INVOICE_UNREADABLE',
      'tres.xml existing ',
      'cuatro.xml created ',
      'cinco.xml refused INVOICE_UUID_TAKEN',
      'seis.xml refused INVOICE_UNREADABLE',
    ]);
    expect(await invoices()).toHaveLength(2);
    expect(await files()).toHaveLength(2);
  });

  it('rejects an archive of more than 500 files or 20 MiB, and a file larger than its declared size', async () => {
    const many = Array.from({ length: 501 }, (_, n) => ({ name: `${n}.xml`, content: '<a/>' }));
    expect(statusAndCode(await sendInvoices(api, zipOf(...many)))).toBe('413 PAYLOAD_TOO_LARGE');
    const bomb = { name: 'bomb.xml', content: Buffer.alloc(21 * 1024 * 1024), packed: true };
    expect(statusAndCode(await sendInvoices(api, zipOf(bomb)))).toBe('413 PAYLOAD_TOO_LARGE');
    const liar = ok(await sendInvoices(api, zipOf({ ...bomb, declaredSize: 100 }))).items;
    expect(liar.map(({ problem }) => problem?.code)).toEqual(['INVOICE_UNREADABLE']);
  });

  /** Uses the quota of the plan `free` up to `rest` bytes. */
  const fillQuota = (rest: number) =>
    service.database.query(
      `insert into files_files (workspace_id, id, name, media_type, size, sha256, source, created_at, updated_at)
       values ($1, gen_random_uuid(), 'x', 'image/png', $2, $3, 'upload', now(), now())`,
      [workspaceId, 100 * 1024 * 1024 - rest, sha256('full')],
    );

  it('rejects an invoice whose file exceeds the quota', async () => {
    await fillQuota(0);
    expect(statusAndCode(await sendInvoices(api, anXml()))).toBe('409 FILE_QUOTA_EXCEEDED');
    const { items } = ok(await sendInvoices(api, zipOf({ name: 'a.xml', content: anXml() })));
    expect(items.map(({ problem }) => problem?.code)).toEqual(['FILE_QUOTA_EXCEEDED']);
    expect(await invoices()).toEqual([]);
  });

  it('counts the contents of invoices in the same unit before and after they are stored', async () => {
    const contents = Buffer.byteLength(JSON.stringify(readCfdi(anXml())));
    const [first, second] = [anXml(), anXml()];
    const { items } = ok(await sendInvoices(api, zipOf({ name: 'a.xml', content: first })));
    expect(items[0]!.outcome).toBe('created');
    expect(first.length).toBeGreaterThan(2 * contents);
    const size = 100 * 1024 * 1024 - 2.5 * contents;
    await service.database.query(
      `update invoicing_invoices set document = document || jsonb_build_object('series', repeat('x', $2::int))
       where workspace_id = $1`,
      [workspaceId, size],
    );
    expect(ok(await sendInvoices(api, second)).items[0]!.outcome).toBe('created');
  });

  it('stores the invoices of an archive whose files fit in the quota', async () => {
    const [large, small] = [anXml({ uuid: randomUUID(), edit: (xml) => `${xml}${' '.repeat(1_000)}` }), anXml()];
    await fillQuota(small.length);
    const archive = zipOf(...[large, small, small].map((content, n) => ({ name: `${n}.xml`, content })));
    const { items } = ok(await sendInvoices(api, archive));
    expect(items.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual([
      'FILE_QUOTA_EXCEEDED',
      'created',
      'existing',
    ]);
    expect(items[1]!.invoice!.fileId).toBe(items[2]!.invoice!.fileId);
    expect(await invoices()).toHaveLength(1);
  });

  it('reuses an existing file with the same bytes', async () => {
    const xml = anXml();
    const file = await aFile(api, xml, { filename: 'mi factura.xml' });
    const { invoice } = ok(await sendInvoices(api, xml)).items[0]!;
    expect(invoice!.fileId).toBe(file.id);
    expect(ok(await api.get(`/v1/files/${file.id}`))).toMatchObject({ name: 'mi factura.xml', source: 'upload' });
    ok(await api.delete(`/v1/files/${file.id}`));
    expect((await invoiceOf(invoice!)).fileId).toBeNull();
  });

  it('concurrent uploads of the same invoice store it once', async () => {
    const xml = anXml();
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendInvoices(api, xml)));
    expect(answers.map((answer) => ok(answer).items[0]!.outcome).sort()).toEqual([
      'created',
      ...Array.from({ length: 5 }, () => 'existing'),
    ]);
    expect(new Set(answers.map((answer) => ok(answer).items[0]!.invoice!.id)).size).toBe(1);
  });

  it('concurrent uploads of equal invoices link at most one of them to the transaction', async () => {
    await expense();
    const [one, two] = await Promise.all([sendInvoices(api, anXml()), sendInvoices(api, anXml())]);
    const linked = [one, two].map((answer) => ok(answer).items[0]!.invoice!.match);
    expect(linked.filter((match) => match === 'linked').length).toBeLessThanOrEqual(1);
    await expectNoDrift(service.database, workspaceId);
  });

  it('replays an upload with the same Idempotency-Key', async () => {
    const [xml, headers] = [anXml(), { 'idempotency-key': randomUUID() }];
    const first = ok(await sendInvoices(api, xml, { headers }));
    expect(ok(await sendInvoices(api, xml, { headers }))).toEqual(first);
  });
});

describe('lists', () => {
  it('filters invoices and pages through them, newest issue date first', async () => {
    const credit = await anInvoice(api, { kind: 'credit', issuedAt: '2025-03-01T00:00:00', use: 'G02' });
    const issued = await anInvoice(api, {
      ...{ issuer: { rfc: OWN_RFC }, receiver: { rfc: OTHER_RFC }, issuedAt: '2026-01-01T00:00:00', total: '9.00' },
    });
    const foreign = await anInvoice(api, { receiver: { rfc: 'AAA010101AAA' }, issuedAt: '2024-12-31T23:59:59' });
    const medical = await anInvoice(api, { use: 'D01', issuedAt: '2026-12-31T23:59:59' });
    const ids = async (query: string) => (await invoices(`?${query}`)).map(({ id }) => id);
    expect(await ids('limit=1')).toEqual([medical, issued, credit, foreign].map(({ id }) => id));
    expect(await ids('kind=credit')).toEqual([credit.id]);
    expect(await ids('direction=issued')).toEqual([issued.id]);
    expect(await ids('direction=unrelated')).toEqual([foreign.id]);
    expect(await ids('direction=received')).toEqual([medical.id, credit.id]);
    expect(await ids('year=2026')).toEqual([medical.id, issued.id]);
    expect(await ids(`issuer=${OWN_RFC.toLowerCase()}`)).toEqual([issued.id]);
    expect(await ids('use=D01')).toEqual([medical.id]);
    expect(await ids('match=linked')).toEqual([]);
    expect(await ids('deleted=true')).toEqual([]);
    await expense({ description: 'otra cosa' });
    expect(await ids('match=suggested')).toEqual([medical.id]);
    ok(await api.delete(`/v1/taxpayers/${OWN_RFC}`));
    expect(await ids('direction=unrelated')).toHaveLength(4);
    for (const bad of [
      'kind=x',
      'direction=x',
      'year=x',
      'issuer=x',
      'use=x',
      'match=x',
      'limit=0',
      'cursor=x',
      'x=1',
    ]) {
      expect((await api.get(`/v1/invoices?${bad}`)).status).toBe(400);
    }
  });

  it('hides invoices from other workspaces, and rejects an upload with a read-only key', async () => {
    const invoice = await anInvoice(api);
    const { api: other } = await aHousehold(service);
    for (const path of ['', '/candidates']) {
      expect(statusAndCode(await other.get(`/v1/invoices/${invoice.id}${path}`))).toBe('404 INVOICE_NOT_FOUND');
    }
    for (const path of ['/restore', '/unlink']) {
      expect(statusAndCode(await other.post(`/v1/invoices/${invoice.id}${path}`, {}))).toBe('404 INVOICE_NOT_FOUND');
    }
    expect(statusAndCode(await other.delete(`/v1/invoices/${invoice.id}`))).toBe('404 INVOICE_NOT_FOUND');
    expect(statusAndCode(await link(invoice, [UNKNOWN_ID]))).toBe('422 REFERENCE_NOT_FOUND');
    const { key } = await aKey(service.database, workspaceId, 'read_only');
    expect(statusAndCode(await sendInvoices(service.client(key), anXml()))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });
});

describe('trash', () => {
  it('trashing an invoice hides its links, and restoring it restores them', async () => {
    const paid = await expense();
    const invoice = await anInvoice(api);
    expect(invoice).toMatchObject({ match: 'linked', transactionIds: [paid.id] });
    const trashed = ok(await api.delete(`/v1/invoices/${invoice.id}`));
    expect(trashed).toMatchObject({ match: 'none', transactionIds: [], deletedAt: '2026-11-20T18:00:00.000Z' });
    expect(ok(await api.delete(`/v1/invoices/${invoice.id}`))).toEqual(trashed);
    expect((await transaction(paid)).invoiceIds).toEqual([]);
    expect((await invoices('?deleted=true')).map(({ id }) => id)).toEqual([invoice.id]);
    expect(await candidates(invoice)).toEqual([]);
    for (const act of [link(invoice, [paid.id]), unlink(invoice), record(invoice)]) {
      expect(statusAndCode(await act)).toBe('409 INVOICE_IN_TRASH');
    }
    await expectNoDrift(service.database, workspaceId);
    expect(ok(await api.post(`/v1/invoices/${invoice.id}/restore`, {}))).toEqual(invoice);
    expect((await transaction(paid)).invoiceIds).toEqual([invoice.id]);
    expect(statusAndCode(await api.post(`/v1/invoices/${invoice.id}/restore`, {}))).toBe('409 INVOICE_NOT_IN_TRASH');
    expect(of(await eventTypes()).slice(1)).toEqual([
      ...['invoice.created', 'invoice.linked', 'invoice.trashed', 'invoice.restored'],
    ]);
  });

  it('uploading the same bytes restores an invoice, until it is deleted after 30 days', async () => {
    const xml = anXml();
    const { invoice } = ok(await sendInvoices(api, xml)).items[0]!;
    ok(await api.delete(`/v1/invoices/${invoice!.id}`));
    expect(ok(await sendInvoices(api, xml)).items[0]).toMatchObject({ outcome: 'existing', invoice });
    ok(await api.delete(`/v1/invoices/${invoice!.id}`));
    clock.moveTo('2026-12-21');
    expect(statusAndCode(await api.get(`/v1/invoices/${invoice!.id}`))).toBe('404 INVOICE_NOT_FOUND');
    expect(await invoices('?deleted=true')).toEqual([]);
    const again = ok(await sendInvoices(api, xml)).items[0]!;
    expect(again.outcome).toBe('created');
    expect(again.invoice!.id).not.toBe(invoice!.id);
    expect(again.invoice!.fileId).toBe(invoice!.fileId);
    expect(of(await eventTypes())).toContain('invoice.deleted');
  });

  it('trashing a transaction hides its link to an invoice, and restoring it restores the link', async () => {
    const paid = await expense();
    const invoice = await anInvoice(api);
    ok(await api.delete(`/v1/transactions/${paid.id}`));
    expect(await invoiceOf(invoice)).toMatchObject({ match: 'none', transactionIds: [] });
    ok(await api.post(`/v1/transactions/${paid.id}/restore`, {}));
    expect(await invoiceOf(invoice)).toEqual(invoice);
    ok(await api.delete(`/v1/transactions/${paid.id}`));
    const other = await expense({ description: 'sin nombre' });
    expect(ok(await link(invoice, [other.id])).transactionIds).toEqual([other.id]);
    ok(await api.post(`/v1/transactions/${paid.id}/restore`, {}));
    expect((await transaction(paid)).invoiceIds).toEqual([]);
    ok(await api.delete(`/v1/transactions/${other.id}`));
    ok(await api.delete(`/v1/transactions/${other.id}/permanently`));
    expect(await invoiceOf(invoice)).toMatchObject({ match: 'suggested', transactionIds: [] });
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('links', () => {
  it('links an invoice and its file to transactions that add up to the total', async () => {
    const parts = [await expense({ amount: '100.00' }), await expense({ amount: '16.00' })];
    const invoice = await anInvoice(api);
    const ids = parts.map(({ id }) => id);
    expect(statusAndCode(await link(invoice, ids.slice(1)))).toBe('422 INVOICE_AMOUNT_MISMATCH');
    const linked = ok(await link(invoice, ids));
    expect(linked).toMatchObject({ match: 'linked', transactionIds: ids.toSorted() });
    expect(await transaction(parts[0]!)).toMatchObject({ invoiceIds: [invoice.id], fileCount: 1 });
    expect(statusAndCode(await link(invoice, ids))).toBe('409 INVOICE_LINKED');
    expect(statusAndCode(await record(invoice))).toBe('409 INVOICE_LINKED');
    await expectNoDrift(service.database, workspaceId);
    expect(ok(await unlink(invoice))).toMatchObject({ match: 'none', transactionIds: [] });
    expect(await transaction(parts[0]!)).toMatchObject({ invoiceIds: [], fileCount: 0 });
    const events = of(await eventTypes());
    ok(await unlink(invoice));
    expect(of(await eventTypes())).toEqual(events);
    expect(events.slice(1)).toEqual(['invoice.created', 'invoice.linked', 'invoice.unlinked']);
    expect(ok(await link(invoice, ids.slice(1), { allowDifference: true })).transactionIds).toEqual(ids.slice(1));
    await expectNoDrift(service.database, workspaceId);
  });

  it('rejects unknown or trashed transactions, and transactions of the wrong direction or currency', async () => {
    const invoice = await anInvoice(api);
    const income = await expense({ type: 'income' });
    const dollars = (await anAccount(api, { currency: 'USD', fxMode: 'fixed', fixedRate: '18.00' })).id;
    const foreign = await expense({ accountId: dollars });
    const trashed = await expense();
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    expect(statusAndCode(await link(invoice, [income.id]))).toBe('422 INVOICE_AMOUNT_MISMATCH');
    expect(statusAndCode(await link(invoice, [foreign.id]))).toBe('422 INVOICE_AMOUNT_MISMATCH');
    expect(statusAndCode(await link(invoice, [trashed.id]))).toBe('409 TRANSACTION_IN_TRASH');
    expect(statusAndPointers(await link(invoice, [income.id, UNKNOWN_ID]))).toBe('422 #/transactionIds/1');
    expect((await link(invoice, [])).status).toBe(400);
    expect(
      (
        await link(
          invoice,
          Array.from({ length: 11 }, () => income.id),
        )
      ).status,
    ).toBe(400);
    expect((await link(invoice, [income.id], { allowDifference: 'x' })).status).toBe(400);
    expect(await invoiceOf(invoice)).toMatchObject({ transactionIds: [] });
  });

  it('only one of several concurrent requests to link or record an invoice succeeds', async () => {
    const [one, two] = [await expense(), await expense()];
    const invoice = await anInvoice(api);
    expect(invoice.match).toBe('suggested');
    const answers = await Promise.all([link(invoice, [one.id]), link(invoice, [two.id]), record(invoice)]);
    expect(answers.map(statusAndCode).sort()).toEqual(['200', '409 INVOICE_LINKED', '409 INVOICE_LINKED']);
    expect((await invoiceOf(invoice)).transactionIds).toHaveLength(1);
    await expectNoDrift(service.database, workspaceId);
  });

  it('links an invoice without its file if the transaction has ten files', async () => {
    const full = await expense({ description: 'otra' });
    for (let n = 0; n < 10; n += 1) await aFile(api, undefined, { transactionId: full.id });
    const invoice = await anInvoice(api);
    expect(ok(await link(invoice, [full.id])).match).toBe('linked');
    expect(await transaction(full)).toMatchObject({ fileCount: 10, invoiceIds: [invoice.id] });
    ok(await unlink(invoice));
    expect((await transaction(full)).fileCount).toBe(10);
    await expectNoDrift(service.database, workspaceId);
  });

  it('linking supports If-Match and dryRun', async () => {
    const paid = await expense({ description: 'otra' });
    const invoice = await anInvoice(api);
    const path = `/v1/invoices/${invoice.id}/link` as const;
    const stale = await api.post(path, { transactionIds: [paid.id] }, { headers: { 'if-match': '"old"' } });
    expect(statusAndCode(stale)).toBe('412 PRECONDITION_FAILED');
    const dry = ok(await api.post(`${path}?dryRun=true`, { transactionIds: [paid.id] }));
    expect(dry.result.match).toBe('linked');
    expect((await invoiceOf(invoice)).match).toBe('suggested');
  });
});

describe('deductions', () => {
  it('reads and reports a payment receipt that names a folio instead of a fiscal UUID', async () => {
    const documents = [{ uuid: '123-45-678901234', paid: '1.00' }];
    expect((await anInvoice(api, { kind: 'payment', payments: [{ documents }] })).payments).toMatchObject([
      { uuid: '123-45-678901234' },
    ]);
    const { total } = ok(await api.get(`/v1/reports/deductions?year=2026&rfc=${OWN_RFC}`));
    expect(total).toBe('0.00');
  });

  it('subtracts a credit note once from an invoice that it relates to in several ways', async () => {
    const { uuid } = await anInvoice(api, { use: 'D01', total: '100.00' });
    const related = ['01', '03'].map((relation) => ({ relation, uuids: [uuid, uuid] }));
    await anInvoice(api, { kind: 'credit', total: '30.00', related });
    const { total } = ok(await api.get(`/v1/reports/deductions?year=2026&rfc=${OWN_RFC}`));
    expect(total).toBe('70.00');
  });

  it('applies a credit note to the invoices of both years that it relates to', async () => {
    const school = { use: 'D10', paymentForm: '03' };
    const first = await anInvoice(api, { ...school, total: '60.00', issuedAt: '2025-12-20T10:00:00' });
    const second = await anInvoice(api, { ...school, total: '80.00', issuedAt: '2026-01-10T10:00:00' });
    const related = [{ relation: '01', uuids: [first.uuid, second.uuid] }];
    await anInvoice(api, { kind: 'credit', total: '100.00', issuedAt: '2026-01-15T10:00:00', related });
    const totals = [2025, 2026].map(async (year) => {
      const { total } = ok(await api.get(`/v1/reports/deductions?year=${year}&rfc=${OWN_RFC}`));
      return total;
    });
    expect(await Promise.all(totals)).toEqual(['0.00', '40.00']);
  });
});

describe('records', () => {
  const transactionsOf = async (invoice: InvoiceView) =>
    Promise.all(invoice.transactionIds.map(async (id) => transaction({ id })));

  it.each([
    ['income', 'received', 'expense'],
    ['income', 'issued', 'income'],
    ['credit', 'received', 'income'],
    ['credit', 'issued', 'expense'],
  ] as const)('records an invoice of kind %s that is %s as an %s', async (kind, direction, type) => {
    const parties = { issuer: { rfc: OWN_RFC }, receiver: { rfc: OTHER_RFC, name: 'CLIENTE SA' } };
    const invoice = await anInvoice(api, { kind, ...(direction === 'issued' && parties) });
    const recorded = ok(await record(invoice));
    expect(recorded.match).toBe('linked');
    const description = direction === 'issued' ? 'CLIENTE SA' : 'ESCUELA KEMPER URGATE';
    expect(await transactionsOf(recorded)).toMatchObject([
      {
        type,
        amount: '116.00',
        date: '2026-11-15',
        description,
        notes: 'Servicio',
        invoiceIds: [invoice.id],
        fileCount: 1,
      },
    ]);
    expect(of(await eventTypes()).slice(1)).toEqual(['invoice.created', 'invoice.recorded']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('records payroll as an income with the net pay and an income with the payments in kind', async () => {
    const vouchers = (await anAccount(api)).id;
    const payroll = {
      perceptions: [
        { type: '001', taxed: '10000.00' },
        { type: '029', concept: 'Vales', exempt: '1500.00' },
      ],
      deductions: [{ type: '002', amount: '1200.00' }],
      paidOn: '2026-11-13',
    };
    const invoice = await anInvoice(api, { kind: 'payroll', payroll });
    expect(invoice.payroll).toMatchObject({ net: '8800.00', inKind: '1500.00' });
    expect(statusAndPointers(await record(invoice))).toBe('400 #/inKindAccountId');
    expect(statusAndPointers(await record(invoice, { inKindAccountId: UNKNOWN_ID }))).toBe('422 #/inKindAccountId');
    const recorded = ok(await record(invoice, { inKindAccountId: vouchers }));
    expect(
      (await transactionsOf(recorded)).map(({ type, accountId: id, amount, date }) => [type, id, amount, date]),
    ).toEqual([
      ['income', accountId, '8800.00', '2026-11-13'],
      ['income', vouchers, '1500.00', '2026-11-13'],
    ]);
    ok(await unlink(recorded));
    ok(await link(invoice, recorded.transactionIds));
  });

  it('rejects an account in another currency, invalid fields, receipts, and invoices of other taxpayers', async () => {
    const dollars = (await anAccount(api, { currency: 'USD', fxMode: 'fixed', fixedRate: '18.00' })).id;
    const invoice = await anInvoice(api);
    expect(statusAndPointers(await record(invoice, { accountId: dollars }))).toBe('422 #/accountId');
    expect(statusAndPointers(await record(invoice, { accountId: UNKNOWN_ID }))).toBe('422 #/accountId');
    expect(statusAndPointers(await record(invoice, { categoryId: UNKNOWN_ID }))).toBe('422 #/categoryId');
    expect(statusAndPointers(await record(invoice, { date: '2026-02-30' }))).toBe('400 #/date');
    expect((await record(invoice, { x: 1 })).status).toBe(400);
    for (const given of [{ kind: 'transfer' }, { kind: 'payment' }, { receiver: { rfc: 'AAA010101AAA' } }] as const) {
      expect(statusAndCode(await record(await anInvoice(api, given)))).toBe('422 INVOICE_NOT_RECORDABLE');
    }
    expect(ok(await record(invoice, { date: '2026-11-01' })).transactionIds).toHaveLength(1);
  });

  it('does not match a recorded transaction with another invoice', async () => {
    const [one, two] = [await anInvoice(api), await anInvoice(api)];
    const recorded = ok(await record(one));
    expect((await transaction({ id: recorded.transactionIds[0]! })).invoiceIds).toEqual([one.id]);
    expect((await invoiceOf(two)).match).toBe('none');
  });
});

it('validation errors point to the invalid fields', async () => {
  const invoice = await anInvoice(api);
  expect(errorsOf(await link(invoice, [5] as unknown as string[]))).toEqual(['#/transactionIds/0 ID_INVALID']);
  expect(errorsOf(await record(invoice, { accountId: 5 }))).toEqual(['#/accountId ID_INVALID']);
});
