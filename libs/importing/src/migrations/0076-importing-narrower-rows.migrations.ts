import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class NarrowerRows extends Migration {
  override up(): void {
    this.addSql(`
      drop index importing_rows_by_status, importing_rows_alike;
      alter table importing_rows drop folded_hash;
      -- Almost all rows are ready, and are read in their order.
      create index importing_rows_by_status on importing_rows (workspace_id, status, import_id, index) where status <> 'ready';
      -- Rows that may repeat each other; few of one day and amount differ in their text alone.
      create index importing_rows_alike on importing_rows (workspace_id, date, import_id, amount);
      -- To pack a file takes longer than to write it, and it is kept for as long as the draft.
      alter table importing_imports alter file set storage external;`);
  }

  override down(): void {
    this.addSql(`
      alter table importing_imports alter file set storage extended;
      drop index importing_rows_by_status, importing_rows_alike;
      alter table importing_rows add folded_hash bigint
        generated always as (hashtextextended(fold_text(coalesce(read_description, description)), 0)) stored;
      create index importing_rows_by_status on importing_rows (workspace_id, status, import_id, index);
      create index importing_rows_alike on importing_rows (workspace_id, folded_hash, import_id, date, amount);`);
  }
}

/** A row of a draft costs two entries in indexes less to write, or narrower ones. */
export const narrowerRows: NamedMigration = { name: '0076-importing-narrower-rows', class: NarrowerRows };
