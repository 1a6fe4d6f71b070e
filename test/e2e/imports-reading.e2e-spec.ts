import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import {
  aDraft,
  aDraftOf,
  bankExport,
  commit,
  multipart,
  statement,
  statuses,
  undo,
  upload,
} from '../../libs/importing/test/statements.js';
import { hundredths, written } from './support/amounts.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode, statusAndPointers } from './support/client.js';
import type { AccountView, ImportRowView, ImportSummaryView, ImportView, TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aHousehold, aKey, anAccount, balanceOf, ok, everyItem, UNKNOWN_ID } from './support/household.js';
import type { Household } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  account = await anAccount(api);
});

const edit = (draft: ImportView, body: unknown) => api.patch(`/v1/imports/${draft.id}`, body);
const COLUMN_KEYS = [
  ...(['date', 'description', 'amount', 'debit', 'credit', 'direction'] as const),
  ...(['balance', 'reference', 'currency', 'category', 'notes', 'externalId'] as const),
];

describe('six bank statements', () => {
  it.each([
    ['bbva.csv', 'windows-1252', ',', 86, '266977.04', '154490.00', '18250.00', '130737.04'],
    ['santander.csv', 'utf-8', ',', 64, '83840.86', '139388.50', '9642.00', '-45905.64'],
    ['banorte.txt', 'utf-8', '|', 52, '153792.67', '84302.12', '44100.50', '113591.05'],
    ['banamex.csv', 'windows-1252', ',', 40, '31958.24', '90123.61', '7023.10', '-51142.27'],
    ['hsbc-sin-encabezado.csv', 'utf-8', ',', 33, '104731.96', '71569.24', '0.00', '33162.72'],
    ['coma-decimal.csv', 'utf-16le', ';', 28, '83585.59', '53496.16', '1500.00', '31589.43'],
  ])(
    'reads, commits and undoes %s without a warning',
    async (name, encoding, delimiter, count, paidIn, paidOut, opening, closing) => {
      const into = await anAccount(api, { openingBalance: opening });
      const draft = await aDraft(api, into.id, await bankExport(name), { filename: name });
      expect(draft.stats).toEqual({ total: count, ready: count, errors: 0, duplicates: 0, excluded: 0 });
      expect(draft.detected).toMatchObject({ format: 'csv', encoding, delimiter });
      const sumOf = (type: string) =>
        written(
          draft.rows.filter((row) => row.type === type).reduce((sum: bigint, row) => sum + hundredths(row.amount!), 0n),
        );
      expect([sumOf('income'), sumOf('expense')]).toEqual([paidIn, paidOut]);
      expect(draft.rows.flatMap(({ warnings }) => warnings)).toEqual([]);
      const committed = await commit(api, draft);
      expect(committed).toMatchObject({ status: 'committed', balanceBefore: opening, balanceAfter: closing });
      expect(await balanceOf(api, into.id)).toBe(closing);
      const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}&limit=200`);
      const entered = (row: TransactionView | ImportRowView) =>
        [row.date, row.type, row.amount, row.description].join();
      expect(items.map(entered).sort()).toEqual(draft.rows.map(entered).sort());
      expect(await undo(api, draft)).toMatchObject({ status: 'undone', balanceBefore: closing, balanceAfter: opening });
      expect(await balanceOf(api, into.id)).toBe(opening);
    },
  );

  it('orders the rows of a day chronologically, even if the file lists the newest rows first', async () => {
    const into = await anAccount(api, { openingBalance: '18250.00' });
    const draft = await aDraft(api, into.id, await bankExport('bbva.csv'));
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}&limit=200`);
    expect(items.map(({ description }) => description)).toEqual(draft.rows.map(({ description }) => description));
  });
});

describe('a draft', () => {
  const FILE = statement(
    [
      ['2026-03-07', '  Tacos   El Güero ', '-1,025.50', 'Comida'],
      ['2026-03-08', 'Nómina', '9000.00', ''],
    ],
    'Categoría',
  );

  it('a draft contains the settings, columns and rows of the file', async () => {
    const draft = await aDraft(api, account.id, FILE, { filename: 'marzo.csv' });
    expect(draft).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      accountId: account.id,
      filename: 'marzo.csv',
      fileId: expect.any(String),
      status: 'draft',
      mapping: {
        ...{ date: 0, description: 1, amount: 2, debit: null, credit: null, direction: null, balance: null },
        ...{ reference: null, currency: null, category: 3, notes: null, externalId: null },
        ...{ dateFormat: 'yyyy-MM-dd', year: null, decimalSeparator: '.', invertSign: false },
      },
      columns: [
        { index: 0, header: 'Fecha', samples: ['2026-03-07', '2026-03-08'], field: 'date' },
        { index: 1, header: 'Descripción', samples: ['Tacos El Güero', 'Nómina'], field: 'description' },
        { index: 2, header: 'Monto', samples: ['-1,025.50', '9000.00'], field: 'amount' },
        { index: 3, header: 'Categoría', samples: ['Comida'], field: 'category' },
      ],
      rows: [
        {
          ...{ index: 0, page: null, line: 2, raw: ['2026-03-07', '  Tacos   El Güero ', '-1,025.50', 'Comida'] },
          ...{ date: '2026-03-07', description: 'Tacos El Güero', amount: '1025.50', type: 'expense' },
          ...{ category: 'Comida', categoryId: draft.rows[0]!.categoryId, externalId: null, status: 'ready' },
          ...{ errors: [], warnings: [], duplicateOf: null, excluded: false, edited: false },
          ...{ categorySource: 'file', details: null, transferCandidate: null, tags: [] },
        },
        {
          ...{ index: 1, page: null, line: 3, raw: ['2026-03-08', 'Nómina', '9000.00', ''] },
          ...{ date: '2026-03-08', description: 'Nómina', amount: '9000.00', type: 'income' },
          ...{ category: null, categoryId: null, externalId: null, status: 'ready' },
          ...{ errors: [], warnings: [], duplicateOf: null, excluded: false, edited: false },
          ...{ categorySource: null, details: null, transferCandidate: null, tags: [] },
        },
      ],
      newCategories: draft.rows[0]!.categoryId === null ? [{ name: 'Comida', count: 1 }] : [],
      stats: { total: 2, ready: 2, errors: 0, duplicates: 0, excluded: 0 },
      detected: {
        ...{ format: 'csv', encoding: 'utf-8', delimiter: ',', preambleRows: 0, headerRow: 1 },
        ...{ dateFormat: 'yyyy-MM-dd', decimalSeparator: '.', skippedLines: [] },
        ...{ bank: null, sections: [], period: null },
      },
      mappingSource: 'found',
      ...{ reconciliation: null, proof: null, cardStatement: null },
      accounts: [],
      ...{ transactionsCreated: null, transactionsRemoved: null, undone: [], undoneTotal: 0, warnings: [] },
      balanceBefore: null,
      balanceAfter: null,
      createdAt: expect.any(String),
      committedAt: null,
      undoneAt: null,
    });
    const [stored] = await service.database.query<{ at: Date }>(
      'select created_at as at from importing_imports where id = $1',
      [draft.id],
    );
    expect(draft.createdAt).toBe(stored!.at.toISOString());
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toEqual(draft);
    expect(await balanceOf(api, account.id)).toBe('0.00');
  });

  it('lists the latest imports first, with the same figures as the detail', async () => {
    const first = await aDraft(api, account.id, FILE);
    const second = await aDraft(
      api,
      account.id,
      statement([
        ['2026-13-07', 'x', '1.00'],
        ['2026-12-07', 'x', '0.00'],
        ['2026-12-07', 'x', '2.00'],
      ]),
    );
    const entryOf = ({
      id,
      accountId,
      filename,
      fileId,
      status,
      stats,
      committedAt,
      createdAt,
    }: ImportSummaryView) => ({
      ...{ id, accountId, filename, fileId, status, stats, committedAt, createdAt },
    });
    expect(ok(await api.get('/v1/imports'))).toEqual([second, first].map(entryOf));
    expect(second.stats).toEqual({ total: 3, ready: 1, errors: 1, duplicates: 0, excluded: 1 });
    const committed = await commit(api, first);
    expect(ok(await api.get('/v1/imports'))).toEqual([second, committed].map(entryOf));
  });

  it('returns the preamble, header and skipped lines of a file', async () => {
    const bbva = await aDraft(api, account.id, await bankExport('bbva.csv'));
    expect(bbva.detected).toMatchObject({
      preambleRows: 4,
      headerRow: 5,
      dateFormat: 'dd/MM/yyyy',
      decimalSeparator: '.',
    });
    const hsbc = await aDraft(api, account.id, await bankExport('hsbc-sin-encabezado.csv'));
    expect(hsbc.detected).toMatchObject({ preambleRows: 0, headerRow: null, dateFormat: 'd/M/yyyy' });
    expect(hsbc.columns.map(({ header }) => header)).toEqual(hsbc.columns.map(() => ''));
    const banamex = await aDraft(api, account.id, await bankExport('banamex.csv'));
    expect(banamex.detected).toMatchObject({ preambleRows: 9, headerRow: 10, dateFormat: 'dd-MM-yy' });
    const decimal = await aDraft(api, account.id, await bankExport('coma-decimal.csv'));
    expect(decimal.detected).toMatchObject({ dateFormat: 'dd/MMM/yyyy', decimalSeparator: ',' });
  });

  it('the columns of a draft match its mapping', async () => {
    for (const name of ['bbva.csv', 'santander.csv', 'banorte.txt', 'hsbc-sin-encabezado.csv']) {
      const { mapping, columns } = await aDraft(api, account.id, await bankExport(name));
      for (const { index, field } of columns)
        expect(field === null || mapping[field as (typeof COLUMN_KEYS)[number]] === index).toBe(true);
      for (const key of COLUMN_KEYS) {
        if (mapping[key] !== null) expect(columns[mapping[key]]!.field).not.toBeNull();
      }
    }
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\Mis documentos\\\\año.csv', 'año.csv'],
    ['Estado de cuenta – Peñón Ñandú.csv', 'Estado de cuenta – Peñón Ñandú.csv'],
    ['man\u0303ana.csv', 'mañana.csv'],
    [`a.csv"; filename*=UTF-8''%01%00%0Aa%7F%2F..%2Fa%C3%B1o%09x.csv; x="`, 'añox.csv'],
    [`${'a'.repeat(300)}.csv`, 'a'.repeat(255)],
  ])('removes folders and control characters from the file name %j', async (filename, storedName) => {
    expect((await aDraft(api, account.id, FILE, { filename })).filename).toBe(storedName);
  });
});

describe('changing the settings of a draft', () => {
  const AMBIGUOUS = `Fecha,Concepto,Monto,Otro\n03/04/2026,Café,-10.00,-77.00\n05/06/2026,Pan,20.00,88.00\n`;

  it('merges new settings with earlier and detected settings, key by key', async () => {
    const draft = await aDraft(api, account.id, AMBIGUOUS, { mapping: { invertSign: true } });
    expect(draft.mapping).toMatchObject({ amount: 2, invertSign: true });
    expect(draft.rows.map(({ type }) => type)).toEqual(['income', 'expense']);
    const remapped = ok(await edit(draft, { mapping: { amount: 3 } }));
    expect(remapped.mapping).toMatchObject({ date: 0, description: 1, amount: 3, invertSign: true });
    expect(remapped.rows.map(({ amount, type }) => `${type} ${amount}`)).toEqual(['income 77.00', 'expense 88.00']);
    expect(remapped.columns.map(({ field }) => field)).toEqual(['date', 'description', null, 'amount']);
    const back = ok(await edit(draft, { mapping: { invertSign: false, notes: 1 } }));
    expect(back.mapping).toMatchObject({ amount: 3, invertSign: false, description: 1, notes: 1 });
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toEqual(back);
  });

  it('reads ambiguous dates day first and warns on each row until the caller sets a date format', async () => {
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    expect(draft.rows.map(({ date, warnings }) => `${date} ${warnings[0]?.code}`)).toEqual([
      '2026-04-03 DATE_AMBIGUOUS',
      '2026-06-05 DATE_AMBIGUOUS',
    ]);
    const american = ok(await edit(draft, { mapping: { dateFormat: 'MM/dd/yyyy' } }));
    expect(american.rows.map(({ date, warnings }) => [date, warnings])).toEqual([
      ['2026-03-04', []],
      ['2026-05-06', []],
    ]);
    expect(american.mapping.dateFormat).toBe('MM/dd/yyyy');
    expect(statusAndPointers(await edit(draft, { mapping: { dateFormat: 'nonsense' } }))).toBe(
      '400 #/mapping/dateFormat',
    );
  });

  it('uses mapping.year for dates without a year, and does not save mapping.year for other statements', async () => {
    const file = 'Fecha,Concepto,Monto\n28-dic,Pan,-10.00\n30-dic,Té,-20.00\n';
    const draft = await aDraft(api, account.id, file);
    expect(draft.rows.map(({ errors }) => errors[0])).toEqual([
      expect.objectContaining({ code: 'DATE_INVALID', detail: expect.stringContaining('mapping.year') as unknown }),
      expect.objectContaining({ code: 'DATE_INVALID' }),
    ]);
    const dated = ok(await edit(draft, { mapping: { year: 2024 } }));
    expect([dated.mapping.year, ...dated.rows.map(({ date }) => date)]).toEqual([2024, '2024-12-28', '2024-12-30']);
    await commit(api, dated);
    expect(await aDraft(api, account.id, file)).toMatchObject({ mappingSource: 'found', mapping: { year: null } });
    expect((await aDraft(api, account.id, file, { mapping: { year: 2024 } })).stats.duplicates).toBe(2);
    const undated = ok(
      await edit(await aDraft(api, account.id, file, { mapping: { year: 2025 } }), { mapping: { year: null } }),
    );
    expect(undated.stats).toMatchObject({ total: 2, errors: 2 });
  });

  it('rejects a column index outside the table on upload and on edit', async () => {
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    const bad = { mapping: { category: 4, notes: 3, externalId: 5, debit: 16_383 } };
    expect(statusAndPointers(await edit(draft, bad))).toBe(
      '400 #/mapping/debit #/mapping/category #/mapping/externalId',
    );
    expect(statusAndPointers(await upload(api, account.id, AMBIGUOUS, bad))).toMatch(/^400 #\/mapping/);
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toEqual(draft);
    expect(ok(await api.get('/v1/imports'))).toHaveLength(1);
  });

  it.each([
    [{ mapping: { date: -1 } }, '#/mapping/date'],
    [{ mapping: { date: 1.5 } }, '#/mapping/date'],
    [{ mapping: { date: '0' } }, '#/mapping/date'],
    [{ mapping: { fecha: 0 } }, '#/mapping/fecha'],
    [{ mapping: { decimalSeparator: ';' } }, '#/mapping/decimalSeparator'],
    [{ mapping: { year: 1899 } }, '#/mapping/year'],
    [{ mapping: { year: '2026' } }, '#/mapping/year'],
    [{ mapping: { invertSign: null } }, '#/mapping/invertSign'],
    [{ mapping: { invertSign: 'yes' } }, '#/mapping/invertSign'],
    [{ mapping: [] }, '#/mapping'],
    [{ mapping: null }, '#/mapping'],
    [{ mapping: 'x' }, '#/mapping'],
    [{ encoding: 'ebcdic' }, '#/encoding'],
    [{ encoding: 7 }, '#/encoding'],
    [{ encoding: null }, '#/encoding'],
    [{ delimiter: '+' }, '#/delimiter'],
    [{ delimiter: ',,' }, '#/delimiter'],
    [{ accountId: null }, '#/accountId'],
    [{ filename: 'x' }, '#/filename'],
    [{ status: 'committed' }, '#/status'],
  ])('rejects the settings %j', async (body, pointer) => {
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    expect(statusAndPointers(await edit(draft, body))).toBe(`400 ${pointer}`);
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toEqual(draft);
  });

  it('reads the file with the given encoding and delimiter', async () => {
    const bytes = Buffer.from('Fecha,Concepto,Monto\n25/03/2026,Panader\xeda El Pe\xf1\xf3n,-10.00\n', 'latin1');
    const draft = await aDraft(api, account.id, bytes, { encoding: 'macintosh' });
    expect(draft.detected.encoding).toBe('macintosh');
    expect(draft.rows[0]!.description).not.toBe('Panadería El Peñón');
    const again = ok(await edit(draft, { encoding: 'ISO-8859-1' }));
    expect(again.detected.encoding).toBe('windows-1252');
    expect(again.rows[0]!.description).toBe('Panadería El Peñón');
    const piped = await aDraft(api, account.id, 'Fecha;Concepto;Monto\n25/03/2026;a|b;-10.00\n', { delimiter: ';' });
    expect(piped.rows[0]).toMatchObject({ description: 'a|b', status: 'ready' });
    expect(statusAndCode(await edit(piped, { delimiter: '\t' }))).toMatch(/^(200|422 IMPORT_UNREADABLE)$/);
  });

  it('finds duplicates in the new account of a draft, and rejects an unknown or inactive account', async () => {
    const [second, closed] = [await anAccount(api), await anAccount(api)];
    const foreign = await anAccount((await aHousehold(service)).api);
    await api.post(`/v1/accounts/${closed.id}/archive`);
    const first = await aDraft(api, account.id, AMBIGUOUS);
    await commit(api, first);
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    expect(draft.stats.duplicates).toBe(2);
    for (const accountId of [UNKNOWN_ID, foreign.id, 'x']) {
      expect(statusAndPointers(await edit(draft, { accountId }))).toBe('422 #/accountId');
      expect(statusAndPointers(await upload(api, accountId, AMBIGUOUS))).toBe('422 #/accountId');
    }
    expect(statusAndCode(await edit(draft, { accountId: closed.id }))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(statusAndCode(await upload(api, closed.id, AMBIGUOUS))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(ok(await edit(draft, { accountId: second.id }))).toMatchObject({
      accountId: second.id,
      stats: { ready: 2, duplicates: 0 },
    });
    await commit(api, draft);
    expect([await balanceOf(api, account.id), await balanceOf(api, second.id)]).toEqual(['10.00', '10.00']);
  });

  it('keeps edited row fields when the service reads the file again', async () => {
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    const row = (index: number, body: unknown) => api.patch(`/v1/imports/${draft.id}/rows/${index}`, body);
    await row(0, { description: 'Café de olla', amount: '12.34' });
    await row(1, { excluded: true });
    const again = ok(await edit(draft, { mapping: { invertSign: true } }));
    expect(again.rows[0]).toMatchObject({ description: 'Café de olla', amount: '12.34', type: 'income', edited: true });
    expect(statuses(again)).toEqual(['ready', 'excluded']);
  });

  it('clears the type of a row if the new mapping provides no type, even if the user set the amount', async () => {
    const file = 'Fecha,Concepto,Cargo,Abono,Otro\n25/03/2026,Café,10.00,,x\n26/03/2026,Pan,,20.00,y\n';
    const draft = await aDraft(api, account.id, file);
    await api.patch(`/v1/imports/${draft.id}/rows/0`, { amount: '5.00' });
    const again = ok(await edit(draft, { mapping: { amount: 4 } }));
    expect(again.rows[0]!.type).toBeNull();
    expect(again.rows[0]!.status).toBe('error');
    expect(statusAndCode(await api.post(`/v1/imports/${draft.id}/commit`, {}))).toBe('409 IMPORT_HAS_ERRORS');
    const corrected = ok(await edit(draft, { mapping: { amount: null, debit: 2, credit: 3 } }));
    expect(corrected.rows[0]).toMatchObject({ amount: '5.00', type: 'expense', status: 'ready' });
  });

  it('a mapping without a valid date, description or amount makes every row invalid or the file unreadable', async () => {
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    const columns = Object.fromEntries(COLUMN_KEYS.map((key) => [key, null]));
    for (const mapping of [
      { date: null },
      { description: null },
      { amount: null },
      columns,
      { date: 2 },
      { amount: 1, description: 2 },
    ]) {
      const answer = await edit(draft, { mapping });
      expect(statusAndCode(answer)).toMatch(/^(200|422 IMPORT_UNREADABLE)$/);
      if (answer.status === 200) expect(answer.body.stats.errors).toBe(answer.body.stats.total);
    }
  });

  it('applies each of several concurrent changes to the settings of a draft', async () => {
    const draft = await aDraft(api, account.id, AMBIGUOUS);
    const second = await anAccount(api);
    const changes = [
      { mapping: { invertSign: true } },
      { mapping: { dateFormat: 'MM/dd/yyyy' } },
      { accountId: second.id },
    ];
    for (const answer of await Promise.all(changes.map((change) => edit(draft, change)))) ok(answer);
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toMatchObject({
      accountId: second.id,
      mapping: { invertSign: true, dateFormat: 'MM/dd/yyyy' },
      rows: [{ date: '2026-03-04', type: 'income' }, { date: '2026-05-06' }],
    });
  });
});

describe('an invalid upload', () => {
  const GOOD = statement([['2026-03-07', 'Tacos', '-1.00']]);
  const send = (...parts: Parameters<typeof multipart>) => api.post('/v1/imports', undefined, multipart(...parts));
  const file = { name: 'file', filename: 'a.csv', content: GOOD };
  const into = () => ({ name: 'accountId', content: account.id as string });

  it('rejects an upload that has unknown fields or does not have exactly one file and an account', async () => {
    expect(statusAndPointers(await send(into()))).toBe('400 #/file');
    expect(statusAndPointers(await send(into(), { name: 'file', content: GOOD }))).toMatch(/^400 #\/file/);
    expect(statusAndPointers(await send(file))).toBe('400 #/accountId');
    expect(statusAndPointers(await send(file, into(), { name: 'note', content: 'x' }))).toBe('400 #/note');
    expect(statusAndPointers(await send(into(), { ...file, name: 'statement' }))).toBe('400 #/statement');
    expect(statusAndCode(await send(into(), file, file))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await send(into(), into(), file))).toBe('400 VALIDATION_FAILED');
    expect(statusAndPointers(await send(into(), file, { name: '__proto__', content: 'x' }))).toMatch(/^400/);
    expect(statusAndPointers(await send(into(), file, { name: 'constructor', content: 'x' }))).toMatch(/^400/);
    expect(statusAndPointers(await send(file, { name: 'accountId[a]', content: 'x' }))).toMatch(/^400/);
    expect(statusAndCode(await send(into(), { ...file, filename: '' }))).toMatch(/^(200|400 VALIDATION_FAILED)$/);
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, content: 'x' }));
    expect(statusAndCode(await send(into(), file, ...many))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await send(into(), file, { name: 'n'.repeat(500), content: 'x' }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(statusAndCode(await send(into(), file, { name: 'encoding', content: 'x'.repeat(70_000) }))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    );
  });

  it.each(['{', '[]', '7', '"x"', 'null', '{"date":"0"}', '{"date":99}', '{"__proto__":{"date":0}}'])(
    'rejects an upload with the mapping %s',
    async (mapping) => {
      const answer = await send(into(), file, { name: 'mapping', content: mapping });
      expect(statusAndPointers(answer)).toMatch(/^400 #\/mapping/);
    },
  );

  it('rejects an upload that is not multipart', async () => {
    expect(statusAndCode(await api.post('/v1/imports', { accountId: account.id }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    const headers = { 'content-type': 'text/csv' };
    expect(statusAndCode(await api.post('/v1/imports', undefined, { raw: GOOD, headers }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    expect(statusAndCode(await api.post('/v1/imports'))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it('rejects a truncated multipart body immediately', async () => {
    const whole = multipart(into(), file);
    const raw = (whole.raw as Buffer).subarray(0, (whole.raw as Buffer).length - 30);
    expect(statusAndCode(await api.post('/v1/imports', undefined, { ...whole, raw }))).toMatch(
      /^400 (REQUEST_MALFORMED|VALIDATION_FAILED)$/,
    );
    const nameless = { 'content-type': 'multipart/form-data' };
    expect(statusAndCode(await api.post('/v1/imports', undefined, { raw: GOOD, headers: nameless }))).toMatch(
      /^4(00|15)/,
    );
    const otherHeaders = { 'content-type': 'multipart/form-data; boundary=other' };
    expect(statusAndCode(await api.post('/v1/imports', undefined, { ...whole, headers: otherHeaders }))).toMatch(
      /^400/,
    );
    expect(statusAndCode(await api.post('/v1/imports', undefined, { raw: '', headers: otherHeaders }))).toMatch(/^400/);
  });

  it('an aborted upload does not create an import or log an error', async () => {
    const whole = multipart(into(), { ...file, content: GOOD.repeat(20_000) });
    const { hostname, port } = new URL(service.url);
    const body = whole.raw as Buffer;
    for (let count = 0; count < 10; count += 1) {
      const socket = connect(Number(port), hostname);
      const head = Object.entries({
        host: hostname,
        authorization: `Bearer ${home.key}`,
        ...whole.headers,
        'content-length': '400000',
      });
      socket.write(
        `POST /v1/imports HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')}\r\n`,
      );
      await new Promise((sent) => socket.write(body.subarray(0, count * 30_000), sent));
      socket.destroy();
    }
    expect(ok(await api.get('/v1/imports'))).toEqual([]);
    expect(service.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });

  it('rejects a file as too large only if it exceeds 20 MiB', async () => {
    const size = 20 * 1024 * 1024;
    const padded = (bytes: number) =>
      Buffer.concat([Buffer.from(GOOD), Buffer.alloc(bytes - Buffer.byteLength(GOOD), '\n')]);
    expect(statusAndCode(await upload(api, account.id, padded(size + 1)))).toBe('413 PAYLOAD_TOO_LARGE');
    expect(statusAndCode(await upload(api, account.id, padded(size)))).toMatch(/^(200|422 IMPORT_UNREADABLE)$/);
  });

  it.each<[string, string | Buffer]>([
    ['an empty file', ''],
    ['one byte', 'x'],
    ['blank lines', '\n\n \n\t\n'],
    ['a header without rows', 'Fecha,Concepto,Monto\n'],
    ['prose', 'Estimado cliente:\nle informamos que su estado de cuenta no está listo.\n'],
    ['binary data', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))],
    ['NUL bytes', Buffer.alloc(5000)],
    ['a PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\n'],
    ['a zip', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), Buffer.alloc(200, 7)])],
    ['an image', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 3)])],
    ['a line longer than a megabyte', `Fecha,Concepto,Monto\n2026-03-07,${'x'.repeat(1_100_000)},1.00\n`],
    ['a record with 900,000 cells', `Fecha,Concepto,Monto\n${','.repeat(900_000)}\n`],
    ['an unclosed quote', `Fecha,Concepto,Monto\n2026-03-07,"${'x\n'.repeat(700_000)}`],
    ['a truncated UTF-16 character', Buffer.from([0xff, 0xfe, 0x41])],
  ])('rejects an upload of %s and returns the reason', async (_, bytes) => {
    const answer = await upload(api, account.id, bytes);
    expect(statusAndCode(answer)).toBe('422 IMPORT_UNREADABLE');
    expect(answer.body.detail).toMatch(/^The file cannot be read: .+/);
    expect(ok(await api.get('/v1/imports'))).toEqual([]);
  });

  it('rejects a file with 100,001 rows', async () => {
    const line = '2026-03-07,Tacos,-1.00\n';
    const answer = await upload(api, account.id, `Fecha,Concepto,Monto\n${line.repeat(100_001)}`);
    expect(statusAndCode(answer)).toBe('422 IMPORT_UNREADABLE');
    expect(answer.body.detail).toContain('100,000');
    expect(answer.body.detail).toContain('100002');
  });

  it.each<[string, string | Buffer]>([
    ['NUL', 'Fecha,Concepto,Monto,Notas,Categoría\n2026-03-07,Ta\0cos,-1.00,a\0b,c\0d\n2026-03-08,Tacos,-1.00,b,d\n'],
    [
      'other control characters',
      'Fecha,Concepto,Monto,Notas,Categoría\n2026-03-07,Ta\u0001\u001bcos,-1.00,a\u0085b,c\u0007d\n2026-03-08,T,-1.00,b,d\n',
    ],
    [
      'an unpaired surrogate',
      Buffer.from(
        '\ufeffFecha,Concepto,Monto,Notas,Categoría\n2026-03-07,Ta\ud800cos \udc00,-1.00,x\ud83d,y\udfff\n2026-03-08,T,-1.00,b,d\n',
        'utf16le',
      ),
    ],
    [
      'noncharacters',
      'Fecha,Concepto,Monto,Notas,Categoría\n2026-03-07,\ufffe\uffff😀,-1.00,x,y\n2026-03-08,T,-1.00,b,d\n',
    ],
    [
      'very long cells',
      `Fecha,Concepto,Monto,Notas,Categoría\n2026-03-07,Tacos,-1.00,${'n'.repeat(9000)},${'c'.repeat(9000)}\n2026-03-08,T,-1.00,b,d\n`,
    ],
    [
      'long emoji notes',
      `Fecha,Concepto,Monto,Notas,Categoría\n2026-03-07,Tacos,-1.00,${'😀'.repeat(3000)},x\n2026-03-08,T,-1.00,b,d\n`,
    ],
  ])('accepts a file with %s in its cells, or rejects the file as unreadable', async (_, bytes) => {
    const answer = await upload(api, account.id, bytes, { mapping: { notes: 3, category: 4 } });
    expect(statusAndCode(answer)).toMatch(/^(200|422 IMPORT_UNREADABLE)$/);
    if (answer.status !== 200) return;
    await commit(api, answer.body, { skipErrors: true });
    await everyItem(api, `/v1/transactions?importId=${answer.body.id}`);
    await undo(api, answer.body);
  });

  it('commits the other rows of a file with a very long external ID', async () => {
    const long = Array.from({ length: 9000 }, (_, index) => String.fromCharCode(97 + ((index * index) % 26))).join('');
    const bytes = statement(
      [
        ['2026-03-07', 'Tacos', '-1.00', long],
        ['2026-03-08', 'Pan', '-1.00', 'b'],
      ],
      'Folio',
    );
    const draft = await aDraft(api, account.id, bytes, { mapping: { externalId: 3 } });
    await commit(api, draft, { skipErrors: true });
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
    expect(items.map(({ externalId }) => externalId)).toContain('b');
  });
});

describe('access to imports', () => {
  const MOVEMENTS: Movement[] = [['2026-03-07', 'Tacos', '-1.00']];

  it('a read-only key can read imports but cannot change them', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    const reader = api.as((await aKey(service.database, home.workspaceId, 'read_only')).key);
    expect(ok(await reader.get(`/v1/imports/${draft.id}`))).toEqual(draft);
    expect(ok(await reader.get(`/v1/imports/${draft.id}/rows`)).items).toEqual(draft.rows);
    expect(ok(await reader.get('/v1/imports'))).toHaveLength(1);
    const refused = [
      await upload(reader, account.id, statement(MOVEMENTS)),
      await reader.patch(`/v1/imports/${draft.id}`, {}),
      await reader.patch(`/v1/imports/${draft.id}/rows/0`, {}),
      await reader.post(`/v1/imports/${draft.id}/commit`),
      await reader.post(`/v1/imports/${draft.id}/undo`),
      await reader.delete(`/v1/imports/${draft.id}`),
    ];
    expect(new Set(refused.map(statusAndCode))).toEqual(new Set(['403 AUTH_INSUFFICIENT_SCOPE']));
  });

  it('returns 404 for an import of another workspace and for an invalid ID', async () => {
    const draft = await aDraftOf(api, account.id, ...MOVEMENTS);
    const stranger = (await aHousehold(service)).api;
    for (const [caller, id] of [
      [stranger, draft.id],
      [api, UNKNOWN_ID],
      [api, 'x'],
      [api, '%00'],
      [api, "1'--"],
    ] as [Client, string][]) {
      const answers = [
        await caller.get(`/v1/imports/${id}`),
        await caller.get(`/v1/imports/${id}/rows`),
        await caller.patch(`/v1/imports/${id}`, { mapping: { invertSign: true } }),
        await caller.patch(`/v1/imports/${id}/rows/0`, { excluded: true }),
        await caller.post(`/v1/imports/${id}/commit`),
        await caller.post(`/v1/imports/${id}/undo`),
        await caller.delete(`/v1/imports/${id}`),
      ];
      expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['404 IMPORT_NOT_FOUND']));
    }
    expect(ok(await stranger.get('/v1/imports'))).toEqual([]);
    expect(ok(await stranger.get(`/v1/transactions?importId=${draft.id}`)).items).toEqual([]);
    expect(ok(await api.get(`/v1/imports/${draft.id}`))).toEqual(draft);
  });

  it('a draft expires after 30 days', async () => {
    const [draft, done30, fresh] = [
      await aDraftOf(api, account.id, ...MOVEMENTS),
      await aDraftOf(api, account.id, ['2026-03-09', 'x', '1.00']),
      await aDraftOf(api, account.id, ...MOVEMENTS),
    ];
    await commit(api, done30);
    const age = (id: string, interval: string) =>
      service.database.query('update importing_imports set created_at = now() - $2::interval where id = $1', [
        id,
        interval,
      ]);
    await age(draft.id, '30 days 1 minute');
    await age(done30.id, '90 days');
    await age(fresh.id, '29 days 23 hours 59 minutes');
    const path = `/v1/imports/${draft.id}` as const;
    const answers = [
      await api.get(path),
      await api.get(`${path}/rows`),
      await api.patch(path, {}),
      await api.patch(`${path}/rows/0`, {}),
      await api.post(`${path}/commit`),
      await api.post(`${path}/undo`),
      await api.delete(path),
    ];
    expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['404 IMPORT_NOT_FOUND']));
    expect(ok(await api.get('/v1/imports')).map(({ id }) => id)).toEqual([fresh.id, done30.id]);
    expect(await undo(api, done30)).toMatchObject({ status: 'undone' });
    await commit(api, fresh);
  });
});
