import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../../test/e2e/support/api-process.js';
import { startApi } from '../../../test/e2e/support/api-process.js';
import type { CategoryView } from '../../../test/e2e/support/answers.js';
import type { Client } from '../../../test/e2e/support/client.js';
import { aHousehold, anAccount, everyItem, ok } from '../../../test/e2e/support/household.js';
import type { SqlTap } from '../../../test/robustness/scale/sql-tap.js';
import { tapInto } from '../../../test/robustness/scale/sql-tap.js';
import type { TestDatabase } from '../../kernel/src/testing.js';
import { createTestDatabase } from '../../kernel/src/testing.js';
import { aDraft, commit, statement } from './statements.js';

let database: TestDatabase;
let tap: SqlTap;
let service: ApiProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  tap = await tapInto(database);
  service = await startApi({ database: { ...database, url: tap.databaseUrl } });
});
afterAll(async () => {
  await service.stop();
  tap.close();
  await database.drop();
});

/** Creates a draft with one row per category name: income if the name starts with +, otherwise an expense. */
async function aDraftNaming(api: Client, names: readonly string[]) {
  const account = await anAccount(api);
  const file = statement(
    names.map((name, n) => [
      `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`,
      `Compra ${n}`,
      name.startsWith('+') ? '1.00' : '-1.00',
      name.replace('+', ''),
    ]),
    'Categoría',
  );
  return aDraft(api, account.id, file, { mapping: { category: 3 } });
}

function pathsOf(tree: readonly CategoryView[]): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { id, name, parentId } of tree) paths.set(id, parentId ? `${paths.get(parentId)} > ${name}` : name);
  return paths;
}

/**
 * Commits a statement with these categories. Returns the listed and the created categories, and the category path of
 * each row.
 */
async function commitNaming(api: Client, names: readonly string[]) {
  const known = new Set(ok(await api.get('/v1/categories')).map(({ id }) => id));
  const draft = await aDraftNaming(api, names);
  const committed = await commit(api, draft);
  const tree = ok(await api.get('/v1/categories'));
  const paths = pathsOf(tree);
  const entered = (await everyItem(api, `/v1/transactions?importId=${draft.id}`)).items;
  const pathOf = new Map(entered.map(({ description, category }) => [description, category && paths.get(category.id)]));
  return {
    listed: committed.newCategories.map(({ name, count }) => `${name} ${count}`),
    created: tree.filter(({ id }) => !known.has(id)).map(({ id, kind }) => `${kind} ${paths.get(id)}`),
    rows: names.map((_, n) => pathOf.get(`Compra ${n}`)),
  };
}

describe('new categories of an import', () => {
  it('creates each new category once for all spellings, in name order', async () => {
    const { api } = await aHousehold(service);
    const root = ok(await api.post('/v1/categories', { name: 'Casa nueva', kind: 'income' }));
    ok(await api.post('/v1/categories', { name: 'Renta', parentId: root.id }));

    const found = await commitNaming(api, [
      ...['Zoológico', 'zoologico', '+Regalía', 'Regalia', 'Renta', 'Casa nueva > Luz', '+casa nueva > luz'],
      ...['CASA NUEVA > Gas > Tanque', 'Casa nueva > gas', '+Árbol > Fruta', 'Árbol > Palma > Dátil', 'Dátil'],
      ...['Aro > Nido', 'Aro > Pico', '+Ave > Pico', 'Nido', '+Pico', 'Vela', 'Vela > Mayor', 'Yate > Vela'],
    ]);

    expect(found).toEqual({
      listed: [
        ...['Aro > Nido 1', 'Aro > Pico 1', 'Ave > Pico 1', 'CASA NUEVA > Gas > Tanque 1', 'Casa nueva > Luz 2'],
        ...['Dátil 1', 'Regalia 2', 'Vela 1', 'Vela > Mayor 1', 'Yate > Vela 1', 'Zoológico 2'],
        ...['Árbol > Fruta 1', 'Árbol > Palma > Dátil 1'],
      ],
      created: [
        ...['expense Aro', 'expense Aro > Nido', 'expense Aro > Pico', 'expense Dátil', 'expense Regalia'],
        ...['expense Vela', 'expense Vela > Mayor', 'expense Yate', 'expense Yate > Vela', 'expense Zoológico'],
        ...['income Árbol', 'income Árbol > Fruta', 'income Árbol > Palma', 'income Árbol > Palma > Dátil'],
        ...['income Ave', 'income Ave > Pico', 'income Casa nueva > Gas', 'income Casa nueva > Gas > Tanque'],
        'income Casa nueva > Luz',
      ],
      rows: [
        ...['Zoológico', 'Zoológico', 'Regalia', 'Regalia', 'Vivienda > Renta', 'Casa nueva > Luz', 'Casa nueva > Luz'],
        ...['Casa nueva > Gas > Tanque', 'Casa nueva > Gas', 'Árbol > Fruta', 'Árbol > Palma > Dátil', 'Dátil'],
        ...[
          'Aro > Nido',
          'Aro > Pico',
          'Ave > Pico',
          'Aro > Nido',
          'Ave > Pico',
          'Vela',
          'Vela > Mayor',
          'Yate > Vela',
        ],
      ],
    });
  });

  it('creating eighty new categories needs no more queries than creating two', async () => {
    const { api } = await aHousehold(service);
    // On a slow machine, the service could store the last use of the key a second time, which would add a query.
    await database.query(`update identity_api_keys set last_used_at = now() + interval '1 day'`);
    const count = async (names: readonly string[]) => {
      const draft = await aDraftNaming(api, names);
      const { executed, bound } = await tap.during(() => commit(api, draft));
      // On a slow machine, the request takes longer than a second and authenticates again, which would add a query.
      return executed.length - bound.filter(({ text }) => /pg_notify|identity_active_key/.test(text)).length;
    };
    const naming = (different: number) =>
      Array.from({ length: 80 }, (_, n) => `Grupo ${different}-${n % different} > Hija`);
    await count(naming(1));

    const [two, eighty] = [await count(naming(2)), await count(naming(80))];

    expect(eighty).toBeLessThanOrEqual(two);
  });
});

it('matches thousands of existing categories by path', async () => {
  const { api, workspaceId } = await aHousehold(service);
  const root = ok(await api.post('/v1/categories', { name: 'Raíz', kind: 'expense' }));
  await database.query(
    `insert into ledger_categories (workspace_id, id, name, parent_id, kind, created_at)
     select $1, ordered_id(1700000000000, n), 'Hoja ' || n, $2, 'expense', now() from generate_series(0, 4999) n`,
    [workspaceId, root.id],
  );
  const draft = await aDraftNaming(
    api,
    Array.from({ length: 5_000 }, (_, n) => `RAIZ > hoja ${n}`),
  );
  expect(draft.newCategories).toEqual([]);

  ok(await api.patch(`/v1/categories/${root.id}`, { name: 'Tronco' }));
  const seen = ok(await api.get(`/v1/imports/${draft.id}`));

  expect(seen.rows.map(({ categoryId }) => categoryId)).toEqual(draft.rows.map(({ categoryId }) => categoryId));
  expect(new Set(seen.rows.map(({ categoryId }) => categoryId)).size).toBe(1_000);
});
