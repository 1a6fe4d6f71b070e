import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '@app/kernel/pure';
import type { TestDatabase } from '../../kernel/src/testing.js';
import { createTestDatabase } from '../../kernel/src/testing.js';
import type { DebtHistoryRange, DebtPosition } from '../src/debts/debt-history.query.js';
import { debtHistory } from '../src/debts/debt-history.query.js';
import { DEBT_CHECKS } from '../src/debts/debt-checks.query.js';
import { debts } from '../src/migrations/0054-contacts-debts.migrations.js';
import { movedDebts } from '../src/migrations/0106-contacts-moved-debts.migrations.js';

/** What PostgreSQL says of a plan, in so far as it is read here. */
interface Explained {
  readonly 'QUERY PLAN': [
    { readonly Plan: Record<'Actual Rows' | 'Shared Hit Blocks' | 'Shared Read Blocks', number> },
  ];
}

const WORKSPACE = newId();
const PAGE = 51;
/** The debts of other contacts, which an earlier test entered. */
const OTHERS = 1_000;
/** The entries of a page once more, their transactions and the total. */
const MAX_ROWS = 800;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A contact with so many debts, spread over so many days. */
async function contactWith(count: number, days: number): Promise<string> {
  const contactId = newId();
  await client.query(
    `insert into contacts_contacts (workspace_id, id, name, created_at) values ($1, $2, 'Ana', now())`,
    [WORKSPACE, contactId],
  );
  await client.query(
    `insert into ledger_transactions (workspace_id, id, type, date, description, amount, currency, signed_amount,
       contact_id, created_at, updated_at)
     select $1, ordered_id(1700000000000, n), (array['lent', 'borrowed', 'repayment_received', 'repayment_made'])[1 + n % 4],
       '2018-01-01'::date + n % $4::int, 'Préstamo', 100 + n % 977, 'MXN', 0, $2, now(), now()
     from generate_series(1, $3::int) n`,
    [WORKSPACE, contactId, count, days],
  );
  for (const { repair } of DEBT_CHECKS) await client.query(repair, [WORKSPACE]);
  await client.query('vacuum analyze');
  return contactId;
}

interface Work {
  /** How many rows came back. */
  readonly rows: number;
  /** How many rows of tables were looked at for them. */
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

/** What the service's own statement does for a page, under the service's role and whatever it calls included. */
async function workOf(contactId: string, range: Partial<DebtHistoryRange>): Promise<Work> {
  const whole = { contactId, currency: null, from: null, to: null, order: 'asc', after: null, limit: PAGE } as const;
  const { text, values } = debtHistory(WORKSPACE, { ...whole, ...range });
  await client.query('begin');
  try {
    await client.query(`set local role centavo_app; set local app.workspace_id = '${WORKSPACE}'`);
    const before = await rowsLookedAt();
    const { rows: plans } = await client.query<Explained>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      [...values],
    );
    const after = await rowsLookedAt();
    const { Plan: plan } = plans[0]!['QUERY PLAN'][0];
    const read = after.fetched - before.fetched + after.scanned - before.scanned;
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { rows: plan['Actual Rows'], read, blocks };
  } finally {
    await client.query('rollback');
  }
}

/** The place of the n-th entry of a history. */
async function place(contactId: string, n: number): Promise<DebtPosition> {
  const { rows } = await client.query<{ date: string; id: string }>(
    `select date::text, transaction_id as id from contacts_debts where contact_id = $1
     order by date, transaction_id offset $2 limit 1`,
    [contactId, n],
  );
  return [rows[0]!.date, rows[0]!.id, -1];
}

describe('the debt figures', () => {
  it('are computed for existing debts too', async () => {
    await contactWith(OTHERS, 30);
    const figures = async () =>
      Promise.all(
        ['contacts_debts', 'contacts_debt_totals'].map(
          async (table) => (await client.query(`select * from ${table} kept order by kept::text`)).rows,
        ),
      );
    const before = await figures();
    const again = [
      [movedDebts, 'down'],
      [debts, 'down'],
      [debts, 'up'],
      [movedDebts, 'up'],
    ] as const;
    for (const [one, way] of again) {
      const migration = new one.class(undefined as never, undefined as never);
      await migration[way]();
      await client.query('begin');
      for (const query of migration.getQueries()) await client.query(query as string);
      await client.query('commit');
    }

    expect(before.map((rows) => rows.length > 0)).toEqual([true, true]);
    expect(await figures()).toEqual(before);
  });
});

describe('a page of a debt history', () => {
  it.each([
    ['spread over years', 900],
    ['on a single day', 1],
  ])('reads each of 10,000 entries %s at most once', async (_, days) => {
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
      // The debts of the other contacts may be read with them, where they are few.
      expect(read).toBeLessThan(count + OTHERS + MAX_ROWS);
      expect(blocks).toBeLessThan(2 * MAX_ROWS);
    }
  });
});
