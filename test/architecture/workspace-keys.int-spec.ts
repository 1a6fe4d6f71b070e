import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';

/**
 * Selects the workspace tables except those of identity. The service reads identity rows by credential or user, before
 * it knows the workspace.
 */
const TABLES = `
  select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
  where attname = 'workspace_id' and relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'identity\\_%'`;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Webhook IDs are unique across workspaces (decision 0003). */
const ALLOWED = 'notifying_webhooks_id';

async function keysAcrossWorkspaces(): Promise<string[]> {
  const keys = await database.query<{ name: string }>(`
    select indexrelid::regclass::text as name from pg_index
    join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
    where indisunique and indrelid in (${TABLES}) and a.attname <> 'workspace_id'
      and indexrelid <> '${ALLOWED}'::regclass`);
  return keys.map(({ name }) => name);
}

async function referencesAcross(): Promise<string[]> {
  const references = await database.query<{ name: string }>(`
    select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and (c.conrelid in (${TABLES}) or c.confrelid in (${TABLES}))
      and (a.attname, b.attname) <> ('workspace_id', 'workspace_id')`);
  return references.map(({ name }) => name);
}

describe('tables with workspace data', () => {
  it('unique keys start with the workspace, and foreign keys stay within it', async () => {
    expect((await database.query(TABLES)).length).toBeGreaterThan(20);
    expect(await keysAcrossWorkspaces()).toEqual([]);
    expect(await referencesAcross()).toEqual([]);
  });

  it('reports a unique key and a foreign key without the workspace', async () => {
    await database.query('create unique index across on contacts_contacts (id)');
    await database.query(
      'alter table ledger_transactions add constraint across foreign key (contact_id) references contacts_contacts (id)',
    );
    expect(await keysAcrossWorkspaces()).toEqual(['across']);
    expect(await referencesAcross()).toEqual(['ledger_transactions: across']);
  });
});
