import { afterAll, beforeAll, it } from '@jest/globals';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../e2e/support/api-process.js';
import { startApi } from '../e2e/support/api-process.js';
import { aHousehold } from '../e2e/support/household.js';
import { createAccounts, operate, OPERATIONS, SEED } from './ledger-model.js';

let database: TestDatabase;
let service: ApiProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startApi({ database });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

it(`${OPERATIONS} random operations keep every balance equal to a simple model (seed ${SEED})`, async () => {
  const home = await aHousehold(service);
  await createAccounts(home, database);
  await operate(home, database);
});
