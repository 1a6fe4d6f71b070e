import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class PresentedKeys extends Migration {
  override up(): void {
    this.addSql(`
      -- The row of a key that is in force, for whoever presents it: one statement, which is a transaction by itself.
      create function identity_presented_key(presented bytea) returns setof identity_api_keys language plpgsql volatile as $$
      begin
        perform set_config('app.key_hash', encode(presented, 'hex'), true);
        return query select * from identity_api_keys where key_hash = presented and revoked_at is null;
      end $$;`);
  }

  override down(): void {
    this.addSql(`drop function identity_presented_key;`);
  }
}

export const presentedKeys: NamedMigration = { name: '0035-identity-presented-keys', class: PresentedKeys };
