import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** Who chose a category has one name everywhere: its source. */
class CategorySource extends Migration {
  override up(): void {
    this.addSql(renamed('filed_by', 'category_source'));
  }

  override down(): void {
    this.addSql(renamed('category_source', 'filed_by'));
  }
}

/** The function that reads the column names it in its body, so that it is written again. */
function renamed(from: string, to: string): string {
  return `
    alter table ledger_transactions rename column ${from} to ${to};
    alter table ledger_transactions rename constraint ledger_transactions_${from} to ledger_transactions_${to};
    create or replace function ledger_live_transactions(workspace uuid)
    returns table (id uuid, account_id uuid, type text, date date, description text, notes text, folded_description text,
      folded_notes text, amount bigint, currency text, category_id uuid, category_source text, split_count smallint,
      import_id uuid)
    language sql stable parallel safe as $$
      select t.id, t.account_id, t.type, t.date, t.description, t.notes, split_part(t.search_text, E'\\n', 1),
        case when t.notes is not null then split_part(t.search_text, E'\\n', 2) end, t.amount, t.currency, t.category_id,
        case when t.category_id is not null then coalesce(t.${to}, 'person') end, t.split_count, t.import_id
      from ledger_transactions t
      where t.workspace_id = workspace and t.deleted_at is null
    $$;`;
}

export const categorySource: NamedMigration = { name: '0056-ledger-category-source', class: CategorySource };
