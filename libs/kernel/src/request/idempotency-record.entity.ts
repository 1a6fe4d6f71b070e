import { defineEntity, p } from '@mikro-orm/postgresql';

const IdempotencyRecordSchema = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'kernel_idempotency_records',
  properties: {
    workspaceId: p.uuid().primary(),
    key: p.text().primary(),
    /** Of the request: a repeat under the same key has to be the same request. */
    fingerprint: p.blob(),
    status: p.smallint(),
    body: p.text(),
    createdAt: p.datetime(6),
  },
});

/** What was answered to a request under its Idempotency-Key, kept for a day. Only statements read and write it. */
export class IdempotencyRecord extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecord);
