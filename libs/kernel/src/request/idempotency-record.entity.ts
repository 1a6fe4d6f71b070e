import { defineEntity, p } from '@mikro-orm/postgresql';

const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'kernel_idempotency_records',
  properties: {
    workspaceId: p.uuid().primary(),
    key: p.text().primary(),
    /** Fingerprint of the request. A repeated key must have the same one. */
    fingerprint: p.blob(),
    status: p.smallint(),
    body: p.text(),
    createdAt: p.datetime(6),
  },
});

export class IdempotencyRecord extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecord);
