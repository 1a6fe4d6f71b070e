import pg from 'pg';
import { httpRequest } from './load.mjs';
import { startAlone } from './servers.mjs';
import { writeCursor } from '../dist/libs/kernel/src/request/cursor.js';
import { DEBT_CHECKS } from '../dist/libs/contacts/src/debts/debt-checks.query.js';
import { compare, timesAsLong } from './compare.mjs';

const PLAN = { connections: 4, seconds: 2, rounds: 7 };
const SHORT = 100;
const LONG = 10_000;
const PAGE = 50;

/**
 * Measures the first, middle and last page of a debt history with 10,000 entries, compared with a history of 100
 * entries. The entries are on many days, or all on one day.
 */
export async function iouHistory() {
  const { service, databaseUrl: database, makeWorkspace, stop } = await startAlone();
  const { workspaceId, key } = await makeWorkspace('iou');
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const short = await contactWith(client, workspaceId, SHORT, 25);
    const figures = [];
    for (const [spread, days] of [
      ['over years', 3_000],
      ['on one day', 1],
    ]) {
      const long = await contactWith(client, workspaceId, LONG, days);
      await client.query('vacuum analyze ledger_transactions, contacts_debts, contacts_debt_totals');
      for (const page of ['first', 'middle', 'last']) {
        const [most, least] = [long, short].map((contact) => ({
          port: service,
          request: pageRequest(key, contact, page),
        }));
        figures.push({
          figure: `GET iou-history, ${page} page: p99 with 10,000 entries ${spread} compared with 100`,
          ...{ better: 'less', pass: 3, goal: 1.5 },
          ...(await compare(most, least, PLAN, timesAsLong('p99'))),
        });
      }
      const [most, least] = [long, short].map((contact) => ({ port: service, request: debtRequest(key, contact) }));
      figures.push({
        figure: `POST a debt of the past: p99 with 10,000 entries ${spread} compared with 100`,
        ...{ better: 'less', pass: null, goal: null },
        ...(await compare(most, least, PLAN, timesAsLong('p99'))),
      });
    }
    return figures;
  } finally {
    await client.end();
    await stop();
  }
}

async function contactWith(client, workspaceId, count, days) {
  const { rows } = await client.query(
    `insert into contacts_contacts (workspace_id, id, name, created_at)
     values ($1, ordered_id((extract(epoch from now()) * 1000)::bigint, $2), 'Ana', now()) returning id`,
    [workspaceId, count + days],
  );
  const { id } = rows[0];
  await client.query(
    `insert into ledger_transactions (workspace_id, id, type, date, description, amount, currency, signed_amount,
       contact_id, created_at, updated_at)
     select $1, ordered_id(1700000000000, n), (array['lent', 'borrowed', 'repayment_received', 'repayment_made'])[1 + n % 4],
       '2018-01-01'::date + (n % $4::int), 'Préstamo ' || n, 100 + n % 977, 'MXN', 0, $2, now(), now()
     from generate_series(1, $3::int) n`,
    [workspaceId, id, count, days],
  );
  for (const { repair } of DEBT_CHECKS) await client.query(repair, [workspaceId]);
  const { rows: entries } = await client.query(
    `select date::text, transaction_id as id from contacts_debts where contact_id = $1 order by date, transaction_id`,
    [id],
  );
  return { id, entries };
}

function pageRequest(key, { id, entries }, page) {
  const path = `/v1/contacts/${id}/iou-history?limit=${PAGE}`;
  if (page === 'first') return () => httpRequest('GET', path, key);
  const before = entries[(page === 'middle' ? Math.floor(entries.length / 2) : entries.length - PAGE) - 1];
  const cursor = writeCursor(`contacts/${id}/iou-history`, { order: 'asc' }, [before.date, before.id, '-1']);
  return () => httpRequest('GET', `${path}&cursor=${cursor}`, key);
}

function debtRequest(key, { id, entries }) {
  let n = 0;
  return () =>
    httpRequest('POST', '/v1/transactions', key, {
      accountId: null,
      currency: 'MXN',
      type: 'lent',
      contactId: id,
      date: entries[(n++ * 7919) % entries.length].date,
      amount: '25.50',
      description: 'Café',
    });
}
