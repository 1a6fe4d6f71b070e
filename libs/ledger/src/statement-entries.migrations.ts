import { Migration } from '@mikro-orm/migrations';
import { ENTRIES } from './import-rows.migrations.js';

export class StatementEntries extends Migration {
  override up(): void {
    this.addSql(ENTRIES);
    this.addSql(CATEGORY_NAMED);
  }

  override down(): void {
    this.addSql(`drop function ledger_category_named, ledger_external_ids, ledger_account_entries;`);
  }
}

const CATEGORY_NAMED = `
  -- The category that a name means for an expense or an income: of that kind first, else of the other (a refund).
  create function ledger_category_named(workspace uuid, wanted_kind text, wanted_name text) returns uuid
  language sql stable strict parallel safe as $$
    select c.id from ledger_categories c
    where c.workspace_id = workspace and c.folded_name = fold_text(wanted_name)
    order by c.kind <> wanted_kind, c.archived_at is not null, c.parent_id is not null, c.id limit 1
  $$;`;
