import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraft, bankExport, commit, statement, statuses, undo } from '../../libs/importing/test/statements.js';
import type { Movement } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView, ImportView } from './support/answers.js';
import { publishedDocument } from './support/openapi-document.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, ok } from './support/household.js';

let service: Service;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await aHousehold(service));
  account = await anAccount(api, { openingBalance: '1000.00' });
});

const codes = ({ warnings }: ImportView) => warnings.map(({ code }) => code);
const detail = async (draft: Pick<ImportView, 'id'>) => ok(await api.get(`/v1/imports/${draft.id}`));
const edit = async (draft: Pick<ImportView, 'id'>, body: unknown) =>
  ok(await api.patch(`/v1/imports/${draft.id}`, body));
const editRow = async (draft: Pick<ImportView, 'id'>, index: number, body: unknown) =>
  ok(await api.patch(`/v1/imports/${draft.id}/rows/${index}`, body));
const rowCodes = (draft: Pick<ImportView, 'rows'>) =>
  draft.rows.map(({ errors, warnings }) => [...errors, ...warnings].map(({ code }) => code));

const lines = (...all: string[]) => `${all.join('\n')}\n`;
const PURCHASES: Movement[] = [
  ['2026-03-17', 'Cine', '480.00'],
  ['2026-03-18', 'Vuelo', '3210.50'],
  ['2026-03-19', 'Su pago, gracias', '-3690.50'],
  ['2026-03-20', 'Libros', '250.00'],
];
/** The byte 0xBC is `¼`, `╝` or `º` in the encodings for Spanish, none of which fits inside a word. */
const NO_TEXT = Buffer.concat([
  Buffer.from('Fecha,Concepto,Importe\n2026-03-17,Ma'),
  Buffer.from([0xbc]),
  Buffer.from('ana,-10.00\n'),
]);

describe('the warnings of an import', () => {
  it.each<{ code: string; file: string | Buffer; errors?: number; remedy: unknown }>([
    {
      code: 'COLUMN_GUESSED',
      file: lines('17/03/2026,Uno,100.00,', '18/03/2026,Dos,,250.00', '19/03/2026,Tres,50.00,'),
      remedy: { mapping: { debit: 3, credit: 2 } },
    },
    {
      code: 'DIRECTION_UNKNOWN',
      file: lines('Fecha,Concepto,Importe,Signo', '17/03/2026,Uno,100.00,Q', '18/03/2026,Dos,250.00,Z'),
      errors: 2,
      remedy: { mapping: { direction: null, invertSign: true } },
    },
    {
      code: 'SCALE_UNLIKELY',
      file: lines('Fecha,Concepto,Importe', '2026-03-17,Uno,-29.000', '2026-03-18,Dos,580.450'),
      remedy: { mapping: { decimalSeparator: '.' } },
    },
    {
      code: 'CURRENCY_UNKNOWN',
      file: lines('Fecha,Concepto,Monto,Moneda', '17/03/2026,Uno,-120.00,XQZ', '18/03/2026,Dos,-80.00,MXN'),
      errors: 1,
      remedy: { mapping: { currency: null } },
    },
    { code: 'ENCODING_UNSURE', file: NO_TEXT, remedy: { encoding: 'windows-1252' } },
  ])('warns with $code until the caller corrects the settings', async ({ code, file, errors = 0, remedy }) => {
    const draft = await aDraft(api, account.id, file);
    expect(draft.warnings).toEqual([{ code, detail: expect.stringMatching(/^[A-Z].{30,}\.$/) as unknown }]);
    expect(draft.stats).toMatchObject({ errors, ready: draft.stats.total - errors });
    expect(await detail(draft)).toEqual(draft);
    const settled = await edit(draft, remedy);
    expect(settled.warnings).toEqual([]);
    expect(settled.stats).toMatchObject({ errors: 0, ready: draft.stats.total });
    expect(await detail(settled)).toEqual(settled);
  });

  it('warns with SIGN_UNLIKELY if the purchases of a card look like payments', async () => {
    const card = await anAccount(api, { typeId: 'credit_card' });
    const draft = await aDraft(api, card.id, statement(PURCHASES));
    expect(codes(draft)).toEqual(['SIGN_UNLIKELY']);
    const turned = await edit(draft, { mapping: { invertSign: true } });
    expect(turned.warnings).toEqual([]);
    expect(turned.rows.map(({ type }) => type)).toEqual(['expense', 'expense', 'income', 'expense']);
    expect((await edit(draft, { mapping: { invertSign: false } })).warnings).toEqual([]);
  });

  it('updates the warnings when the draft moves to another account', async () => {
    const movements = PURCHASES.filter((_, at) => at !== 2).concat([['2026-03-21', 'Abonado', '-90.00']]);
    const card = await anAccount(api, { typeId: 'credit_card' });
    const draft = await aDraft(api, account.id, statement(movements));
    expect(draft.warnings).toEqual([]);
    expect(codes(await edit(draft, { accountId: card.id }))).toEqual(['SIGN_UNLIKELY']);
    expect((await edit(draft, { accountId: account.id })).warnings).toEqual([]);
  });

  it('keeps the warnings when rows are edited, and when the import is committed and undone', async () => {
    const file = lines('Fecha,Concepto,Monto,Moneda', '17/03/2026,Uno,-120.00,XQZ', '18/03/2026,Dos,-80.00,MXN');
    const { warnings, ...draft } = await aDraft(api, account.id, file);
    expect((await editRow(draft, 1, { description: 'Tres' })).warnings).toEqual(warnings);
    expect((await commit(api, draft, { skipErrors: true })).warnings).toEqual(warnings);
    expect((await detail(draft)).warnings).toEqual(warnings);
    expect((await undo(api, draft)).warnings).toEqual(warnings);
    expect(await detail(draft)).toMatchObject({ status: 'undone', warnings });
  });

  it('returns no warnings for an unambiguous CSV, XLSX or OFX file', async () => {
    const csv = await aDraft(api, account.id, statement([['2026-03-17', 'Cine', '-90.00']]));
    expect(csv.warnings).toEqual([]);
    for (const name of ['bbva.xlsx', 'hsbc.ofx']) {
      const draft = await aDraft(api, account.id, await bankExport(name), { filename: name });
      expect([name, draft.warnings]).toEqual([name, []]);
    }
  });

  it('returns warnings for a large file', async () => {
    const rows = Array.from(
      { length: 4_000 },
      (_, at) => `2026-03-17,Compra número ${at} en la tienda,-1.00,Pendiente`,
    );
    const file = lines('Fecha,Concepto,Importe,Estado', ...rows.with(0, '2026-03-17,Cine,-1.00,Completado'));
    expect(file.length).toBeGreaterThan(128 * 1024);
    const draft = await aDraft(api, account.id, file);
    expect(draft.warnings).toEqual([
      { code: 'ROWS_NOT_BOOKED', detail: expect.stringContaining('3999 rows') as unknown },
    ]);
    expect(draft.stats).toMatchObject({ ready: 1, excluded: 3_999 });
  });

  it('the OpenAPI document lists all warning codes', async () => {
    const { components } = await publishedDocument(service.url);
    const view = Object.values(components.schemas).find(
      ({ properties }) => properties?.warnings && properties.reconciliation,
    )!;
    expect(view.required).toContain('warnings');
    const item = view.properties!['warnings']!.items!;
    const warning = item.$ref ? components.schemas[item.$ref.split('/').at(-1)!]! : item;
    expect(warning.required).toEqual(['code', 'detail']);
    expect([...warning.properties!['code']!.enum!].sort()).toEqual([
      'ACCOUNT_UNLIKELY',
      ...['BALANCE_BREAK', 'COLUMN_GUESSED', 'CORRECTION_ELSEWHERE', 'CURRENCY_UNKNOWN', 'DIRECTION_UNKNOWN'],
      ...[
        'ENCODING_UNSURE',
        'FILE_NOT_KEPT',
        'LINES_SKIPPED',
        'LINE_DOUBTFUL',
        'OTHER_ACCOUNT',
        'ROWS_NOT_BOOKED',
        'SCALE_UNLIKELY',
        'SEVERAL_ACCOUNTS',
        'SIGN_UNLIKELY',
      ],
      'STATE_UNKNOWN',
    ]);
  });
});

describe('rows that the bank has not posted', () => {
  const STATES = lines(
    'Fecha,Concepto,Importe,Estado',
    '2026-03-17,Mercado,-210.00,Completado',
    '2026-03-18,Boletos,-1500.00,Cancelado',
    '2026-03-19,Hotel,-900.00,Pendiente',
    '2026-03-20,Nómina,9000.00,Completado',
    '2026-03-21,Gasolina,-700.00,Rechazada',
    '2026-03-22,Taxi,-80.00,Revertida',
  );

  it('excludes unposted rows with a warning, and lets the caller include them', async () => {
    const draft = await aDraft(api, account.id, STATES);
    expect(codes(draft)).toEqual(['ROWS_NOT_BOOKED']);
    expect(rowCodes(draft)).toEqual([[], ['NOT_BOOKED'], ['NOT_BOOKED'], [], ['NOT_BOOKED'], ['NOT_BOOKED']]);
    expect(statuses(draft)).toEqual(['ready', 'excluded', 'excluded', 'ready', 'excluded', 'excluded']);
    expect(draft.rows[1]).toMatchObject({ excluded: true, edited: false, amount: '1500.00', type: 'expense' });
    const included = await editRow(draft, 2, { excluded: false });
    expect(included.rows[2]).toMatchObject({ status: 'ready', excluded: false, warnings: draft.rows[2]!.warnings });
    expect(included).toMatchObject({ warnings: draft.warnings, stats: { ready: 3, excluded: 3 } });
    expect((await commit(api, included)).balanceAfter).toBe('8890.00');
  });

  it('keeps the caller’s decision about an unposted row when the file is read again', async () => {
    const draft = await aDraft(api, account.id, STATES);
    await editRow(draft, 2, { excluded: false });
    await editRow(draft, 3, { excluded: true });
    const again = await edit(draft, { mapping: { invertSign: true } });
    expect(statuses(again)).toEqual(['ready', 'excluded', 'ready', 'excluded', 'excluded', 'excluded']);
    expect(statuses(await editRow(draft, 2, { excluded: true }))[2]).toBe('excluded');
  });

  it.each([
    ['no balance', ''],
    ['the balance after the row', '805.00'],
    ['an unchanged balance', '955.00'],
  ])('unposted rows with %s do not break the balances between posted rows', async (_, shown) => {
    const file = lines(
      'Fecha,Concepto,Importe,Saldo,Estado',
      '2026-03-17,Pan,-45.00,955.00,Completado',
      `2026-03-18,Hotel,-150.00,${shown},Pendiente`,
      '2026-03-19,Recarga,500.00,1455.00,Completado',
      '2026-03-20,Libros,-120.50,1334.50,Completado',
      `2026-03-21,Cine,-60.00,${shown},Pendiente`,
    );
    const agreed = { openingBalance: '1000.00', closingBalance: '1334.50', difference: '0.00', firstBreak: null };
    const unbroken = [[], ['NOT_BOOKED'], [], [], ['NOT_BOOKED']];
    const draft = await aDraft(api, account.id, file);
    expect(rowCodes(draft)).toEqual(unbroken);
    expect(draft.reconciliation).toMatchObject(agreed);

    for (const [index, description] of [...['Pan dulce', 'Hostal', 'Abono', 'Revistas', 'Teatro'].entries()]) {
      const edited = await editRow(draft, index, { description });
      expect(rowCodes(edited)).toEqual(unbroken);
      expect(edited.reconciliation).toMatchObject(agreed);
    }
    const wrong = await editRow(draft, 2, { amount: '400.00' });
    expect(rowCodes(wrong)[2]).toEqual(['BALANCE_BREAK']);
    expect(wrong.reconciliation!.firstBreak).toEqual({ index: 2, line: 4, expected: '1355.00', found: '1455.00' });
    expect(rowCodes(await editRow(draft, 2, { amount: '500.00' }))).toEqual(unbroken);

    // Only included rows count in the running balance.
    const included = await editRow(draft, 1, { excluded: false });
    expect(rowCodes(included)[2]).toEqual(shown === '955.00' ? [] : ['BALANCE_BREAK']);
    expect(rowCodes(await editRow(draft, 1, { excluded: true }))).toEqual(unbroken);
    const again = await edit(draft, { mapping: { notes: 1 } });
    expect(rowCodes(again)).toEqual(unbroken);
    expect(again.reconciliation).toMatchObject(agreed);
  });

  it('an unposted row in error does not break the balances', async () => {
    const file = lines(
      'Fecha,Concepto,Importe,Saldo,Estado',
      '2026-03-17,Pan,-45.00,955.00,Completado',
      '2026-03-18,Hotel,x,,Pendiente',
      '2026-03-19,Recarga,500.00,1400.00,Completado',
      '2026-03-20,Libros,-120.50,1279.50,Completado',
    );
    const draft = await aDraft(api, account.id, file);
    const broken = [[], ['AMOUNT_INVALID', 'NOT_BOOKED'], ['BALANCE_BREAK'], []];
    expect(rowCodes(draft)).toEqual(broken);
    expect(rowCodes(await editRow(draft, 2, { description: 'Abono' }))).toEqual(broken);
    expect(statuses(draft)).toEqual(['ready', 'excluded', 'ready', 'ready']);
  });
});
