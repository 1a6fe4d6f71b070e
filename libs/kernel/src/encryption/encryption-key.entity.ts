import { defineEntity, p } from '@mikro-orm/postgresql';

const EncryptionKeySchema = defineEntity({
  name: 'EncryptionKey',
  tableName: 'kernel_encryption_keys',
  properties: {
    id: p.smallint().primary(),
    key: p.text(),
  },
});

/** The key that stands in for ENCRYPTION_KEY where none is set. Only the operator role may read it. */
export class EncryptionKey extends EncryptionKeySchema.class {}
EncryptionKeySchema.setClass(EncryptionKey);
