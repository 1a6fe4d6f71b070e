import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Service } from '../../../test/e2e/support/api-process.js';
import { sharedApi } from '../../../test/e2e/support/api-process.js';
import { aHousehold, anAccount, ok, everyItem } from '../../../test/e2e/support/household.js';
import { aDraft, commit, statement, undo } from './statements.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

it('undoing an import does not delete a category that another context uses', async () => {
  const { api } = await aHousehold(service);
  const account = await anAccount(api, { openingBalance: '100.00' });
  const file = (day: string) =>
    statement(
      [
        [`2026-03-${day}`, 'Uno', '-1.00', 'Comprometida'],
        [`2026-03-${day}`, 'Dos', '-2.00', 'Libre'],
      ],
      'Categoría',
    );
  const draft = await aDraft(api, account.id, file('07'));
  await commit(api, draft);
  const named = async (name: string) => ok(await api.get('/v1/categories')).find((each) => each.name === name)?.id;
  const [kept, free] = [await named('Comprometida'), await named('Libre')];
  expect([typeof kept, typeof free]).toEqual(['string', 'string']);
  const other = await aDraft(api, account.id, file('08'));
  expect(other.rows.map(({ categoryId }) => categoryId)).toEqual([kept, free]);

  ok(
    await api.post('/v1/rules', {
      name: 'Uno',
      enabled: false,
      conditions: [{ field: 'description', op: 'contains', value: 'ninguno' }],
      actions: [{ kind: 'set_category', value: kept! }],
    }),
  );

  expect(await undo(api, draft)).toMatchObject({ status: 'undone', balanceAfter: '100.00', undone: [] });
  expect([await named('Comprometida'), await named('Libre')]).toEqual([kept, undefined]);
  const { rows } = ok(await api.get(`/v1/imports/${other.id}`));
  expect(rows.map(({ categoryId }) => categoryId)).toEqual([kept, null]);
  const trash = (await everyItem(api, '/v1/transactions/trash')).items;
  expect(trash.map(({ description, category }) => [description, category?.id ?? null]).sort()).toEqual([
    ['Dos', null],
    ['Uno', kept],
  ]);
});
