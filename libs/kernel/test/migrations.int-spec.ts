import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import type { NamedMigration } from '../src/index.js';
import { baseline, isSchemaCurrent, migrateDown, migrateUp, migrationStatus } from '../src/index.js';
import { poolOf, testServerUrl } from '../src/testing.js';

const databases: string[] = [];
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  const name = `centavo_migrations_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  databases.push(name);
  const address = new URL(testServerUrl());
  address.pathname = `/${name}`;
  url = address.href;
  pool = poolOf(url);
});
afterAll(async () => {
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
});

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function aTable(
  name: string,
  columns: string,
  more: Partial<NamedMigration> = {},
  table = `table_${name.slice(0, 4)}`,
): NamedMigration {
  return {
    name,
    class: class extends Migration {
      override up(): void {
        this.addSql(`create table ${table} (${columns});`);
      }
      override down(): void {
        this.addSql(`drop table ${table};`);
      }
    },
    ...more,
  };
}

const recorded = async () => (await pool.query('select name, checksum from centavo_migrations order by id')).rows;

describe('an applied migration', () => {
  const first = aTable('0001-first', 'id int');
  const edited = aTable('0001-first', 'id bigint');
  const refusal =
    'The migration 0001-first was edited after this database had it. ' +
    'Restore its SQL, and put the change into a new migration.';

  it('stores the checksum of the SQL of each applied migration', async () => {
    expect(await migrateUp(url, [first])).toEqual(['0001-first']);
    expect(await recorded()).toEqual([{ name: '0001-first', checksum: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
    expect(await migrateUp(url, [first])).toEqual([]);
  });

  it('migrate status and migrate up fail if an applied migration was edited, even if there are new migrations', async () => {
    await migrateUp(url, [first]);
    await expect(migrationStatus(url, [edited])).rejects.toThrow(refusal);
    await expect(migrateUp(url, [edited])).rejects.toThrow(refusal);
    await expect(migrateUp(url, [edited, aTable('0002-second', 'id int')])).rejects.toThrow(refusal);
    expect(await recorded()).toHaveLength(1);
  });

  it('migrate down reverts a migration that was edited after it was applied, and migrate up applies the new version', async () => {
    await migrateUp(url, [first]);
    expect(await migrateDown(url, [edited])).toEqual(['0001-first']);
    expect(await migrateUp(url, [edited])).toEqual(['0001-first']);
    expect(await migrationStatus(url, [edited])).toEqual({ applied: ['0001-first'], pending: [] });
  });

  it('accepts changed comments and line breaks in an applied migration', async () => {
    await migrateUp(url, [aTable('0001-first', 'id int, name text')]);
    expect(await migrateUp(url, [aTable('0001-first', 'id int, -- The key.\n      name   text')])).toEqual([]);
  });

  it('accepts SQL that changes with the version of the package that generates the SQL', async () => {
    await migrateUp(url, [aTable('0001-first', 'id int', { isGenerated: true })]);
    expect(await migrateUp(url, [aTable('0001-first', 'id bigint', { isGenerated: true })])).toEqual([]);
  });
});

describe('a baseline migration', () => {
  const workspaces = [baseline('0001', 'kernel'), baseline('0002', 'workspace')];

  it('a baseline migration creates tables and functions, and reverting the migration removes them', async () => {
    const objects = async () =>
      (
        await pool.query<{ name: string }>(`
          select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace`)
      ).rows.map(({ name }) => name);
    await migrateUp(url, workspaces);
    expect(await objects()).toEqual(
      expect.arrayContaining(['workspace_workspaces', 'workspace_base_currency', 'money_text', 'fold_text']),
    );
    for (const _ of workspaces) await migrateDown(url, workspaces);
    expect(await objects()).toEqual(['centavo_migrations']);
  });

  it('replaces functions whose text has changed, even without a pending migration', async () => {
    await migrateUp(url, workspaces);
    const text = `select money_text(1250) as text`;
    await pool.query(`create or replace function money_text(minor bigint) returns text language sql immutable strict
      parallel safe as $$ select 'old' $$`);
    await pool.query(`comment on table centavo_migrations is 'checksum of the old functions'`);
    expect((await pool.query(text)).rows).toEqual([{ text: 'old' }]);
    expect(await isSchemaCurrent(url, workspaces)).toBe(false);
    expect(await migrateUp(url, workspaces)).toEqual([]);
    expect((await pool.query(text)).rows).toEqual([{ text: '12.50' }]);
    expect(await isSchemaCurrent(url, workspaces)).toBe(true);
  });
});

it('rejects a database created before 1.0 and explains how to move its workspaces', async () => {
  await migrateUp(url, [aTable('0001-kernel-foundations', 'id int')]).catch(() => undefined);
  const refusal = /^A version before 1\.0 created this database\. Export its workspaces with that version/;
  await expect(migrateUp(url, [baseline('0001', 'kernel')])).rejects.toThrow(refusal);
  await expect(migrationStatus(url, [baseline('0001', 'kernel')])).rejects.toThrow(refusal);
});

describe('a server that accepts connections but does not respond', () => {
  it('stops waiting after five seconds for a server that does not respond, so that the process can start', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(migrateUp(`postgres://nobody@127.0.0.1:${port}/nothing`, [])).rejects.toThrow('timeout');
    silent.close();
  });
});
