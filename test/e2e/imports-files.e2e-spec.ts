import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraft, bankExport, commit, statement, undo } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { aFile, download, sendFile, sha256 } from './support/files.js';
import { aHousehold, anAccount, ok } from './support/household.js';

const FILE = statement([['2026-03-07', 'Tacos', '-25.00']]);

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
  ({ id: accountId } = await anAccount(api));
});

const fileIdOf = async (id: string) => ok(await api.get(`/v1/imports/${id}`)).fileId;
const eventTypes = async () => ok(await api.get('/v1/events?limit=200')).items.map(({ type }) => type);

describe('the file of an import', () => {
  it('stores the uploaded statement with its name, type and bytes, and emits no file event', async () => {
    const draft = await aDraft(api, accountId, FILE, { filename: 'mar\u202ezo.csv' });
    const file = ok(await api.get(`/v1/files/${draft.fileId!}`));
    expect(file).toMatchObject({ name: 'marzo.csv', mediaType: 'text/csv', source: 'import', size: FILE.length + 1 });
    expect(file.links).toEqual([{ kind: 'import', id: draft.id }]);
    expect(file.sha256).toBe(sha256(FILE));
    expect((await download(api, file.id)).bytes.toString()).toBe(FILE);
    expect(ok(await api.get('/v1/imports'))[0]).toMatchObject({ fileId: file.id });
    expect((await eventTypes()).filter((type) => type.startsWith('file.'))).toEqual([]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('stores a CSV statement with the media type text/csv', async () => {
    const types: string[] = [];
    for (const name of ['bbva.csv', 'amex-espanol.xlsx', 'camt053.xml']) {
      const bytes = await bankExport(name).catch(() => null);
      if (bytes === null) continue;
      const { fileId } = await aDraft(api, accountId, bytes, { filename: name });
      types.push(ok(await api.get(`/v1/files/${fileId!}`)).mediaType);
    }
    expect(types[0]).toBe('text/csv');
  });

  it('keeps the file after a commit, an undo and the deletion of a draft', async () => {
    const draft = await aDraft(api, accountId, FILE);
    const committed = await commit(api, draft);
    expect(committed.fileId).toBe(draft.fileId);
    expect((await undo(api, draft)).fileId).toBe(draft.fileId);
    const second = await aDraft(api, accountId, FILE);
    expect(second.fileId).toBe(draft.fileId);
    const links = async () => ok(await api.get(`/v1/files/${draft.fileId!}`)).links.map(({ id }) => id);
    expect(await links()).toEqual([draft.id, second.id].toSorted());
    expect(ok(await api.delete(`/v1/imports/${second.id}`)).fileId).toBe(draft.fileId);
    expect(await links()).toEqual([draft.id]);
  });

  it('fileId is null while the file is in the trash and after its permanent deletion', async () => {
    const draft = await aDraft(api, accountId, FILE);
    ok(await api.delete(`/v1/files/${draft.fileId!}`));
    expect(await fileIdOf(draft.id)).toBeNull();
    ok(await api.post(`/v1/files/${draft.fileId!}/restore`));
    expect(await fileIdOf(draft.id)).toBe(draft.fileId);
    ok(await api.delete(`/v1/files/${draft.fileId!}`));
    const again = await aDraft(api, accountId, FILE);
    expect([again.fileId, await fileIdOf(draft.id)]).toEqual([draft.fileId, draft.fileId]);
    ok(await api.delete(`/v1/files/${draft.fileId!}`));
    ok(await api.delete(`/v1/files/${draft.fileId!}/permanently`));
    expect(await fileIdOf(draft.id)).toBeNull();
    expect((await commit(api, draft)).fileId).toBeNull();
  });

  it('an upload of an imported statement returns its file, and other statements are rejected', async () => {
    const draft = await aDraft(api, accountId, FILE);
    const uploaded = ok(await sendFile(api, FILE));
    expect(uploaded).toMatchObject({ id: draft.fileId, source: 'import', deduplicated: true });
    expect(statusAndCode(await sendFile(api, `${FILE}x`))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it('raises FILE_NOT_KEPT if the quota is used up, and the draft still works', async () => {
    await service.database.query(
      `insert into files_files (workspace_id, id, name, media_type, size, sha256, source, created_at, updated_at)
       values ($1, gen_random_uuid(), 'x', 'image/jpeg', $2, repeat('0', 64), 'upload', now(), now())`,
      [workspaceId, 100 * 1024 * 1024],
    );
    const draft = await aDraft(api, accountId, FILE);
    expect([draft.fileId, draft.warnings.map(({ code }) => code)]).toEqual([null, ['FILE_NOT_KEPT']]);
    const edited = ok(await api.patch(`/v1/imports/${draft.id}`, { mapping: { notes: 1 } }));
    expect(edited.warnings.map(({ code }) => code)).toContain('FILE_NOT_KEPT');
    expect(await commit(api, draft)).toMatchObject({ fileId: null, transactionsCreated: 1 });
  });

  it('raises FILE_NOT_KEPT if a transaction of the trashed file has ten other files', async () => {
    const draft = await aDraft(api, accountId, FILE);
    await commit(api, draft);
    const [transaction] = ok(await api.get('/v1/transactions')).items;
    ok(await api.post(`/v1/transactions/${transaction!.id}/files`, { fileId: draft.fileId }));
    ok(await api.delete(`/v1/files/${draft.fileId!}`));
    for (let count = 0; count < 10; count += 1) await aFile(api, undefined, { transactionId: transaction!.id });
    const again = await aDraft(api, accountId, FILE);
    expect([again.fileId, again.warnings.map(({ code }) => code)]).toEqual([null, ['FILE_NOT_KEPT']]);
    await expectNoDrift(service.database, workspaceId);
  });
});
