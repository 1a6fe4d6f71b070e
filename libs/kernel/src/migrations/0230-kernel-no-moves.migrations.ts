import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { MOVES } from './0195-kernel-moves.migrations.js';

class NoMoves extends Migration {
  override up(): void {
    this.addSql(`
      set local role centavo_operator;
      do $$ begin
        if exists (select from kernel_stays) then
          raise exception 'workspaces were moved between shards, which this version does not support';
        end if;
      end $$;
      reset role;`);
    this.addSql(`
      do $$ declare one record; begin
        for one in select tgrelid::regclass as name from pg_trigger where tgname = 'kernel_capture' loop
          execute format('drop trigger kernel_capture on %s', one.name);
          execute (select format('alter policy %I on %s using (true) with check (true)', polname, one.name)
            from pg_policy where polrelid = one.name and polroles = array['centavo_operator'::regrole::oid]);
          execute format('revoke all on %s from centavo_mover', one.name);
        end loop;
      end $$;
      drop function kernel_clear_moved, kernel_enter, kernel_enter_all, kernel_capture, kernel_hidden_workspaces;
      drop table kernel_changes, kernel_stays, kernel_moves;
      create or replace function kernel_epoch_of(workspace uuid) returns int language sql immutable parallel safe as 'select 0';
      -- Another database of the server may still have rights for the role, or use it at the moment.
      do $$ begin drop role centavo_mover;
      exception when dependent_objects_still_exist or insufficient_privilege or internal_error then null; end $$;`);
  }

  override down(): void {
    this.addSql('drop function kernel_epoch_of;');
    for (const sql of MOVES) this.addSql(sql);
  }
}

/** Workspaces no longer move between shards (decision 0095). */
export const noMoves: NamedMigration = { name: '0230-kernel-no-moves', class: NoMoves };
