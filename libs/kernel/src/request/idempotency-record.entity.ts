import { defineEntity, p } from '@mikro-orm/postgresql';

const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'kernel_idempotency_records',
  properties: {
    workspaceId: p.uuid().primary(),
    key: p.text().primary(),
    /** Digest of the request. A request that repeats the key must have the same fingerprint. */
    fingerprint: p.blob(),
    status: p.smallint(),
    body: p.text(),
    createdAt: p.datetime(6),
  },
});

export class IdempotencyRecord extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecord);
