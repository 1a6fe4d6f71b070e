import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class UniqueKeyIds extends Migration {
  override up(): void {
    this.addSql(`
      set local role centavo_operator;
      -- A form took the ID from its sender: the first record keeps it.
      update identity_api_keys t set id = ordered_id((extract(epoch from t.created_at) * 1000)::bigint, 1)
      where exists (select from identity_api_keys o
        where o.id = t.id and (o.created_at, o.workspace_id) < (t.created_at, t.workspace_id));
      reset role;
      create unique index identity_api_keys_id on identity_api_keys (id);`);
  }

  override down(): void {
    this.addSql(`drop index identity_api_keys_id;`);
  }
}

/** The ID of a key is unique across workspaces. */
export const uniqueKeyIds: NamedMigration = { name: '0202-identity-unique-key-ids', class: UniqueKeyIds };
