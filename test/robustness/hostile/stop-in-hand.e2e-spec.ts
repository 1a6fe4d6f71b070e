import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { multipart, statement } from '../../../libs/importing/test/statements.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { statusAndCode } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount } from '../../e2e/support/household.js';
import { slowest } from '../bounds.js';

const MAX_STOP_MS = slowest(10_000);

let database: TestDatabase;
let service: ApiProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startApi({ database });
});
afterAll(() => database.drop());

async function anUpload({ api }: Household): Promise<{ answer: Promise<string> }> {
  const { id } = await anAccount(api);
  const rows = Array.from({ length: 5_000 }, (_, n) => ['2026-03-07', `Compra ${n}`, '-1.00'] as const);
  const file = { name: 'file', filename: 'estado.csv', content: statement(rows) };
  const answer = api.post('/v1/imports', undefined, {
    ...multipart({ name: 'accountId', content: id }, file),
    mayFail: true,
  });
  return { answer: answer.then(statusAndCode, (error: Error) => error.message) };
}

it('stops within ten seconds while uploads wait for the database or the file reader, and responds to the clients', async () => {
  // The draft rows are locked, so parsed files wait for the database and other files wait for the file reader.
  const homes: Household[] = [];
  for (let n = 0; n < 4; n += 1) homes.push(await aHousehold(service));
  const holders = await Promise.all(homes.map(() => database.connect()));
  for (const holder of holders) {
    await holder.query('begin');
    await holder.query('lock table importing_rows in share mode');
  }
  const uploads = await Promise.all(homes.map(anUpload));
  await pause(1_000);
  const began = performance.now();
  const code = await service.stop();
  expect([code, performance.now() - began < MAX_STOP_MS]).toEqual([0, true]);
  expect(await Promise.all(uploads.map(({ answer }) => answer))).toEqual(
    Array.from({ length: 4 }, () => '503 SERVICE_UNAVAILABLE'),
  );
  for (const holder of holders) {
    await holder.query('rollback');
    await holder.end();
  }
  expect(await database.query('select from importing_imports')).toEqual([]);
});
