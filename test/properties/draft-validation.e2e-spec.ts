import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, statement } from '../../libs/importing/test/statements.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { aHousehold, anAccount, aTransaction, ok } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261126);
const ROUNDS = sized(5, 25);

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

/** Small ranges, so that rows often match each other and existing transactions. */
const day = fc.constantFrom('2026-03-07', '2026-03-08');
const text = fc.constantFrom('OXXO', 'oxxo', 'Pan');
const amount = fc.constantFrom('1.00', '2.00');
const out = fc.boolean();
const folio = fc.constantFrom('', '', 'A', 'B');
const arbitraryRow = fc.record({
  day: fc.oneof({ weight: 8, arbitrary: day }, { weight: 1, arbitrary: fc.constant('ayer') }),
  text,
  amount: fc.oneof({ weight: 8, arbitrary: amount }, { weight: 1, arbitrary: fc.constantFrom('x', '0.00') }),
  out,
  folio,
  balance: fc.constantFrom('', '1.00', '0.00', '-1.00', '3.00'),
});
const arbitraryLive = fc.record({ day, text, amount, out, folio, trashed: fc.boolean(), filed: fc.boolean() });
const arbitraryEdit = fc.record({
  index: fc.nat(50),
  body: fc.oneof(
    fc.record({ date: day }),
    fc.record({ amount, type: fc.constantFrom('expense', 'income') }),
    fc.record({ type: fc.constantFrom('expense', 'income') }),
    fc.record({ description: text }),
    fc.record({ excluded: fc.boolean() }),
    fc.record({ includeDuplicate: fc.boolean() }),
    fc.record({ categoryId: fc.constant(null) }),
  ),
});

const signed = (each: { out: boolean; amount: string }) => `${each.out ? '-' : ''}${each.amount}`;

it('validating one edited row gives the same draft as validating all rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { minLength: 1, maxLength: 10 }),
      fc.array(arbitraryLive, { maxLength: 5 }),
      fc.array(arbitraryEdit, { minLength: 1, maxLength: 6 }),
      async (rows, live, edits) => {
        const { api } = await aHousehold(service);
        const account = await anAccount(api);
        const categories = ok(await api.get('/v1/categories'));
        for (const each of live) {
          const type = each.out ? 'expense' : 'income';
          const filed = each.filed ? { categoryId: categories.find(({ kind }) => kind === type)!.id } : {};
          const fields = { accountId: account.id, date: each.day, amount: each.amount, description: each.text, type };
          const answer = await api.post('/v1/transactions', {
            ...fields,
            ...filed,
            ...(each.folio !== '' && { externalId: each.folio }),
          });
          // The service must reject a second live transaction with the same external ID.
          const transaction = answer.status === 409 ? await aTransaction(api, { ...fields, ...filed }) : ok(answer);
          if (each.trashed) ok(await api.delete(`/v1/transactions/${transaction.id}`));
        }
        // The first row is valid, so that the columns are always detected.
        const sound: Movement = ['2026-03-06', 'Sana', '-1.00', '', '5.00'];
        const movements = rows.map((each): Movement => [each.day, each.text, signed(each), each.folio, each.balance]);
        const mapping = { date: 0, description: 1, amount: 2, externalId: 3, balance: 4 };
        const file = statement([sound, ...movements], 'Folio', 'Saldo');
        const draft = await aDraft(api, account.id, file, { mapping });
        let narrow = draft;
        for (const { index, body } of edits) {
          const answer = await api.patch(`/v1/imports/${draft.id}/rows/${index % draft.rows.length}`, body);
          if (answer.status === 200) narrow = answer.body;
        }
        const whole = ok(await api.patch(`/v1/imports/${draft.id}`, {}));
        expect(narrow).toEqual(whole);
        const count = (status: string) => narrow.rows.filter((each) => each.status === status).length;
        expect(narrow.stats).toEqual({
          ...{ total: narrow.rows.length, ready: count('ready'), errors: count('error') },
          ...{ duplicates: count('duplicate'), excluded: count('excluded') },
        });
      },
    ),
    { seed: SEED, numRuns: ROUNDS, interruptAfterTimeLimit: 60_000 },
  );
});
