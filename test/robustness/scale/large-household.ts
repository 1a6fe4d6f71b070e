import type pg from 'pg';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import type { Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aContact, aHousehold, anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';

const TRANSACTIONS = 10_000;
const DEBTS = 5_000;
/** Row count that the planner assumes. The test inserts fewer rows. */
const ASSUMED_ROWS = 1_000_000;

/**
 * Increases the recorded size of each large table and its indexes. Disables autovacuum for these tables, because it
 * would correct the statistics.
 */
const SCALE_STATISTICS = `
  do $$ declare one record; begin
    for one in select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= ${DEBTS} loop
      execute format('alter table %s set (autovacuum_enabled = off)', one.name);
    end loop;
    update pg_class set reltuples = reltuples * ${ASSUMED_ROWS / (TRANSACTIONS + DEBTS)}
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and reltuples >= ${DEBTS};
  end $$`;

export interface LargeHousehold {
  readonly home: Household;
  /** Sends everyday requests, whose cost must not grow with the workspace. */
  everyday(): Promise<void>;
}

/** Creates a workspace with ten years of transactions and debts. The statistics claim a million of them. */
export async function aLargeHousehold(service: ApiProcess, client: pg.Client): Promise<LargeHousehold> {
  const home = await aHousehold(service);
  const { api, workspaceId } = home;
  const account = await anAccount(api, { openingDate: '2010-01-01' });
  const otherAccount = await anAccount(api, {});
  // Several contacts share the debts, because a page of debts adds up only the earlier debts of its contact (decision
  // 0006).
  const contactIds = await Promise.all([1, 2, 3, 4, 5].map(() => aContact(service.database, workspaceId)));
  const contactId = contactIds[0]!;
  const [category] = ok(await api.get('/v1/categories')).filter(({ kind }) => kind === 'expense');
  const columns = `workspace_id, id, account_id, date, description, amount, currency, signed_amount, created_at, updated_at`;
  const row = `$1, ordered_id($4, n), $2, current_date - n * 3650 / $3::int, 'Compra ' || n, 100, 'MXN', -100, now(), now()`;
  await client.query(
    `insert into ledger_transactions (${columns}, type, category_id, base_rate, base_amount)
     select ${row}, 'expense', $5, 100000000, 100 from generate_series(1, $3::int) n`,
    [workspaceId, account.id, TRANSACTIONS, 1_600_000_000_000, category!.id],
  );
  await client.query(
    `insert into ledger_transactions (${columns}, type, contact_id)
     select ${row}, 'lent', ($5::uuid[])[1 + n % 5] from generate_series(1, $3::int) n`,
    [workspaceId, account.id, DEBTS, 1_500_000_000_000, contactIds],
  );
  await client.query(
    `with tag as (
       insert into ledger_tags (workspace_id, id, name) select $1, ordered_id($2, n), 'etiqueta ' || n from generate_series(1, 5) n
       returning id, name)
     update ledger_transactions t set tag_ids = array[(select id from tag where name = 'etiqueta 1'),
       (select id from tag where name = 'etiqueta ' || 2 + ('x' || right(t.id::text, 2))::bit(8)::int % 4)]
     where t.workspace_id = $1`,
    [workspaceId, 1_600_000_000_000],
  );
  const budget = { categoryId: category!.id, amount: '9.00', repeat: 'month', startDate: '2016-01-13' };
  ok(await api.post('/v1/budgets', { ...budget, rolloverEnabled: true }));
  await client.query('vacuum analyze');
  const verifier = startVerifier(service.database);
  // Adds the stored totals of the transactions that SQL inserted. A busy machine may drop a silent connection. The repair
  // is then rolled back and can be repeated.
  const repair = () => verifier.verify(workspaceId, true);
  await repair().catch(repair);
  verifier.stop();
  await client.query('vacuum analyze');
  await client.query(SCALE_STATISTICS);
  const ids = { account: account.id, other: otherAccount.id, contactId, category: category!.id };
  const [{ id: old }] = (
    await client.query<{ id: string }>(
      `select id from ledger_transactions where workspace_id = $1 order by id limit 1`,
      [workspaceId],
    )
  ).rows as [{ id: string }];
  return { home, everyday: () => everyday(api, { ...ids, old }) };
}

async function everyday(
  api: Client,
  ids: Record<'account' | 'other' | 'contactId' | 'category' | 'old', string>,
): Promise<void> {
  for (const path of [
    '/v1/transactions',
    `/v1/transactions?accountId=${ids.account}`,
    `/v1/transactions?contactId=${ids.contactId}`,
    '/v1/transactions?from=2020-01-01&to=2020-01-31',
    '/v1/transactions?tag=etiqueta%201',
    `/v1/transactions?tag=etiqueta%203&accountId=${ids.account}`,
    '/v1/transactions?updatedSince=2020-01-01T00:00:00.000Z',
  ] as `/v1/transactions?${string}`[]) {
    const { nextCursor } = ok(await api.get(path));
    const glue = path.includes('?') ? '&' : '?';
    if (nextCursor) ok(await api.get(`${path}${glue}cursor=${encodeURIComponent(nextCursor)}`));
  }
  for (const path of [
    '/v1/accounts',
    '/v1/tags',
    '/v1/tags/etiqueta%202',
    '/v1/contacts',
    '/v1/budgets',
    '/v1/net-worth',
    '/v1/net-worth/history?from=2016-01-01&to=2025-12-31&interval=month',
    '/v1/reports/spending?from=2016-01-13&to=2026-01-12&compare=previous',
    `/v1/reports/spending?from=2016-01-13&to=2026-01-12&categoryId=${ids.category}`,
    '/v1/reports/spending?from=2016-01-13&to=2026-01-12&groupBy=month',
    '/v1/reports/spending?from=2016-01-13&to=2026-01-12&groupBy=account',
    '/v1/reports/spending?from=2020-01-01&to=2020-01-31&groupBy=merchant&compare=year',
    '/v1/reports/cash-flow?from=2016-01-13&to=2026-01-12',
    '/v1/transactions/trash',
    `/v1/contacts/${ids.contactId}/iou-history`,
    `/v1/contacts/${ids.contactId}/iou-history?order=desc&limit=10`,
    `/v1/contacts/${ids.contactId}/statement?from=2026-01-01`,
  ]) {
    ok(await api.get(path));
  }
  const created = await aTransaction(api, { accountId: ids.account, tags: ['etiqueta 1', 'nueva'] });
  ok(await api.patch(`/v1/transactions/${created.id}`, { amount: '7.00', accountId: ids.other }));
  ok(await api.patch(`/v1/transactions/${ids.old}`, { amount: '7.00', date: '2017-01-01' }));
  ok(await api.delete(`/v1/transactions/${ids.old}`));
  ok(await api.post(`/v1/transactions/${ids.old}/restore`));
  ok(await api.delete(`/v1/transactions/${ids.old}`));
  ok(await api.delete(`/v1/transactions/${ids.old}/permanently`));
  ok(await api.delete('/v1/transactions/trash'));
}
