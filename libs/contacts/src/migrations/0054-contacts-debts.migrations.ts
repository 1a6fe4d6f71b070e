import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

/** Contacts keep the debts of their histories, and what those add up to. */
class Debts extends Migration {
  override up(): void {
    this.addSql(TABLES);
    for (const table of ['contacts_debts', 'contacts_debt_totals']) this.addSql(secureByWorkspace(table));
    this.addSql(FILL);
    this.addSql(`drop function contacts_held;`);
  }

  override down(): void {
    this.addSql(`drop table contacts_debts, contacts_debt_totals;`);
    this.addSql(HELD);
  }
}

const TABLES = `
  -- Every live debt: a transaction as a whole (ordinal -1) or a part of one. The key is the order of the history, and holds
  -- what is added up along it.
  create table contacts_debts (
    workspace_id uuid not null,
    contact_id uuid not null,
    currency text not null,
    date date not null,
    transaction_id uuid not null,
    ordinal smallint not null,
    type text not null check (type in ('lent', 'borrowed', 'repayment_received', 'repayment_made')),
    amount bigint not null,
    primary key (workspace_id, contact_id, currency, date, transaction_id, ordinal) include (type, amount),
    constraint contacts_debts_contact foreign key (workspace_id, contact_id)
      references contacts_contacts (workspace_id, id) on delete cascade
  );
  create index contacts_debts_by_transaction on contacts_debts (workspace_id, transaction_id);
  -- What each kind of debt adds up to, in minor units. The row stays when all of it is nothing, and goes with its contact.
  create table contacts_debt_totals (
    workspace_id uuid not null,
    contact_id uuid not null,
    currency text not null,
    lent numeric not null,
    borrowed numeric not null,
    repayment_received numeric not null,
    repayment_made numeric not null,
    primary key (workspace_id, contact_id, currency),
    constraint contacts_debt_totals_contact foreign key (workspace_id, contact_id)
      references contacts_contacts (workspace_id, id) on delete cascade,
    constraint contacts_debt_totals_balance_range
      check (abs(lent - repayment_received - borrowed + repayment_made) <= 99999999999999999)
  ) with (fillfactor = 70);`;

// As the operator, because the owner of the tables sees no rows.
const FILL = `
  set local role centavo_operator;
  insert into contacts_debts (workspace_id, contact_id, currency, date, transaction_id, ordinal, type, amount)
  select workspace_id, contact_id, currency, date, transaction_id, ordinal, type, amount from ledger_live_debts(null);
  insert into contacts_debt_totals
    (workspace_id, contact_id, currency, lent, borrowed, repayment_received, repayment_made)
  select workspace_id, contact_id, currency, coalesce(sum(amount) filter (where type = 'lent'), 0),
    coalesce(sum(amount) filter (where type = 'borrowed'), 0),
    coalesce(sum(amount) filter (where type = 'repayment_received'), 0),
    coalesce(sum(amount) filter (where type = 'repayment_made'), 0)
  from contacts_debts group by workspace_id, contact_id, currency;
  reset role;`;

const HELD = `
  -- Which of these contacts exist; each is held against deletion until the transaction ends.
  create function contacts_held(workspace uuid, ids uuid[]) returns uuid[] language sql volatile as $$
    select coalesce(array_agg(held.id), '{}') from (
      select id from contacts_contacts where workspace_id = workspace and id = any(ids) for key share) held
  $$;`;

export const debts: NamedMigration = { name: '0054-contacts-debts', class: Debts };
