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
 * Encryption key in the database. The service uses it with an external database if ENCRYPTION_KEY is not set. Only the
 * operator role can read it.
 */
export class EncryptionKey extends EncryptionKeySchema.class {}
EncryptionKeySchema.setClass(EncryptionKey);
