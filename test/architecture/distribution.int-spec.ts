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

/** Tables of a shard that a move would leave behind, or whose rows would be seen at both sides of it. */
async function leftByMoves(): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relname = any($1) and not (
       exists (select from pg_trigger where tgrelid = c.oid and tgname = 'kernel_capture'
         and string_to_array(rtrim(encode(tgargs, 'escape'), '\\000'), '\\000') @> (
           select array_agg(attname::text) from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
           where indrelid = c.oid and indisprimary))
       and exists (select from pg_policies where tablename = c.relname and roles = '{centavo_operator}'
         and qual ~ 'kernel_hidden_workspaces' and with_check ~ 'kernel_hidden_workspaces')
       and has_table_privilege('centavo_mover', c.oid, 'select') and has_table_privilege('centavo_mover', c.oid, 'insert')
       and has_table_privilege('centavo_mover', c.oid, 'update') and has_table_privilege('centavo_mover', c.oid, 'delete'))
     order by 1`,
    [sharded],
  );
  return found.map(({ name }) => name);
}

describe('the tables of a shard', () => {
  it('all move along with their workspaces, but those that say how a move stands', async () => {
    expect(await leftByMoves()).toEqual(['kernel_changes', 'kernel_stays']);
  });

  it('are found where one does not', async () => {
    await database.query('drop trigger kernel_capture on cards_statements');
    await database.query(
      'alter table cards_installments drop constraint cards_installments_pkey, add primary key (workspace_id, id, transaction_id)',
    );
    await database.query('revoke delete on ledger_tags from centavo_mover, centavo_app');
    await database.query('alter policy contacts_debts_operator on contacts_debts using (true)');
    expect(await leftByMoves()).toEqual([
      'cards_installments',
      'cards_statements',
      'contacts_debts',
      'kernel_changes',
      'kernel_stays',
      'ledger_tags',
    ]);
  });
});

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
