import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class FeedRateChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table fx_feed_rate_changes (
        id uuid primary key default gen_random_uuid(),
        quote text not null,
        base text not null,
        since date not null,
        latest date not null
      );
      grant select, insert, delete on fx_feed_rate_changes to centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop table fx_feed_rate_changes;`);
  }
}

/** Adds the table of feed rate changes whose revaluation is unfinished. */
export const feedRateChanges: NamedMigration = { name: '0014-fx-feed-rate-changes', class: FeedRateChanges };
