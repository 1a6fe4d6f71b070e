import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class StandardTerms extends Migration {
  override up(): void {
    this.addSql(`
      alter table importing_imports rename column given to parse_options;
      alter table importing_imports rename column judged_by to validated_against;
      alter table importing_rows rename column place to chronological_index;
      alter index importing_rows_by_place rename to importing_rows_chronological;
      alter index importing_rows_breaks rename to importing_rows_balance_breaks;
      alter index importing_rows_unfiled rename to importing_rows_missing_category;`);
  }

  override down(): void {
    this.addSql(`
      alter index importing_rows_missing_category rename to importing_rows_unfiled;
      alter index importing_rows_balance_breaks rename to importing_rows_breaks;
      alter index importing_rows_chronological rename to importing_rows_by_place;
      alter table importing_rows rename column chronological_index to place;
      alter table importing_imports rename column validated_against to judged_by;
      alter table importing_imports rename column parse_options to given;`);
  }
}

/** The columns are named by the terms that the field uses. */
export const standardTerms: NamedMigration = { name: '0066-importing-standard-terms', class: StandardTerms };
