import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { Test } from '@nestjs/testing';
import { ContextsModule } from '../../libs/bootstrap/src/index.js';
import { createLog, KernelModule, readSettings } from '../../libs/kernel/src/index.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';

interface Table {
  readonly columns: Readonly<Record<string, string>>;
  readonly primaryKey: readonly string[];
}

let database: TestDatabase;
let inDatabase: Record<string, Table>;
let inEntities: Record<string, Table>;

beforeAll(async () => {
  database = await createTestDatabase();
  inDatabase = await tablesOf(database);
  const app = await Test.createTestingModule({
    imports: [KernelModule.with(readSettings({}), database.url, createLog('error')), ContextsModule],
  }).compile();
  inEntities = tablesMappedBy(app.get(MikroORM));
  await app.close();
});
afterAll(() => database.drop());

async function tablesOf(from: TestDatabase): Promise<Record<string, Table>> {
  const rows = await from.query<{ table: string; columns: Record<string, string>; primaryKey: string[] | null }>(`
    select c.relname as table,
      (select json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select array_agg(a.attname::text order by k.ordinality)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, ordinality)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and k.ordinality <= i.indnkeyatts) as "primaryKey"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'centavo_migrations'`);
  return Object.fromEntries(
    rows.map(({ table, columns, primaryKey }) => [table, { columns, primaryKey: primaryKey ?? [] }]),
  );
}

function tablesMappedBy(orm: Pick<MikroORM, 'getMetadata'>): Record<string, Table> {
  const entities = [...orm.getMetadata().getAll().values()].filter(({ tableName, abstract }) => tableName && !abstract);
  return Object.fromEntries(
    entities.map((entity) => {
      const columns = entity.props
        .filter(({ persist, columnTypes }) => persist !== false && columnTypes?.length === 1)
        .map(({ fieldNames, columnTypes, nullable }) => [
          fieldNames[0]!,
          `${typeName(columnTypes[0]!)}${nullable ? '' : ' not null'}`,
        ]);
      const primaryKey = entity.primaryKeys.map((key) => entity.properties[key]!.fieldNames[0]!);
      return [entity.tableName, { columns: Object.fromEntries(columns) as Record<string, string>, primaryKey }];
    }),
  );
}

/** Returns PostgreSQL's name for a type: `timestamp(3) with time zone` for `timestamptz(3)`. */
function typeName(type: string): string {
  return type
    .replace(/^timestamptz\(6\)$/, 'timestamp with time zone')
    .replace(/^timestamptz(\(\d\))$/, 'timestamp$1 with time zone')
    .replace(/^int(\[\])?$/, 'integer$1');
}

function differences(entities: Record<string, Table>, tables: Record<string, Table>): string[] {
  const all = [...new Set([...Object.keys(entities), ...Object.keys(tables)])].toSorted();
  return all.flatMap((table) => differencesOf(table, entities[table], tables[table]));
}

function differencesOf(table: string, entity: Table | undefined, actual: Table | undefined): string[] {
  if (entity === undefined) return [`${table} has no entity`];
  if (actual === undefined) return [`${table} has an entity, but is not in the database`];
  const names = [...new Set([...Object.keys(entity.columns), ...Object.keys(actual.columns)])].toSorted();
  const keys = [entity.primaryKey.join(), actual.primaryKey.join()];
  return [
    ...(keys[0] === keys[1] ? [] : [`${table}: the key is ${keys[0]} in the entity, ${keys[1]} in the database`]),
    ...names
      .map((name) => [name, entity.columns[name] ?? 'missing', actual.columns[name] ?? 'missing'])
      .filter(([, mapped, migrated]) => mapped !== migrated)
      .map(([name, mapped, migrated]) => `${table}.${name}: ${mapped} in the entity, ${migrated} in the database`),
  ];
}

describe('the entities', () => {
  it('entities have the tables, columns, types, nullability and primary keys of the migrated database', () => {
    expect(differences(inEntities, inDatabase)).toEqual([]);
  });

  it('reports differences in tables, columns, types, nullability and keys', () => {
    const entities = { a: { columns: { id: 'uuid not null', name: 'text', note: 'text' }, primaryKey: ['id'] } };
    const tables = {
      a: { columns: { id: 'uuid not null', name: 'text not null', at: 'date' }, primaryKey: ['id', 'at'] },
      b: { columns: {}, primaryKey: [] },
    };

    expect(differences(entities, tables)).toEqual([
      'a: the key is id in the entity, id,at in the database',
      'a.at: missing in the entity, date in the database',
      'a.name: text in the entity, text not null in the database',
      'a.note: text in the entity, missing in the database',
      'b has no entity',
    ]);
    expect(differences(entities, {})).toEqual(['a has an entity, but is not in the database']);
  });
});

/** Returns tables, except `ledger_transactions`, with statistics by workspace (decision 0063). */
async function tablesWithStatistics(): Promise<string[]> {
  const tables = await database.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'ledger_transactions'
      and a.attstattarget is distinct from 0`);
  return tables.map(({ name }) => name);
}

describe('the tables of workspaces', () => {
  it('no table except transactions collects statistics by workspace', async () => {
    expect(await tablesWithStatistics()).toEqual([]);
  });

  it('reports a table that collects statistics by workspace', async () => {
    await database.query('create table planted (workspace_id uuid primary key)');
    expect(await tablesWithStatistics()).toEqual(['planted']);
    await database.query('drop table planted');
  });
});
