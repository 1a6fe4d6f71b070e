import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class DraftKnowledge extends Migration {
  override up(): void {
    this.addSql(`
      -- Balances are minor units. What the file states outside of its rows is the owner's position; balance_sign says in
      -- what its rows count: 1 the position, -1 what is owed. ready_change is what the rows that are ready do to the position. What is answered
      -- as it is kept is json, which keeps the order of its fields.
      alter table importing_imports
        add currency text,
        add layout text,
        add remembered jsonb not null default '{}',
        add balance_sign smallint,
        add stated_opening bigint,
        add stated_closing bigint,
        add ready_change numeric not null default 0,
        add reconciliation json,
        add transactions_created integer,
        add transactions_removed integer,
        add transaction_ids uuid[],
        add accounts json not null default '[]',
        add undone json not null default '[]',
        add undone_total integer not null default 0;
      -- place is the row's place in time; expected_balance is what its balance should be by the row before it in time, in
      -- the statement's own sign, null where that is not judged. folded is the form in which descriptions are compared.
      alter table importing_rows
        add place integer,
        add balance bigint,
        add expected_balance bigint,
        add details json,
        add tracking_key text generated always as (details->>'trackingKey') stored,
        add folded text generated always as (fold_text(coalesce(read_description, description))) stored,
        add folded_hash bigint
          generated always as (hashtextextended(fold_text(coalesce(read_description, description)), 0)) stored,
        add category_source text check (category_source in ('file', 'rule', 'history', 'person'));
      update importing_rows set category_source = case when edits ? 'categoryId' then 'person' when category is not null then 'file' end;
      update importing_imports i set ready_change = coalesce((
        select sum(case r.type when 'expense' then -r.amount else r.amount end) from importing_rows r
        where r.workspace_id = i.workspace_id and r.import_id = i.id and r.status = 'ready'), 0);
      create unique index importing_rows_by_place on importing_rows (workspace_id, import_id, place) where place is not null;
      create index importing_rows_breaks on importing_rows (workspace_id, import_id, place)
        where expected_balance <> balance;
      -- Statistics never know a draft of this moment, and the planner would take it for one row. Without any it expects
      -- many; and what only narrows a draft down does not begin with it, so as not to be taken for the primary key.
      alter table importing_rows alter workspace_id set statistics 0, alter import_id set statistics 0;
      drop index importing_rows_by_status;
      create index importing_rows_by_status on importing_rows (workspace_id, status, import_id, index);
      -- Rows that may repeat each other: a hash, because a description may be longer than an index takes, and a column,
      -- because under row-level security no index on an expression is used.
      create index importing_rows_alike on importing_rows (workspace_id, folded_hash, import_id, date, amount);
      create index importing_rows_by_external_id on importing_rows (workspace_id, external_id, import_id)
        where external_id is not null;
      create index importing_rows_by_tracking_key on importing_rows (workspace_id, tracking_key, amount, type)
        where tracking_key is not null;
      create index importing_rows_unfiled on importing_rows (workspace_id, import_id)
        where category is not null and category_id is null;
      -- What a person said of the columns of an account's statements of one layout, when such a statement was committed.
      create table importing_mappings (
        workspace_id uuid not null,
        account_id uuid not null,
        layout text not null,
        mapping jsonb not null,
        remembered_at timestamptz(3) not null,
        primary key (workspace_id, account_id, layout)
      );`);
    this.addSql(secureByWorkspace('importing_mappings'));
  }

  override down(): void {
    this.addSql(`
      drop table importing_mappings;
      drop index importing_rows_by_status, importing_rows_by_place, importing_rows_breaks, importing_rows_alike, importing_rows_by_external_id,
        importing_rows_by_tracking_key, importing_rows_unfiled;
      create index importing_rows_by_status on importing_rows (workspace_id, import_id, status, index);
      alter table importing_rows alter workspace_id set statistics -1, alter import_id set statistics -1;
      alter table importing_rows drop category_source, drop folded_hash, drop folded, drop tracking_key, drop details, drop expected_balance,
        drop balance, drop place;
      alter table importing_imports drop undone_total, drop undone, drop accounts, drop transaction_ids,
        drop transactions_removed, drop transactions_created, drop reconciliation, drop ready_change, drop stated_closing,
        drop stated_opening, drop balance_sign, drop remembered, drop layout, drop currency;`);
  }
}

export const draftKnowledge: NamedMigration = { name: '0012-importing-draft-knowledge', class: DraftKnowledge };
