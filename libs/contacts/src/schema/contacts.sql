create table contacts_contacts (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  search_name text generated always as (fold_text(name)) stored not null,
  email text,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
call kernel_secure_by_workspace('contacts_contacts');

-- Debts of live transactions and splits. ordinal is the index of the split, or -1 for a whole transaction.
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
call kernel_secure_by_workspace('contacts_debts');

-- Sums of contacts_debts by contact and currency, in minor units.
create table contacts_debt_totals (
  workspace_id uuid not null,
  contact_id uuid not null,
  currency text not null,
  lent numeric not null,
  borrowed numeric not null,
  repayment_received numeric not null,
  repayment_made numeric not null,
  has_moved boolean not null default false,
  primary key (workspace_id, contact_id, currency),
  constraint contacts_debt_totals_contact foreign key (workspace_id, contact_id)
    references contacts_contacts (workspace_id, id) on delete cascade,
  constraint contacts_debt_totals_balance_range
    check (abs((((lent - repayment_received) - borrowed) + repayment_made)) <= 99999999999999999)
) with (fillfactor = 70);
create index contacts_debt_totals_moved on contacts_debt_totals (workspace_id) where has_moved;
call kernel_secure_by_workspace('contacts_debt_totals');
