import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aDraft, statement, statuses } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok } from './support/household.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

/** Returns `xmin` and `ctid` of an import and its rows. Both change with every write. */
async function stored(importId: string): Promise<unknown> {
  return service.database.query(
    `select 'import' as kind, 0 as index, xmin::text, ctid::text from importing_imports where id = $1
     union all select 'row', index, xmin::text, ctid::text from importing_rows where import_id = $1 order by 1, 2`,
    [importId],
  );
}

it('reading a stale draft writes nothing and returns the rows that a commit would create now', async () => {
  const { api } = await aHousehold(service);
  const account = await anAccount(api);
  const categories = ok(await api.get('/v1/categories'));
  const expense = categories.find(({ kind }) => kind === 'expense');
  const movements = [
    ['2026-03-07', 'Tacos', '-25.00', '', 'F1'],
    ['2026-03-07', 'Tacos', '-25.00', '', 'F2'],
    ['2026-03-08', 'Renta', '-400.00', 'Casa nueva', 'F3'],
    ['2026-03-09', 'Cine', '-90.00', '', 'F4'],
    ['2026-03-09', 'Cine', '-90.00', 'Panadería', 'F4'],
    ['2026-03-11', 'Luz', '-300.00', '', 'F6'],
  ] as const;
  const mapping = { date: 0, description: 1, amount: 2, category: 3, externalId: 4 };
  const draft = await aDraft(api, account.id, statement(movements, 'Categoría', 'Folio'), { mapping });
  expect(statuses(draft)).toEqual(['ready', 'ready', 'ready', 'ready', 'duplicate', 'ready']);
  const chosen = ok(await api.patch(`/v1/imports/${draft.id}/rows/5`, { categoryId: null }));
  expect(chosen.rows[5]).toMatchObject({ categoryId: null, categorySource: 'person' });

  const tacos = await aTransaction(api, {
    ...{ accountId: account.id, type: 'expense', date: '2026-03-07', amount: '25.00', description: 'TACOS' },
    categoryId: expense!.id,
  });
  const trashed = await aTransaction(api, {
    ...{ accountId: account.id, type: 'expense', date: '2026-03-11', amount: '300.00', description: 'Luz' },
  });
  ok(await api.delete(`/v1/transactions/${trashed.id}`));
  const home = ok(await api.post('/v1/categories', { name: 'Casa nueva', kind: 'expense' }));
  ok(
    await api.post('/v1/rules', {
      name: 'Cines',
      conditions: [{ field: 'description', op: 'contains', value: 'cin' }],
      actions: [{ kind: 'set_category', value: expense!.id }],
    }),
  );

  const before = await stored(draft.id);
  const current = ok(await api.get(`/v1/imports/${draft.id}`));
  const ready = await everyItem(api, `/v1/imports/${draft.id}/rows?status=ready&limit=2`);
  expect(await stored(draft.id)).toEqual(before);

  expect(statuses(current)).toEqual(['duplicate', 'ready', 'ready', 'ready', 'duplicate', 'ready']);
  expect(current.stats).toEqual({ total: 6, ready: 4, errors: 0, duplicates: 2, excluded: 0 });
  expect(current.rows[0]).toMatchObject({ duplicateOf: tacos.id });
  expect(current.rows[2]).toMatchObject({ categoryId: home.id, categorySource: 'file' });
  expect(current.rows[3]).toMatchObject({ categoryId: expense!.id, categorySource: 'rule' });
  expect(current.rows[5]).toMatchObject({ categoryId: null, categorySource: 'person' });
  expect(current.rows[5]!.warnings.map(({ code }) => code)).toEqual(['MATCHES_TRASHED']);
  expect(current.newCategories).toEqual([]);
  expect(ready.items).toEqual(current.rows.filter(({ status }) => status === 'ready'));

  // The next write stores the result of the read.
  const edited = ok(await api.patch(`/v1/imports/${draft.id}/rows/5`, { categoryId: null }));
  expect(edited).toEqual(current);
  expect(await stored(draft.id)).not.toEqual(before);
});
