import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class InstallmentParts extends Migration {
  override up(): void {
    this.addSql(`
      -- In how many installments a purchase is paid of which a row is a part, and whether the account has that purchase.
      alter table importing_rows add installment_months smallint, add matches_plan boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`alter table importing_rows drop installment_months, drop matches_plan;`);
  }
}

/** Rows of drafts that are parts of purchases in installments. */
export const installmentParts: NamedMigration = { name: '0185-importing-installment-parts', class: InstallmentParts };
