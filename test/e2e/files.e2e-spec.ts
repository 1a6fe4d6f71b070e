import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { multipart } from '../../libs/importing/test/statements.js';
import type { FileView, TransactionView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aFile, aJpeg, download, sendFile, sha256 } from './support/files.js';
import { aHousehold, aKey, anAccount, aTransaction, everyItem, ok, UNKNOWN_ID } from './support/household.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';
import { until } from './support/until.js';

const MIB = 1024 * 1024;
const TODAY = '2026-11-15';

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
  ({ id: accountId } = await anAccount(api, { openingBalance: '1000.00' }));
});

const anExpense = () => aTransaction(api, { accountId });
const transaction = async ({ id }: { id: string }) => ok(await api.get(`/v1/transactions/${id}`));
const link = (transactionId: string, fileId: string, headers: Record<string, string> = {}) =>
  api.post(`/v1/transactions/${transactionId}/files`, { fileId }, { headers });
const unlink = (transactionId: string, fileId: string) =>
  api.delete(`/v1/transactions/${transactionId}/files/${fileId}`);
const fileOf = async ({ id }: { id: string }) => ok(await api.get(`/v1/files/${id}`));
const countFiles = async (): Promise<number> => {
  const rows = await service.database.query<{ count: number }>(
    `select count(*)::int as count from files_files where workspace_id = $1`,
    [workspaceId],
  );
  return rows[0]!.count;
};

async function eventsSince<T>(act: () => Promise<T>): Promise<{ done: T; events: string[] }> {
  const all = async () => ok(await api.get('/v1/events?limit=200')).items;
  const before = (await all()).length;
  const done = await act();
  const events = (await all()).slice(before);
  return {
    done,
    events: events.map(({ type, changed }) => [type, ...changed].join(' ')),
  };
}

describe('uploading a file', () => {
  it('an upload returns every field of the file, and a download returns the same bytes', async () => {
    const bytes = aJpeg(700_000);
    const { id: transactionId } = await anExpense();
    const { done: uploaded, events } = await eventsSince(async () =>
      ok(await sendFile(api, bytes, { filename: 'C:\\fotos\\ticket.jpg', transactionId })),
    );
    expect(uploaded).toEqual({
      id: uploaded.id,
      name: 'ticket.jpg',
      mediaType: 'image/jpeg',
      size: 700_000,
      sha256: sha256(bytes),
      source: 'upload',
      links: [{ kind: 'transaction', id: transactionId }],
      createdAt: uploaded.createdAt,
      updatedAt: uploaded.updatedAt,
      deletedAt: null,
      purgeAt: null,
      deduplicated: false,
    });
    expect(events).toEqual(['file.created']);
    const { deduplicated: _, ...file } = uploaded;
    expect(await fileOf(uploaded)).toEqual(file);
    const { status, bytes: stored } = await download(api, uploaded.id);
    expect([status, stored.equals(bytes)]).toEqual([200, true]);
    expect(await transaction({ id: transactionId })).toMatchObject({ fileCount: 1 });
    await expectNoDrift(service.database, workspaceId);
  });

  it('accepts a file of 10 MiB, and rejects one more byte and an empty file', async () => {
    expect(await aFile(api, aJpeg(10 * MIB))).toMatchObject({ size: 10 * MIB });
    expect(statusAndCode(await sendFile(api, aJpeg(10 * MIB + 1)))).toBe('413 PAYLOAD_TOO_LARGE');
    const empty = await sendFile(api, '');
    expect([statusAndCode(empty), ...errorsOf(empty)]).toEqual(['400 VALIDATION_FAILED', '#/file VALUE_INVALID']);
    expect(await countFiles()).toBe(1);
  });

  it.each([
    ['no file', [{ name: 'name', content: 'x' }]],
    ['a field instead of a file', [{ name: 'file', content: 'x' }]],
    [
      'two files',
      [
        { name: 'file', filename: 'a.jpg', content: aJpeg() },
        { name: 'file', filename: 'b.jpg', content: aJpeg() },
      ],
    ],
    [
      'a file under another name',
      [
        { name: 'file', filename: 'a.jpg', content: aJpeg() },
        { name: 'other', filename: 'b.jpg', content: aJpeg() },
      ],
    ],
    [
      'an unknown field',
      [
        { name: 'color', content: 'red' },
        { name: 'file', filename: 'a.jpg', content: aJpeg() },
      ],
    ],
  ])('rejects an upload with %s', async (_, parts) => {
    expect(statusAndCode(await api.post('/v1/files', undefined, multipart(...parts)))).toBe('400 VALIDATION_FAILED');
    expect(await countFiles()).toBe(0);
  });

  it('rejects an upload with a JSON body', async () => {
    expect(statusAndCode(await api.post('/v1/files', { file: 'x' }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML with a document type in XML', '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "<b>">]><html/>'],
    ['SVG', '<?xml version="1.0"?><!-- <a> --><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['XML without a declaration', '<factura/>'],
    ['a ZIP archive', 'PK\u0003\u0004'],
    ['a program', '\u007fELF'],
    ['text', 'hola'],
    ['a JPEG after a byte', ' \u00ff\u00d8\u00ff'],
  ])('rejects an upload that contains %s, even if the file name ends in .jpg', async (_, content) => {
    const answer = await sendFile(api, Buffer.from(content, 'latin1'), { filename: 'ticket.jpg' });
    expect(statusAndCode(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await countFiles()).toBe(0);
  });

  it('validates the name of an upload, and removes a path only from the file name of the part', async () => {
    const named = async (sent: Parameters<typeof sendFile>[2]) => {
      const answer = await sendFile(api, aJpeg(), sent);
      return answer.status === 200 ? answer.body.name : errorsOf(answer).join();
    };
    expect(await named({ filename: '../../etc/año.jpg' })).toBe('año.jpg');
    expect(await named({ name: 'a/b\\c.jpg' })).toBe('a/b\\c.jpg');
    expect(await named({ name: 'x'.repeat(120) })).toHaveLength(120);
    expect(await named({ name: '😀'.repeat(120) })).toBe('😀'.repeat(120));
    for (const name of ['', ' ', 'x'.repeat(121), 'fact\u202egpj.exe', 'a\u0007b', 'a\nb', 'a\u2066b']) {
      expect(await named({ name })).toBe('#/name TEXT_INVALID');
    }
    expect(await named({ filename: 'a/' })).toBe('#/file REQUIRED');
    expect(await named({ filename: `${'y'.repeat(121)}.jpg` })).toBe('#/name TEXT_INVALID');
  });

  it('rejects an upload for a missing or trashed transaction, and stores nothing', async () => {
    const missing = await sendFile(api, aJpeg(), { transactionId: UNKNOWN_ID });
    expect([statusAndCode(missing), ...errorsOf(missing)]).toEqual([
      '422 REFERENCE_NOT_FOUND',
      '#/transactionId REFERENCE_NOT_FOUND',
    ]);
    const { id: transactionId } = await anExpense();
    ok(await api.delete(`/v1/transactions/${transactionId}`));
    expect(statusAndCode(await sendFile(api, aJpeg(), { transactionId }))).toBe('409 TRANSACTION_IN_TRASH');
    expect(await countFiles()).toBe(0);
  });

  it('returns the existing file with its name and source if the same bytes are already stored', async () => {
    const bytes = aJpeg();
    const first = await aFile(api, bytes, { name: 'primera' });
    const { id: transactionId } = await anExpense();
    const again = await eventsSince(async () => ok(await sendFile(api, bytes, { name: 'segunda', transactionId })));
    expect(again.done).toMatchObject({ id: first.id, name: 'primera', source: 'upload', deduplicated: true });
    expect(again.done.links).toEqual([{ kind: 'transaction', id: transactionId }]);
    expect(again.events).toEqual(['transaction.updated files']);
    const third = await eventsSince(async () => ok(await sendFile(api, bytes, { transactionId })));
    expect([third.done.deduplicated, third.events]).toEqual([true, []]);
    ok(await api.delete(`/v1/files/${first.id}`));
    const restored = await eventsSince(async () => ok(await sendFile(api, bytes)));
    expect(restored.done).toMatchObject({ id: first.id, deletedAt: null, links: again.done.links, deduplicated: true });
    expect(restored.events).toEqual(['file.restored']);
    expect(await transaction({ id: transactionId })).toMatchObject({ fileCount: 1 });
    const { api: stranger } = await aHousehold(service);
    const theirs = ok(await sendFile(stranger, bytes));
    expect([theirs.deduplicated, theirs.id === first.id, theirs.name]).toEqual([false, false, 'ticket.jpg']);
  });

  it('stores the same bytes once, even if several clients upload them at the same time', async () => {
    const bytes = aJpeg();
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendFile(api, bytes)));
    expect(new Set(answers.map((answer) => ok(answer).id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.deduplicated)).toHaveLength(1);
  });

  it('replays an upload with the same Idempotency-Key and bytes, without storing the bytes in the record', async () => {
    const bytes = aJpeg(300_000);
    const send = (content: Buffer, key: string) => sendFile(api, content, { headers: { 'idempotency-key': key } });
    const first = await send(bytes, 'one');
    const again = await send(bytes, 'one');
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(statusAndCode(await send(aJpeg(300_000), 'one'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    ok(await api.delete(`/v1/files/${first.body.id}`));
    expect((await send(bytes, 'one')).text).toBe(first.text);
    const [record] = await service.database.query<{ size: number }>(
      `select pg_column_size(r.*) as size from kernel_idempotency_records r where workspace_id = $1 and key = 'one'`,
      [workspaceId],
    );
    expect(record!.size).toBeLessThan(2_000);
    const unsupported = await send(Buffer.from('nothing'), 'two');
    expect(statusAndCode(unsupported)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it('an interrupted upload stores nothing', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const { headers, raw } = multipart({ name: 'file', filename: 'a.jpg', content: aJpeg(2 * MIB) });
    const head = [
      'POST /v1/files HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${api.token}`,
      `Content-Type: ${String(headers!['content-type'])}`,
      `Content-Length: ${raw!.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write((raw as Buffer).subarray(0, MIB));
    const rows = () => service.database.query(`select from files_chunks where workspace_id = $1`, [workspaceId]);
    socket.destroy();
    await until(async () => (await api.get('/v1/files')).status === 200);
    expect([await countFiles(), (await rows()).length]).toEqual([0, 0]);
  });
});

describe('the file quota', () => {
  const fill = (bytes: number) =>
    service.database.query(
      `insert into files_files (workspace_id, id, name, media_type, size, sha256, source, created_at, updated_at)
       values ($1, gen_random_uuid(), 'x', 'image/jpeg', $2, repeat('0', 64), 'upload', now(), now())`,
      [workspaceId, bytes],
    );

  it('rejects a file beyond the quota of the plan and stores nothing', async () => {
    await fill(100 * MIB - 1_000);
    expect(statusAndCode(await sendFile(api, aJpeg(1_001)))).toBe('409 FILE_QUOTA_EXCEEDED');
    expect(await countFiles()).toBe(1);
    const { id } = await aFile(api, aJpeg(1_000));
    ok(await api.delete(`/v1/files/${id}`));
    expect(statusAndCode(await sendFile(api, aJpeg(100)))).toBe('409 FILE_QUOTA_EXCEEDED');
    ok(await api.delete(`/v1/files/${id}/permanently`));
    await aFile(api, aJpeg(100));
    await service.database.query(`update workspace_workspaces set plan = 'plus' where id = $1`, [workspaceId]);
    await aFile(api, aJpeg(5_000));
  });

  it('concurrent uploads do not exceed the quota', async () => {
    await fill(100 * MIB - 2_500);
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendFile(api, aJpeg(1_000))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 200).map(statusAndCode);
    expect(new Set(refused)).toEqual(new Set(['409 FILE_QUOTA_EXCEEDED']));
    expect(await countFiles()).toBe(3);
  });
});

describe('the list of files', () => {
  it('lists files newest first, over several pages and with filters', async () => {
    const { id: transactionId } = await anExpense();
    const pdf = await aFile(api, `%PDF-1.7 ${randomUUID()}`, { filename: 'a.pdf', transactionId });
    const files: FileView[] = [];
    for (let count = 0; count < 5; count += 1) files.unshift(await aFile(api));
    const ids = async (query: string) => (await everyItem(api, `/v1/files?${query}`)).items.map(({ id }) => id);
    expect(await ids('limit=2')).toEqual([...files.map(({ id }) => id), pdf.id]);
    expect(await ids('mediaType=application/pdf')).toEqual([pdf.id]);
    expect(await ids(`transactionId=${transactionId}`)).toEqual([pdf.id]);
    expect(await ids(`transactionId=${UNKNOWN_ID}`)).toEqual([]);
    expect(await ids(`sha256=${files[2]!.sha256}`)).toEqual([files[2]!.id]);
    expect(await ids('deleted=true')).toEqual([]);
    ok(await api.delete(`/v1/files/${files[1]!.id}`));
    expect(await ids('deleted=true')).toEqual([files[1]!.id]);
    expect(await ids('')).not.toContain(files[1]!.id);
    for (const query of ['mediaType=image/gif', 'sha256=AB', 'color=red', 'deleted=1', 'transactionId=']) {
      expect(statusAndCode(await api.get(`/v1/files?${query}`))).toBe('400 VALIDATION_FAILED');
    }
    const { nextCursor } = ok(await api.get('/v1/files?limit=2'));
    const other = await api.get(`/v1/files?limit=2&deleted=true&cursor=${encodeURIComponent(nextCursor!)}`);
    expect(statusAndCode(other)).toBe('400 CURSOR_INVALID');
  });

  it('hides files from other workspaces', async () => {
    const bytes = aJpeg();
    const { id: transactionId } = await anExpense();
    const { id } = await aFile(api, bytes, { transactionId });
    const { api: stranger } = await aHousehold(service);
    const { id: theirAccount } = await anAccount(stranger);
    const theirs = await aTransaction(stranger, { accountId: theirAccount });
    for (const answer of [
      await stranger.get(`/v1/files/${id}`),
      await stranger.get(`/v1/files/${id}/content`),
      await stranger.patch(`/v1/files/${id}`, { name: 'x' }),
      await stranger.delete(`/v1/files/${id}`),
      await stranger.post(`/v1/files/${id}/restore`),
      await stranger.delete(`/v1/files/${id}/permanently`),
      await stranger.delete(`/v1/transactions/${theirs.id}/files/${id}`),
    ]) {
      expect(statusAndCode(answer)).toBe('404 FILE_NOT_FOUND');
    }
    expect(statusAndCode(await stranger.post(`/v1/transactions/${theirs.id}/files`, { fileId: id }))).toBe(
      '422 REFERENCE_NOT_FOUND',
    );
    expect(statusAndCode(await stranger.post(`/v1/transactions/${transactionId}/files`, { fileId: id }))).toBe(
      '404 TRANSACTION_NOT_FOUND',
    );
    expect(ok(await stranger.get(`/v1/files?sha256=${sha256(bytes)}`)).items).toEqual([]);
    expect(ok(await stranger.get(`/v1/files?transactionId=${transactionId}`)).items).toEqual([]);
    expect(statusAndCode(await sendFile(stranger, aJpeg(), { transactionId }))).toBe('422 REFERENCE_NOT_FOUND');
  });

  it('a read-only key can read and download files but cannot change them', async () => {
    const { id } = await aFile(api);
    const reader = service.client((await aKey(service.database, workspaceId, 'read_only')).key);
    ok(await reader.get(`/v1/files/${id}`));
    expect((await download(reader, id)).status).toBe(200);
    expect(statusAndCode(await sendFile(reader, aJpeg()))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(statusAndCode(await reader.delete(`/v1/files/${id}`))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });
});

describe('the content of a file', () => {
  it('sends the content as an attachment that browsers do not display', async () => {
    const { id, sha256: hash } = await aFile(api, undefined, { name: 'café "año" 100%.jpg' });
    const { headers } = await download(api, id, { 'accept-encoding': 'br, gzip' });
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="caf_ _a_o_ 100_.jpg"; filename*=UTF-8''caf%C3%A9%20%22a%C3%B1o%22%20100%25.jpg`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('etag')).toBe(`"${hash}"`);
    expect(headers.get('content-encoding')).toBeNull();
    const plain = await aFile(api, undefined, { name: 'ticket.jpg' });
    const named = (await download(api, plain.id)).headers.get('content-disposition');
    expect(named).toBe('attachment; filename="ticket.jpg"');
  });

  it('returns 304 for a known hash, one requested range, and the whole file for several ranges', async () => {
    const bytes = aJpeg(600_000);
    const { id, sha256: hash } = await aFile(api, bytes);
    const range = async (value: string, headers: Record<string, string> = {}) => {
      const answer = await download(api, id, { range: value, ...headers });
      return [answer.status, answer.headers.get('content-range'), answer.bytes.toString('hex')];
    };
    const part = (first: number, last: number) => [
      206,
      `bytes ${first}-${last}/600000`,
      bytes.toString('hex', first, last + 1),
    ];
    const whole = [200, null, bytes.toString('hex')];
    expect(await range('bytes=0-0')).toEqual(part(0, 0));
    expect(await range('bytes=262140-262150')).toEqual(part(262_140, 262_150));
    expect(await range('bytes=599000-')).toEqual(part(599_000, 599_999));
    expect(await range('bytes=-10')).toEqual(part(599_990, 599_999));
    expect(await range('bytes=599990-999999999')).toEqual(part(599_990, 599_999));
    expect(await range('bytes=0-1,5-6')).toEqual(whole);
    expect(await range('lines=0-1')).toEqual(whole);
    expect(await range('bytes=0-1', { 'if-range': `"${hash}"` })).toEqual(part(0, 1));
    expect(await range('bytes=0-1', { 'if-range': '"other"' })).toEqual(whole);
    expect((await download(api, id, { 'if-none-match': `"${hash}"` })).status).toBe(304);
    const beyond = await api.get(`/v1/files/${id}/content`, { headers: { range: 'bytes=600000-' } });
    expect(statusAndCode(beyond)).toBe('416 RANGE_NOT_SATISFIABLE');
    expect(beyond.headers['content-range']).toBe('bytes */600000');
    const head = await api.send('HEAD', `/v1/files/${id}/content`);
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '600000', '']);
  });

  it('returns 404 for the content of a trashed file', async () => {
    const { id } = await aFile(api);
    ok(await api.delete(`/v1/files/${id}`));
    expect(statusAndCode(await api.get(`/v1/files/${id}/content`))).toBe('404 FILE_NOT_FOUND');
  });
});

describe('links between files and transactions', () => {
  it('links and unlinks a file, and a repeated request changes nothing', async () => {
    const { id } = await anExpense();
    const file = await aFile(api);
    const first = await eventsSince(async () => ok(await link(id, file.id)));
    expect(first.done).toMatchObject({ id: file.id, links: [{ kind: 'transaction', id }] });
    expect(first.events).toEqual(['transaction.updated files']);
    const second = await eventsSince(async () => ok(await link(id, file.id)));
    expect([second.done, second.events]).toEqual([first.done, []]);
    expect(ok(await api.get('/v1/transactions?hasFile=true')).items.map((one) => one.id)).toEqual([id]);
    expect(ok(await api.get('/v1/transactions?hasFile=false')).items).toEqual([]);
    const undone = await eventsSince(async () => ok(await unlink(id, file.id)));
    expect([undone.done.links, undone.events]).toEqual([[], ['transaction.updated files']]);
    const again = await eventsSince(async () => ok(await unlink(id, file.id)));
    expect([again.done, again.events]).toEqual([undone.done, []]);
    expect(ok(await api.get('/v1/transactions?hasFile=false')).items.map((one) => one.id)).toEqual([id]);
    expect(ok(await api.get('/v1/audit-log')).items.map(({ action }) => action)).toContain(
      'POST /v1/transactions/{id}/files',
    );
  });

  it('checks If-Match against the transaction for a link, and against the file for an edit or deletion', async () => {
    const { id } = await anExpense();
    const file = await aFile(api);
    const { etag } = (await api.get(`/v1/transactions/${id}`)).headers;
    ok(await api.patch(`/v1/transactions/${id}`, { notes: 'x' }));
    expect(statusAndCode(await link(id, file.id, { 'if-match': etag! }))).toBe('412 PRECONDITION_FAILED');
    const { etag: current } = (await api.get(`/v1/transactions/${id}`)).headers;
    ok(await link(id, file.id, { 'if-match': current! }));
    const { etag: ofFile } = (await api.get(`/v1/files/${file.id}`)).headers;
    ok(await api.patch(`/v1/files/${file.id}`, { name: 'a' }, { headers: { 'if-match': ofFile! } }));
    const stale = await api.delete(`/v1/files/${file.id}`, undefined, { headers: { 'if-match': ofFile! } });
    expect(statusAndCode(stale)).toBe('412 PRECONDITION_FAILED');
  });

  it('rejects links of unknown transactions and of unknown or trashed files', async () => {
    const { id } = await anExpense();
    const file = await aFile(api);
    expect(statusAndCode(await link(UNKNOWN_ID, UNKNOWN_ID))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(statusAndCode(await link(id, UNKNOWN_ID))).toBe('422 REFERENCE_NOT_FOUND');
    expect(statusAndCode(await unlink(UNKNOWN_ID, file.id))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(statusAndCode(await unlink(id, UNKNOWN_ID))).toBe('404 FILE_NOT_FOUND');
    ok(await api.delete(`/v1/files/${file.id}`));
    const trashed = await link(id, file.id);
    expect([statusAndCode(trashed), ...errorsOf(trashed)]).toEqual([
      '422 REFERENCE_NOT_FOUND',
      '#/fileId REFERENCE_NOT_FOUND',
    ]);
  });

  it('a transaction has at most ten live files, even after concurrent requests', async () => {
    const { id } = await anExpense();
    const files = await Promise.all(Array.from({ length: 14 }, () => aFile(api)));
    const answers = await Promise.all(files.map((file) => link(id, file.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(statusAndCode))).toEqual(
      new Set(['409 FILE_LIMIT_REACHED']),
    );
    expect(await transaction({ id })).toMatchObject({ fileCount: 10 });
    const linked = files.filter((_, at) => answers[at]!.status === 200);
    const others = files.filter((_, at) => answers[at]!.status !== 200);
    ok(await api.delete(`/v1/files/${linked[0]!.id}`));
    expect(await transaction({ id })).toMatchObject({ fileCount: 9 });
    ok(await link(id, others[0]!.id));
    expect(statusAndCode(await api.post(`/v1/files/${linked[0]!.id}/restore`))).toBe('409 FILE_LIMIT_REACHED');
    expect(await fileOf(linked[0]!)).toMatchObject({ links: [] });
    const fresh = await sendFile(api, aJpeg(), { transactionId: id });
    expect(statusAndCode(fresh)).toBe('409 FILE_LIMIT_REACHED');
    ok(await unlink(id, others[0]!.id));
    expect(ok(await api.post(`/v1/files/${linked[0]!.id}/restore`)).links).toEqual([{ kind: 'transaction', id }]);
    expect(await transaction({ id })).toMatchObject({ fileCount: 10 });
    await expectNoDrift(service.database, workspaceId);
  });

  it('a trashed transaction keeps its links, and a permanently deleted one loses them', async () => {
    const { id } = await anExpense();
    const file = await aFile(api, undefined, { transactionId: id });
    const other = await aFile(api);
    ok(await api.delete(`/v1/transactions/${id}`));
    expect(await fileOf(file)).toMatchObject({ links: [{ kind: 'transaction', id }] });
    expect(statusAndCode(await link(id, other.id))).toBe('409 TRANSACTION_IN_TRASH');
    expect(statusAndCode(await unlink(id, file.id))).toBe('409 TRANSACTION_IN_TRASH');
    expect(ok(await api.post(`/v1/transactions/${id}/restore`))).toMatchObject({ fileCount: 1 });
    ok(await api.delete(`/v1/transactions/${id}`));
    ok(await api.delete(`/v1/transactions/${id}/permanently`));
    expect(await fileOf(file)).toMatchObject({ links: [], deletedAt: null });
  });

  it('a dry run of a link changes nothing and counts the transaction as updated', async () => {
    const { id } = await anExpense();
    const file = await aFile(api);
    const { result, effects } = ok(await api.post(`/v1/transactions/${id}/files?dryRun=true`, { fileId: file.id }));
    expect(result.links).toEqual([{ kind: 'transaction', id }]);
    expect(effects.transactions).toMatchObject({ updated: 1 });
    expect(await transaction({ id })).toMatchObject({ fileCount: 0 } satisfies Partial<TransactionView>);
  });
});

describe('trashed and renamed files', () => {
  it('moves a file to the trash, restores it and deletes it permanently', async () => {
    const { id: transactionId } = await anExpense();
    const file = await aFile(api, undefined, { transactionId });
    const trash = await eventsSince(async () => ok(await api.delete(`/v1/files/${file.id}`)));
    expect(trash.done).toMatchObject({ links: [], purgeAt: expect.stringMatching(/^2026-12-15T/) });
    expect(trash.events).toEqual(['file.trashed']);
    expect(await transaction({ id: transactionId })).toMatchObject({ fileCount: 0 });
    const again = await eventsSince(async () => ok(await api.delete(`/v1/files/${file.id}`)));
    expect([again.done, again.events]).toEqual([trash.done, []]);
    expect(await fileOf(file)).toEqual(trash.done);
    expect(statusAndCode(await api.patch(`/v1/files/${file.id}`, { name: 'x' }))).toBe('409 FILE_IN_TRASH');
    const restored = await eventsSince(async () => ok(await api.post(`/v1/files/${file.id}/restore`)));
    expect(restored.done).toMatchObject({ deletedAt: null, purgeAt: null, links: file.links });
    expect(restored.events).toEqual(['file.restored']);
    expect(statusAndCode(await api.post(`/v1/files/${file.id}/restore`))).toBe('409 FILE_NOT_IN_TRASH');
    expect(statusAndCode(await api.delete(`/v1/files/${file.id}/permanently`))).toBe('409 FILE_NOT_IN_TRASH');
    ok(await api.delete(`/v1/files/${file.id}`));
    const deleted = await eventsSince(async () => ok(await api.delete(`/v1/files/${file.id}/permanently`)));
    expect(deleted.events).toEqual(['file.deleted']);
    expect(statusAndCode(await api.get(`/v1/files/${file.id}`))).toBe('404 FILE_NOT_FOUND');
    const left = `select from files_chunks where workspace_id = $1`;
    expect(await service.database.query(left, [workspaceId])).toEqual([]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('renames a file and rejects invalid names', async () => {
    const file = await aFile(api);
    const renamed = await eventsSince(async () => ok(await api.patch(`/v1/files/${file.id}`, { name: ' cena.jpg ' })));
    expect(renamed.done).toEqual({ ...file, name: 'cena.jpg', updatedAt: renamed.done.updatedAt });
    expect(renamed.events).toEqual(['file.updated name']);
    const same = await eventsSince(async () => ok(await api.patch(`/v1/files/${file.id}`, { name: 'cena.jpg' })));
    expect([same.done, same.events]).toEqual([renamed.done, []]);
    expect(ok(await api.patch(`/v1/files/${file.id}`, {}))).toEqual(renamed.done);
    for (const name of ['', 'a\u202eb', null, 7]) {
      expect(statusAndCode(await api.patch(`/v1/files/${file.id}`, { name }))).toBe('400 VALIDATION_FAILED');
    }
  });

  it('returns 404 for a file trashed 30 days ago, and accepts its bytes as a new file', async () => {
    const bytes = aJpeg();
    const file = await aFile(api, bytes);
    ok(await api.delete(`/v1/files/${file.id}`));
    clock.moveTo('2026-12-16');
    expect(statusAndCode(await api.get(`/v1/files/${file.id}`))).toBe('404 FILE_NOT_FOUND');
    expect(statusAndCode(await api.post(`/v1/files/${file.id}/restore`))).toBe('404 FILE_NOT_FOUND');
    expect(ok(await api.get('/v1/files?deleted=true')).items).toEqual([]);
    const { done, events } = await eventsSince(async () => ok(await sendFile(api, bytes)));
    expect([done.deduplicated, done.id === file.id]).toEqual([false, false]);
    expect(events.toSorted()).toEqual(['file.created', 'file.deleted']);
  });
});
