import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { addressAs } from '../../../libs/kernel/src/settings/roles.js';
import type { Role } from '../../../libs/kernel/src/settings/roles.js';
import { addressesOf } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aDeveloper, aKeyOf } from '../../e2e/support/browser.js';
import type { Household } from '../../e2e/support/household.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';

const REFUSED = '42501';
/** Application name of the connections that the test itself opens. */
const TEST_CLIENT = 'test';
/** Tables with credentials of users and applications. */
const SECRETS = [
  'identity_users',
  'identity_sessions',
  'identity_devices',
  'identity_second_factors',
  'identity_recovery_codes',
  'identity_address_codes',
  'identity_pending_sign_ups',
  'identity_oauth_clients',
  'identity_oauth_records',
];

let service: ApiProcess;
let mine: Household;
let theirs: Household;
let roles: Record<Role | 'administrator', pg.Client>;

beforeAll(async () => {
  service = await startApi();
  [mine, theirs] = [await aRichHousehold(service), await aRichHousehold(service)];
  const { browser } = await aDeveloper(service);
  await aKeyOf(browser, 'laptop', 'read_only');
  const open = async (address: string) => {
    const client = new pg.Client({ connectionString: address, application_name: TEST_CLIENT });
    await client.connect();
    return client;
  };
  const { DATABASE_URL: serving } = addressesOf(service.database);
  roles = {
    app: await open(serving),
    identity: await open(addressAs('identity', serving)),
    operator: await open(addressAs('operator', serving)),
    administrator: await open(service.database.url),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(roles).map((client) => client.end()));
  await service.stop();
});

/** Runs a query and rolls it back. Returns `done`, or the SQLSTATE if the server rejects the query. */
async function outcomeOf(client: pg.Client, text: string, workspaceId = ''): Promise<string> {
  await client.query('begin');
  try {
    await client.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId]);
    await client.query(text);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback');
  }
}

async function rows<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) {
  return (await client.query<Row>(text, values)).rows;
}

describe('the roles of the service', () => {
  it('the service connects only with its declared roles', async () => {
    const connected = await service.database.query<{ name: string }>(
      `select distinct usename as name from pg_stat_activity
       where datname = current_database() and application_name <> '${TEST_CLIENT}'`,
    );
    expect([...new Set(connected.map(({ name }) => name))].sort()).toEqual([
      'centavo_app',
      'centavo_identity',
      'centavo_operator',
    ]);
  });

  it.each(['app', 'identity', 'operator'] as const)(
    'the role %s is restricted, owns nothing and administers nothing',
    async (role) => {
      const [name] = await rows(roles[role], 'select session_user as session, current_user as current');
      expect(name).toEqual({ session: `centavo_${role}`, current: `centavo_${role}` });
      const [can] = await rows(
        roles.administrator,
        `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = $1`,
        [name!.session],
      );
      expect(Object.values(can!)).toEqual([false, false, false, false, false]);
      const owned = await rows(
        roles.administrator,
        `select from pg_shdepend where refobjid = $1::regrole and deptype = 'o'`,
        [name!.session],
      );
      const others = await rows(
        roles.administrator,
        `select rolname from pg_roles where rolname <> $1 and pg_has_role($1, oid, 'member')`,
        [name!.session],
      );
      // The identity role can also act as the serving role, because a sign-up creates a workspace.
      const less = role === 'identity' ? [{ rolname: 'centavo_app' }] : [];
      expect([owned, others]).toEqual([[], less]);
    },
  );
});

describe('the serving role', () => {
  it.each([
    `create table planted (id int)`,
    `create temporary table planted (id int)`,
    `create schema planted`,
    `create role planted`,
    `create function planted() returns int language sql as 'select 1'`,
    `alter table ledger_accounts add column planted int`,
    `alter table ledger_accounts disable row level security`,
    `alter table ledger_accounts no force row level security`,
    `alter role centavo_app bypassrls`,
    `create policy planted on ledger_accounts using (true)`,
    `drop table ledger_accounts cascade`,
    `truncate ledger_transactions cascade`,
    `copy (select 1) to program 'cat > /dev/null'`,
    `copy ledger_accounts from program 'true'`,
    `copy (select 1) to '/dev/null'`,
    `create extension pg_trgm`,
    `create extension dblink`,
    `create publication planted for all tables`,
    `create foreign data wrapper planted`,
    `grant centavo_operator to centavo_app`,
    `grant select on identity_users to centavo_app`,
    `comment on table ledger_accounts is 'planted'`,
    `do $$ begin execute 'set local role centavo_operator'; end $$`,
    `select pg_read_file('PG_VERSION')`,
    `select pg_read_binary_file('PG_VERSION')`,
    `select pg_stat_file('PG_VERSION')`,
    `select lo_create(0)`,
    `select lo_from_bytea(0, 'planted')`,
    `select pg_logical_emit_message(false, 'planted', 'planted')`,
    // Queries of other sessions contain workspace IDs.
    `select query from pg_stat_activity`,
    `select pg_stat_get_backend_activity(1)`,
    `select pg_terminate_backend(0)`,
    `select pg_cancel_backend(0)`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/hostname')`,
    `select rolpassword from pg_authid`,
    `set local role centavo_operator`,
    `set local role centavo_identity`,
    `set local session authorization centavo_operator`,
    `set local session_replication_role = replica`,
    `delete from kernel_audit_entries`,
    `update kernel_audit_entries set action = ''`,
    `truncate kernel_audit_entries`,
    `delete from kernel_outbox`,
    `update fx_feed_rates set rate = 1`,
    `delete from centavo_migrations`,
    `select from centavo_jobs.job`,
    `select from kernel_encryption_keys`,
    `select private_jwk from identity_signing_keys`,
    `update identity_signing_keys set retires_at = now()`,
    ...SECRETS.flatMap((table) => [`select from ${table}`, `delete from ${table}`]),
  ])('the serving role cannot run: %s', async (statement) => {
    expect(await outcomeOf(roles.app, statement, mine.workspaceId)).toBe(REFUSED);
    // As a control, the administrator can run the query, or only a foreign key rejects it.
    expect(await outcomeOf(roles.administrator, statement)).toMatch(/^(done|23503)$/);
  });

  it('the serving role cannot read other workspaces by switching row-level security off', async () => {
    const all = `set local row_security = off; select from ledger_accounts`;
    expect(await outcomeOf(roles.app, all, mine.workspaceId)).toBe(REFUSED);
    expect(await outcomeOf(roles.administrator, all)).toBe('done');
  });

  it('the serving role finds nothing in a workspace that identifies another workspace', async () => {
    const readable = await rows<{ name: string; columns: string }>(
      roles.app,
      `select c.oid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
       where relkind in ('r', 'v', 'm', 'p') and relnamespace = 'public'::regnamespace
         and has_column_privilege(c.oid, attnum, 'select') group by c.oid`,
    );
    expect(readable.length).toBeGreaterThan(20);
    const naming = async (client: pg.Client, bound: string, sought: string) => {
      const leaks: string[] = [];
      for (const { name, columns } of readable) {
        await client.query('begin');
        await client.query(`select set_config('app.workspace_id', $1, true)`, [bound]);
        const text = `select from (select ${columns} from ${name}) r where to_jsonb(r)::text like '%' || $1 || '%' limit 1`;
        if ((await client.query(text, [sought])).rowCount) leaks.push(name);
        await client.query('rollback');
      }
      return leaks;
    };
    expect(await naming(roles.app, mine.workspaceId, theirs.workspaceId)).toEqual([]);
    expect(await naming(roles.app, '', theirs.workspaceId)).toEqual([]);
    const control = await naming(roles.app, theirs.workspaceId, theirs.workspaceId);
    expect(control).toEqual(expect.arrayContaining(['ledger_accounts', 'workspace_workspaces']));
    expect(await naming(roles.administrator, mine.workspaceId, theirs.workspaceId)).toEqual(
      expect.arrayContaining(control),
    );
  });

  it('the serving role reads no secret columns except hashes of keys and invitations, and encrypted values of its workspace', async () => {
    const secret = await rows(
      roles.app,
      `select c.relname || '.' || attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
       where relkind = 'r' and relnamespace = 'public'::regnamespace and attname ~ '_hash$|secret|sealed|private|password|token' and attname !~ '^folded_hash$|_hint$|_until$'
         and has_column_privilege(c.oid, attnum, 'select') order by 1`,
    );
    expect(secret.map(({ name }) => name as string)).toEqual([
      'identity_api_keys.key_hash',
      'identity_invitations.token_hash',
      'notifying_webhooks.sealed_previous_secret',
      'notifying_webhooks.sealed_secret',
    ]);
  });
});

describe('the other roles', () => {
  it('the other roles can read the tables that they need', async () => {
    for (const table of SECRETS)
      expect([table, await outcomeOf(roles.identity, `select from ${table}`)]).toEqual([table, 'done']);
    const counted = async (client: pg.Client) =>
      (await rows(client, 'select count(*)::int as n from workspace_workspaces'))[0]!.n as number;
    expect(await counted(roles.operator)).toBe(await counted(roles.administrator));
    expect(await counted(roles.operator)).toBeGreaterThan(0);
    expect(await counted(roles.identity)).toBe(0);
  });

  it('the other roles cannot read other secrets, change the audit log, create tables or run programs', async () => {
    for (const table of SECRETS.filter((name) => name !== 'identity_oauth_clients')) {
      expect([table, await outcomeOf(roles.operator, `select from ${table}`)]).toEqual([table, REFUSED]);
    }
    expect(await outcomeOf(roles.identity, 'select from centavo_jobs.job')).toBe(REFUSED);
    for (const role of ['identity', 'operator'] as const) {
      expect(await outcomeOf(roles[role], 'delete from kernel_audit_entries')).toBe(REFUSED);
      expect(await outcomeOf(roles[role], 'create table planted (id int)')).toBe(REFUSED);
      expect(await outcomeOf(roles[role], `copy (select 1) to program 'true'`)).toBe(REFUSED);
    }
    expect(await outcomeOf(roles.identity, 'set local role centavo_operator')).toBe(REFUSED);
  });
});

it('only identity, the demo and the command line read credentials', () => {
  const sources = ['libs', 'apps'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  );
  const asking = sources.filter((path) => /\bsecrets: true\b/.test(readFileSync(path, 'utf8')));
  expect(asking).toContain('libs/identity/src/users/users.service.ts');
  const others = asking.filter((path) => !/^(libs\/(identity|demo)|apps\/cli)\/src\//.test(path));
  expect(others).toEqual(['libs/kernel/src/database/database.service.ts']);
});
