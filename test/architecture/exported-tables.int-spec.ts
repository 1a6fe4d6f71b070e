import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECTIONS } from '../../libs/exporting/src/index.js';
import type { ExportedTable } from '../../libs/kernel/src/pure.js';
import { exportedColumns } from '../../libs/kernel/src/pure.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import { EXPORTED_WORKSPACE } from '../../libs/workspace/src/index.js';

/** Workspace tables that exports leave out, with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  budgeting_account_totals: 'follows from the transactions',
  budgeting_totals: 'follows from the transactions',
  contacts_debt_totals: 'follows from the transactions',
  contacts_debts: 'follows from the transactions',
  identity_api_keys: 'secret',
  identity_grants: 'secret',
  identity_logged_requests: 'tells what was asked for here, for seven days',
  identity_ownerships: 'says who owns this workspace, and not what it holds',
  kernel_audit_entries: 'tells what was done here, and by whom',
  kernel_idempotency_records: 'of requests, for a day',
  kernel_event_counters: 'counts what happened here',
  kernel_outbox: 'tells what happened here, for 30 days',
  kernel_untaken_events: 'marks work that is under way',
  ledger_account_days: 'follows from the transactions',
  ledger_tag_entries: 'follows from the transactions',
  ledger_subscriptions: 'follows from the rules and schedules',
  notifying_checks: 'marks work that is under way',
  notifying_deliveries: 'tells what was sent from here',
  notifying_webhooks: 'secret',
};

const EXPORTED: readonly ExportedTable[] = [EXPORTED_WORKSPACE, ...SECTIONS];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly nullable: boolean;
}

let database: TestDatabase;
let columns: Column[];

beforeAll(async () => {
  database = await createTestDatabase();
  columns = await database.query<Record<string, unknown> & Column>(`
    select c.table_name as table, c.column_name as column, c.is_nullable = 'YES' as nullable
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'`);
});
afterAll(() => database.drop());

function forgottenTables(columns: readonly Column[]): string[] {
  const known = new Set([...EXPORTED.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)]);
  return columns
    .filter(({ table, column }) => column === 'workspace_id' && !known.has(table))
    .map(({ table }) => table);
}

function forgottenColumns(columns: readonly Column[]): string[] {
  return EXPORTED.flatMap((section) => {
    const own = ['workspace_id', ...exportedColumns(section).map(({ column }) => column)];
    const known = new Set([...own, ...Object.keys(section.computed ?? {}), ...(section.left ?? [])]);
    if (section === EXPORTED_WORKSPACE) known.add('id');
    return columns
      .filter(({ table, column }) => table === section.table && !known.has(column))
      .map(({ table, column }) => `${table}.${column}`);
  });
}

describe('the sections of an export', () => {
  it('cover every workspace table, except those listed here with a reason', () => {
    expect(forgottenTables(columns)).toEqual([]);
    const tables = new Set(columns.map(({ table }) => table));
    expect(Object.keys(NOT_EXPORTED).filter((table) => !tables.has(table))).toEqual([]);
  });

  it('cover every column of their tables, except derived ones', () => {
    expect(forgottenColumns(columns)).toEqual([]);
  });

  it('declare which columns are nullable', () => {
    const wrong = EXPORTED.flatMap((section) =>
      exportedColumns(section)
        .filter(({ column, nullable }) => {
          const match = columns.find((each) => each.table === section.table && each.column === column);
          return match?.nullable !== nullable;
        })
        .map(({ field }) => `${section.section}.${field}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are reported if a new table or column is missing', () => {
    const added = { column: 'workspace_id', nullable: false };
    expect(forgottenTables([...columns, { table: 'ledger_attachments', ...added }])).toEqual(['ledger_attachments']);
    const colour = { table: 'ledger_accounts', column: 'colour', nullable: true };
    expect(forgottenColumns([...columns, colour])).toEqual(['ledger_accounts.colour']);
  });
});
