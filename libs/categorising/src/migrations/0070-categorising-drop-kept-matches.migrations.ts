import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

/** The matches of a rule are asked of the ledger each time, and no longer kept (decision 0039). */
class DropKeptMatches extends Migration {
  override up(): void {
    this.addSql('drop table categorising_matches, categorising_match_sets;');
  }

  override down(): void {
    this.addSql(`
      create table categorising_match_sets (
        workspace_id uuid not null,
        rule_id uuid not null,
        conditions jsonb not null,
        total integer not null,
        kept_until timestamptz not null,
        primary key (workspace_id, rule_id)
      );
      create table categorising_matches (
        workspace_id uuid not null,
        rule_id uuid not null,
        date date not null,
        transaction_id uuid not null,
        primary key (workspace_id, rule_id, date, transaction_id)
      );
      create index categorising_matches_by_transaction on categorising_matches (workspace_id, transaction_id, rule_id);`);
    for (const table of ['categorising_match_sets', 'categorising_matches']) this.addSql(secureByWorkspace(table));
  }
}

export const dropKeptMatches: NamedMigration = { name: '0070-categorising-drop-kept-matches', class: DropKeptMatches };
