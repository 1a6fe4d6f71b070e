import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { ZipFile } from 'yazl';
import { newId } from '../../libs/kernel/src/id/id.js';
import { hundredths } from './support/amounts.js';
import type { ExportView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi, startApi } from './support/api-process.js';
import { expectNoDrift, refusalOf, runCli } from './support/cli.js';
import type { Client } from './support/client.js';
import { aFile, aJpeg, download, sha256 } from './support/files.js';
import type { Household } from './support/household.js';
import { aHousehold, aKey, anAccount, aTransaction, ok, everyItem } from './support/household.js';
import { aRichHousehold } from './support/rich-household.js';

let service: Service;
let home: Household;
let folder: string;
let file: string;
let archive: string;

beforeAll(async () => {
  service = await sharedApi();
  home = await aRichHousehold(service);
  folder = await mkdtemp(join(tmpdir(), 'centavo-export-'));
  file = join(folder, 'rich.json');
  await writeFile(file, await exported(home.api));
  archive = join(folder, 'rich.zip');
  await writeFile(archive, await archived(home.api));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function exported(api: Client, format = 'json'): Promise<string> {
  const answer = await api.get(`/v1/export?format=${format}`);
  expect(answer.status).toBe(200);
  return answer.text;
}

async function archived(api: Client): Promise<Buffer> {
  const response = await fetch(`${api.url}/v1/export?format=zip`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return Buffer.from(await response.arrayBuffer());
}

const aNewWorkspace = (on: Service): Promise<Household> => aHousehold(on, 'USD');

function importFile(on: Service, path: string, workspaceId: string) {
  return runCli(on.database, 'workspace', 'import', path, '--workspace', workspaceId);
}

function importError(path: string, workspaceId: string): Promise<string> {
  return refusalOf(service.database, 'workspace', 'import', path, '--workspace', workspaceId);
}

async function visibleData(api: Client) {
  const { items: transactions } = await everyItem(api, '/v1/transactions?limit=200');
  const { items: trash } = await everyItem(api, '/v1/transactions/trash?limit=200');
  const contacts = ok(await api.get('/v1/contacts?archived=all'));
  const imports = ok(await api.get('/v1/imports')).filter(({ status }) => status !== 'draft');
  const { id: _, ...workspace } = ok(await api.get('/v1/workspace'));
  const isShown = (id: string) => imports.some((one) => one.id === id);
  const files = [
    ...(await everyItem(api, '/v1/files')).items,
    ...(await everyItem(api, '/v1/files?deleted=true')).items,
  ];
  return {
    ...{ workspace, transactions, trash, contacts },
    // Exports omit drafts.
    files: files.map((one) => ({
      ...one,
      links: one.links.filter(({ kind, id }) => kind !== 'import' || isShown(id)),
    })),
    contents: await Promise.all(
      files
        .filter(({ deletedAt }) => deletedAt === null)
        .map(async ({ id }) => sha256((await download(api, id)).bytes)),
    ),
    accounts: ok(await api.get('/v1/accounts?status=all')),
    categories: ok(await api.get('/v1/categories')),
    netWorth: ok(await api.get('/v1/net-worth')),
    history: ok(await api.get('/v1/net-worth/history?from=2025-12-01&interval=month')),
    budgets: ok(await api.get('/v1/budgets?date=2026-05-15')),
    tags: ok(await api.get('/v1/tags')),
    rules: ok(await api.get('/v1/rules')),
    rates: (await everyItem(api, '/v1/exchange-rates?quote=USD&base=MXN')).items.filter(
      ({ source }) => source === 'own',
    ),
    imports: await Promise.all(imports.map(async ({ id }) => ok(await api.get(`/v1/imports/${id}`)))),
    debts: await Promise.all(
      contacts.map(async ({ id }) => (await everyItem(api, `/v1/contacts/${id}/iou-history`)).items),
    ),
    explanations: await Promise.all(
      transactions.map(async ({ id }) => ok(await api.get(`/v1/transactions/${id}/explain`))),
    ),
  };
}

describe('an export in JSON', () => {
  it('a JSON export contains every section', async () => {
    const document = JSON.parse(await readFile(file, 'utf8')) as ExportView & Record<string, Record<string, unknown>[]>;
    expect(document).toMatchObject({ format: 'centavo-workspace', version: 1, workspace: { name: 'Casa' } });
    const { format: _f, version: _v, workspace: _w, ...sections } = document;
    const empty = Object.entries(sections).filter(([, rows]) => rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
    expect(sections.transactions!.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(9);
    expect(sections.imports!.map(({ status }) => status)).toEqual(['committed', 'undone']);
  });

  it('the default export is a JSON download that needs only a read-only key', async () => {
    const reader = home.api.as((await aKey(service.database, home.workspaceId, 'read_only')).key);
    const answer = await reader.get('/v1/export');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="centavo-\d{4}-\d{2}-\d{2}\.json"$/);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe(await readFile(file, 'utf8'));
    expect((await reader.send('HEAD', '/v1/export')).status).toBe(200);
  });

  it('an export contains no API key, no workspace ID and no data of another workspace', async () => {
    const otherHome = await aRichHousehold(service);
    const text = await exported(home.api);
    for (const foreign of [home.key.slice(4), otherHome.workspaceId, home.workspaceId])
      expect(text).not.toContain(foreign);
    const ids = new Set(
      await exported(otherHome.api).then((otherText) => otherText.match(/01[0-9a-f]{6}-[0-9a-f-]{27}/g)),
    );
    expect(ids.size).toBeGreaterThan(100);
    expect(text.match(/01[0-9a-f]{6}-[0-9a-f-]{27}/g)!.filter((id) => ids.has(id))).toEqual([]);
  });

  it('an export excludes expired transactions in the trash', async () => {
    const { api, workspaceId } = await aHousehold(service);
    const { id } = await aTransaction(api, { accountId: (await anAccount(api)).id });
    ok(await api.delete(`/v1/transactions/${id}`));
    expect(await exported(api)).toContain(id);
    await service.database.query(
      `update ledger_transactions set deleted_at = now() - interval '31 days' where workspace_id = $1`,
      [workspaceId],
    );
    for (const format of ['json', 'csv', 'hledger']) expect(await exported(api, format)).not.toContain(id);
  });

  it('rejects an export in an unknown format', async () => {
    const answer = await home.api.get('/v1/export?format=xlsx');
    expect([answer.status, answer.body.errors![0]!.parameter]).toEqual([400, 'format']);
  });
});

describe('an export in CSV', () => {
  it('the amounts in a CSV export add up to the change in each account’s balance', async () => {
    const text = await exported(home.api, 'csv');
    expect(text.startsWith('\uFEFFFecha,')).toBe(true);
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    const live = rows.filter(({ Estado }) => Estado === 'Vigente');
    for (const { name, balance, openingBalance, type } of ok(await home.api.get('/v1/accounts?status=all'))) {
      const accountRows = live.filter(({ Cuenta }) => Cuenta!.replace(/^'/, '') === name);
      const moved = accountRows.reduce((sum, { Importe }) => sum + hundredths(Importe!), 0n);
      const change = hundredths(balance) - hundredths(openingBalance);
      expect([name, moved]).toEqual([name, type.kind === 'liability' ? -change : change]);
    }
    expect(rows.filter(({ Estado }) => Estado === 'En la papelera')).toHaveLength(11);
  });

  it('a CSV export escapes formulas in text cells, but not negative amounts', async () => {
    const rows = parse(await exported(home.api, 'csv'), { columns: true, bom: true }) as Record<string, string>[];
    const cells = rows.flatMap(({ Importe: _, ...texts }) => Object.values(texts));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(new Set(cells.filter((cell) => cell.startsWith("'")).map((cell) => cell[1]))).toEqual(new Set('=+@'));
    expect(rows.some(({ Importe }) => Importe!.startsWith('-'))).toBe(true);
  });
});

const fileRecord = (id: string) => ({
  ...{ id, name: 'a.jpg', mediaType: 'image/jpeg', source: 'upload', deletedAt: null },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' },
});

/** Returns a JSON export with these file records, in the order of its fields. */
function withFiles(text: string, records: readonly Record<string, unknown>[]): string {
  const fields = ['id', 'name', 'mediaType', 'size', 'sha256', 'source', 'createdAt', 'updatedAt', 'deletedAt'];
  const rows = records.map((record) => JSON.stringify(record, fields));
  return text.replace('"files":[\n]', `"files":[\n${rows.join(',\n')}\n]`);
}

async function zipOf(entries: readonly (readonly [name: string, content: string | Buffer])[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

describe('the import of an export', () => {
  it('an imported workspace has the same data and the same export, even in another database', async () => {
    const otherService = await startApi();
    try {
      const before = await visibleData(home.api);
      for (const on of [service, otherService]) {
        const { workspaceId, api } = await aNewWorkspace(on);
        const { code, json, errors } = await importFile(on, archive, workspaceId);
        expect([code, errors]).toEqual([0, '']);
        expect(json.restored).toMatchObject({ accounts: 5, contacts: 3, splits: 8, imports: 2, ruleRuns: 2, files: 9 });
        expect(json.filesLeftOut).toBe(0);
        expect(await exported(api)).toBe(await readFile(file, 'utf8'));
        expect(await visibleData(api)).toEqual(before);
        await expectNoDrift(on.database, workspaceId);
      }
    } finally {
      await otherService.stop();
    }
  });

  it('an import of a JSON export omits files and reports their number', async () => {
    const { workspaceId, api } = await aNewWorkspace(service);
    const { json } = await importFile(service, file, workspaceId);
    expect([json.restored.files, json.restored.fileLinks, json.filesLeftOut]).toEqual([0, 0, 9]);
    expect(ok(await api.get('/v1/files')).items).toEqual([]);
    expect(ok(await api.get('/v1/transactions?hasFile=true')).items).toEqual([]);
    expect(new Set(ok(await api.get('/v1/imports')).map(({ fileId }) => fileId))).toEqual(new Set([null]));
    await expectNoDrift(service.database, workspaceId);
  });

  it('rejects an archive with wrong, missing or repeated files and imports nothing, but ignores unknown entries', async () => {
    const { workspaceId, api } = await aNewWorkspace(service);
    const before = await exported(api);
    const bytes = aJpeg(500);
    const { id: own } = await aHousehold(service).then(({ api: other }) => aFile(other, bytes));
    const records = [{ ...fileRecord(own), size: bytes.length, sha256: sha256(bytes) }];
    const document = withFiles(await exported((await aNewWorkspace(service)).api), records);
    const name = `files/${sha256(bytes)}`;
    const refusal = async (...entries: [string, string | Buffer][]) => {
      const path = join(folder, `hostile-${newId()}.zip`);
      await writeFile(path, await zipOf(entries));
      return importError(path, workspaceId);
    };
    expect(await refusal(['workspace.json', document])).toContain(`has no bytes of the file ${own}`);
    expect(await refusal(['workspace.json', document], [name, aJpeg(500)])).toContain('do not match its hash');
    expect(await refusal(['workspace.json', document], [name, bytes], [name, bytes])).toContain(`two entries ${name}`);
    expect(await refusal([name, bytes])).toContain('has no entry workspace.json');
    expect(await refusal(['workspace.json', document], [name, Buffer.alloc(21 * 1024 * 1024)])).toContain('20 MiB');
    const path = join(folder, 'cut.zip');
    await writeFile(path, (await readFile(archive)).subarray(0, -100));
    expect(await importError(path, workspaceId)).toContain('The archive is damaged');
    expect(await exported(api)).toBe(before);
    const sound = join(folder, 'sound.zip');
    await writeFile(
      sound,
      await zipOf([
        ['nota.txt', 'x'],
        ['workspace.json', document],
        [name, bytes],
        ['files/x', 'y'],
      ]),
    );
    expect((await importFile(service, sound, workspaceId)).code).toBe(0);
    expect((await download(api, own)).bytes.equals(bytes)).toBe(true);
  });

  it('an imported workspace applies its rules to new transactions and can undo its imports', async () => {
    const { workspaceId, api } = await aNewWorkspace(service);
    await importFile(service, file, workspaceId);
    const [account] = ok(await api.get('/v1/accounts'));
    const began = new Date().toISOString();
    const created = await aTransaction(api, { accountId: account!.id, description: 'Tacos al pastor' });
    expect(created).toMatchObject({ notes: 'regla: sí', category: { name: 'a  b: c' } });
    expect(created.createdAt >= began).toBe(true);
    const [committed] = ok(await api.get('/v1/imports')).filter(({ status }) => status === 'committed');
    expect(ok(await api.post(`/v1/imports/${committed!.id}/undo`))).toMatchObject({
      status: 'undone',
      transactionsRemoved: 2,
    });
    await expectNoDrift(service.database, workspaceId);
  });

  it('rejects an import into a workspace that is not empty', async () => {
    const before = await exported(home.api);
    const full = await importError(file, home.workspaceId);
    expect(full).toContain('The workspace is not empty. It contains exchangeRates, contacts, accounts, categories');
    expect(await exported(home.api)).toBe(before);
    const { workspaceId, api } = await aNewWorkspace(service);
    ok(await api.post('/v1/categories', { name: 'Propia', kind: 'expense' }));
    const partial = await importError(file, workspaceId);
    expect(partial).toContain('It contains categories');
  });

  it('reports the location of the error in a damaged file, and imports nothing', async () => {
    const { workspaceId, api } = await aNewWorkspace(service);
    const before = await exported(api);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const at = (section: string) => lines.indexOf(`"${section}":[`) + 2;
    const changed = (line: number, from: string | RegExp, to: string) =>
      lines.map((text, index) => (index === line - 1 ? text.replace(from, to) : text));
    // A wrong amount in a split with a debt breaks a round of a tanda first.
    const split = lines.findIndex((line, n) => n > at('splits') - 2 && line.includes('"contactId":null')) + 1;
    const damages: [string[], string][] = [
      [lines.slice(0, 100), 'The file ends unexpectedly after line 100.'],
      [changed(at('accounts'), '1000.10', '1000.1'), `Line ${at('accounts')} has an invalid accounts.openingBalance`],
      [changed(split, '"amount":"', '"amount":"1'), 'transaction.splitSum of '],
      [
        changed(at('budgets'), /"categoryId":"[^"]{8}/, '"categoryId":"01a2ffff'),
        'categoryId refers to a missing row of categories',
      ],
      [changed(at('tags'), /"id":"[^"]{8}/, '"id":"01a2ffff'), 'a transaction has a tag that does not exist'],
    ];
    const errors = await Promise.all(
      damages.map(async ([text], index) => {
        const damaged = join(folder, `damaged-${index}.json`);
        await writeFile(damaged, text.join('\n'));
        return importError(damaged, workspaceId);
      }),
    );
    for (const [index, [, message]] of damages.entries()) {
      expect(errors[index]).toContain('Nothing was imported.');
      expect(errors[index]).toContain(message);
    }
    expect(await exported(api)).toBe(before);
  });
});

describe('a hostile file', () => {
  it('rejects a file with a category below itself or below a category of another kind', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const first = lines.indexOf('"categories":[') + 1;
    const changed = (change: (row: Record<string, unknown>) => object) =>
      lines.map((line, n) => (n === first ? `${JSON.stringify(change(JSON.parse(line.slice(0, -1))))},` : line));
    const { id: root, kind } = JSON.parse(lines[first]!.slice(0, -1)) as { id: string; kind: string };
    const child = lines.find((line) => line.includes(`"parentId":"${root}"`))!;
    const childId = (JSON.parse(child.replace(/,$/, '')) as { id: string }).id;
    const { workspaceId, api } = await aNewWorkspace(service);
    const before = await exported(api);
    for (const hostile of [
      changed((row) => ({ ...row, parentId: root })),
      changed((row) => ({ ...row, parentId: childId })),
      changed((row) => ({ ...row, kind: kind === 'income' ? 'expense' : 'income' })),
    ]) {
      const path = join(folder, 'hostile-tree.json');
      await writeFile(path, hostile.join('\n'));
      expect(await importError(path, workspaceId)).toContain('is its own ancestor or has a parent of another kind');
    }
    expect(await exported(api)).toBe(before);
  });

  it('rejects a file with a transfer within one account, too many rows, or rules that are too long', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const within = (section: string) => {
      const first = lines.indexOf(`"${section}":[`) + 1;
      return { first, last: lines.findIndex((line, n) => n > first && line.startsWith(']')) - 1 };
    };
    interface Row {
      readonly id: string;
      readonly accountId: string;
      readonly type: string;
    }
    const rowAt = (n: number) => JSON.parse(lines[n]!.replace(/,$/, '')) as Row;
    const textOf = (row: object) => `${JSON.stringify(row)},`;
    const transactions = within('transactions');
    const transfer = lines.findIndex((line, n) => n >= transactions.first && line.includes('"type":"transfer"'));
    const { accountId, currency } = rowAt(transfer) as Row & { readonly currency: string };
    const toItself = textOf({ ...rowAt(transfer), toAccountId: accountId, toCurrency: currency });
    const { first, last } = within('schedules');
    const [schedule] = [rowAt(first)];
    const scheduleToItself = { ...schedule, type: 'transfer', categoryId: null, toAccountId: schedule!.accountId };
    const more = (section: string, count: number, change: (n: number) => object = () => ({})) => {
      const at = within(section).first;
      const rows = Array.from({ length: count }, (_, n) => textOf({ ...rowAt(at), id: newId(), ...change(n) }));
      return lines.toSpliced(at, 0, ...rows);
    };
    const longest = [{ field: 'description', op: 'contains', value: 'a'.repeat(200) }];
    const { workspaceId, api } = await aNewWorkspace(service);
    const before = await exported(api);
    for (const [hostile, message] of [
      [lines.with(transfer, lines[transfer]!.endsWith(',') ? toItself : toItself.slice(0, -1)), 'to the same account'],
      [
        lines.with(first, first === last ? textOf(scheduleToItself).slice(0, -1) : textOf(scheduleToItself)),
        'a transfer within one account',
      ],
      [more('schedules', 500), 'exceeds the limit of 500 schedules'],
      [more('accounts', 1_000), 'exceeds the limit of 1000 accounts'],
      [more('budgets', 1_000), 'exceeds the limit of 1000 budgets'],
      [more('categories', 5_000, (n) => ({ name: `Rubro ${n}` })), 'exceeds the limit of 5000 categories'],
      [more('rules', 500), 'exceeds the limit of 500 rules'],
      [more('rules', 260, () => ({ conditions: longest })), 'exceed the limit of 1000 conditions or 50000 characters'],
    ] as const) {
      const path = join(folder, 'hostile-rows.json');
      await writeFile(path, hostile.join('\n'));
      expect(await importError(path, workspaceId)).toContain(message);
    }
    expect(await exported(api)).toBe(before);
  });

  it.each([{ amount: '1.23' }, { number: 77 }, { kind: 'receive' }, { live: false }])(
    'rejects a file in which the first round of a tanda has %j',
    async (change) => {
      const lines = (await readFile(file, 'utf8')).split('\n');
      const start = lines.indexOf('"tandaRounds":[');
      const at = lines.findIndex((line, n) => n > start && line.includes('"number":1,'));
      const row = JSON.parse(lines[at]!.replace(/,$/, '')) as object;
      expect(row).toMatchObject({ kind: 'pay', amount: '20.00', live: true });
      const { workspaceId } = await aNewWorkspace(service);
      const path = join(folder, 'hostile-round.json');
      await writeFile(
        path,
        lines.with(at, JSON.stringify({ ...row, ...change }) + (lines[at]!.endsWith(',') ? ',' : '')).join('\n'),
      );
      expect(await importError(path, workspaceId)).toContain('In tandaRounds');
    },
  );

  it.each<[string, string, string | RegExp, string]>([
    ['a paid plan', 'workspace', /"plan":"[^"]*"/, '"plan":"pro"'],
    ['a base currency with a line break', 'workspace', /"baseCurrency":"[^"]*"/, '"baseCurrency":"MX\\n"'],
    ['a name with a control character', 'accounts', /"name":"/, '"name":"\\u0007'],
    ['a currency with a line break', 'accounts', /"currency":"[^"]*"/, '"currency":"MXN\\n2026-01-01 x"'],
    ['an amount out of range', 'accounts', /"openingBalance":"[^"]*"/, '"openingBalance":"99999999999999999.00"'],
    ['an unknown currency', 'transactions', /"currency":"[^"]*"/, '"currency":"ABC"'],
    ['a description with a line break', 'transactions', /"description":"/, '"description":"a\\n2026-01-01 * '],
    ['SQL as the field of a rule', 'rules', /"field": ?"[^"]*"/, '"field":"description from x --"'],
    ['SQL as the operator of a rule', 'rules', /"op": ?"[^"]*"/, '"op":"= 1 or 1"'],
    ['an invalid pattern', 'rules', /"value": ?"\^tacos\?"/, '"value":"("'],
    ['an unknown action', 'rules', /"kind": ?"[^"]*"/, '"kind":"drop_table"'],
    ['a priority out of range', 'rules', /"priority":\d+/, '"priority":2000000'],
    ['an unknown account type', 'accounts', /"typeKey":"[^"]*"/, '"typeKey":"none"'],
    ['a mapping whose format is an object', 'importMappings', /"mapping":\{.*?\}/, '"mapping":{"dateFormat":{}}'],
    ['a layout that is a number', 'imports', /"detected":\{.*?\}/, '"detected":5'],
    ['an unknown effect', 'ruleEffects', /"effects":\{.*?\}/, '"effects":{"x":["a","applied"]}'],
  ])('rejects a file with %s, reports the line, and imports nothing', async (_, section, from, to) => {
    const { workspaceId, api } = await aNewWorkspace(service);
    const before = await exported(api);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const line = section === 'workspace' ? 1 : lines.indexOf(`"${section}":[`) + 1;
    const changed = lines[line]!.replace(from, to);
    expect(changed).not.toBe(lines[line]);
    const hostile = join(folder, `hostile-${section}-${to.length}.json`);
    await writeFile(hostile, lines.with(line, changed).join('\n'));
    expect(await importError(hostile, workspaceId)).toContain(`Line ${line + 1} has a`);
    expect(await exported(api)).toBe(before);
  });
});

describe('the command workspace export', () => {
  it('workspace export writes the same file as the API, readable only by its owner', async () => {
    for (const format of ['csv', 'hledger']) {
      const output = join(folder, `out.${format}`);
      const args = ['workspace', 'export', '--workspace', home.workspaceId, '--format', format, '--output', output];
      expect((await runCli(service.database, ...args)).json).toEqual({
        workspaceId: home.workspaceId,
        format,
        output,
      });
      expect(await readFile(output, 'utf8')).toBe(await exported(home.api, format));
      expect((await stat(output)).mode & 0o777).toBe(0o600);
    }
  });

  it('workspace export writes a single JSON value to standard output', async () => {
    const { json, code } = await runCli(service.database, 'workspace', 'export', '--workspace', home.workspaceId);
    expect([code, json]).toEqual([0, JSON.parse(await readFile(file, 'utf8'))]);
  });
});
