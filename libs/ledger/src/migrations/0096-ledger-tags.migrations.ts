import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

/** Transactions carry tags (decision 0051). */
class Tags extends Migration {
  override up(): void {
    this.addSql(TAGS);
    this.addSql(secureByWorkspace('ledger_tags'));
    this.addSql(secureByWorkspace('ledger_tag_entries'));
  }

  override down(): void {
    this.addSql(`
      drop table ledger_tag_entries, ledger_tags;
      alter table ledger_transactions drop column tag_ids;`);
  }
}

const TAGS = `
  -- The tags that a workspace has used, as they were first spelled; live_count is of live transactions.
  create table ledger_tags (
    workspace_id uuid not null,
    id uuid not null,
    name text not null,
    folded_name text not null generated always as (fold_text(name)) stored,
    live_count integer not null default 0,
    primary key (workspace_id, id)
  ) with (fillfactor = 80);
  create unique index ledger_tags_name on ledger_tags (workspace_id, folded_name);
  -- In the order in which they were given; null where there are none, so that a transaction without tags costs nothing.
  alter table ledger_transactions add column tag_ids uuid[]
    constraint ledger_transactions_tags check (cardinality(tag_ids) between 1 and 20);
  -- The transactions of each tag, in the trash too, in the order in which they are listed.
  create table ledger_tag_entries (
    workspace_id uuid not null,
    tag_id uuid not null,
    live boolean not null,
    date date not null,
    transaction_id uuid not null,
    primary key (workspace_id, tag_id, live, date, transaction_id),
    constraint ledger_tag_entries_tag foreign key (workspace_id, tag_id) references ledger_tags (workspace_id, id),
    constraint ledger_tag_entries_transaction foreign key (workspace_id, transaction_id)
      references ledger_transactions (workspace_id, id) on delete cascade
  );
  create index ledger_tag_entries_by_transaction on ledger_tag_entries (workspace_id, transaction_id);`;

export const tags: NamedMigration = { name: '0096-ledger-tags', class: Tags };
