import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECTIONS } from '../../libs/exporting/src/index.js';
import type { ExportedTable } from '../../libs/kernel/src/pure.js';
import { exportedColumns } from '../../libs/kernel/src/pure.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import { EXPORTED_WORKSPACE } from '../../libs/workspace/src/index.js';

/** Workspace tables that exports omit, with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  budgeting_account_totals: 'derived from the transactions',
  budgeting_totals: 'derived from the transactions',
  files_chunks: 'entries of the ZIP export, because JSON cannot contain bytes',
  contacts_debt_totals: 'derived from the transactions',
  contacts_debts: 'derived from the transactions',
  identity_api_keys: 'secret',
  identity_grants: 'secret',
  identity_logged_requests: 'log of requests, deleted after seven days',
  identity_invitations: 'secret',
  kernel_audit_entries: 'log of changes',
  kernel_idempotency_records: 'stored answers, deleted after a day',
  kernel_stored_answers: 'counters of stored answers',
  kernel_event_counters: 'counters of events',
  kernel_outbox: 'log of events, deleted after 30 days',
  kernel_untaken_events: 'state of running jobs',
  ledger_account_days: 'derived from the transactions',
  ledger_balance_changes: 'log of changes, deleted after 30 days',
  ledger_tag_entries: 'derived from the transactions',
  ledger_subscriptions: 'derived from the rules and schedules',
  notifying_checks: 'state of running jobs',
  notifying_deliveries: 'log of webhook deliveries',
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

function missingTables(columns: readonly Column[]): string[] {
  const covered = new Set([...EXPORTED.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)]);
  return columns
    .filter(({ table, column }) => column === 'workspace_id' && !covered.has(table))
    .map(({ table }) => table);
}

function missingColumns(columns: readonly Column[]): string[] {
  return EXPORTED.flatMap((section) => {
    const own = ['workspace_id', ...exportedColumns(section).map(({ column }) => column)];
    const covered = new Set([...own, ...Object.keys(section.computed ?? {}), ...(section.left ?? [])]);
    if (section === EXPORTED_WORKSPACE) covered.add('id');
    return columns
      .filter(({ table, column }) => table === section.table && !covered.has(column))
      .map(({ table, column }) => `${table}.${column}`);
  });
}

describe('the sections of an export', () => {
  it('an export covers every workspace table except those listed with a reason', () => {
    expect(missingTables(columns)).toEqual([]);
    const tables = new Set(columns.map(({ table }) => table));
    expect(Object.keys(NOT_EXPORTED).filter((table) => !tables.has(table))).toEqual([]);
  });

  it('an export covers every column of its tables except derived columns', () => {
    expect(missingColumns(columns)).toEqual([]);
  });

  it('the sections of an export declare the same nullable columns as the database', () => {
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

  it('reports a table or column that the export lacks', () => {
    const added = { column: 'workspace_id', nullable: false };
    expect(missingTables([...columns, { table: 'ledger_attachments', ...added }])).toEqual(['ledger_attachments']);
    const colour = { table: 'ledger_accounts', column: 'colour', nullable: true };
    expect(missingColumns([...columns, colour])).toEqual(['ledger_accounts.colour']);
  });
});
