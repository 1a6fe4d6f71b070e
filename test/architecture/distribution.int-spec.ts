import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';

const DOCUMENT = readFileSync('docs/scaling.md', 'utf8');
/** The tables of a line of docs/scaling.md that begins with these words. */
const namedAfter = (words: string) => {
  const [, list = ''] = new RegExp(`^- ${words}: (.*?)\\.$`, 'ms').exec(DOCUMENT) ?? [];
  return [...list.matchAll(/`(\w+)`/g)].map(([, table]) => table!);
};
const DIRECTORY = namedAfter('In the directory alone');
const COPIED = namedAfter('In every database');
/** All other tables. */
let sharded: string[];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> all($1)`,
    [[...DIRECTORY, ...COPIED]],
  );
  sharded = tables.map(({ name }) => name);
});

afterAll(() => database.drop());

/** Keys of a shard's tables that do not begin with the workspace. */
async function keysAcrossWorkspaces(): Promise<string[]> {
  const keys = await database.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indisunique and i.indrelid = any(select to_regclass(name) from unnest($1::text[]) name)
       and a.attname <> case when i.indrelid = 'workspace_workspaces'::regclass then 'id' else 'workspace_id' end`,
    [sharded],
  );
  return keys.map(({ name }) => name);
}

/** References between tables that are in different databases, and those of a shard's tables that do not stay within the workspace. */
async function referencesAcross(): Promise<string[]> {
  const references = await database.query<{ name: string }>(
    `select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where c.contype = 'f' and (
       (c.conrelid = any(select to_regclass(name) from unnest($1::text[]) name))
         <> (c.confrelid = any(select to_regclass(name) from unnest($1::text[]) name))
       or c.conrelid = any(select to_regclass(name) from unnest($1::text[]) name)
         and (a.attname, b.attname) <> ('workspace_id', 'workspace_id'))`,
    [sharded],
  );
  return references.map(({ name }) => name);
}

describe('the tables can be in different databases', () => {
  it('as docs/scaling.md says of those that are not in the shard of the workspace', async () => {
    const named = [...DIRECTORY, ...COPIED];
    const there = await database.query('select from unnest($1::text[]) as name where to_regclass(name) is not null', [
      named,
    ]);
    expect([named.length > 20, there.length]).toEqual([true, named.length]);
    expect(sharded).toEqual(expect.arrayContaining(['ledger_transactions', 'workspace_workspaces']));
  });

  it('because keys in a shard begin with the workspace, and no reference leaves it', async () => {
    expect(await keysAcrossWorkspaces()).toEqual([]);
    expect(await referencesAcross()).toEqual([]);
  });

  it('and the check reports keys and references across workspaces and databases', async () => {
    await database.query('create unique index across on contacts_contacts (id)');
    await database.query(
      'alter table ledger_transactions add constraint across foreign key (contact_id) references contacts_contacts (id)',
    );
    await database.query(
      'alter table identity_api_keys add constraint out foreign key (workspace_id) references workspace_workspaces (id)',
    );
    expect(await keysAcrossWorkspaces()).toEqual(['across']);
    expect((await referencesAcross()).toSorted()).toEqual(['identity_api_keys: out', 'ledger_transactions: across']);
  });
});
