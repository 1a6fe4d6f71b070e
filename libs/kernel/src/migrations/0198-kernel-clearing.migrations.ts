import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

/** @param locking holds the workspace's state until the rows are deleted, so that it cannot come back between the look and the deletion */
const clearing = (locking: string) => `
  create or replace function kernel_clear_moved(workspace uuid, table_name regclass, workspace_column text, most int) returns bigint
  language plpgsql volatile security definer set search_path = public as $$
  declare
    cleared bigint;
  begin
    perform set_config('app.workspace_id', workspace::text, true);
    perform from kernel_stays where workspace_id = workspace and state = 'gone' ${locking};
    if not found then
      raise exception 'the workspace is not gone from here';
    end if;
    execute format('delete from %1$s where ctid in (select ctid from %1$s where %2$I = $1 limit $2)', table_name, workspace_column)
      using workspace, most;
    get diagnostics cleared = row_count;
    return cleared;
  end $$;`;

class ClearingHoldsState extends Migration {
  override up(): void {
    this.addSql(clearing('for share'));
  }

  override down(): void {
    this.addSql(clearing(''));
  }
}

/** What a workspace left behind is deleted only while nobody can begin to move it back (decision 0089). */
export const clearingHoldsState: NamedMigration = { name: '0198-kernel-clearing', class: ClearingHoldsState };
