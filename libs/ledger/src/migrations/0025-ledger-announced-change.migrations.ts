import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class AnnouncedChange extends Migration {
  override up(): void {
    this.addSql(`alter table ledger_assertions add column announced_change bigint not null default 0;`);
    this.addSql(`
      update ledger_assertions s set announced_change = coalesce((
        select max(c.number) from ledger_balance_changes c
        where c.workspace_id = s.workspace_id and c.account_id = s.account_id), 0);`);
  }

  override down(): void {
    this.addSql(`alter table ledger_assertions drop column announced_change;`);
  }
}

/** Adds a column to assertions: the latest change whose crossing has been announced. */
export const announcedChange: NamedMigration = { name: '0025-ledger-announced-change', class: AnnouncedChange };
