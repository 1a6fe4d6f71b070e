import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

/** Every table that says to which workspace a row belongs. */
const EACH_TABLE = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

class WorkspacesWithoutStatistics extends Migration {
  override up(): void {
    this.addSql(`
      do $$ declare one record; begin
        for one in ${EACH_TABLE} loop
          execute format('alter table %I alter column workspace_id set statistics 0', one.name);
          -- Before PostgreSQL 18 what was once collected stays (decision 0090).
          if current_setting('server_version_num')::int >= 180000 then
            execute format('select pg_clear_attribute_stats(''public'', %L, ''workspace_id'', false)', one.name);
          end if;
        end loop;
      end $$;`);
  }

  override down(): void {
    this.addSql(`
      do $$ declare one record; begin
        for one in ${EACH_TABLE} loop
          execute format('alter table %I alter column workspace_id set statistics -1', one.name);
        end loop;
      end $$;`);
  }
}

/** The planner reckons with the same share of a table for each workspace, whether its statistics have seen it or not. */
export const workspacesWithoutStatistics: NamedMigration = {
  name: '0199-kernel-workspaces-without-statistics',
  class: WorkspacesWithoutStatistics,
};
