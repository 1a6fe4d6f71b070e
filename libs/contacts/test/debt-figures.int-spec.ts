import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '@app/kernel/pure';
import type { TestDatabase } from '../../kernel/src/testing.js';
import { createTestDatabase } from '../../kernel/src/testing.js';
import { debts } from '../src/migrations/0054-contacts-debts.migrations.js';
import { movedDebts } from '../src/migrations/0106-contacts-moved-debts.migrations.js';
import { contactWithDebts } from './many-debts.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('the debt figures are computed for existing debts too', async () => {
  await contactWithDebts(client, newId(), { count: 1_000, days: 30 });
  const figures = async () =>
    Promise.all(
      ['contacts_debts', 'contacts_debt_totals'].map(
        async (table) => (await client.query(`select * from ${table} kept order by kept::text`)).rows,
      ),
    );
  const before = await figures();
  const again = [
    [movedDebts, 'down'],
    [debts, 'down'],
    [debts, 'up'],
    [movedDebts, 'up'],
  ] as const;
  for (const [one, way] of again) {
    const migration = new one.class(undefined as never, undefined as never);
    await migration[way]();
    await client.query('begin');
    for (const query of migration.getQueries()) await client.query(query as string);
    await client.query('commit');
  }

  expect(before.map((rows) => rows.length > 0)).toEqual([true, true]);
  expect(await figures()).toEqual(before);
});
