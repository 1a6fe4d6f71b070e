import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Cards extends Migration {
  override up(): void {
    this.addSql(CARDS);
    this.addSql(LOWERED);
    this.addSql(FRONT_DOORS);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_cards, ledger_card_days, ledger_first_day, ledger_purchases, ledger_kept_transactions;
      alter table ledger_account_days drop column lowered;
      alter table ledger_accounts drop constraint ledger_accounts_card, drop column card_credit_limit,
        drop column card_cut_off_day, drop column card_payment_days, drop column card_pay_from_id;`);
  }
}

const CARDS = `
  -- The terms of a credit card: all of them, or none.
  alter table ledger_accounts
    add column card_credit_limit bigint check (card_credit_limit > 0),
    add column card_cut_off_day smallint check (card_cut_off_day between 1 and 31),
    add column card_payment_days smallint check (card_payment_days between 1 and 60),
    add column card_pay_from_id uuid check (card_pay_from_id <> id),
    add constraint ledger_accounts_card check (case when card_credit_limit is null
      then card_cut_off_day is null and card_payment_days is null and card_pay_from_id is null
      else card_cut_off_day is not null and card_payment_days is not null and type_key = 'credit_card' end);`;

const LOWERED = `
  -- By how much those live transactions of the day moved the position that lowered it, as a positive figure.
  alter table ledger_account_days add column lowered bigint not null default 0;
  set local role centavo_operator;
  update ledger_account_days d set lowered = side.lowered
  from (
    select workspace_id, account_id, day, sum(-moved) as lowered from (
      select workspace_id, account_id, date as day, signed_amount as moved from ledger_transactions
      where deleted_at is null and account_id is not null and signed_amount < 0) one
    group by workspace_id, account_id, day) side
  where d.workspace_id = side.workspace_id and d.account_id = side.account_id and d.day = side.day;
  reset role;`;

const FRONT_DOORS = `
  -- The credit cards of a workspace, as what is owed on them.
  create function ledger_cards(workspace uuid)
  returns table (account_id uuid, name text, currency text, status text, owed bigint, opening_owed bigint, opening_date date,
    credit_limit bigint, cut_off_day smallint, payment_days smallint, pay_from_id uuid)
  language sql stable parallel safe as $$
    select a.id, a.name, a.currency, a.status, -a.position, -a.opening_position, a.opening_date,
      a.card_credit_limit, a.card_cut_off_day, a.card_payment_days, a.card_pay_from_id
    from ledger_accounts a where a.workspace_id = workspace and a.card_credit_limit is not null
  $$;
  -- What was charged to an account and what was paid into it on each day from one to another.
  create function ledger_card_days(workspace uuid, account uuid, since date, until date)
  returns table (day date, charged bigint, paid bigint) language sql stable parallel safe as $$
    select d.day, d.lowered, d.moved + d.lowered from ledger_account_days d
    where d.workspace_id = workspace and d.account_id = account and d.day between since and until
  $$;
  -- The day of the first live transaction of an account; null without one.
  create function ledger_first_day(workspace uuid, account uuid) returns date language sql stable parallel safe as $$
    select d.day from ledger_account_days d
    where d.workspace_id = workspace and d.account_id = account and d.entries > 0 order by d.day limit 1
  $$;
  -- Live expenses of accounts in one piece, that may be paid in installments where the account is a card.
  create function ledger_purchases(workspace uuid)
  returns table (id uuid, account_id uuid, date date, amount bigint, folded_description text)
  language sql stable parallel safe as $$
    select t.id, t.account_id, t.date, t.amount, split_part(t.search_text, E'\\n', 1) from ledger_transactions t
    where t.workspace_id = workspace and t.deleted_at is null and t.type = 'expense' and t.split_count = 0
      and t.account_id is not null
  $$;
  -- The transactions that exist at an instant: live ones, and those in the trash until their time is over.
  create function ledger_kept_transactions(workspace uuid, at timestamptz)
  returns table (id uuid) language sql stable parallel safe as $$
    select t.id from ledger_transactions t
    where t.workspace_id = workspace and (t.deleted_at is null or t.deleted_at > at - interval '30 days')
  $$;`;

/** A credit card has terms; a day says what was charged and what was paid. */
export const cards: NamedMigration = { name: '0183-ledger-cards', class: Cards };
