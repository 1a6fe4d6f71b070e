import { defineEntity, p } from '@mikro-orm/postgresql';

const EncryptionKeySchema = defineEntity({
  name: 'EncryptionKey',
  tableName: 'kernel_encryption_keys',
  properties: {
    id: p.smallint().primary(),
    key: p.text(),
  },
});

/**
 * Key in the database, used while an external database is used without ENCRYPTION_KEY. Only the operator role can read
 * it.
 */
export class EncryptionKey extends EncryptionKeySchema.class {}
EncryptionKeySchema.setClass(EncryptionKey);
