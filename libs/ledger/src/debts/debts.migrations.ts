import { Migration } from '@mikro-orm/migrations';
import { secureByWorkspace } from '@app/kernel';

/** Debts entry by entry, their totals and subtotals, and what keeps them to the transactions (decision 0020). */
export class DebtFigures extends Migration {
  override up(): void {
    this.addSql(ENTRIES);
    this.addSql(FIGURES);
    this.addSql(WANTED);
    this.addSql(SUBTOTALS);
    this.addSql(FOLLOW);
    this.addSql(TRIGGERS);
    for (const table of TABLES) this.addSql(secureByWorkspace(table));
    // Oldest first, so that each is the last one of its history when it comes. The owner of the tables sees no rows.
    this.addSql(`
      set local role centavo_operator;
      do $$ begin
        perform ledger_follow_debts(t.workspace_id, t.id) from (
          select workspace_id, id from ledger_transactions
          where deleted_at is null and (contact_id is not null or split_count > 0) order by date, id) t;
      end $$;
      reset role;`);
  }

  override down(): void {
    this.addSql(`
      drop trigger ledger_transactions_debt_entered on ledger_transactions;
      drop trigger ledger_transactions_debt_changed on ledger_transactions;
      drop trigger ledger_transactions_debt_deleted on ledger_transactions;
      drop trigger ledger_splits_debt_entered on ledger_splits;
      drop trigger ledger_splits_debt_changed on ledger_splits;
      drop trigger ledger_splits_debt_deleted on ledger_splits;
      drop function ledger_follow_transaction, ledger_follow_split, ledger_follow_debts,
        ledger_follow_debt_subtotals, ledger_debts_of;
      drop table ${TABLES.join(', ')};
      drop function ledger_debt_rank;`);
  }
}

const TABLES = ['ledger_debts', 'ledger_debt_totals', 'ledger_debt_subtotals'];

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
  -- The entries that a transaction should have.
  create function ledger_debts_of(workspace uuid, changed uuid)
  returns table (contact_id uuid, currency text, date date, ordinal smallint, type text, amount bigint)
  language sql stable parallel safe as $$
    select t.contact_id, t.currency, t.date, (-1)::smallint, t.type, t.amount from ledger_transactions t
    where t.workspace_id = workspace and t.id = changed and t.deleted_at is null and t.contact_id is not null
    union all
    select s.contact_id, t.currency, t.date, s.ordinal, s.type, s.amount from ledger_transactions t
    join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
    where t.workspace_id = workspace and t.id = changed and t.deleted_at is null and s.contact_id is not null
  $$;`;

const SUMS = ['lent', 'borrowed', 'repayment_received', 'repayment_made']
  .map((kind) => `coalesce(sum(amount) filter (where type = '${kind}'), 0) as ${kind}`)
  .join(', ');
const KINDS = ['lent', 'borrowed', 'repayment_received', 'repayment_made']
  .map((kind) => `('${kind}', n.${kind})`)
  .join(', ');
const SINCE = `(coalesce(since.date, '-infinity'),
              coalesce(since.transaction_id, '00000000-0000-0000-0000-000000000000'), coalesce(since.ordinal, -2))`;

const SUBTOTALS = `
  -- Brings the subtotals to entries that went and came. The second level adds up the first. What comes last in its
  -- history, as most does, has no subtotal behind it.
  create function ledger_follow_debt_subtotals(workspace uuid, gone ledger_debts[], come ledger_debts[]) returns void
  language plpgsql as $$
  begin
    for step in 1..2 loop
      delete from ledger_debt_subtotals s using unnest(gone) d
      where d.rank >= step and s.level = step
        and (s.workspace_id, s.contact_id, s.currency, s.date, s.transaction_id, s.ordinal)
          = (workspace, d.contact_id, d.currency, d.date, d.transaction_id, d.ordinal);
      insert into ledger_debt_subtotals
      select workspace, d.contact_id, d.currency, step, d.date, d.transaction_id, d.ordinal, 0, 0, 0, 0
      from unnest(come) d where d.rank >= step;
      update ledger_debt_subtotals s
      set lent = part.lent, borrowed = part.borrowed, repayment_received = part.repayment_received,
        repayment_made = part.repayment_made
      from (
        select distinct n.contact_id, n.currency, n.date, n.transaction_id, n.ordinal
        from unnest(gone || come) d cross join lateral (
          select n.contact_id, n.currency, n.date, n.transaction_id, n.ordinal from ledger_debt_subtotals n
          where n.workspace_id = workspace and n.contact_id = d.contact_id and n.currency = d.currency
            and n.level = step
            and (n.date, n.transaction_id, n.ordinal) >= (d.date, d.transaction_id, d.ordinal)
          order by n.date, n.transaction_id, n.ordinal limit case when d.rank >= step then 2 else 1 end) n
      ) due
      left join lateral (
        select p.date, p.transaction_id, p.ordinal from ledger_debt_subtotals p
        where p.workspace_id = workspace and p.contact_id = due.contact_id and p.currency = due.currency
          and p.level = step
          and (p.date, p.transaction_id, p.ordinal) < (due.date, due.transaction_id, due.ordinal)
        order by p.date desc, p.transaction_id desc, p.ordinal desc limit 1) since on true
      cross join lateral (
        select ${SUMS} from (
          select d.type, d.amount from ledger_debts d
          where step = 1 and d.workspace_id = workspace and d.contact_id = due.contact_id and d.currency = due.currency
            and (d.date, d.transaction_id, d.ordinal) >= ${SINCE}
            and (d.date, d.transaction_id, d.ordinal) < (due.date, due.transaction_id, due.ordinal)
          union all
          select kind.type, kind.amount from ledger_debt_subtotals n cross join lateral (values ${KINDS}) kind (type, amount)
          where step = 2 and n.workspace_id = workspace and n.contact_id = due.contact_id and n.currency = due.currency
            and n.level = 1
            and (n.date, n.transaction_id, n.ordinal) > ${SINCE}
            and (n.date, n.transaction_id, n.ordinal) <= (due.date, due.transaction_id, due.ordinal)) entry
      ) part
      where s.workspace_id = workspace and s.contact_id = due.contact_id and s.currency = due.currency
        and s.level = step
        and (s.date, s.transaction_id, s.ordinal) = (due.date, due.transaction_id, due.ordinal);
    end loop;
  end $$;`;

// Whoever has written a contact's total in a currency is alone with the subtotals there until the end, and each statement
// sees what those before it in line have committed. Totals are taken in the order of their keys.
const FOLLOW = `
  -- Brings entries, totals and subtotals to what a transaction is now, whatever it was before.
  create function ledger_follow_debts(workspace uuid, changed uuid) returns void language plpgsql as $$
  declare
    gone ledger_debts[];
    come ledger_debts[];
  begin
    with entry as (
      delete from ledger_debts d where d.workspace_id = workspace and d.transaction_id = changed and not exists (
        select from ledger_debts_of(workspace, changed) w
        where (w.contact_id, w.currency, w.date, w.ordinal, w.type, w.amount)
          = (d.contact_id, d.currency, d.date, d.ordinal, d.type, d.amount))
      returning d)
    select array_agg(entry.d) into gone from entry;
    with entry as (
      insert into ledger_debts as d (workspace_id, contact_id, currency, date, transaction_id, ordinal, type, amount)
      select workspace, w.contact_id, w.currency, w.date, changed, w.ordinal, w.type, w.amount
      from ledger_debts_of(workspace, changed) w
      where not exists (select from ledger_debts kept
        where kept.workspace_id = workspace and kept.transaction_id = changed and kept.ordinal = w.ordinal)
      returning d)
    select array_agg(entry.d) into come from entry;
    if gone is null and come is null then
      return;
    end if;

    insert into ledger_debt_totals as kept
      (workspace_id, contact_id, currency, lent, borrowed, repayment_received, repayment_made)
    select workspace, contact_id, currency, ${SUMS}
    from (
      select contact_id, currency, type, amount from unnest(come)
      union all
      select contact_id, currency, type, -amount from unnest(gone)) change
    group by contact_id, currency order by contact_id, currency
    on conflict (workspace_id, contact_id, currency) do update set
      lent = kept.lent + excluded.lent, borrowed = kept.borrowed + excluded.borrowed,
      repayment_received = kept.repayment_received + excluded.repayment_received,
      repayment_made = kept.repayment_made + excluded.repayment_made;
    if gone is not null then
      delete from ledger_debt_totals kept using unnest(gone) d
      where (kept.workspace_id, kept.contact_id, kept.currency) = (workspace, d.contact_id, d.currency)
        and (kept.lent, kept.borrowed, kept.repayment_received, kept.repayment_made) = (0, 0, 0, 0);
    end if;

    perform ledger_follow_debt_subtotals(workspace, gone, come);
  end $$;`;

/** What of a transaction its debts depend on. */
const CHANGED = (row: string) =>
  `(${row}.date, ${row}.type, ${row}.amount, ${row}.currency, ${row}.contact_id, ${row}.deleted_at is null)`;

// Deferred: whatever a unit of work does to a transaction is followed once, at its end, and the totals are held briefly.
// The conditions keep what is no debt from costing more than their evaluation.
const TRIGGERS = `
  create function ledger_follow_transaction() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      perform ledger_follow_debts(old.workspace_id, old.id);
    else
      perform ledger_follow_debts(new.workspace_id, new.id);
    end if;
    return null;
  end $$;
  create function ledger_follow_split() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      perform ledger_follow_debts(old.workspace_id, old.transaction_id);
    else
      perform ledger_follow_debts(new.workspace_id, new.transaction_id);
    end if;
    return null;
  end $$;
  create constraint trigger ledger_transactions_debt_entered after insert on ledger_transactions
    deferrable initially deferred for each row
    when (new.contact_id is not null)
    execute function ledger_follow_transaction();
  create constraint trigger ledger_transactions_debt_changed
    after update of date, type, amount, currency, contact_id, deleted_at on ledger_transactions
    deferrable initially deferred for each row
    when ((old.contact_id is not null or new.contact_id is not null or old.split_count > 0 or new.split_count > 0)
      and ${CHANGED('old')} is distinct from ${CHANGED('new')})
    execute function ledger_follow_transaction();
  create constraint trigger ledger_transactions_debt_deleted after delete on ledger_transactions
    deferrable initially deferred for each row
    when (old.deleted_at is null and (old.contact_id is not null or old.split_count > 0))
    execute function ledger_follow_transaction();
  create constraint trigger ledger_splits_debt_entered after insert on ledger_splits
    deferrable initially deferred for each row
    when (new.contact_id is not null)
    execute function ledger_follow_split();
  create constraint trigger ledger_splits_debt_changed after update of type, amount, contact_id on ledger_splits
    deferrable initially deferred for each row
    when ((old.type, old.amount, old.contact_id) is distinct from (new.type, new.amount, new.contact_id)
      and (old.contact_id is not null or new.contact_id is not null))
    execute function ledger_follow_split();
  create constraint trigger ledger_splits_debt_deleted after delete on ledger_splits
    deferrable initially deferred for each row
    when (old.contact_id is not null)
    execute function ledger_follow_split();`;
