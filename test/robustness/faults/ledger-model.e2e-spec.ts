import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { createAccounts, operate, OPERATIONS, SEED, useClient } from '../../properties/ledger-model.js';

let database: TestDatabase;
let service: ApiProcess;
let home: Household;
let api: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startApi({ database });
  home = await aHousehold(service);
  api = home.api;
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function restart(): Promise<void> {
  service = await startApi({ database });
  api = service.client(home.key);
  useClient(api);
}

/**
 * Kills the service, terminates its database connections or stops the service. Then restarts the service or waits until
 * it has reconnected.
 */
async function interrupt(turn: number): Promise<void> {
  if (turn % 3 === 0) {
    await service.kill9();
  } else if (turn % 3 === 1) {
    // A restart of the server also terminates all backends. The service reconnects by itself.
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await until(async () => (await api.get('/v1/workspace', { mayFail: true })).status === 200);
    return;
  } else {
    expect(await service.stop()).toBe(0);
  }
  await restart();
}

it(`${OPERATIONS} random operations keep every balance equal to a simple model despite restarts and kills (seed ${SEED})`, async () => {
  await createAccounts(home, database);
  await operate(home, database, interrupt);
});

it('acknowledged transactions are complete after a kill -9 under load', async () => {
  const { id } = await anAccount(api);
  const acknowledged: string[] = [];
  let going = true;
  const caller = async () => {
    while (going) {
      const answer = await api
        .post('/v1/transactions', {
          accountId: id,
          type: 'expense',
          date: '2026-01-01',
          amount: '1.00',
          description: 'x',
          splits: [{ amount: '0.40' }, { amount: '0.60' }],
        })
        .catch(() => null);
      if (answer?.status === 200) acknowledged.push(answer.body.id);
    }
  };
  const callers = Array.from({ length: 8 }, caller);
  await until(() => acknowledged.length >= 30);
  await service.kill9();
  going = false;
  await Promise.all(callers);
  await restart();
  const stored = await database.query<{ id: string; parts: number }>(
    `select id, (select count(*)::int from ledger_splits s where s.transaction_id = t.id) as parts from ledger_transactions t where account_id = $1`,
    [id],
  );
  expect(acknowledged.filter((id) => !stored.some((row) => row.id === id))).toEqual([]);
  expect(stored.filter(({ parts }) => parts !== 2)).toEqual([]);
  expect(ok(await api.get(`/v1/accounts/${id}`)).balance).toBe(`-${stored.length}.00`);
  // Only requests in flight may be stored without an acknowledgement.
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(8);
});
