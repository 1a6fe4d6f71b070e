import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, statement } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { CategoryView, TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import { anAccount, aHousehold, aTransaction, ok, UNKNOWN_ID } from './support/household.js';

let service: Service;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await aHousehold(service));
});

const add = async (name: string, fields: Record<string, unknown> = { kind: 'expense' }) =>
  ok(await api.post('/v1/categories', { name, ...fields }));
const edit = (category: CategoryView, fields: Record<string, unknown>) =>
  api.patch(`/v1/categories/${category.id}`, fields);
const drop = (category: CategoryView, moveTo?: string) =>
  api.delete(`/v1/categories/${category.id}${moveTo === undefined ? '' : `?moveTo=${moveTo}`}`);
const all = async () => ok(await api.get('/v1/categories'));

describe('the category tree', () => {
  it('a new workspace has Spanish categories of both kinds, parents before children', async () => {
    const categories = await all();
    const seen = new Map<string, CategoryView>();
    for (const category of categories) {
      if (category.parentId !== null) expect(seen.get(category.parentId)?.kind).toBe(category.kind);
      seen.set(category.id, category);
    }
    expect(categories.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Vivienda', 'Restaurantes', 'Sueldo', 'Aguinaldo']),
    );
    expect(Object.keys(categories[0]!).sort()).toEqual(['archivedAt', 'createdAt', 'id', 'kind', 'name', 'parentId']);
    expect(categories.every(({ archivedAt }) => archivedAt === null)).toBe(true);
  });

  it('categories can be nested deeply and inherit the kind of their parent', async () => {
    let parent = await add('Nivel 0');
    for (let depth = 1; depth <= 20; depth += 1) parent = await add(`Nivel ${depth}`, { parentId: parent.id });
    expect(parent.kind).toBe('expense');
    const names = (await all()).map(({ name }) => name).filter((name) => name.startsWith('Nivel'));
    expect(names).toEqual(Array.from({ length: 21 }, (_, depth) => `Nivel ${depth}`));
    expect(statusAndCode(await api.post('/v1/categories', { name: 'X', kind: 'income', parentId: parent.id }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(statusAndCode(await api.post('/v1/categories', { name: 'X' }))).toBe('400 VALIDATION_FAILED');
  });

  it('returns a category by its ID', async () => {
    const added = await add('Sola');
    expect(ok(await api.get(`/v1/categories/${added.id}`))).toEqual(added);
  });
});

describe('category names', () => {
  it('category names are unique among siblings of a kind, ignoring case and accents', async () => {
    const first = await add('Café Ñandú');
    for (const name of ['café ñandú', 'CAFE NANDU', '  Cafe\u0301   Nandu ']) {
      expect(statusAndCode(await api.post('/v1/categories', { name, kind: 'expense' }))).toBe('409 NAME_TAKEN');
    }
    await add('Café Ñandú', { kind: 'income' });
    const child = await add('Café Ñandú', { parentId: first.id });
    const sibling = await add('Otro');
    expect(statusAndCode(await edit(sibling, { name: 'cafe nandu' }))).toBe('409 NAME_TAKEN');
    expect(statusAndCode(await edit(child, { parentId: null }))).toBe('409 NAME_TAKEN');
    expect(ok(await edit(first, { name: 'CAFÉ ñandú' })).name).toBe('CAFÉ ñandú');
  });
});

describe('updating a category', () => {
  it('moves a category with its subtree, and rejects cycles', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const c = await add('C', { parentId: b.id });
    expect(ok(await edit(b, { parentId: a.id })).parentId).toBe(a.id);
    for (const [category, parentId] of [
      [a, a.id],
      [a, b.id],
      [a, c.id],
      [b, c.id],
    ] as const)
      expect(statusAndCode(await edit(category, { parentId }))).toBe('409 CATEGORY_CYCLE');
    expect(ok(await edit(b, { parentId: null })).parentId).toBe(null);
    expect(statusAndCode(await edit(b, { parentId: UNKNOWN_ID }))).toBe('422 REFERENCE_NOT_FOUND');
    const income = await add('I', { kind: 'income' });
    expect(statusAndCode(await edit(b, { parentId: income.id }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await edit(b, { kind: 'income' }))).toBe('400 VALIDATION_FAILED');
  });

  it('two concurrent moves cannot create a cycle', async () => {
    const [a, b] = [await add('A'), await add('B')];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([edit(a, { parentId: b.id }), edit(b, { parentId: a.id })]);
      expect(answers.map(statusAndCode).sort()).toEqual(['200', '409 CATEGORY_CYCLE']);
      await Promise.all([edit(a, { parentId: null }), edit(b, { parentId: null })]);
    }
  });

  it('archives and restores a category, and archiving again does not change archivedAt', async () => {
    const category = await add('A');
    const archived = ok(await edit(category, { archived: true }));
    expect(archived.archivedAt).not.toBe(null);
    expect(ok(await edit(category, { archived: true })).archivedAt).toBe(archived.archivedAt);
    expect(ok(await edit(category, { archived: false })).archivedAt).toBe(null);
    expect(statusAndCode(await edit(category, { archived: null }))).toBe('400 VALIDATION_FAILED');
  });
});

describe('the deletion of a category', () => {
  it('rejects the deletion of a category with transactions or children', async () => {
    const account = await anAccount(api);
    const [parent, used, usedInSplit, unused] = [await add('P'), await add('U'), await add('S'), await add('N')];
    await add('C', { parentId: parent.id });
    const spent = await aTransaction(api, { accountId: account.id, categoryId: used.id });
    await aTransaction(api, {
      accountId: account.id,
      splits: [{ amount: '5.00', categoryId: usedInSplit.id }, { amount: '20.00' }],
    });
    expect((await Promise.all([drop(parent), drop(used), drop(usedInSplit)])).map(statusAndCode)).toEqual([
      '409 CATEGORY_IN_USE',
      '409 CATEGORY_IN_USE',
      '409 CATEGORY_IN_USE',
    ]);
    await api.delete(`/v1/transactions/${spent.id}`);
    expect(statusAndCode(await drop(used))).toBe('409 CATEGORY_IN_USE');
    await api.delete(`/v1/transactions/${spent.id}/permanently`);
    expect(ok(await drop(used))).toMatchObject({ id: used.id, name: 'U' });
    expect(statusAndCode(await drop(used))).toBe('404 CATEGORY_NOT_FOUND');
    expect(statusAndCode(await drop(unused))).toBe('200');
  });

  it('moveTo moves live and trashed transactions and splits to another category', async () => {
    const account = await anAccount(api);
    const [from, to] = [await add('De'), await add('A')];
    const live = await aTransaction(api, { accountId: account.id, categoryId: from.id });
    const trashed = await aTransaction(api, { accountId: account.id, categoryId: from.id });
    const split = await aTransaction(api, {
      accountId: account.id,
      splits: [{ amount: '5.00', categoryId: from.id }, { amount: '20.00' }],
    });
    await api.delete(`/v1/transactions/${trashed.id}`);
    expect(statusAndCode(await drop(from, to.id))).toBe('200');
    const read = async (transaction: TransactionView) => ok(await api.get(`/v1/transactions/${transaction.id}`));
    expect((await read(live)).category).toEqual({ id: to.id, name: 'A', parentId: null });
    expect((await read(trashed)).category!.id).toBe(to.id);
    expect((await read(split)).splits[0]!.category!.id).toBe(to.id);
    expect((await read(live)).updatedAt > live.updatedAt).toBe(true);
  });

  it('moveTo must be another category of the same kind', async () => {
    const [from, income] = [await add('De'), await add('I', { kind: 'income' })];
    for (const id of [UNKNOWN_ID, 'nope', '']) {
      const answer = await drop(from, id);
      expect(statusAndCode(answer)).toBe('422 REFERENCE_NOT_FOUND');
      expect(answer.body.errors).toEqual([expect.objectContaining({ parameter: 'moveTo' })]);
    }
    for (const id of [income.id, from.id]) expect(statusAndCode(await drop(from, id))).toBe('400 VALIDATION_FAILED');
    const parent = await add('P');
    const child = await add('C', { parentId: parent.id });
    expect(statusAndCode(await drop(parent, child.id))).toBe('409 CATEGORY_IN_USE');
    expect((await all()).map(({ id }) => id)).toEqual(expect.arrayContaining([from.id, parent.id]));
  });
});

it('rejects the 5,001st category, even if the commit of an import would create it', async () => {
  const { id } = await add('Raíz');
  await service.database.query(
    `insert into ledger_categories (workspace_id, id, name, parent_id, kind, created_at)
     select workspace_id, gen_random_uuid(), 'Hoja ' || n, id, kind, created_at from ledger_categories,
       generate_series(1, 5000 - (select count(*) from ledger_categories c where c.workspace_id = ledger_categories.workspace_id)) n
     where id = $1`,
    [id],
  );
  const refused = await api.post('/v1/categories', { name: 'Otra', kind: 'expense' });
  expect(statusAndCode(refused)).toBe('409 CATEGORY_LIMIT_REACHED');
  const account = await anAccount(api);
  const movements: Movement[] = [['2026-03-07', 'Café', '-1.00', 'Otra']];
  const draft = await aDraft(api, account.id, statement(movements, 'Categoría'));
  expect(statusAndCode(await api.post(`/v1/imports/${draft.id}/commit`))).toBe('409 CATEGORY_LIMIT_REACHED');
  expect(await all()).toHaveLength(5_000);
});
