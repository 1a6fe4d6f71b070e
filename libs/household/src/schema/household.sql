-- Payments between members that settle shared expenses. They do not change account balances.
create table household_settlements (
  workspace_id uuid not null,
  id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  date date not null,
  note text,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check (from_id <> to_id)
);
create index household_settlements_by_date on household_settlements (workspace_id, date desc, id desc);
call kernel_secure_by_workspace('household_settlements');
