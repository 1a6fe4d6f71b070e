import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { SHARDS } from './0190-kernel-shards.migrations.js';

class NoShards extends Migration {
  override up(): void {
    this.addSql(`
      set local role centavo_operator;
      do $$ begin
        if exists (select from kernel_placements where shard <> 'directory') or exists (select from kernel_notes_to_carry) then
          raise exception 'workspaces are in other shards, which this version does not support';
        end if;
      end $$;
      reset role;
      drop function kernel_shard_of;
      drop table kernel_carried_notes, kernel_notes_to_carry, kernel_shards, kernel_placements;`);
  }

  override down(): void {
    for (const sql of SHARDS) this.addSql(sql);
  }
}

/** All workspaces are in one database (decision 0095). */
export const noShards: NamedMigration = { name: '0231-kernel-no-shards', class: NoShards };
