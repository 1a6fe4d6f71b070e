import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Consumers extends Migration {
  override up(): void {
    this.addSql(`
      -- How far each consumer of events has come, in all workspaces.
      create table notifying_consumers (
        name text primary key,
        seen text not null,
        within text[] check (cardinality(within) = 3)
      );
      grant select, insert, update on notifying_consumers to centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop table notifying_consumers;`);
  }
}

/** Parts of the service that follow the events of all workspaces remember where they are. */
export const consumers: NamedMigration = { name: '0102-notifying-consumers', class: Consumers };
