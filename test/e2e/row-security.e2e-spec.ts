import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aContact, aHousehold, anAccount, aTransaction } from './support/household.js';
import type { Household } from './support/household.js';

interface Table {
  readonly name: string;
  readonly column: string;
}

/** Tables in which the role of requests cannot update or delete rows. Jobs delete expired rows under another role. */
const ONLY_ADDED_TO = ['identity_logged_requests', 'kernel_audit_entries', 'kernel_outbox'];
/** The application may not delete rows of these tables. */
const NEVER_DELETED = ['identity_members'];

let service: ApiProcess;
let homes: Household[];
let tables: Table[];
let client: pg.Client;

beforeAll(async () => {
  service = await startApi();
  homes = [await aHousehold(service), await aHousehold(service)];
  for (const { api, workspaceId } of homes) {
    const contactId = await aContact(service.database, workspaceId);
    await api.put('/v1/exchange-rates/USD/MXN/2026-03-07', { rate: '18.5' });
    const account = await anAccount(api);
    await aTransaction(api, {
      accountId: account.id,
      splits: [{ amount: '5.00' }, { amount: '20.00', type: 'lent', contactId }],
    });
  }
  tables = await tenantTables();
  client = await service.database.connect();
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

async function tenantTables(): Promise<Table[]> {
  const tables = await service.database.query<Table>(
    `select table_name as name, column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'workspace_id' order by 1`,
  );
  return [...tables, { name: 'workspace_workspaces', column: 'id' }];
}

async function unguarded(checked: readonly Table[]): Promise<string[]> {
  const tables = await service.database.query<{ relname: string }>(
    `select relname from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)`,
    [checked.map(({ name }) => name)],
  );
  return tables.map(({ relname }) => relname);
}

/** Runs `use` as the identity role in a transaction that is rolled back. */
async function asApplication<T>(workspaceId: string | null, use: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    // This role can also read the owner of each workspace.
    await client.query('set local role centavo_identity');
    if (workspaceId !== null) await client.query(`set local app.workspace_id = '${workspaceId}'`);
    return await use();
  } finally {
    await client.query('rollback');
  }
}
const rowsOf = async ({ name, column }: Table) =>
  (await client.query<{ owner: string }>(`select ${column} as owner from ${name}`)).rows.map(({ owner }) => owner);

describe('row-level security', () => {
  it('the tested tables include accounts, transactions, API keys and custom rates', () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'contacts_contacts',
        'fx_own_rates',
        'identity_api_keys',
        'identity_members',
        'ledger_account_days',
        'ledger_accounts',
        'ledger_categories',
        'ledger_splits',
        'ledger_transactions',
        'workspace_workspaces',
      ]),
    );
  });

  it('row security is enabled and forced on every workspace table', async () => {
    expect(await unguarded(await tenantTables())).toEqual([]);
  });

  it('reports a new table without row security', async () => {
    await service.database.query('create table planted (workspace_id uuid primary key)');
    const unguardedTables = await unguarded(await tenantTables());
    await service.database.query('drop table planted');
    expect(unguardedTables).toEqual(['planted']);
  });

  it('the application’s roles do not own tables and cannot bypass row security', async () => {
    const owned = await service.database.query(
      `select relname from pg_class where relname = any($1) and relowner in ('centavo_app'::regrole, 'centavo_identity'::regrole)`,
      [tables.map(({ name }) => name)],
    );
    const unbound = await service.database.query(
      `select rolname from pg_roles where rolname in ('centavo_app', 'centavo_identity') and (rolsuper or rolbypassrls)`,
    );
    expect([owned, unbound]).toEqual([[], []]);
  });

  it('hides all rows if no workspace is set', async () => {
    for (const table of tables) {
      expect([table.name, await asApplication(null, () => rowsOf(table))]).toEqual([table.name, []]);
    }
  });

  it('shows only the rows of the current workspace', async () => {
    for (const table of tables) {
      const all = await rowsOf(table);
      for (const { workspaceId } of homes) {
        const visible = await asApplication(workspaceId, () => rowsOf(table));
        expect([table.name, visible]).toEqual([table.name, all.filter((owner) => owner === workspaceId)]);
      }
    }
  });

  it('prevents changing rows of another workspace and moving rows into another workspace', async () => {
    const [ownId, foreignId] = homes.map(({ workspaceId }) => workspaceId);
    const outcomeOf = (text: string, values: unknown[]) =>
      asApplication(ownId!, () =>
        client.query(text, values).then(
          ({ rowCount }) => rowCount,
          (error: { code: string }) => error.code,
        ),
      );
    for (const { name, column } of tables) {
      const untouched = ONLY_ADDED_TO.includes(name) ? '42501' : 0;
      const changed = await outcomeOf(`update ${name} set ${column} = ${column} where ${column} = $1`, [foreignId]);
      const deleted = await outcomeOf(`delete from ${name} where ${column} = $1`, [foreignId]);
      expect([name, changed, deleted]).toEqual([name, untouched, NEVER_DELETED.includes(name) ? '42501' : untouched]);
      // The policy rejects the update, unless the table is empty.
      expect([0, '42501']).toContain(await outcomeOf(`update ${name} set ${column} = $1`, [foreignId]));
    }
  });

  it('a request without a workspace can read only the row of its API key and cannot change the row', async () => {
    const result = await asApplication(null, async () => {
      const [{ hash }] = (
        await client.query<{ hash: string }>("select encode(sha256($1), 'hex') as hash", [Buffer.from(homes[0]!.key)])
      ).rows as [{ hash: string }];
      await client.query(`set local app.key_hash = '${hash}'`);
      const rows = (await client.query('select workspace_id from identity_api_keys')).rows;
      const changed = (await client.query('update identity_api_keys set revoked_at = now()')).rowCount;
      return { rows, changed };
    });
    expect(result).toEqual({ rows: [{ workspace_id: homes[0]!.workspaceId }], changed: 0 });
  });
});
