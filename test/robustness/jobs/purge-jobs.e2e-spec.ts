import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aDraftOf, commit } from '../../../libs/importing/test/statements.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aFile, aJpeg } from '../../e2e/support/files.js';
import { anInvoice } from '../../e2e/support/invoices.js';
import { aHousehold, anAccount, aTransaction, balanceOf, ok } from '../../e2e/support/household.js';
import { refusalOf } from '../../e2e/support/cli.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import { until } from '../../e2e/support/until.js';

const NAMES = [
  'budgeting.begin-cycles',
  'files.purge',
  'identity.clear-request-log',
  'identity.purge-expired',
  'importing.discard-drafts',
  'invoices.purge',
  'kernel.clear-idempotency-records',
  'kernel.clear-outbox',
  'ledger.purge-trash',
  'notifying.purge-deliveries',
  'planning.post-due',
];

let database: TestDatabase;
const processes: ApiProcess[] = [];

const start = async () => void processes.push(await startApi({ database, env: { JOBS: 'on' } }));

beforeAll(async () => {
  database = await createTestDatabase();
  await start();
});
afterAll(async () => {
  for (const process of processes) await process.stop();
  await database.drop();
});

async function runs(name: string): Promise<[number, number]> {
  const texts = await Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  const sum = (metric: string) =>
    texts.reduce((all, text) => all + Number(new RegExp(`^${metric}{job="${name}"} (\\d+)$`, 'm').exec(text)![1]), 0);
  return [sum('job_runs_total'), sum('job_failures_total')];
}

it('jobs of several processes delete expired records once and keep the others', async () => {
  const home = await aHousehold(processes[0]!);
  const { api } = home;
  const account = await anAccount(api, { openingBalance: '100.00' });
  const entry = { accountId: account.id, amount: '10.00' };
  const [old, recent, live] = [
    await aTransaction(api, entry),
    await aTransaction(api, entry),
    await aTransaction(api, entry),
  ];
  for (const { id } of [old, recent]) ok(await api.delete(`/v1/transactions/${id}`));
  const [left, newDraft, entered] = [
    await aDraftOf(api, account.id, ['2026-03-20', 'Uno', '-1.00']),
    await aDraftOf(api, account.id, ['2026-03-20', 'Dos', '-1.00']),
    await aDraftOf(api, account.id, ['2026-03-20', 'Tres', '-1.00']),
  ];
  await commit(api, entered);
  const body = { ...entry, type: 'expense', date: '2026-03-20', description: 'Con llave' };
  for (const key of ['ayer', 'hoy'])
    ok(await api.post('/v1/transactions', body, { headers: { 'idempotency-key': key } }));
  const months = `now() - interval '31 days'`;
  await database.query(`update ledger_transactions set deleted_at = ${months} where id = $1`, [old.id]);
  const [oldFile, recentFile] = [await aFile(api, aJpeg()), await aFile(api, aJpeg())];
  for (const { id } of [oldFile, recentFile]) ok(await api.delete(`/v1/files/${id}`));
  await database.query(`update files_files set deleted_at = ${months} where id = $1`, [oldFile.id]);
  const [oldInvoice, recentInvoice] = [await anInvoice(api), await anInvoice(api)];
  for (const { id } of [oldInvoice, recentInvoice]) ok(await api.delete(`/v1/invoices/${id}`));
  await database.query(`update invoicing_invoices set deleted_at = ${months} where id = $1`, [oldInvoice.id]);
  await database.query(`update importing_imports set created_at = ${months} where id = any($1)`, [
    [left.id, entered.id],
  ]);
  await database.query(`update kernel_idempotency_records set created_at = ${months} where key = 'ayer'`);
  // Inserts more records than the job deletes at once.
  await database.query(
    `insert into kernel_idempotency_records (workspace_id, key, fingerprint, status, body, created_at)
     select $1, n::text, '', 200, '', ${months} from generate_series(1, 2500) n`,
    [home.workspaceId],
  );
  await database.query(
    `insert into kernel_stored_answers (workspace_id, hour, bytes)
     select $1, ${months} - n * interval '1 hour', 1 from generate_series(1, 1500) n`,
    [home.workspaceId],
  );
  const event = (id: string) =>
    `(select workspace_id, number from kernel_outbox where subject_id = '${id}' order by number limit 1)`;
  await database.query(`update kernel_outbox set at = ${months} where (workspace_id, number) = ${event(old.id)}`);
  await database.query(
    `update kernel_outbox set at = now() - interval '30 days' where (workspace_id, number) = ${event(recent.id)}`,
  );
  const logged = (requestId: string, age: string) =>
    database.query(
      `insert into identity_logged_requests (workspace_id, key_id, id, at, method, path, status, request_id)
       values ($1, $1, gen_random_uuid(), now() - $2::interval, 'GET', '/v1/workspace', 200, $3)`,
      [home.workspaceId, age, requestId],
    );
  await logged('older', '7 days');
  await logged('younger', '6 days 23 hours');

  const expected = [...NAMES].sort();
  await until(async () => {
    const names = await database.query('select name from centavo_jobs.schedule order by name');
    return JSON.stringify(names.map(({ name }) => name)) === JSON.stringify(expected);
  });
  for (const process of processes.splice(0)) expect(await process.stop()).toBe(0);
  // Sets the job queue back, as if no process had run for two days.
  await database.query(`
    with late as (update centavo_jobs.schedule set created_on = now() - interval '3 days')
    update centavo_jobs.version set cron_on = now() - interval '2 days'`);
  await Promise.all([start(), start()]);
  await until(async () => (await Promise.all(NAMES.map(runs))).every(([ran]) => ran > 0));
  const verifier = startVerifier(database);
  // The wait is twice the time that the job needed to start, so that a second run would be detected.
  const [report] = await Promise.all([verifier.verify(home.workspaceId), pause(6_000)]);
  verifier.stop();
  expect(report).toMatchObject({ drift: [] });
  expect(await Promise.all(NAMES.map(runs))).toEqual(NAMES.map(() => [1, 0]));

  const ids = async (table: string, of: readonly string[]) =>
    (await database.query(`select id from ${table} where id = any($1) order by id`, [of])).map(({ id }) => id);
  expect(await ids('ledger_transactions', [old.id, recent.id, live.id])).toEqual([recent.id, live.id]);
  expect(await ids('files_files', [oldFile.id, recentFile.id])).toEqual([recentFile.id]);
  expect(await ids('invoicing_invoices', [oldInvoice.id, recentInvoice.id])).toEqual([recentInvoice.id]);
  expect(await ids('importing_imports', [left.id, newDraft.id, entered.id])).toEqual([newDraft.id, entered.id]);
  expect(await database.query('select key from kernel_idempotency_records')).toEqual([{ key: 'hoy' }]);
  expect(await database.query('select from kernel_stored_answers')).toHaveLength(1);
  const requests = `select request_id from identity_logged_requests where request_id in ('older', 'younger')`;
  expect(await database.query(requests)).toEqual([{ request_id: 'younger' }]);
  const events = await database.query(
    `select type, subject_id from kernel_outbox where subject_id = any($1) order by number`,
    [[old.id, recent.id]],
  );
  expect(events.map(({ type, subject_id: subject }) => [type, subject])).toEqual([
    ['transaction.created', recent.id],
    ['transaction.trashed', old.id],
    ['transaction.trashed', recent.id],
  ]);
  expect(await balanceOf(processes[0]!.client(home.key), account.id)).toBe('69.00');
});

it('a workspace whose trash cannot be purged does not block other workspaces', async () => {
  const own = await createTestDatabase();
  const service = await startApi({ database: own });
  processes.push(service);
  const homes = await Promise.all(Array.from({ length: 4 }, () => aHousehold(service)));
  for (const { api } of homes) {
    const { id } = await aTransaction(api, { accountId: (await anAccount(api)).id, amount: '10.00' });
    ok(await api.delete(`/v1/transactions/${id}`));
  }
  await own.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger fail before delete on ledger_transactions for each row
      when (old.workspace_id = '${homes[1]!.workspaceId}') execute function fail()`);
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString();
  expect(await refusalOf(own, 'trash', 'purge', '--as-of', later)).not.toBe('');
  const left = await own.query('select workspace_id as id from ledger_transactions');
  expect(left).toEqual([{ id: homes[1]!.workspaceId }]);
  processes.splice(processes.indexOf(service), 1);
  await service.stop();
  await own.drop();
});
