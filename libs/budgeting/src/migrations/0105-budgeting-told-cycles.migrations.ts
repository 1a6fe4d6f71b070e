import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class ToldCycles extends Migration {
  override up(): void {
    this.addSql(`
      -- Of which cycle it was last told that its budget is nearly spent (1) or overspent (2).
      alter table budgeting_budgets add column told_cycle date, add column told_level smallint;`);
  }

  override down(): void {
    this.addSql(`alter table budgeting_budgets drop column told_cycle, drop column told_level;`);
  }
}

/** A budget remembers what was told of its cycle, so that it is told once. */
export const toldCycles: NamedMigration = { name: '0105-budgeting-told-cycles', class: ToldCycles };
