import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { DebtFigures } from './0018-ledger-debts.migrations.js';

/** The ledger says which debts its transactions are; what follows from them is kept by the contacts, above it. */
class DebtsLeaveTheLedger extends Migration {
  override up(): void {
    for (const query of queriesOf('down')) this.addSql(query);
    this.addSql(DEBTS);
  }

  override down(): void {
    this.addSql(`drop function ledger_live_debts, ledger_debts_among;`);
    for (const query of queriesOf('up')) this.addSql(query);
  }
}

function queriesOf(way: 'up' | 'down'): string[] {
  const figures = new DebtFigures(undefined as never, undefined as never);
  figures[way]();
  return figures.getQueries() as string[];
}

const DEBTS = `
  -- The debts among live transactions and their parts: -1 as the ordinal is a transaction as a whole. Each transaction is
  -- found by its id before anything else is asked of it, whatever the planner knows of the tables.
  create function ledger_debts_among(workspace uuid, transactions uuid[])
  returns table (transaction_id uuid, ordinal smallint, contact_id uuid, currency text, date date, type text, amount bigint)
  language sql stable parallel safe as $$
    select t.id, debt.ordinal, debt.contact_id, t.currency, t.date, debt.type, debt.amount
    from unnest(transactions) as wanted (id)
    cross join lateral (select * from ledger_transactions where workspace_id = workspace and id = wanted.id offset 0) t
    cross join lateral (
      select t.contact_id, (-1)::smallint as ordinal, t.type, t.amount where t.contact_id is not null
      union all
      select s.contact_id, s.ordinal, s.type, s.amount from (
        select * from ledger_splits where workspace_id = workspace and transaction_id = wanted.id offset 0) s
      where t.split_count > 0 and s.contact_id is not null) debt
    where t.deleted_at is null
  $$;
  -- The same for everything that is live, of one workspace or with null of all: what figures of it are verified against.
  create function ledger_live_debts(workspace uuid)
  returns table (workspace_id uuid, transaction_id uuid, ordinal smallint, contact_id uuid, currency text, date date,
    type text, amount bigint) language sql stable parallel safe as $$
    select t.workspace_id, t.id, (-1)::smallint, t.contact_id, t.currency, t.date, t.type, t.amount
    from ledger_transactions t
    where (workspace is null or t.workspace_id = workspace) and t.deleted_at is null and t.contact_id is not null
    union all
    select t.workspace_id, t.id, s.ordinal, s.contact_id, t.currency, t.date, s.type, s.amount
    from ledger_splits s join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
    where (workspace is null or s.workspace_id = workspace) and t.deleted_at is null and s.contact_id is not null
  $$;`;

export const debtsLeaveTheLedger: NamedMigration = {
  name: '0053-ledger-debts-for-statements',
  class: DebtsLeaveTheLedger,
};
