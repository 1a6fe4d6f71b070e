import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

class EncryptionKeyInDatabase extends Migration {
  override up(): void {
    this.addSql(`
      -- One row at most: the key that is used where ENCRYPTION_KEY is not set.
      create table kernel_encryption_keys (
        id smallint primary key check (id = 1),
        key text not null
      );
      grant select, insert on kernel_encryption_keys to centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop table kernel_encryption_keys;`);
  }
}

export const encryptionKeyInDatabase: NamedMigration = {
  name: '0110-kernel-encryption-key',
  class: EncryptionKeyInDatabase,
};
