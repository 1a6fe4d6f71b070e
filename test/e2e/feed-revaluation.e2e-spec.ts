import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressesOf } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { runInAdministrator } from './support/cli.js';
import type { Client } from './support/client.js';
import { aContact, anAccount, aHousehold, aTransaction, ok } from './support/household.js';
import { startVerifier } from './support/ledger-verifier.js';

const DATE = '2031-01-20';
const BATCH_SIZE = 500;

let service: ApiProcess;
let folder: string;

beforeAll(async () => {
  service = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'centavo-rates-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.stop();
});

async function importRates(...lines: string[]) {
  const file = join(folder, 'rates.csv');
  await writeFile(file, ['date,quote,base,rate', ...lines].join('\n'));
  const env = { PATH: process.env.PATH, ...addressesOf(service.database), LOG_LEVEL: 'silent' };
  return runInAdministrator(env, ['rates', 'import', file]);
}
const baseAmount = async (api: Client, id: string) => ok(await api.get(`/v1/transactions/${id}`)).baseAmount;
const pendingChanges = async () => (await service.database.query('select from fx_feed_rate_changes')).length;

async function createExpenses(api: Client, accountId: string, count: number): Promise<void> {
  const operation = { op: 'create', accountId, type: 'expense', amount: '1.00', date: DATE, description: 'Café' };
  for (let created = 0; created < count; created += BATCH_SIZE) {
    ok(await api.post('/v1/transactions/batch', { operations: Array<unknown>(BATCH_SIZE).fill(operation) }));
  }
}

describe('the revaluation of transactions after feed rates change', () => {
  it('revalues more transactions of one day than fit into one database transaction', async () => {
    const { api, workspaceId } = await aHousehold(service);
    const account = await anAccount(api, { currency: 'USD' });
    await createExpenses(api, account.id, 5_500);
    const debt = await aTransaction(api, {
      accountId: null,
      type: 'lent',
      contactId: await aContact(service.database, workspaceId),
      currency: 'USD',
      date: DATE,
      amount: '2.00',
    });
    expect((await importRates(`${DATE},USD,MXN,20`)).code).toBe(0);
    const [revalued] = await service.database.query(
      `select count(*)::int as count, sum(base_amount)::int as total from ledger_transactions where workspace_id = $1 and account_id = $2`,
      [workspaceId, account.id],
    );
    expect(revalued).toEqual({ count: 5_500, total: 11_000_000 });
    expect(await baseAmount(api, debt.id)).toBe('40.00');
    expect(await pendingChanges()).toBe(0);
    const verifier = startVerifier(service.database);
    await verifier.expectNoDrift(workspaceId);
    verifier.stop();
  });

  it('if the revaluation of one workspace fails, other workspaces are revalued, and the next import retries the failed one', async () => {
    const spend = async () => {
      const { api, workspaceId } = await aHousehold(service);
      const account = await anAccount(api, { currency: 'EUR' });
      const { id } = await aTransaction(api, { accountId: account.id, date: DATE, amount: '1.00' });
      return { api, workspaceId, id };
    };
    const [broken, healthy] = [await spend(), await spend()];
    await service.database.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on ledger_transactions for each row
        when (old.workspace_id = '${broken.workspaceId}') execute function refuse();`);
    expect(await importRates(`${DATE},EUR,MXN,22`)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/revaluing failed for 1 of \d+ workspaces/),
    });
    expect([await baseAmount(broken.api, broken.id), await baseAmount(healthy.api, healthy.id)]).toEqual([
      null,
      '22.00',
    ]);
    expect(await pendingChanges()).toBe(1);
    await service.database.query('drop trigger refuse on ledger_transactions; drop function refuse');
    expect((await importRates(`${DATE},EUR,MXN,22`)).code).toBe(0);
    expect(await baseAmount(broken.api, broken.id)).toBe('22.00');
    expect(await pendingChanges()).toBe(0);
  });
});
