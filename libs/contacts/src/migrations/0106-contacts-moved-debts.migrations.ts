import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class MovedDebts extends Migration {
  override up(): void {
    this.addSql(`
      -- Whether what is owed has moved since it was last looked at whether it came to zero.
      alter table contacts_debt_totals add column has_moved boolean not null default false;
      create index contacts_debt_totals_moved on contacts_debt_totals (workspace_id) where has_moved;`);
  }

  override down(): void {
    this.addSql(`alter table contacts_debt_totals drop column has_moved;`);
  }
}

/** Debts say that they have moved, for those who tell that they are settled. */
export const movedDebts: NamedMigration = { name: '0106-contacts-moved-debts', class: MovedDebts };
