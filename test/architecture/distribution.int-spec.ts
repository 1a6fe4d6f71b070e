import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';

/** Tables that are on one machine alone. */
const ON_ONE_MACHINE = ['centavo_migrations', 'identity_rate_windows', 'notifying_consumers'];
const DOCUMENT = readFileSync('docs/scaling.md', 'utf8');
const namedIn = (statement: RegExp) => [...DOCUMENT.matchAll(statement)].map(([, table]) => table!);
const SHARED = namedIn(/create_reference_table\('(\w+)'\)/g);
const DISTRIBUTED = namedIn(/create_distributed_table\('(\w+)', '(?:workspace_id|id)'\)/g);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** Keys of distributed tables that do not begin with the workspace. */
async function keysAcrossWorkspaces(): Promise<string[]> {
  const keys = await database.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indisunique and i.indrelid = any(select to_regclass(name) from unnest($1::text[]) name)
       and a.attname <> case when i.indrelid = 'workspace_workspaces'::regclass then 'id' else 'workspace_id' end`,
    [DISTRIBUTED],
  );
  return keys.map(({ name }) => name);
}

/** References of distributed tables that do not stay within the workspace. */
async function referencesAcrossWorkspaces(): Promise<string[]> {
  const references = await database.query<{ name: string }>(
    `select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where c.contype = 'f' and c.conrelid = any(select to_regclass(name) from unnest($1::text[]) name)
       and c.confrelid <> all(select to_regclass(name) from unnest($2::text[]) name)
       and (a.attname, b.attname) <> ('workspace_id', 'workspace_id')`,
    [DISTRIBUTED, SHARED],
  );
  return references.map(({ name }) => name);
}

describe('the tables can be distributed by workspace', () => {
  it('as docs/scaling.md describes each table', async () => {
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const named = [...SHARED, ...DISTRIBUTED, ...ON_ONE_MACHINE];
    expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('because their keys begin with the workspace and stay within it', async () => {
    expect(await keysAcrossWorkspaces()).toEqual([]);
    expect(await referencesAcrossWorkspaces()).toEqual([]);
  });

  it('and the check reports keys and references across workspaces', async () => {
    await database.query('create unique index across on contacts_contacts (id)');
    await database.query(
      'alter table ledger_transactions add constraint across foreign key (contact_id) references contacts_contacts (id)',
    );
    expect(await keysAcrossWorkspaces()).toEqual(['across']);
    expect(await referencesAcrossWorkspaces()).toEqual(['ledger_transactions: across']);
  });
});
