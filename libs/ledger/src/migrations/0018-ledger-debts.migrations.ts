import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';
import { BEFORE, FOLLOW, SUBTOTALS } from './debt-functions.migrations.js';

/** Debts entry by entry, their totals and subtotals, and what keeps them to the transactions (decision 0020). */
export class DebtFigures extends Migration {
  override up(): void {
    this.addSql(ENTRIES);
    this.addSql(FIGURES);
    this.addSql(WANTED);
    this.addSql(BEFORE);
    this.addSql(SUBTOTALS);
    this.addSql(FOLLOW);
    this.addSql(TRIGGERS);
    for (const table of TABLES) this.addSql(secureByWorkspace(table));
    // What there is already, as the operator, because the owner of the tables sees no rows.
    this.addSql(`
      set local role centavo_operator;
      select ledger_follow_debts(workspace_id, array_agg(id)) from ledger_transactions
      where deleted_at is null and (contact_id is not null or split_count > 0) group by workspace_id;
      reset role;`);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_follow_debts, ledger_follow_debt_subtotals, ledger_debts_before;
      drop trigger ledger_transactions_debt_entered on ledger_transactions;
      drop trigger ledger_transactions_debt_changed on ledger_transactions;
      drop trigger ledger_transactions_debt_deleted on ledger_transactions;
      drop trigger ledger_splits_debt_entered on ledger_splits;
      drop trigger ledger_splits_debt_changed on ledger_splits;
      drop trigger ledger_splits_debt_deleted on ledger_splits;
      drop table ${TABLES.join(', ')};
      drop function ledger_follow_noted, ledger_note_transaction, ledger_note_split, ledger_debts_of, ledger_debt_rank;`);
  }
}

const TABLES = ['ledger_debts', 'ledger_debt_totals', 'ledger_debt_subtotals', 'ledger_debt_changes'];

const ENTRIES = `
  -- One entry in 64 has the rank 1 at least and one in 4096 the rank 2, by the random end of its transaction's id: which
  -- ones they are depends on nothing that happens to the others.
  create function ledger_debt_rank(transaction_id uuid, ordinal smallint) returns smallint
  language sql immutable strict parallel safe as $$
    select (case
      when (get_byte(uuid_send(transaction_id), 15) + ordinal + 1) & 63 <> 0 then 0
      when get_byte(uuid_send(transaction_id), 14) & 63 <> 0 then 1
      else 2 end)::smallint
  $$;
  -- Every live debt: a transaction as a whole (ordinal -1) or a part of one. The key is the order of the history.
  create table ledger_debts (
    workspace_id uuid not null,
    contact_id uuid not null,
    currency text not null,
    date date not null,
    transaction_id uuid not null,
    ordinal smallint not null,
    type text not null check (type in ('lent', 'borrowed', 'repayment_received', 'repayment_made')),
    amount bigint not null,
    rank smallint not null generated always as (ledger_debt_rank(transaction_id, ordinal)) stored,
    primary key (workspace_id, contact_id, currency, date, transaction_id, ordinal)
  );
  create index ledger_debts_by_transaction on ledger_debts (workspace_id, transaction_id);`;

const FIGURES = `
  -- What each kind of debt adds up to, in minor units.
  create table ledger_debt_totals (
    workspace_id uuid not null,
    contact_id uuid not null,
    currency text not null,
    lent numeric not null,
    borrowed numeric not null,
    repayment_received numeric not null,
    repayment_made numeric not null,
    primary key (workspace_id, contact_id, currency),
    constraint ledger_debt_totals_balance_range
      check (abs(lent - repayment_received - borrowed + repayment_made) <= 99999999999999999)
  ) with (fillfactor = 70);
  -- A subtotal stands before an entry whose rank is its level or higher, and tells what the entries add up to that come
  -- since the subtotal of the same level before it.
  create table ledger_debt_subtotals (
    workspace_id uuid not null,
    contact_id uuid not null,
    currency text not null,
    level smallint not null,
    date date not null,
    transaction_id uuid not null,
    ordinal smallint not null,
    lent numeric not null,
    borrowed numeric not null,
    repayment_received numeric not null,
    repayment_made numeric not null,
    primary key (workspace_id, contact_id, currency, level, date, transaction_id, ordinal)
  ) with (fillfactor = 80);`;

const WANTED = `
  -- The entries that a transaction should have. The transaction is found by its id before anything else is asked of it:
  -- where the planner knows little of the tables yet, it takes an index of live transactions for as good as the key.
  create function ledger_debts_of(workspace uuid, changed uuid)
  returns table (contact_id uuid, currency text, date date, ordinal smallint, type text, amount bigint)
  language sql stable parallel safe as $$
    select debt.contact_id, t.currency, t.date, debt.ordinal, debt.type, debt.amount
    from (select * from ledger_transactions where workspace_id = workspace and id = changed offset 0) t
    cross join lateral (
      select t.contact_id, (-1)::smallint as ordinal, t.type, t.amount where t.contact_id is not null
      union all
      select s.contact_id, s.ordinal, s.type, s.amount from (
        select * from ledger_splits where workspace_id = workspace and transaction_id = changed offset 0) s
      where t.split_count > 0 and s.contact_id is not null) debt
    where t.deleted_at is null
  $$;`;

/** What of a transaction its debts depend on. */
const CHANGED = (row: string) =>
  `(${row}.date, ${row}.type, ${row}.amount, ${row}.currency, ${row}.contact_id, ${row}.deleted_at is null)`;

// What a unit of work changes is noted at once and followed at its end: once for each transaction, all of them together,
// and with the totals held briefly. The conditions keep what is no debt from costing more than their evaluation.
const TRIGGERS = `
  -- The transactions whose debts a running unit of work has yet to follow. No commit ever leaves a row in it.
  create unlogged table ledger_debt_changes (
    workspace_id uuid not null,
    unit xid8 not null default pg_current_xact_id(),
    transaction_id uuid not null,
    primary key (workspace_id, unit, transaction_id)
  );
  create function ledger_note_transaction() returns trigger language plpgsql as $$
  declare changed ledger_transactions := case when tg_op = 'DELETE' then old else new end;
  begin
    insert into ledger_debt_changes (workspace_id, transaction_id)
    values (changed.workspace_id, changed.id) on conflict do nothing;
    return null;
  end $$;
  create function ledger_note_split() returns trigger language plpgsql as $$
  declare changed ledger_splits := case when tg_op = 'DELETE' then old else new end;
  begin
    insert into ledger_debt_changes (workspace_id, transaction_id)
    values (changed.workspace_id, changed.transaction_id) on conflict do nothing;
    return null;
  end $$;
  create trigger ledger_transactions_debt_entered after insert on ledger_transactions for each row
    when (new.contact_id is not null)
    execute function ledger_note_transaction();
  create trigger ledger_transactions_debt_changed
    after update of date, type, amount, currency, contact_id, deleted_at on ledger_transactions for each row
    when ((old.contact_id is not null or new.contact_id is not null or old.split_count > 0 or new.split_count > 0)
      and ${CHANGED('old')} is distinct from ${CHANGED('new')})
    execute function ledger_note_transaction();
  create trigger ledger_transactions_debt_deleted after delete on ledger_transactions for each row
    when (old.deleted_at is null and (old.contact_id is not null or old.split_count > 0))
    execute function ledger_note_transaction();
  create trigger ledger_splits_debt_entered after insert on ledger_splits for each row
    when (new.contact_id is not null)
    execute function ledger_note_split();
  create trigger ledger_splits_debt_changed after update of type, amount, contact_id on ledger_splits for each row
    when ((old.type, old.amount, old.contact_id) is distinct from (new.type, new.amount, new.contact_id)
      and (old.contact_id is not null or new.contact_id is not null))
    execute function ledger_note_split();
  -- Parts that go with their transaction are noted by it; they go in the name of the tables' owner, who may note nothing.
  create trigger ledger_splits_debt_deleted after delete on ledger_splits for each row
    when (old.contact_id is not null and pg_trigger_depth() = 0)
    execute function ledger_note_split();

  -- The first of the noted transactions takes those along that were noted with it. Its plans are kept from times when the
  -- tables were small, and must not read them from end to end later.
  create function ledger_follow_noted() returns trigger language plpgsql set enable_seqscan = off as $$
  declare noted uuid[];
  begin
    if exists (select from ledger_debt_changes
        where workspace_id = new.workspace_id and unit = new.unit and transaction_id = new.transaction_id) then
      with taken as (
        delete from ledger_debt_changes where workspace_id = new.workspace_id and unit = new.unit returning transaction_id)
      select array_agg(transaction_id) into noted from taken;
      perform ledger_follow_debts(new.workspace_id, noted);
    end if;
    return null;
  end $$;
  create constraint trigger ledger_debt_changes_follow after insert on ledger_debt_changes
    deferrable initially deferred for each row execute function ledger_follow_noted();`;

export const debts: NamedMigration = { name: '0018-ledger-debts', class: DebtFigures };
