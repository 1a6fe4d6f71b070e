import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rowOf, workbookOf } from '../../libs/statement-files/test/stored-zip.js';
import { aDraft, bankExport, commit, statuses, undo, upload } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, balanceOf, ok } from './support/household.js';

let service: Service;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  api = (await aHousehold(service)).api;
  account = await anAccount(api);
});

/** Some banks write OFX on a single line. */
function ofx(movements: readonly [day: string, amount: string, id: string, name: string][], currency = 'MXN'): string {
  const list = movements.map(
    ([day, amount, id, name]) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}120000[-6:CST]<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`,
  );
  return `OFXHEADER:100\nCHARSET:1252\n\n<OFX><STMTRS><CURDEF>${currency}<BANKTRANLIST>${list.join('')}</BANKTRANLIST></STMTRS></OFX>`;
}

const MOVEMENTS: [day: string, amount: string, id: string, name: string][] = [
  ['20261002', '-25.00', 'A1', 'OXXO'],
  ['20261002', '-25.00', 'A2', 'OXXO'],
  ['20261003', '9000,00', 'A3', 'NOMINA'],
];

describe('a statement in each format', () => {
  it.each([
    ['bbva.xlsx', 'xlsx', 40, '8250.00', '-81290.81'],
    ['hey-banco.xlsx', 'xlsx', 21, '25000.00', '-19072.26'],
    ['santander.xls', 'xls', 32, '9642.00', '-22781.94'],
    ['bbva-net-cash.xls', 'xls', 30, '120000.00', '8757.23'],
    ['banamex.xls', 'html', 26, '7023.10', '-1212.73'],
    ['hsbc.ofx', 'ofx', 24, '15000.00', '-19020.62'],
    ['tarjeta-credito.qfx', 'ofx', 20, '0.00', '-20992.05'],
    ['efectivo.qif', 'qif', 22, '0.00', '-15197.34'],
    ['hsbc-empresas.xml', 'camt053', 18, '310500.00', '281175.37'],
  ])('reads, commits and undoes %s', async (name, format, count, opening, closing) => {
    const into = await anAccount(api, { openingBalance: opening });
    const draft = await aDraft(api, into.id, await bankExport(name), { filename: 'estado.csv' });
    expect(draft.detected).toMatchObject({ format, delimiter: null });
    expect(draft.stats).toEqual({ total: count, ready: count, errors: 0, duplicates: 0, excluded: 0 });
    expect(await commit(api, draft)).toMatchObject({ balanceBefore: opening, balanceAfter: closing });
    expect(await balanceOf(api, into.id)).toBe(closing);
    expect(statuses(await aDraft(api, into.id, await bankExport(name))).every((status) => status === 'duplicate')).toBe(
      true,
    );
    expect(await undo(api, draft)).toMatchObject({ status: 'undone', balanceAfter: opening });
  });
});

describe('OFX', () => {
  it('finds duplicates by a known external ID, and also if the bank generates new IDs for each download', async () => {
    await commit(api, await aDraft(api, account.id, ofx(MOVEMENTS)));
    const regenerated = MOVEMENTS.map(
      ([day, amount, id, name]) => [day, amount, `B${id}`, name] as (typeof MOVEMENTS)[0],
    );
    expect(statuses(await aDraft(api, account.id, ofx(regenerated)))).toEqual(['duplicate', 'duplicate', 'duplicate']);
    const renamed = MOVEMENTS.map(([day, amount, id]) => [day, amount, id, 'OTRA COSA'] as (typeof MOVEMENTS)[0]);
    expect(statuses(await aDraft(api, account.id, ofx(renamed)))).toEqual(['duplicate', 'duplicate', 'duplicate']);
    const third = [...regenerated, ['20261002', '-25.00', 'B9', 'OXXO'] as (typeof MOVEMENTS)[0]];
    expect(statuses(await aDraft(api, account.id, ofx(third)))).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'ready',
    ]);
  });

  it('reports an error on every row if the file’s currency differs from the account’s', async () => {
    const draft = await aDraft(api, account.id, ofx(MOVEMENTS, 'USD'));
    expect(draft.stats).toMatchObject({ errors: 3 });
    expect(draft.rows[0]!.errors).toEqual([
      { field: 'currency', code: 'CURRENCY_MISMATCH', detail: 'The row is in USD, the account in MXN.' },
    ]);
  });

  it('returns the fields of an OFX file, and stores separate decisions for rows that share a line', async () => {
    const draft = await aDraft(api, account.id, ofx(MOVEMENTS));
    expect(draft.rows.map(({ line }) => line)).toEqual([4, 4, 4]);
    expect(draft.rows[2]).toMatchObject({
      raw: ['20261003120000[-6:CST]', '9000,00', 'NOMINA', '', 'A3', 'OTHER', '', 'MXN'],
      date: '2026-10-03',
      amount: '9000.00',
      externalId: 'A3',
    });
    ok(await api.patch(`/v1/imports/${draft.id}/rows/1`, { excluded: true }));
    const again = ok(await api.patch(`/v1/imports/${draft.id}`, { mapping: { invertSign: true }, delimiter: ';' }));
    expect(statuses(again)).toEqual(['ready', 'excluded', 'ready']);
    expect(again.rows.map(({ type }) => type)).toEqual(['income', 'income', 'expense']);
  });
});

describe('workbooks', () => {
  const ROWS =
    rowOf('Fecha', 'Descripción', 'Detalle', 'Monto') +
    rowOf('02/10/2026', 'OXXO', 'Centro', -25.1) +
    rowOf('13/10/2026', 'CFE', 'Luz', 0.1 + 0.2);

  it('reads a workbook again with a given mapping, and ignores encoding and delimiter', async () => {
    const draft = await aDraft(api, account.id, workbookOf(ROWS));
    expect(draft.rows.map(({ amount }) => amount)).toEqual(['25.10', '0.30']);
    const patch = { mapping: { description: 2 }, encoding: 'utf-8', delimiter: ',' };
    const again = ok(await api.patch(`/v1/imports/${draft.id}`, patch));
    expect(again.rows.map(({ description }) => description)).toEqual(['Centro', 'Luz']);
    expect(again.detected).toMatchObject({ format: 'xlsx', encoding: null, delimiter: null, headerRow: 1 });
  });

  it('reads all rows of a workbook with thousands of rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      rowOf('02/10/2026', `Compra ${index}`, '', -1 - (index % 97)),
    );
    const draft = await aDraft(
      api,
      account.id,
      workbookOf(rowOf('Fecha', 'Descripción', 'Detalle', 'Monto') + rows.join('')),
    );
    expect(draft.stats).toMatchObject({ total: 5_000, errors: 0 });
  });
});

describe('an unreadable file', () => {
  it.each([
    [
      'a workbook that expands to gigabytes',
      () => workbookOf('', BOMB),
      /larger than 96 MiB.*\(xl\/worksheets\/sheet2\.xml\)/,
    ],
    ['a truncated workbook', async () => (await bankExport('bbva.xlsx')).subarray(0, 4_000), /damaged/],
    ['a truncated Excel 97 workbook', async () => (await bankExport('santander.xls')).subarray(0, 6_000), /damaged/],
    [
      'OFX with entities',
      () => '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><OFX>&b;</OFX>',
      /line 2/,
    ],
    [
      'a truncated CAMT file',
      async () => (await bankExport('hsbc-empresas.xml')).subarray(0, 9_000),
      /never closed \(line \d+\)/,
    ],
    ['a QIF category list', () => '!Type:Cat\nNComida\n^\n', /no bank, card or cash account/],
    ['HTML without a table', () => '<html><body>Su sesión terminó</body></html>', /no table/],
    ['binary data', () => Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7) % 32)), /binary/],
  ])('rejects %s with 422 and returns the reason and the location', async (_, file, detail) => {
    const { status, body } = await upload(api, account.id, await file());
    expect([status, body.code]).toEqual([422, 'IMPORT_UNREADABLE']);
    expect(body.detail).toMatch(detail);
  });

  it('omits a category that is too long, and adds a warning to the row', async () => {
    const file = `Fecha,Descripción,Monto,Categoría\n2026-10-02,OXXO,-25.00,${'x'.repeat(121)}\n`;
    const [row] = (await aDraft(api, account.id, file)).rows;
    expect(row).toMatchObject({ category: null, status: 'ready', warnings: [{ code: 'CATEGORY_TOO_LONG' }] });
  });
});

const BOMB = {
  book: '<workbook><sheets><sheet name="a" r:id="rId4"/></sheets></workbook>',
  more: [
    {
      name: 'xl/worksheets/sheet2.xml',
      content: Buffer.alloc(1024 * 1024, 32),
      packed: true,
      declaredSize: 4_000_000_000,
    },
  ],
};

describe('an import of Centavo’s CSV export', () => {
  /** Omits IDs, which differ between workspaces. */
  const shown = async (client: Client, id: string) =>
    ok(await client.get(`/v1/transactions?accountId=${id}`)).items.map((item) => {
      const { date, description, amount, category, notes, externalId, splits } = item;
      const sides = item.transfer?.accountId === id ? '+' : item.signedAmount;
      return [
        date,
        description,
        amount,
        sides,
        category?.name,
        notes,
        externalId,
        splits.map((part) => [part.amount, part.category?.name, part.notes]),
      ];
    });

  it('imports a CSV export unchanged, into the same account and into an empty account', async () => {
    const nomina = await anAccount(api, { name: '=Nómina' });
    const savings = await anAccount(api, { name: 'Ahorro' });
    const top = ok(await api.post('/v1/categories', { name: 'Alimentos', kind: 'expense' }));
    const [cafes, bars] = [
      ok(await api.post('/v1/categories', { name: 'Cafés', parentId: top.id })),
      ok(await api.post('/v1/categories', { name: 'Bares', parentId: top.id })),
    ];
    const enter = async (fields: object) =>
      ok(
        await api.post('/v1/transactions', {
          ...{
            accountId: nomina.id,
            type: 'expense',
            date: '2026-10-05',
            amount: '30.00',
            description: 'Café',
            ...fields,
          },
        }),
      );
    await enter({ categoryId: cafes.id, description: '+52 55 1234', externalId: '-7', notes: '@nota' });
    const parts = [
      { amount: '10.00', categoryId: cafes.id },
      { amount: '20.00', categoryId: bars.id },
    ];
    await enter({ description: 'En partes', splits: parts, notes: 'de todos' });
    await enter({ description: 'Con notas', splits: parts.map((part, at) => ({ ...part, notes: `nota ${at}` })) });
    const { id } = await enter({ description: 'Borrada' });
    await api.delete(`/v1/transactions/${id}`);
    await enter({ accountId: savings.id, description: 'De otra cuenta' });
    const before = await shown(api, nomina.id);
    await enter({ type: 'transfer', toAccountId: savings.id, description: 'Ahorro del mes' });
    const file = (await api.get('/v1/export?format=csv')).text;

    const again = await aDraft(api, nomina.id, file);
    expect(again.stats).toEqual({ total: 4, ready: 0, errors: 0, duplicates: 4, excluded: 0 });
    expect(again.warnings).toEqual([{ code: 'OTHER_ACCOUNT', detail: expect.stringContaining('"Ahorro"') }]);
    expect(again.newCategories).toEqual([]);
    expect(again.detected).toMatchObject({ format: 'csv', headerRow: 1, preambleRows: 0, dateFormat: 'yyyy-MM-dd' });

    const elsewhere = (await aHousehold(service)).api;
    const empty = await anAccount(elsewhere, { name: '=nomina' });
    const draft = await aDraft(elsewhere, empty.id, file);
    expect(draft.newCategories).toEqual([
      { name: 'Alimentos > Bares', count: 2 },
      { name: 'Alimentos > Cafés', count: 3 },
    ]);
    await commit(elsewhere, draft);
    const after = await shown(elsewhere, empty.id);
    expect(after.filter(([, description]) => description !== 'Ahorro del mes')).toEqual(before);
    expect(await balanceOf(elsewhere, empty.id)).toBe(await balanceOf(api, nomina.id));
    const tree = ok(await elsewhere.get('/v1/categories'));
    const named = (name: string) => tree.filter((each) => each.name === name);
    expect(named('Cafés')).toMatchObject([{ parentId: named('Alimentos')[0]!.id }]);
    await undo(elsewhere, draft);
    const remaining = ok(await elsewhere.get('/v1/categories')).map(({ name }) => name);
    expect(['Alimentos', 'Cafés', 'Bares'].filter((name) => remaining.includes(name))).toEqual([]);
  });

  it('rejects a CSV export without live transactions of the account', async () => {
    const file = (await api.get('/v1/export?format=csv')).text;
    const { status, body } = await upload(
      api,
      account.id,
      `${file}2026-10-05,Gasto,Vigente,"Pan","Otra",MXN,-5.00,"","","","",x,""\r\n`,
    );
    expect([status, body]).toMatchObject([422, { code: 'IMPORT_UNREADABLE' }]);
  });
});
