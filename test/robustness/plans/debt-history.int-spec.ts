import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '@app/kernel/pure';
import type { DebtHistoryRange, DebtPosition } from '../../../libs/contacts/src/debts/debt-history.query.js';
import { debtHistory } from '../../../libs/contacts/src/debts/debt-history.query.js';
import { contactWithDebts } from '../../../libs/contacts/test/many-debts.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import { until } from '../../e2e/support/until.js';
import { asService, planOf } from './plan.js';

const WORKSPACE = newId();
const PAGE = 51;
const OTHERS = 1_000;
/**
 * Maximum number of rows that a page may read in addition to the entries of the history. It covers twice the entries of
 * a page, their transactions and the total.
 */
const MAX_ROWS = 800;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
  await contactWith(OTHERS, 30);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/**
 * Creates a contact with debts. Waits until vacuum can mark their pages as visible, which requires that older snapshots
 * (of autovacuum, for example) are closed.
 */
async function contactWith(count: number, days: number): Promise<string> {
  const contactId = await contactWithDebts(client, WORKSPACE, { count, days });
  await until(async () => {
    await client.query('vacuum');
    const { rows } = await client.query(
      `select from pg_class where relname in ('contacts_debts', 'ledger_transactions') and relallvisible < relpages`,
    );
    return rows.length === 0;
  });
  return contactId;
}

interface Work {
  readonly rows: number;
  readonly read: number;
  readonly blocks: number;
}

async function rowsLookedAt(): Promise<{ fetched: number; scanned: number }> {
  const { rows } = await client.query<{ fetched: number; scanned: number }>(
    `select sum(idx_tup_fetch)::int as fetched, sum(seq_tup_read)::int as scanned
     from pg_stat_xact_user_tables where relname like 'ledger_%' or relname like 'contacts_%'`,
  );
  return rows[0]!;
}

/** Measures the query of a page, including the functions that the query calls. */
async function workOf(contactId: string, range: Partial<DebtHistoryRange>): Promise<Work> {
  const whole = { contactId, currency: null, from: null, to: null, order: 'asc', after: null, limit: PAGE } as const;
  const statement = debtHistory(WORKSPACE, { ...whole, ...range });
  return asService(client, WORKSPACE, async () => {
    const before = await rowsLookedAt();
    const plan = await planOf(client, statement);
    const after = await rowsLookedAt();
    const read = after.fetched - before.fetched + after.scanned - before.scanned;
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { rows: plan['Actual Rows'], read, blocks };
  });
}

async function place(contactId: string, n: number): Promise<DebtPosition> {
  const { rows } = await client.query<{ date: string; id: string }>(
    `select date::text, transaction_id as id from contacts_debts where contact_id = $1
     order by date, transaction_id offset $2 limit 1`,
    [contactId, n],
  );
  return [rows[0]!.date, rows[0]!.id, -1];
}

it.each([
  ['spread over years', 900],
  ['on a single day', 1],
])('a page of a debt history reads each of 10,000 entries at most once if they are %s', async (_, days) => {
  const count = 10_000;
  const contact = await contactWith(count, days);
  const middle = await place(contact, count / 2);
  const late = await place(contact, count - PAGE - 1);
  const early = await place(contact, PAGE);
  for (const range of [
    {},
    { after: middle },
    { after: late },
    { order: 'desc' },
    { order: 'desc', after: middle },
    { order: 'desc', after: early },
    { from: '2018-01-01', currency: 'MXN' },
  ] as const) {
    const { rows, read, blocks } = await workOf(contact, range);
    expect(rows).toBe(PAGE);
    // The query may also read the few debts of the other contact.
    expect(read).toBeLessThan(count + OTHERS + MAX_ROWS);
    expect(blocks).toBeLessThan(2 * MAX_ROWS);
  }
});
