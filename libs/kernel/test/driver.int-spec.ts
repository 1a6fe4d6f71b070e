import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { PoolClient } from 'pg';
import type { DriverConnection } from '../src/database/driver-connection.query.js';
import { cancelOn, cutOff, oneStatement, sendTogether } from '../src/database/driver-connection.query.js';
import { sendAsOneTransaction } from '../src/database/implicit-transaction.query.js';
import { PooledClient } from '../src/database/pooled-client.query.js';
import type { TestDatabase } from '../src/testing.js';
import { createTestDatabase } from '../src/testing.js';

/** What is written below was looked at in this version. After an upgrade: read what it changed, then say its number here. */
const KNOWN_VERSION = '8.23.0';

let database: TestDatabase;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('create table notes (n int primary key, body text not null)');
});
afterAll(() => database?.drop());
beforeEach(async () => {
  const opened = new pg.Client({ connectionString: database.url, ...{ pipeline: true } });
  opened.on('error', () => undefined);
  await opened.connect();
  client = opened as unknown as PoolClient;
  await database.query('truncate notes');
});
afterEach(() => (client as unknown as pg.Client).end().catch(() => undefined));

const connectionOf = () => (client as PoolClient & { connection: DriverConnection }).connection;
const insert = (n: number, name?: string) => ({
  text: 'insert into notes values ($1, $2) returning n',
  values: [n, 'x'],
  ...(name && { name }),
});
const notes = async () => (await database.query<{ n: number }>('select n from notes order by n')).map(({ n }) => n);

describe('the driver pg', () => {
  it('has the version whose private members were reviewed', () => {
    const { version } = JSON.parse(readFileSync('node_modules/pg/package.json', 'utf8')) as { version: string };
    expect(version).toBe(KNOWN_VERSION);
  });

  it('has the members of a connection that an implicit transaction uses', () => {
    const { stream, parsedStatements, submittedNamedStatements } = connectionOf();
    const kinds = (of: object, names: string[]) => names.map((name) => typeof (of as Record<string, unknown>)[name]);
    expect(kinds(stream, ['cork', 'uncork', 'destroy'])).toEqual(['function', 'function', 'function']);
    expect(kinds(connectionOf(), ['sync', 'on', 'off'])).toEqual(['function', 'function', 'function']);
    expect([parsedStatements, submittedNamedStatements]).toEqual([{}, {}]);
    expect(client.getTransactionStatus()).toBe('I');
  });

  it('refuses a second statement in a text where that is asked for, and has its mode for it', async () => {
    const text = `insert into notes values (1, 'x'); insert into notes values (2, 'y')`;
    await expect(client.query(oneStatement(text, []))).rejects.toMatchObject({ code: '42601' });
    expect(await notes()).toEqual([]);
    await client.query({ text, values: [] });
    expect(await notes()).toEqual([1, 2]);
  });

  it('has the members of a query that an implicit transaction uses', () => {
    const query = new pg.Query({ text: 'select 1', values: [] }) as unknown as Record<string, unknown>;
    const methods = ['hasBeenParsed', 'prepare', 'handleRowDescription', 'handleDataRow', 'handleCommandComplete'];
    expect(methods.map((name) => typeof query[name])).toEqual(methods.map(() => 'function'));
    expect(query['_canceledDueToError']).toBe(false);
    expect(query['_result']).toMatchObject({ rows: [] });
  });
});

describe('statements that are sent as one transaction', () => {
  it('are answered one by one, with values parsed by their types', async () => {
    const results = await sendAsOneTransaction(client, [
      insert(1),
      { text: `select 2::int as n, true as is, null as none, '2026-01-02'::date::text as day`, values: [] },
    ]);
    expect(results.map(({ rows }) => rows as unknown)).toEqual([
      [{ n: 1 }],
      [{ n: 2, is: true, none: null, day: '2026-01-02' }],
    ]);
    expect(client.getTransactionStatus()).toBe('I');
  });

  it('take effect together or not at all, and leave the connection usable', async () => {
    await expect(sendAsOneTransaction(client, [insert(1), insert(2), insert(1)])).rejects.toMatchObject({
      code: '23505',
    });
    expect(await notes()).toEqual([]);
    await sendAsOneTransaction(client, [insert(1), insert(2)]);
    expect(await notes()).toEqual([1, 2]);
  });

  it('are one transaction to PostgreSQL', async () => {
    const id = { text: 'select pg_current_xact_id()::text as id', values: [] };
    const results = await sendAsOneTransaction(client, [id, insert(1), id]);
    const [first, , last] = results.map(({ rows }) => (rows[0] as { id: string }).id);
    expect(first).toBe(last);
  });

  it('are prepared once under their name, also after a failed first attempt', async () => {
    await expect(sendAsOneTransaction(client, [insert(1, 'note'), insert(1, 'note')])).rejects.toThrow();
    await sendAsOneTransaction(client, [insert(1, 'note')]);
    await sendAsOneTransaction(client, [insert(2, 'note')]);
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from pg_prepared_statements`);
    expect(rows).toEqual([{ n: 1 }]);
    expect(connectionOf().parsedStatements).toEqual({ note: insert(1).text });
    await expect(sendAsOneTransaction(client, [{ text: 'select 1', values: [], name: 'note' }])).rejects.toThrow(
      'two statements are called note',
    );
  });

  it('share a packet with the queries that were sent to the client just before', async () => {
    const { stream } = connectionOf() as unknown as { stream: { writableCorked: number } };
    sendTogether(client);
    expect(stream.writableCorked).toBe(1);
    const begun = client.query('begin');
    const [, answered] = await Promise.all([begun, client.query('select 1 as n')]);
    expect([stream.writableCorked, answered.rows]).toEqual([0, [{ n: 1 }]]);
    await client.query('rollback');
  });

  it('fail at once when their connection is cut off', async () => {
    const waiting = sendAsOneTransaction(client, [{ text: 'select pg_sleep(60)', values: [] }]);
    cutOff(client);
    await expect(waiting).rejects.toThrow(/Connection terminated/);
  });

  it('are cancelled on their own connection alone, which stays usable', async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const waiting = sendAsOneTransaction(client, [insert(1), { text: 'select pg_sleep(60)', values: [] }]);
    waiting.catch(() => undefined);
    // The connection of the test before may still sleep.
    const sleeping = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
    while ((await database.query(sleeping, [rows[0]!.pid])).length === 0);
    await cancelOn(client, new pg.Client({ connectionString: database.url }), 60_000);
    await expect(waiting).rejects.toMatchObject({ code: '57014' });
    // Nothing is left to cancel, and what is sent from here on is not.
    await cancelOn(client, new pg.Client({ connectionString: database.url }), 60_000);
    await sendAsOneTransaction(client, [insert(2)]);
    expect(await notes()).toEqual([2]);
  });

  it('are cancelled in vain where the server is gone, without an error', async () => {
    await cancelOn(client, new pg.Client({ host: '127.0.0.1', port: 1 }), 60_000);
  });
});

describe('a connection to a pooler', () => {
  it('sets up each transaction that it begins, and keeps no statement prepared', async () => {
    const pooled: pg.Client = new PooledClient({ connectionString: database.url, sessionRole: 'app' });
    await pooled.connect();
    const role = async () => {
      const { rows } = await pooled.query<{ role: string }>({ name: 'asked', text: 'select current_user as role' });
      return rows[0]!.role;
    };
    await pooled.query('begin');
    expect(await role()).toBe('centavo_app');
    await pooled.query('commit');
    expect(await role()).not.toBe('centavo_app');
    expect((await pooled.query('select from pg_prepared_statements')).rowCount).toBe(0);
    await pooled.end();
  });
});
