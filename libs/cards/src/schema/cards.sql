-- Dates and amounts that the bank stated for a card statement.
create table cards_statements (
  workspace_id uuid not null,
  account_id uuid not null,
  month date not null check (extract(day FROM month) = (1)),
  cut_off date,
  due_date date,
  payment_to_avoid_interest bigint check (payment_to_avoid_interest >= 0),
  minimum_payment bigint check (minimum_payment >= 0),
  primary key (workspace_id, account_id, month),
  check ((cut_off >= (month - 31)) and (cut_off <= (month + 61)))
);
call kernel_secure_by_workspace('cards_statements');

-- Interest-free installment purchases (meses sin intereses).
create table cards_installments (
  workspace_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  months smallint not null check (months between 2 and 60),
  created_at timestamptz(3) not null,
  ended_on date,
  primary key (workspace_id, id),
  constraint cards_installments_transaction unique (workspace_id, transaction_id)
);
call kernel_secure_by_workspace('cards_installments');
