import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, aDraftOf, commit, statement, statuses, undo } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode, statusAndPointers } from './support/client.js';
import type { AccountView, ImportView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, aTransaction, balanceOf, ok, everyItem, UNKNOWN_ID } from './support/household.js';
import { sized } from './support/long-form.js';

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

const row = (draft: ImportView, index: number | string, body: unknown) =>
  api.patch(`/v1/imports/${draft.id}/rows/${index}`, body);
const detail = async (draft: ImportView) => ok(await api.get(`/v1/imports/${draft.id}`));
const TACOS: Movement = ['2026-03-07', 'Tacos', '-25.00'];
const codes = (draft: ImportView) => draft.rows.map(({ errors }) => errors.map(({ code }) => code).join());

async function figuresHold(draft: ImportView): Promise<void> {
  const { items } = await everyItem(api, `/v1/imports/${draft.id}/rows?limit=200`);
  const count = (status: string) => items.filter((each) => each.status === status).length;
  const [ready, errors, duplicates, excluded] = ['ready', 'error', 'duplicate', 'excluded'].map(count);
  expect((await detail(draft)).stats).toEqual({ total: items.length, ready, errors, duplicates, excluded });
}

const categories = async () => ok(await api.get('/v1/categories'));
const withCategories = (...movements: Movement[]) => statement(movements, 'Categoría');

describe('large rows', () => {
  it('limits the rows of a response to 4 MiB, and the pages still contain every row', async () => {
    const cells = Array(300).fill('x'.repeat(1_000));
    const wide = Array.from({ length: 30 }, (_, n): Movement => ['2026-03-07', `Compra ${n}`, '-1.00', ...cells]);
    const draft = await aDraft(api, account.id, statement(wide));
    expect(draft.stats.total).toBe(30);
    expect(draft.rows.length).toBeGreaterThan(12);
    expect(draft.rows.length).toBeLessThan(16);
    const { items, nextCursor } = ok(await api.get(`/v1/imports/${draft.id}/rows?limit=200`));
    expect(items).toEqual(draft.rows);
    expect(nextCursor).not.toBeNull();
    const { items: all } = await everyItem(api, `/v1/imports/${draft.id}/rows?limit=200`);
    expect(all.map(({ index }) => index)).toEqual(wide.map((_, n) => n));
  });
});

describe('rows in error', () => {
  const BROKEN = [
    'Fecha,Concepto,Cargo,Abono,Moneda',
    '25/03/2026,Bien,10.00,,MXN',
    ',Sin fecha,10.00,,MXN',
    '31/02/2026,Febrero,10.00,,MXN',
    '25/03/2026,,10.00,,MXN',
    '25/03/2026,Sin monto,,,MXN',
    '25/03/2026,Letras,diez,,MXN',
    '25/03/2026,Ambos lados,10.00,5.00,MXN',
    `25/03/2026,${'x'.repeat(501)},10.00,,MXN`,
    '25/03/2026,En dólares,10.00,,USD',
    '25/03/2026,Cero,0.00,,MXN',
    '25/03/1850,Antes de contar,10.00,,MXN',
    '25/03/2026,Un dineral,99999999999999.00,,MXN',
  ].join('\n');

  it('reports an error for each invalid value of a row and does not guess values', async () => {
    const draft = await aDraft(api, account.id, BROKEN);
    expect(codes(draft)).toEqual([
      ...['', 'DATE_MISSING', 'DATE_INVALID', 'DESCRIPTION_MISSING', 'AMOUNT_MISSING', 'AMOUNT_INVALID'],
      ...['AMOUNT_BOTH_SIDES', 'DESCRIPTION_TOO_LONG', 'CURRENCY_MISMATCH', '', 'DATE_INVALID', 'AMOUNT_INVALID'],
    ]);
    expect(draft.rows[1]!.errors).toEqual([{ field: 'date', code: 'DATE_MISSING', detail: expect.any(String) }]);
    expect(draft.rows[4]).toMatchObject({ amount: null, status: 'error' });
    expect(draft.rows[9]).toMatchObject({ status: 'excluded', excluded: true, warnings: [{ code: 'AMOUNT_ZERO' }] });
    expect(draft.stats).toEqual({ total: 12, ready: 1, errors: 10, duplicates: 0, excluded: 1 });
    await figuresHold(draft);
  });

  it('rejects a commit with rows in error unless skipErrors is true', async () => {
    const draft = await aDraft(api, account.id, BROKEN);
    for (const body of [undefined, {}, { skipErrors: false }]) {
      expect(statusAndCode(await api.post(`/v1/imports/${draft.id}/commit`, body))).toBe('409 IMPORT_HAS_ERRORS');
    }
    for (const skipErrors of [null, 'true', 1]) {
      expect(statusAndPointers(await api.post(`/v1/imports/${draft.id}/commit`, { skipErrors }))).toBe(
        '400 #/skipErrors',
      );
    }
    expect(await detail(draft)).toEqual(draft);
    const committed = await commit(api, draft, { skipErrors: true });
    expect(committed).toMatchObject({ stats: draft.stats, balanceBefore: '0.00', balanceAfter: '-10.00' });
    expect(statuses(committed)).toEqual(statuses(draft));
    await figuresHold(draft);
  });

  it('clears an error of a row when the user corrects the field', async () => {
    const draft = await aDraft(api, account.id, BROKEN);
    expect(ok(await row(draft, 1, { date: '2026-03-24' })).rows[1]).toMatchObject({
      ...{ date: '2026-03-24', status: 'ready', errors: [], edited: true },
    });
    await row(draft, 2, { date: '2026-02-28' });
    await row(draft, 3, { description: 'Con nombre' });
    await row(draft, 4, { amount: '7.50', type: 'income' });
    await row(draft, 5, { amount: '10.00', type: 'expense' });
    await row(draft, 6, { type: 'expense' });
    expect(codes(await detail(draft))[6]).toBe('AMOUNT_BOTH_SIDES');
    await row(draft, 6, { amount: '5.00' });
    await row(draft, 7, { description: 'Corta' });
    await row(draft, 8, { amount: '172.34' });
    await row(draft, 10, { date: '1900-01-01' });
    const corrected = ok(await row(draft, 11, { excluded: true }));
    expect(corrected.stats).toEqual({ total: 12, ready: 10, errors: 0, duplicates: 0, excluded: 2 });
    expect((await commit(api, draft)).balanceAfter).toBe('-239.84');
    await figuresHold(draft);
  });
});

describe('a row of a draft', () => {
  it('a commit uses every edited field of a row', async () => {
    const { id: categoryId } = ok(await api.get('/v1/categories')).find(({ kind }) => kind === 'income')!;
    const draft = await aDraftOf(api, account.id, TACOS, ['2026-03-08', 'Pan', '-3.00']);
    const edited = ok(
      await row(draft, 0, {
        date: '2026-04-01',
        description: '  Cena\u0301s  ',
        amount: '99.9',
        type: 'income',
        categoryId,
      }),
    );
    expect(edited.rows[0]).toEqual({
      ...draft.rows[0],
      ...{ date: '2026-04-01', description: 'Cenás', amount: '99.90', type: 'income', categoryId, edited: true },
      categorySource: 'person',
    });
    expect(edited.rows[1]).toEqual(draft.rows[1]);
    await commit(api, draft);
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}&from=2026-04-01`));
    expect(items).toMatchObject([
      { date: '2026-04-01', description: 'Cenás', amount: '99.90', type: 'income', category: { id: categoryId } },
    ]);
    expect(await balanceOf(api, account.id)).toBe('96.90');
  });

  it.each([
    [{ date: '2026-02-30' }, 'date'],
    [{ date: '07/03/2026' }, 'date'],
    [{ date: '1899-12-31' }, 'date'],
    [{ date: null }, 'date'],
    [{ description: '' }, 'description'],
    [{ description: '   ' }, 'description'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ description: 'a\u0000b' }, 'description'],
    [{ description: 7 }, 'description'],
    [{ description: null }, 'description'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '-1.00' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ amount: 1 }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: '12345678901234' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ type: 'transfer' }, 'type'],
    [{ type: null }, 'type'],
    [{ categoryId: 7 }, 'categoryId'],
    [{ excluded: 'true' }, 'excluded'],
    [{ excluded: null }, 'excluded'],
    [{ includeDuplicate: 1 }, 'includeDuplicate'],
    [{ status: 'ready' }, 'status'],
    [{ externalId: 'x' }, 'externalId'],
    [{ index: 1 }, 'index'],
  ])('rejects the edit %j of a row', async (body, field) => {
    const draft = await aDraftOf(api, account.id, TACOS);
    expect(statusAndPointers(await row(draft, 0, body))).toBe(`400 #/${field}`);
    expect(await detail(draft)).toEqual(draft);
  });

  it('rejects a category of another workspace or an unknown category', async () => {
    const foreign = ok(await (await aHousehold(service)).api.get('/v1/categories'))[0];
    const draft = await aDraftOf(api, account.id, TACOS);
    for (const categoryId of [UNKNOWN_ID, foreign!.id, 'x']) {
      expect(statusAndPointers(await row(draft, 0, { categoryId }))).toBe('422 #/categoryId');
    }
    expect(await detail(draft)).toEqual(draft);
  });

  it('returns 404 for an invalid row index', async () => {
    const draft = await aDraftOf(api, account.id, TACOS);
    for (const index of ['1', '-1', '0.0', 'x', '99999999999999999999', '%20', '0x0', '1e0', '%00']) {
      expect(statusAndCode(await row(draft, index, { excluded: true }))).toBe('404 IMPORT_ROW_NOT_FOUND');
    }
  });

  it('an edit of the amount requires a type if the row has no type', async () => {
    const draft = await aDraft(
      api,
      account.id,
      'Fecha,Concepto,Cargo,Abono\n25/03/2026,Pan,1.00,\n25/03/2026,Nada,,\n',
    );
    expect(statusAndPointers(await row(draft, 1, { amount: '5.00' }))).toBe('400 #/type');
    expect(ok(await row(draft, 1, { amount: '5.00', type: 'income' })).rows[1]!.status).toBe('ready');
  });

  it('a row can be excluded and included again, and an excluded row with a zero amount becomes ready once it has an amount', async () => {
    const draft = await aDraftOf(api, account.id, TACOS, ['2026-03-08', 'Nada', '0.00']);
    expect(statuses(ok(await row(draft, 0, { excluded: true })))).toEqual(['excluded', 'excluded']);
    expect(statuses(ok(await row(draft, 0, { excluded: false })))).toEqual(['ready', 'excluded']);
    expect(statuses(ok(await row(draft, 1, { excluded: false })))).toEqual(['ready', 'excluded']);
    const corrected = ok(await row(draft, 1, { amount: '4.00', type: 'expense' }));
    expect(statuses(corrected)).toEqual(['ready', 'ready']);
    expect(corrected.rows[1]).toMatchObject({ excluded: false, warnings: [] });
    expect((await commit(api, draft)).balanceAfter).toBe('-29.00');
  });

  it('rejects changes to a row after the commit and after the undo', async () => {
    const draft = await aDraftOf(api, account.id, TACOS);
    for (const turn of [commit, undo]) {
      const turned = await turn(api, draft);
      expect(statusAndCode(await row(draft, 0, { excluded: true }))).toBe('409 IMPORT_NOT_DRAFT');
      expect(statusAndCode(await row(draft, 7, { excluded: true }))).toBe('404 IMPORT_ROW_NOT_FOUND');
      expect(statusAndCode(await row(draft, 0, { categoryId: UNKNOWN_ID }))).toBe('422 REFERENCE_NOT_FOUND');
      expect(statusAndCode(await api.patch(`/v1/imports/${draft.id}`, { accountId: UNKNOWN_ID }))).toBe(
        '422 REFERENCE_NOT_FOUND',
      );
      expect(statusAndCode(await row(draft, 0, { amount: 'x' }))).toBe('400 VALIDATION_FAILED');
      expect(statusAndCode(await api.patch(`/v1/imports/${draft.id}`, { mapping: { invertSign: true } }))).toBe(
        '409 IMPORT_NOT_DRAFT',
      );
      expect(await detail(draft)).toEqual(turned);
    }
  });
});

describe('the rows of an import', () => {
  const MANY = Array.from({ length: 23 }, (_, index): Movement => {
    const amount = index % 5 === 0 ? '0.00' : index % 7 === 3 ? 'x' : `-${index}.00`;
    return ['2026-03-07', `Fila ${index}`, amount];
  });

  it('returns all rows or the rows with a status, in file order and over several pages', async () => {
    const draft = await aDraftOf(api, account.id, ...MANY);
    const path = `/v1/imports/${draft.id}/rows` as const;
    for (const limit of [1, 4, 23, 200]) {
      const { items, pages } = await everyItem(api, `${path}?limit=${limit}`);
      expect(items).toEqual(draft.rows);
      expect(pages).toBe(Math.ceil(23 / limit));
    }
    for (const status of ['ready', 'error', 'duplicate', 'excluded']) {
      const { items } = await everyItem(api, `${path}?limit=2&status=${status}`);
      expect(items).toEqual(draft.rows.filter((each) => each.status === status));
    }
    expect(statusAndPointers(await api.get(`${path}?status=live`))).toBe('400 status');
    expect(statusAndPointers(await api.get(`${path}?limit=0`))).toBe('400 limit');
    expect(statusAndPointers(await api.get(`${path}?limit=201`))).toBe('400 limit');
    expect(statusAndPointers(await api.get(`${path}?offset=1`))).toBe('400 offset');
  });

  it('rejects a cursor of another list or another status', async () => {
    const draft = await aDraftOf(api, account.id, ...MANY);
    const otherDraft = await aDraftOf(api, account.id, ...MANY);
    const path = `/v1/imports/${draft.id}/rows` as const;
    const { nextCursor } = ok(await api.get(`${path}?limit=2`));
    const at = (cursor: string) => `cursor=${encodeURIComponent(cursor)}`;
    const transactions = ok(await api.get('/v1/transactions?limit=1'));
    expect(transactions.nextCursor).toBeNull();
    for (const wrong of [
      `${path}?status=ready&${at(nextCursor!)}`,
      `/v1/imports/${otherDraft.id}/rows?limit=2&${at(nextCursor!)}`,
      `/v1/transactions?${at(nextCursor!)}`,
      `${path}?limit=2&${at(`${nextCursor}x`)}`,
      `${path}?limit=2&${at(`${nextCursor![0] === 'A' ? 'B' : 'A'}${nextCursor!.slice(1)}`)}`,
      `${path}?limit=2&cursor=%00`,
      `${path}?limit=2&cursor=`,
    ]) {
      expect(statusAndCode(await api.get(wrong))).toMatch(/^400 (CURSOR_INVALID|VALIDATION_FAILED)$/);
    }
  });

  it('the detail returns at most 1,000 rows, and the list returns all rows', async () => {
    const movements = Array.from({ length: 1_203 }, (_, index): Movement => ['2026-03-07', `Fila ${index}`, '-1.00']);
    const draft = await aDraftOf(api, account.id, ...movements);
    expect(draft.rows).toHaveLength(1_000);
    expect(draft.stats.total).toBe(1_203);
    const { items } = await everyItem(api, `/v1/imports/${draft.id}/rows?limit=200`);
    expect(items.map(({ index }) => index)).toEqual(movements.map((_, index) => index));
    expect(items.slice(0, 1_000)).toEqual(draft.rows);
    expect((await commit(api, draft)).balanceAfter).toBe('-1203.00');
    expect((await everyItem(api, `/v1/imports/${draft.id}/rows?limit=200&status=ready`)).items).toHaveLength(1_203);
  });
});

it('rules match the continuation lines of a description as the notes of the row', async () => {
  const expense = (await categories()).find(({ kind }) => kind === 'expense')!;
  ok(
    await api.post('/v1/rules', {
      name: 'Yaris',
      conditions: [{ field: 'notes', op: 'contains', value: 'yaris' }],
      actions: [{ kind: 'set_category', value: expense.id }],
    }),
  );
  const lines = [
    'Fecha,Concepto,Monto',
    '07/03/2026,SPEI ENVIADO,-2500.00',
    '-,Mensualidad Yaris,-',
    ',ref 7,',
    ',Página 1 de 2,',
  ];
  const draft = await aDraft(api, account.id, [...lines, '08/03/2026,OXXO,-20.00'].join('\n'));
  expect(draft.rows.map(({ categoryId }) => categoryId)).toEqual([expense.id, null]);
  expect(draft.detected.skippedLines.map(({ reason }) => reason)).toEqual(['continued', 'continued', 'note']);
  await commit(api, draft);
  const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
  expect(items.map(({ notes }) => notes)).toEqual([null, 'Mensualidad Yaris\nref 7']);
});

describe('duplicates', () => {
  it.each([0, 1, 2, 3, 5])(
    'each live transaction makes at most one of three equal rows a duplicate (%i live)',
    async (live) => {
      const liveIds: string[] = [];
      for (let count = 0; count < live; count += 1)
        liveIds.push((await aTransaction(api, { accountId: account.id })).id);
      const draft = await aDraftOf(api, account.id, TACOS, TACOS, ['2026-03-07', 'Pan', '-25.00'], TACOS);
      const expected = [0, 1, 2].map((place) => (place < live ? 'duplicate' : 'ready'));
      expect(statuses(draft)).toEqual([expected[0], expected[1], 'ready', expected[2]]);
      const codes = draft.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code));
      expect(codes).toEqual(live > 3 ? ['POSSIBLE_DUPLICATE'] : []);
      const duplicates = draft.rows.filter(({ status }) => status === 'duplicate');
      const repeated = duplicates.map(({ duplicateOf }) => duplicateOf!);
      expect(repeated).toHaveLength(Math.min(live, 3));
      expect(new Set(repeated).size).toBe(repeated.length);
      expect(liveIds).toEqual(expect.arrayContaining(repeated));
      await figuresHold(draft);
      await commit(api, draft);
      expect(ok(await api.get('/v1/transactions?q=tacos')).items).toHaveLength(Math.max(3, live));
    },
  );

  it.each([
    ['Panadería  El Peñón', 'PANADERIA EL PENON'],
    ['tacos   EL GÜERO ', 'Tacos el guero'],
    ['CAFE\u0301 ÑANDÚ', 'café nandu'],
    ['a\u00a0b', 'A B'],
    ['ΜΑΣΟΥΤΗΣ ΑΕ', 'Μασούτης αε'],
  ])('a row with the description %j duplicates a transaction with the description %j', async (live, imported) => {
    const { id } = await aTransaction(api, { accountId: account.id, description: live });
    const draft = await aDraftOf(api, account.id, ['2026-03-07', imported, '-25.00']);
    expect(draft.rows[0]).toMatchObject({ status: 'duplicate', duplicateOf: id });
  });

  it('matches duplicates by date, amount, direction, account and description', async () => {
    await aTransaction(api, { accountId: account.id });
    await aTransaction(api, { accountId: (await anAccount(api)).id, date: '2026-03-09' });
    const draft = await aDraftOf(
      ...([api, account.id] as const),
      ['2026-03-08', 'Tacos', '-25.00'],
      ['2026-03-07', 'Tacos', '-25.01'],
      ['2026-03-07', 'Tacos', '25.00'],
      ['2026-03-07', 'Taco', '-25.00'],
      ['2026-03-07', 'Tacos.', '-25.00'],
      ['2026-03-09', 'Tacos', '-25.00'],
    );
    expect(statuses(draft)).toEqual(Array(6).fill('ready'));
  });

  it('finds duplicates even after the description of the imported transaction was edited', async () => {
    const first = await aDraftOf(api, account.id, TACOS, ['2026-03-09', 'Pan', '-3.00']);
    await row(first, 1, { description: 'Bolillos' });
    await commit(api, first);
    for (const { id } of ok(await api.get(`/v1/transactions?importId=${first.id}`)).items) {
      ok(await api.patch(`/v1/transactions/${id}`, { description: 'Otra cosa', notes: 'n' }));
    }
    const again = await aDraftOf(api, account.id, TACOS, ['2026-03-09', 'Pan', '-3.00']);
    expect(statuses(again)).toEqual(['duplicate', 'duplicate']);
    const renamed = await aDraftOf(
      api,
      account.id,
      ['2026-03-09', 'Bolillos', '-3.00'],
      ['2026-03-07', 'Otra cosa', '-25.00'],
    );
    expect(statuses(renamed)).toEqual(['ready', 'ready']);
  });

  it('warns about a matching transaction in the trash, but the row is not a duplicate', async () => {
    const { id } = await aTransaction(api, { accountId: account.id });
    await api.delete(`/v1/transactions/${id}`);
    const draft = await aDraftOf(api, account.id, TACOS);
    expect(draft.rows[0]).toMatchObject({
      status: 'ready',
      duplicateOf: null,
      warnings: [{ code: 'MATCHES_TRASHED' }],
    });
    ok(await api.post(`/v1/transactions/${id}/restore`));
    expect(ok(await row(draft, 0, {})).rows[0]).toMatchObject({ status: 'duplicate', duplicateOf: id, warnings: [] });
  });

  it('ignores matching transactions that expired in the trash', async () => {
    const { id } = await aTransaction(api, { accountId: account.id });
    await api.delete(`/v1/transactions/${id}`);
    await service.database.query(
      `update ledger_transactions set deleted_at = now() - interval '31 days' where id = $1`,
      [id],
    );
    const draft = await aDraftOf(api, account.id, TACOS);
    expect(draft.rows[0]).toMatchObject({ status: 'ready', warnings: [] });
  });

  it('finds duplicates on both sides of a transfer', async () => {
    const otherAccount = await anAccount(api);
    const transfer = await aTransaction(api, {
      accountId: account.id,
      toAccountId: otherAccount.id,
      type: 'transfer',
      description: 'Ahorro',
    });
    const [out, into] = [
      await aDraftOf(api, account.id, ['2026-03-07', 'AHORRO', '-25.00']),
      await aDraftOf(api, otherAccount.id, ['2026-03-07', 'AHORRO', '25.00'], ['2026-03-07', 'AHORRO', '-25.00']),
    ];
    expect(out.rows[0]).toMatchObject({ status: 'duplicate', duplicateOf: transfer.id });
    expect(statuses(into)).toEqual(['duplicate', 'ready']);
    expect(into.rows[0]!.duplicateOf).toBe(transfer.id);
  });

  it('includes a duplicate in the draft and in the commit if the user sets includeDuplicate', async () => {
    const draft = await aDraftOf(api, account.id, TACOS, TACOS);
    expect(statuses(draft)).toEqual(['ready', 'ready']);
    await aTransaction(api, { accountId: account.id });
    await aTransaction(api, { accountId: account.id });
    const included = ok(await row(draft, 1, { includeDuplicate: true }));
    expect(statuses(included)).toEqual(['duplicate', 'ready']);
    expect(statuses(ok(await row(draft, 1, { includeDuplicate: false })))).toEqual(['duplicate', 'duplicate']);
    await row(draft, 1, { includeDuplicate: true });
    await aTransaction(api, { accountId: account.id, description: 'Otra' });
    expect((await commit(api, draft)).balanceAfter).toBe('-100.00');
  });

  it('a commit excludes duplicates that appear after the draft', async () => {
    const draft = await aDraftOf(api, account.id, TACOS, ['2026-03-08', 'Pan', '-1.00']);
    await aTransaction(api, { accountId: account.id });
    const committed = await commit(api, draft);
    expect(committed.stats).toEqual({ total: 2, ready: 1, errors: 0, duplicates: 1, excluded: 0 });
    expect(committed).toMatchObject({ balanceBefore: '-25.00', balanceAfter: '-26.00' });
  });

  it('a later export that overlaps an earlier one imports only the new transactions', async () => {
    const movements = Array.from({ length: 40 }, (_, index): Movement => [
      `2026-03-${String(1 + Math.floor(index / 2)).padStart(2, '0')}`,
      ['OXXO', 'Pemex', 'OXXO'][index % 3]!,
      index % 4 === 0 ? '-50.00' : `-${index}.00`,
    ]);
    await commit(api, await aDraftOf(api, account.id, ...movements.slice(0, 25)));
    const later = await aDraftOf(api, account.id, ...movements.slice(10));
    expect(statuses(later)).toEqual([...Array(15).fill('duplicate'), ...Array(15).fill('ready')]);
    await commit(api, later);
    const third = await aDraftOf(api, account.id, ...movements.toReversed());
    expect(third.stats).toMatchObject({ duplicates: 40, ready: 0 });
    const whole = await anAccount(api);
    await commit(api, await aDraftOf(api, whole.id, ...movements));
    expect(await balanceOf(api, account.id)).toBe(await balanceOf(api, whole.id));
  });
});

describe('a column of external IDs', () => {
  const mapping = { externalId: 3 };
  const FOLIOS = statement(
    [
      ['2026-03-07', 'Uno', '-1.00', 'A1'],
      ['2026-03-08', 'Dos', '-2.00', 'A2'],
      ['2026-03-09', 'Uno otra vez', '-3.00', 'A1'],
      ['2026-03-10', 'Sin folio', '-4.00', ''],
      ['2026-03-10', 'Sin folio', '-4.00', ''],
    ],
    'Folio',
  );
  const entered = async (draft: ImportView) =>
    ok(await api.get(`/v1/transactions?importId=${draft.id}`)).items.map(
      ({ description, externalId }) => `${description}: ${externalId}`,
    );

  it('matches external IDs only with the account’s transactions, not with differing rows of the file', async () => {
    const live = await aTransaction(api, { accountId: account.id, description: 'Algo', externalId: 'A2' });
    const draft = await aDraft(api, account.id, FOLIOS, { mapping });
    expect(draft.rows.map(({ externalId }) => externalId)).toEqual(['A1', 'A2', 'A1', null, null]);
    expect(statuses(draft)).toEqual(['ready', 'duplicate', 'ready', 'ready', 'ready']);
    expect(draft.rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, live.id, null, null, null]);
    await commit(api, draft);
    expect(await entered(draft)).toEqual(['Sin folio: null', 'Sin folio: null', 'Uno otra vez: null', 'Uno: A1']);
    expect((await aDraft(api, account.id, FOLIOS, { mapping })).stats).toMatchObject({ duplicates: 5, ready: 0 });
  });

  it('drops the external ID of an included duplicate', async () => {
    await aTransaction(api, { accountId: account.id, description: 'Algo', externalId: 'A2' });
    const draft = await aDraft(api, account.id, FOLIOS, { mapping });
    await row(draft, 1, { includeDuplicate: true });
    await row(draft, 2, { includeDuplicate: true });
    await commit(api, draft);
    expect(await entered(draft)).toEqual([
      'Sin folio: null',
      'Sin folio: null',
      'Uno otra vez: null',
      'Dos: null',
      'Uno: A1',
    ]);
  });

  it('reuses the external ID of a trashed transaction, which can then no longer be restored', async () => {
    const live = await aTransaction(api, { accountId: account.id, description: 'Algo', externalId: 'A2' });
    await api.delete(`/v1/transactions/${live.id}`);
    const draft = await aDraft(api, account.id, FOLIOS, { mapping });
    expect(statuses(draft)[1]).toBe('ready');
    await commit(api, draft);
    expect(statusAndCode(await api.post(`/v1/transactions/${live.id}/restore`))).toBe('409 EXTERNAL_ID_TAKEN');
    await undo(api, draft);
    ok(await api.post(`/v1/transactions/${live.id}/restore`));
  });

  it('imports the later of two rows with the same external ID if the user excludes the first', async () => {
    const draft = await aDraft(api, account.id, FOLIOS, { mapping });
    await row(draft, 0, { excluded: true });
    await row(draft, 2, { includeDuplicate: true });
    await commit(api, draft);
    expect((await entered(draft)).length).toBe(4);
  });

  it('imports the other rows of a file with a very long external ID, and stores no ID of more than 255 characters', async () => {
    const long = Array.from({ length: 4_000 }, () =>
      String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000)),
    ).join('');
    const file = statement(
      [
        ['2026-03-07', 'Uno', '-1.00', long],
        ['2026-03-08', 'Dos', '-1.00', 'B'],
      ],
      'Folio',
    );
    const draft = await aDraft(api, account.id, file, { mapping });
    await commit(api, draft, { skipErrors: true });
    expect(await entered(draft)).toContain('Dos: B');
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
    for (const { externalId } of items) expect((externalId ?? '').length).toBeLessThanOrEqual(255);
  });
});

describe('a column of categories', () => {
  const named = async (name: string) => (await categories()).filter((each) => each.name === name);

  it('matches categories ignoring case and accents, and lists the new categories', async () => {
    const parent = ok(await api.post('/v1/categories', { name: 'Menú del día', kind: 'expense' }));
    const child = ok(await api.post('/v1/categories', { name: 'Café', parentId: parent.id }));
    const draft = await aDraft(
      ...([api, account.id] as const),
      withCategories(
        ['2026-03-07', 'a', '-1.00', 'MENU  DEL DIA'],
        ['2026-03-07', 'b', '-1.00', 'cafe'],
        ['2026-03-07', 'c', '-1.00', 'Mascotas Ñ'],
        ['2026-03-07', 'd', '-1.00', 'mascotas n'],
        ['2026-03-07', 'e', '5.00', 'Café'],
        ['2026-03-07', 'f', '5.00', 'Premios de rifas'],
        ['2026-03-07', 'g', '5.00', 'Mascotas Ñ'],
        ['2026-03-07', 'h', '-1.00', ''],
        ['2026-03-07', 'i', '0.00', 'De nada'],
        ['2026-03-07', 'j', 'x', 'De un error'],
      ),
    );
    expect(draft.rows.map(({ categoryId }) => categoryId).slice(0, 5)).toEqual([
      parent.id,
      child.id,
      null,
      null,
      child.id,
    ]);
    // A positive amount is a refund if other rows in the file create the category for expenses.
    expect(draft.newCategories.map(({ count }) => count).sort()).toEqual([1, 3]);
    const names = draft.newCategories.map(({ name }) => name);
    expect(names).toContain('Premios de rifas');
    expect(names).not.toContain('De nada');
    expect(names).not.toContain('De un error');
    const before = await categories();
    await commit(api, draft, { skipErrors: true });
    const created = (await categories()).filter(({ id }) => before.every((each) => each.id !== id));
    expect(created.map(({ kind, parentId }) => `${kind} ${parentId}`).sort()).toEqual(['expense null', 'income null']);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    const categoryOf = (description: string) => items.find((each) => each.description === description)!.category;
    expect(categoryOf('a')).toEqual({ id: parent.id, name: 'Menú del día', parentId: null });
    expect(categoryOf('e')).toMatchObject({ id: child.id });
    expect(categoryOf('c')).toEqual(categoryOf('d'));
    expect(categoryOf('h')).toBeNull();
    expect(categoryOf('g')).toEqual(categoryOf('c'));
    await undo(api, draft);
    expect(await categories()).toEqual(before);
  });

  it('does not create a category for a row that is excluded or whose category the user chose', async () => {
    const [chosen] = await categories();
    const draft = await aDraft(
      api,
      account.id,
      withCategories(
        ['2026-03-07', 'a', '-1.00', 'Nueva'],
        ['2026-03-08', 'b', '-1.00', 'Otra nueva'],
        ['2026-03-08', 'c', '-1.00', 'Tercera'],
      ),
    );
    expect(draft.newCategories).toHaveLength(3);
    await row(draft, 0, { categoryId: chosen!.id });
    await row(draft, 1, { categoryId: null });
    expect(ok(await row(draft, 2, { excluded: true })).newCategories).toEqual([]);
    const before = await categories();
    await commit(api, draft);
    expect(await categories()).toEqual(before);
  });

  it('an undo does not delete a category that is a parent or that other transactions use, even in the trash', async () => {
    const draft = await aDraft(
      ...([api, account.id] as const),
      withCategories(
        ['2026-03-07', 'a', '-1.00', 'Usada'],
        ['2026-03-07', 'b', '-1.00', 'En la basura'],
        ['2026-03-07', 'c', '-1.00', 'Con hija'],
        ['2026-03-07', 'd', '-1.00', 'En partes'],
        ['2026-03-07', 'e', '-1.00', 'Sola'],
        ['2026-03-07', 'f', '-1.00', 'De otra importación'],
      ),
    );
    await commit(api, draft);
    const idOf = async (name: string) => (await named(name))[0]!.id as string;
    await aTransaction(api, { accountId: account.id, categoryId: await idOf('Usada') });
    const trashed = await aTransaction(api, { accountId: account.id, categoryId: await idOf('En la basura') });
    await api.delete(`/v1/transactions/${trashed.id}`);
    ok(await api.post('/v1/categories', { name: 'Hija', parentId: await idOf('Con hija') }));
    await aTransaction(api, {
      ...{ accountId: account.id, description: 'partes' },
      splits: [{ amount: '20.00', categoryId: await idOf('En partes') }, { amount: '5.00' }],
    });
    await commit(
      api,
      await aDraft(api, account.id, withCategories(['2026-03-17', 'z', '-1.00', 'DE OTRA IMPORTACION'])),
    );
    await undo(api, draft);
    const names = ['Usada', 'En la basura', 'Con hija', 'En partes', 'De otra importación'];
    for (const name of names) expect(await named(name)).toHaveLength(1);
    expect(await named('Sola')).toEqual([]);
  });

  it('updatedSince returns the transactions whose category an undo removed', async () => {
    const draft = await aDraft(
      api,
      account.id,
      withCategories(['2026-03-07', 'a', '-1.00', 'Efímera'], ['2026-03-08', 'b', '-1.00', 'Efímera']),
    );
    await commit(api, draft);
    const { id } = ok(await api.get(`/v1/transactions?importId=${draft.id}`)).items[0]!;
    await api.delete(`/v1/transactions/${id}`);
    const since = new Date().toISOString();
    await undo(api, draft);
    const changed = ok(await api.get(`/v1/transactions?updatedSince=${since}`)).items;
    expect(changed.map((each) => each.id)).toContain(id);
    expect(changed.every(({ category }) => category === null)).toBe(true);
    const restored = ok(await api.post(`/v1/transactions/${id}/restore`));
    expect(restored).toMatchObject({ status: 'live', category: null });
  });

  it('concurrent imports create a category once', async () => {
    for (let round = 0; round < sized(2, 10); round += 1) {
      const accounts = await Promise.all(Array.from({ length: 6 }, () => anAccount(api)));
      const drafts = await Promise.all(
        accounts.map(({ id }) => aDraft(api, id, withCategories(['2026-03-07', 'a', '-1.00', `Nueva ${round}`]))),
      );
      for (const committed of await Promise.all(drafts.map((draft) => commit(api, draft))))
        expect(committed.status).toBe('committed');
      expect(await named(`Nueva ${round}`)).toHaveLength(1);
    }
  });

  it('an undo deletes a category that only the undone transactions use, and removes the category from open drafts', async () => {
    const draft = await aDraft(
      api,
      account.id,
      withCategories(['2026-03-07', 'a', '-10.00', 'Propia'], ['2026-03-08', 'b', '-1.00', 'Propia']),
    );
    await commit(api, draft);
    const { id: categoryId } = (await named('Propia'))[0]!;
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
    ok(
      await api.patch(`/v1/transactions/${items[1]!.id}`, {
        splits: [
          { amount: '4.00', categoryId },
          { amount: '6.00', categoryId },
        ],
      }),
    );
    const otherDraft = await aDraftOf(api, account.id, ['2026-04-01', 'Otra', '-1.00']);
    await row(otherDraft, 0, { categoryId });
    await undo(api, draft);
    expect(await named('Propia')).toEqual([]);
    expect((await detail(otherDraft)).rows[0]!.categoryId).toBeNull();
    await commit(api, otherDraft);
    const restored = ok(await api.post(`/v1/transactions/${items[1]!.id}/restore`));
    expect(restored.splits.map(({ category }) => category)).toEqual([null, null]);
  });

  it('imports QIF splits with their new categories, and an undo removes these categories', async () => {
    const qif = `!Type:Bank\nD13/10/2026\nT-30.00\nPMuebles\nSMesas\n$-10.00\nEroble\nS[Crédito]\n$-20.00\n^
D14/10/2026\nT-5.00\nPSillas\nSMesas\n$-2.00\nSTransporte\n$-3.00\n^
D15/10/2026\nT-9.00\nPFlete\nSMesas\n$-4.00\nSTapices\n$-5.00\n^\nD16/10/2026\nT9.00\nPNómina\nSPagos\n$10.00\nSRetenciones\n$-1.00\n^\n`;
    const draft = await aDraft(api, account.id, qif);
    expect(draft.newCategories).toEqual([
      { name: 'Mesas', count: 3 },
      { name: 'Tapices', count: 1 },
    ]);
    expect(draft.rows.map(({ category, warnings }) => [category, warnings.map(({ code }) => code)])).toEqual([
      ...[
        [null, ['TRANSFER_PART']],
        [null, []],
        [null, []],
        [null, ['PARTS_MIXED']],
      ],
    ]);
    ok(await row(draft, 1, { amount: '6.00' }));
    const edited = ok(await row(draft, 2, { type: 'income', description: 'Flete devuelto' }));
    expect(edited).toMatchObject({ newCategories: [{ name: 'Mesas', count: 2 }, { name: 'Tapices' }] });
    const patched = ok(await api.patch(`/v1/imports/${draft.id}`, { mapping: { dateFormat: 'dd/MM/yyyy' } }));
    expect(patched.newCategories).toEqual(edited.newCategories);
    const before = (await commit(api, draft)).balanceAfter;
    const items = ok(await api.get(`/v1/transactions?importId=${draft.id}`)).items.toReversed();
    const partsOf = ({ splits }: (typeof items)[number]) =>
      splits.map(({ type, amount, category, notes }) => [type, amount, category?.name ?? null, notes]);
    expect(items.map((item) => [item.amount, item.category, partsOf(item)])).toEqual([
      [
        ...['30.00', null],
        [
          ['expense', '10.00', 'Mesas', 'roble'],
          ['expense', '20.00', null, 'Traspaso: Crédito'],
        ],
      ],
      ['6.00', null, []],
      [
        ...['9.00', null],
        [
          ['income', '4.00', 'Mesas', null],
          ['income', '5.00', 'Tapices', null],
        ],
      ],
      ['9.00', null, []],
    ]);
    expect(items[3]!.notes).toBe('Pagos 10.00\nRetenciones -1.00');
    const id = (await named('Mesas'))[0]!.id as string;
    expect(ok(await api.get(`/v1/transactions?categoryId=${id}`)).items).toHaveLength(2);
    const again = await aDraft(api, account.id, qif);
    expect(again.rows.map(({ status }) => status)).toEqual(['duplicate', 'ready', 'ready', 'duplicate']);
    expect(await undo(api, draft)).toMatchObject({ undoneTotal: 0, transactionsRemoved: 4, balanceBefore: before });
    expect([await named('Mesas'), await named('Tapices')]).toEqual([[], []]);
  });

  it('does not split a QIF transaction whose category the user chose, and does not suggest a category for split rows', async () => {
    const qif = (day: number) =>
      `!Type:Bank\nD${day}/10/2026\nT-30.00\nPMuebles\nSMesas\n$-10.00\nSSillas\n$-20.00\n^\n`;
    const categoryId = (await named('Supermercado'))[0]!.id as string;
    const draft = await aDraft(api, account.id, qif(13));
    expect(ok(await row(draft, 0, { categoryId })).newCategories).toEqual([]);
    await commit(api, draft);
    const [transaction] = ok(await api.get(`/v1/transactions?importId=${draft.id}`)).items;
    expect(transaction).toMatchObject({ splits: [], category: { id: categoryId } });
    const next = await aDraft(api, account.id, qif(14));
    expect(next.rows[0]).toMatchObject({ categoryId: null, categorySource: null });
  });

  it('drafts replace a merged category with its replacement, and clear a deleted category', async () => {
    const [old, replacement] = [
      ok(await api.post('/v1/categories', { name: 'Vieja', kind: 'expense' })),
      ok(await api.post('/v1/categories', { name: 'Heredera', kind: 'expense' })),
    ];
    const draft = await aDraft(
      api,
      account.id,
      withCategories(['2026-03-07', 'a', '-1.00', 'Vieja'], ['2026-03-08', 'b', '-1.00', '']),
    );
    await row(draft, 1, { categoryId: old.id });
    ok(await api.delete(`/v1/categories/${old.id}?moveTo=${replacement.id}`));
    const moved = await detail(draft);
    expect(moved.rows[1]!.categoryId).toBe(replacement.id);
    ok(await api.delete(`/v1/categories/${replacement.id}`));
    const withoutCategory = await detail(draft);
    expect(withoutCategory.rows.map(({ categoryId }) => categoryId)).toEqual([null, null]);
    await commit(api, draft);
    expect(await named('Vieja')).toHaveLength(1);
  });

  it('deleting a category during a commit clears the category of the rows, or is rejected because the category is in use', async () => {
    for (let round = 0; round < sized(4, 20); round += 1) {
      const category = ok(await api.post('/v1/categories', { name: `Fugaz ${round}`, kind: 'expense' }));
      const draft = await aDraftOf(
        api,
        account.id,
        ['2026-03-07', `r${round}`, '-1.00'],
        ['2026-03-07', `s${round}`, '-1.00'],
      );
      await row(draft, 0, { categoryId: category.id });
      const [committed, deleted] = await Promise.all([
        api.post(`/v1/imports/${draft.id}/commit`),
        api.delete(`/v1/categories/${category.id}`),
      ]);
      expect(statusAndCode(committed)).toBe('200');
      expect(statusAndCode(deleted)).toMatch(/^(200|409 CATEGORY_IN_USE)$/);
      const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
      expect(items).toHaveLength(2);
      const categorized = items.filter((each) => each.category !== null);
      expect(categorized).toHaveLength(deleted.status === 200 ? 0 : 1);
    }
  });

  it('does not create a category with a name of over 120 characters', async () => {
    const draft = await aDraft(
      api,
      account.id,
      withCategories(
        ['2026-03-07', 'a', '-1.00', 'c'.repeat(121)],
        ['2026-03-08', 'b', '-1.00', 'ñ'.repeat(120)],
        ['2026-03-09', 'c', '-1.00', '-'],
        ['2026-03-10', 'd', '-1.00', '¿?'],
      ),
    );
    await commit(api, draft);
    const created = (await categories()).filter(({ name }) => /^(c+|ñ+|-|¿\?)$/.test(name));
    for (const { name } of created) expect([...name].length).toBeLessThanOrEqual(120);
    await undo(api, draft);
  });
});

describe('changes to categories and accounts of an open draft', () => {
  const oneRow = (category: string) =>
    withCategories(
      ['2026-04-07', `bajo ${category}`, '-5.00', category],
      ['2026-04-08', `otra de ${category}`, '-6.00', ''],
    );

  it('a row keeps its category after the category is renamed', async () => {
    const category = ok(await api.post('/v1/categories', { name: 'Zeta', kind: 'expense' }));
    const draft = await aDraft(api, account.id, oneRow('zeta'));
    ok(await api.patch(`/v1/categories/${category.id}`, { name: 'Zeta segunda' }));
    const committed = await commit(api, draft);
    expect(committed.newCategories).toEqual([]);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    expect(items.map((each) => each.category?.id ?? null).sort()).toEqual([category.id, null].sort());
    expect((await categories()).map(({ name }) => name)).not.toContain('zeta');
  });

  it('does not create a merged category again', async () => {
    const category = ok(await api.post('/v1/categories', { name: 'Yota', kind: 'expense' }));
    const replacement = ok(await api.post('/v1/categories', { name: 'Heredera', kind: 'expense' }));
    const draft = await aDraft(api, account.id, oneRow('yota'));
    ok(await api.delete(`/v1/categories/${category.id}?moveTo=${replacement.id}`));
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    expect(items.map((each) => each.category?.id ?? null).sort()).toEqual([replacement.id, null].sort());
  });

  it('reports an error on each row if the account’s currency changes', async () => {
    const changing = ok(await api.post('/v1/accounts', { name: 'Cambia', typeId: 'checking' }));
    const draft = await aDraft(api, changing.id, oneRow('Nada'));
    for (const currency of ['EUR', 'USD']) ok(await api.patch(`/v1/accounts/${changing.id}`, { currency }));
    const current = ok(await api.get(`/v1/imports/${draft.id}`));
    expect(current.stats).toMatchObject({ ready: 0, errors: 2 });
    expect(current.rows[0]!.errors).toMatchObject([{ field: 'currency', code: 'CURRENCY_MISMATCH' }]);
    expect((await api.post(`/v1/imports/${draft.id}/commit`, {})).body.code).toBe('IMPORT_HAS_ERRORS');
    const again = ok(await api.patch(`/v1/imports/${draft.id}`, { accountId: changing.id }));
    expect(again.stats).toMatchObject({ ready: 2, errors: 0 });
  });
});
