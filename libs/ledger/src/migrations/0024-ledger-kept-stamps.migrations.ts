import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { STAMP, stampFunction } from './0009-ledger-change-stamps.migrations.js';

const STAMP_UNLESS_KEPT = stampFunction(`
        if current_setting('app.keeps_stamps', true) = 'on' then
          return new;
        end if;`);

class KeptStamps extends Migration {
  override up(): void {
    this.addSql(STAMP_UNLESS_KEPT);
    this.addSql(`
      -- From here to the end of its transaction, a unit of work enters transactions with the times that they had.
      create function ledger_keep_stamps() returns void language sql volatile as $$
        select set_config('app.keeps_stamps', 'on', true)
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function ledger_keep_stamps;`);
    this.addSql(STAMP);
  }
}

export const keptStamps: NamedMigration = { name: '0024-ledger-kept-stamps', class: KeptStamps };
