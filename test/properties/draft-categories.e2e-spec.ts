import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, statement } from '../../libs/importing/test/statements.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { aHousehold, anAccount, aTransaction, ok } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261201);
const ROUNDS = sized(5, 25);

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

const TEXTS = ['OXXO', 'Pan dulce', 'Taxi'];
const text = fc.constantFrom(...TEXTS);
const category = fc.nat(3);
const arbitraryCondition = fc.oneof(
  fc.record({ field: fc.constant('description'), op: fc.constantFrom('contains', 'not_contains'), value: text }),
  fc.record({ field: fc.constant('description'), op: fc.constant('matches'), value: fc.constantFrom('^o', 'xi$') }),
  fc.record({ field: fc.constant('amount'), op: fc.constant('gte'), value: fc.constantFrom('2.00', '3.00') }),
  fc.record({ field: fc.constant('category'), op: fc.constant('is_empty') }),
);
const arbitraryRule = fc.record({
  match: fc.constantFrom('all', 'any'),
  conditions: fc.array(arbitraryCondition, { minLength: 1, maxLength: 2 }),
  priority: fc.nat(3),
  stopProcessing: fc.boolean(),
  category: fc.option(category),
  description: fc.option(text),
  note: fc.constantFrom('una nota', 'otra'),
  tag: fc.option(fc.constantFrom('viaje', 'Casa', 'CASA')),
});
const arbitraryRow = fc.record({
  text,
  amount: fc.constantFrom('1.00', '2.00', '3.00'),
  named: fc.oneof(fc.constant(''), category, fc.constantFrom('Nueva', 'Otra nueva')),
  chosen: fc.option(fc.oneof(fc.constant(null), category), { nil: undefined }),
});

it('a committed row has the category and tags that the draft shows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { minLength: 1, maxLength: 8 }),
      fc.array(arbitraryRule, { maxLength: 4 }),
      fc.array(fc.record({ text, category }), { maxLength: 3 }),
      fc.boolean(),
      async (rows, rules, history, late) => {
        const { api } = await aHousehold(service);
        const account = await anAccount(api);
        const all = ok(await api.get('/v1/categories'));
        const expense = all.filter(({ kind }) => kind === 'expense');
        for (const each of history) {
          const fields = { description: each.text, categoryId: expense[each.category]!.id, date: '2026-01-05' };
          await aTransaction(api, { accountId: account.id, ...fields });
        }
        const makeRules = async () => {
          for (const { category: filed, description, note, tag, ...rule } of rules) {
            const actions = [
              ...(filed === null ? [] : [{ kind: 'set_category', value: expense[filed]!.id }]),
              ...(description === null ? [] : [{ kind: 'set_description', value: description }]),
              { kind: 'append_notes', value: note },
              ...(tag === null ? [] : [{ kind: 'add_tag', value: tag }]),
            ];
            ok(await api.post('/v1/rules', { name: 'Regla', ...rule, actions }));
          }
        };
        if (!late) await makeRules();
        const movements = rows.map(({ text: words, amount, named }, index): Movement => {
          const name = typeof named === 'number' ? expense[named]!.name : named;
          return [`2026-03-${String(index + 1).padStart(2, '0')}`, words, `-${amount}`, name];
        });
        const imported = await aDraft(api, account.id, statement(movements, 'Categoría'), { mapping: { category: 3 } });
        if (late) await makeRules();
        for (const [index, { chosen }] of rows.entries()) {
          if (chosen === undefined) continue;
          const categoryId = chosen === null ? null : expense[chosen]!.id;
          ok(await api.patch(`/v1/imports/${imported.id}/rows/${index}`, { categoryId }));
        }
        const draft = ok(await api.get(`/v1/imports/${imported.id}`));
        const committed = ok(await api.post(`/v1/imports/${imported.id}/commit`));
        const entered = ok(await api.get(`/v1/transactions?importId=${imported.id}&limit=200`)).items;
        expect(entered).toHaveLength(rows.length);
        for (const row of draft.rows) {
          const transaction = entered.find(({ date }) => date === row.date);
          const isNew = row.categorySource === 'file' && row.categoryId === null;
          expect([row.index, transaction!.category?.[isNew ? 'name' : 'id'] ?? null]).toEqual([
            row.index,
            isNew ? row.category : row.categoryId,
          ]);
          expect([row.index, row.tags]).toEqual([row.index, transaction!.tags]);
          expect(committed.rows[row.index]!.tags).toEqual(row.tags);
          expect(committed.rows[row.index]!.categoryId).toBe(transaction!.category?.id ?? null);
          const { category: why } = ok(await api.get(`/v1/transactions/${transaction!.id}/explain`));
          const source =
            row.categorySource === 'person' || row.categorySource === 'rule' ? row.categorySource : 'import';
          expect(why.source).toBe(transaction!.category === null ? null : source);
        }
        const known = new Set(all.map(({ id }) => id));
        const added = ok(await api.get('/v1/categories')).filter(({ id }) => !known.has(id));
        expect(added.map(({ name }) => name).sort()).toEqual(draft.newCategories.map(({ name }) => name).sort());
      },
    ),
    { seed: SEED, numRuns: ROUNDS, interruptAfterTimeLimit: 60_000 },
  );
});
