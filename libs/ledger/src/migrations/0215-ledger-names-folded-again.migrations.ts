import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class NamesFoldedAgain extends Migration {
  override up(): void {
    this.addSql(foldAgain('ledger_tags', 'workspace_id', 40));
    this.addSql(foldAgain('ledger_categories', 'workspace_id, kind, parent_id', 120));
  }

  override down(): void {
    // Changed names stay; the migration of the kernel restores the folded ones.
  }
}

/** Folds names as folding is now. The oldest of names that become equal stays; the others get a part of their ID. */
function foldAgain(table: string, scope: string, longest: number): string {
  return `
    set local role centavo_operator;
    with named as (
      select workspace_id, id, row_number() over (partition by ${scope}, fold_text(name) order by id) as n from ${table}
    )
    update ${table} t set name = left(t.name, ${longest - 11}) || ' (' || right(t.id::text, 8) || ')'
    from named where n > 1 and t.workspace_id = named.workspace_id and t.id = named.id;
    update ${table} set name = name where folded_name <> fold_text(name);
    reset role;`;
}

/** Tags and categories are found by their names as folding is now. */
export const namesFoldedAgain: NamedMigration = { name: '0215-ledger-names-folded-again', class: NamesFoldedAgain };
