import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

export const STAMP = stampFunction('');

export function stampFunction(unless: string): string {
  return `
      create or replace function ledger_stamp_change() returns trigger language plpgsql as $$
      begin${unless}
        new.updated_at := date_trunc('milliseconds', statement_timestamp());
        if tg_op = 'INSERT' then
          new.created_at := new.updated_at;
        end if;
        return new;
      end $$;`;
}

class ChangeStamps extends Migration {
  override up(): void {
    // Stamped here and not by the writers, so that no change of a row goes without, and by the clock of the statement,
    // which begins after its work has said since when it runs (decision 0011).
    this.addSql(STAMP);
    this.addSql(`
      create trigger ledger_transactions_stamp before insert or update on ledger_transactions
        for each row execute function ledger_stamp_change();`);
  }

  override down(): void {
    this.addSql(`drop trigger ledger_transactions_stamp on ledger_transactions; drop function ledger_stamp_change;`);
  }
}

export const changeStamps: NamedMigration = { name: '0009-ledger-change-stamps', class: ChangeStamps };
