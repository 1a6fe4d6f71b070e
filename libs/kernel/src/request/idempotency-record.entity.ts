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
    /** Response body; null if it is compressed in `packed`. */
    body: p.text().nullable(),
    packed: p.blob().nullable(),
    createdAt: p.datetime(6),
  },
});

export class IdempotencyRecord extends IdempotencyRecordSchema.class {}
IdempotencyRecordSchema.setClass(IdempotencyRecord);

const StoredAnswersSchema = defineEntity({
  name: 'StoredAnswers',
  tableName: 'kernel_stored_answers',
  properties: { workspaceId: p.uuid().primary(), hour: p.datetime(6).primary(), bytes: p.bigint() },
});

/** Total size of the responses that a workspace stored in an hour, in bytes. */
export class StoredAnswers extends StoredAnswersSchema.class {}
StoredAnswersSchema.setClass(StoredAnswers);
