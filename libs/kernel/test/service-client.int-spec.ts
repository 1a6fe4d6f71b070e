import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { PoolClient } from 'pg';
import { EXAMPLE_ID } from '../src/id/id.js';
import { beginReadingIn } from '../src/database/advisory-locks.js';
import { oneStatement, sendAsTransaction, sendTogether, ServiceClient } from '../src/database/service-client.query.js';
import type { TestDatabase } from '../src/testing.js';
import { createTestDatabase } from '../src/testing.js';

let database: TestDatabase;
let opened: ServiceClient;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('create table notes (n int primary key, body text not null)');
});
afterAll(() => database?.drop());
beforeEach(async () => {
  opened = new ServiceClient({ connectionString: database.url, ...{ pipeline: true } });
  opened.on('error', () => undefined);
  await opened.connect();
  client = opened as unknown as PoolClient;
  await database.query('truncate notes');
});
afterEach(() => (opened as pg.Client).end().catch(() => undefined));

const insert = (n: number, name?: string) => ({
  text: 'insert into notes values ($1, $2) returning n',
  values: [n, 'x'],
  ...(name && { name }),
});
const notes = async () => (await database.query<{ n: number }>('select n from notes order by n')).map(({ n }) => n);

describe('statements sent as one transaction', () => {
  it('returns the parsed rows of each statement', async () => {
    const results = await sendAsTransaction(client, 'begin', [
      insert(1),
      { text: `select 2::int as n, true as is, null as none, '2026-01-02'::date::text as day`, values: [] },
    ]);
    expect(results).toEqual([[{ n: 1 }], [{ n: 2, is: true, none: null, day: '2026-01-02' }]]);
    expect(client.getTransactionStatus()).toBe('I');
  });

  it('rolls back all statements if one fails, and leaves the connection usable', async () => {
    await expect(sendAsTransaction(client, 'begin', [insert(1), insert(2), insert(1)])).rejects.toMatchObject({
      code: '23505',
    });
    expect(await notes()).toEqual([]);
    await sendAsTransaction(client, 'begin', [insert(1), insert(2)]);
    expect(await notes()).toEqual([1, 2]);
  });

  it('prepares a named statement once, even if the first attempt failed', async () => {
    await expect(sendAsTransaction(client, 'begin', [insert(1, 'note'), insert(1, 'note')])).rejects.toThrow();
    await sendAsTransaction(client, 'begin', [insert(1, 'note'), insert(2, 'note')]);
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from pg_prepared_statements`);
    expect(rows).toEqual([{ n: 1 }]);
    const other = { text: 'select 1', values: [], name: 'note' };
    await expect(sendAsTransaction(client, 'begin', [other])).rejects.toThrow('Prepared statements must be unique');
  });

  it('statements fail at once if the connection breaks, and the server rolls the statements back', async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query(`set client_connection_check_interval = '100ms'`);
    const waiting = sendAsTransaction(client, 'begin', [insert(1), { text: 'select pg_sleep(600)', values: [] }]);
    waiting.catch(() => undefined);
    const session = (condition: string) =>
      database.query(`select from pg_stat_activity where pid = $1 and ${condition}`, [rows[0]!.pid]);
    while ((await session(`wait_event = 'PgSleep'`)).length === 0);
    opened.cutOff();
    await expect(waiting).rejects.toThrow(/Connection terminated/);
    while ((await session('true')).length > 0);
    expect(await notes()).toEqual([]);
  });
});

it('sends the queries of one turn of the event loop together', async () => {
  sendTogether(client);
  const [, answered] = await Promise.all([client.query('begin'), client.query('select 1 as n')]);
  expect(answered.rows).toEqual([{ n: 1 }]);
  await client.query('rollback');
});

it('the extended protocol rejects SQL that contains two statements', async () => {
  const text = `insert into notes values (1, 'x'); insert into notes values (2, 'y')`;
  await expect(client.query(oneStatement(text, []))).rejects.toMatchObject({ code: '42601' });
  expect(await notes()).toEqual([]);
});

it('each transaction behind a pooler sets its role and settings and prepares no statements', async () => {
  const pooled: pg.Client = new ServiceClient({
    connectionString: database.url,
    transactionRole: 'app',
    ...{ pipeline: true },
  });
  await pooled.connect();
  const role = async () => {
    const { rows } = await pooled.query<{ role: string }>({ name: 'asked', text: 'select current_user as role' });
    return rows[0]!.role;
  };
  await pooled.query('begin');
  expect(await role()).toBe('centavo_app');
  await pooled.query('commit');
  const text = `select current_user as role, current_setting('app.workspace_id') as "workspaceId",
    current_setting('statement_timeout') as timeout`;
  const begin = beginReadingIn(EXAMPLE_ID);
  const [together] = await sendAsTransaction(pooled as unknown as PoolClient, begin, [{ text, values: [] }]);
  expect(together).toEqual([{ role: 'centavo_app', workspaceId: EXAMPLE_ID, timeout: '15s' }]);
  expect(await role()).not.toBe('centavo_app');
  expect((await pooled.query('select from pg_prepared_statements')).rowCount).toBe(0);
  await pooled.end();
});
