import type pg from 'pg';
import { newId } from '@app/kernel/pure';
import { DEBT_CHECKS } from '../src/debts/debt-checks.query.js';

export async function contactWithDebts(
  client: pg.Client,
  workspaceId: string,
  { count, days }: { count: number; days: number },
): Promise<string> {
  const contactId = newId();
  await client.query(
    `insert into contacts_contacts (workspace_id, id, name, created_at) values ($1, $2, 'Ana', now())`,
    [workspaceId, contactId],
  );
  await client.query(
    `insert into ledger_transactions (workspace_id, id, type, date, description, amount, currency, signed_amount,
       contact_id, created_at, updated_at)
     select $1, ordered_id(1700000000000, n), (array['lent', 'borrowed', 'repayment_received', 'repayment_made'])[1 + n % 4],
       '2018-01-01'::date + n % $4::int, 'Préstamo', 100 + n % 977, 'MXN', 0, $2, now(), now()
     from generate_series(1, $3::int) n`,
    [workspaceId, contactId, count, days],
  );
  for (const { repair } of DEBT_CHECKS) await client.query(repair, [workspaceId]);
  await client.query('vacuum analyze');
  return contactId;
}
