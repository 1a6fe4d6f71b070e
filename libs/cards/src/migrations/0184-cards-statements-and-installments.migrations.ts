import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

const TABLES = ['cards_statements', 'cards_installments'];

class StatementsAndInstallments extends Migration {
  override up(): void {
    this.addSql(STATEMENTS);
    this.addSql(INSTALLMENTS);
    for (const table of TABLES) this.addSql(secureByWorkspace(table));
    this.addSql(FRONT_DOORS);
  }

  override down(): void {
    this.addSql(`drop function cards_plans, cards_plans_state;`);
    this.addSql(`drop table ${TABLES.join(', ')};`);
  }
}

const STATEMENTS = `
  -- What banks say of statements of cards; a statement is named by the month for which the card's rule has it.
  create table cards_statements (
    workspace_id uuid not null,
    account_id uuid not null,
    month date not null check (extract(day from month) = 1),
    cut_off date check (cut_off between month - 31 and month + 61),
    due_date date,
    payment_to_avoid_interest bigint check (payment_to_avoid_interest >= 0),
    minimum_payment bigint check (minimum_payment >= 0),
    primary key (workspace_id, account_id, month)
  );`;

const INSTALLMENTS = `
  -- Purchases that are paid in months without interest. What was deferred when a plan ended is due at the next cut-off.
  create table cards_installments (
    workspace_id uuid not null,
    id uuid not null,
    transaction_id uuid not null,
    months smallint not null check (months between 2 and 60),
    created_at timestamptz(3) not null,
    ended_on date,
    primary key (workspace_id, id),
    constraint cards_installments_transaction unique (workspace_id, transaction_id)
  );`;

const FRONT_DOORS = `
  -- The purchases of an account that are paid in installments.
  create function cards_plans(workspace uuid, account uuid)
  returns table (months smallint, amount bigint) language sql stable parallel safe as $$
    select i.months, t.amount from cards_installments i join ledger_purchases(workspace) t on t.id = i.transaction_id
    where i.workspace_id = workspace and i.ended_on is null and t.account_id = account
  $$;
  -- Another text as soon as there are other plans.
  create function cards_plans_state(workspace uuid) returns text language sql stable parallel safe as $$
    select concat_ws('/', max(i.id::text), count(*), count(i.ended_on)) from cards_installments i where i.workspace_id = workspace
  $$;`;

/** What banks say of statements, and purchases in installments. */
export const statementsAndInstallments: NamedMigration = {
  name: '0184-cards-statements-and-installments',
  class: StatementsAndInstallments,
};
