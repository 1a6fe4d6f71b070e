import { createHash } from 'node:crypto';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { Statement } from '../sql/statement.js';
import { packedText, unpackedText } from '../text/packed-text.js';
import { MAX_STORED_MIB } from './idempotency.js';

const RETENTION_HOURS = 24;
const CLEARED_AT_ONCE = 20;
/** Number of hours whose totals count. The total of an hour counts until the last response of that hour has expired. */
const COUNTED_HOURS = RETENTION_HOURS + 1;
/** Size of a record without its key and body, but with its index entries. */
const RECORD_BYTES = 200;

export interface IdempotencyRecord {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

/** The stored record, if any, and the time until the workspace can store another one. */
export interface FoundRecord {
  readonly record: IdempotencyRecord | null;
  /** Seconds until the workspace can store responses again; null if it can store one now. */
  readonly fullForSeconds: number | null;
}

interface FoundRow extends Record<string, unknown> {
  readonly fingerprint: Buffer | null;
  readonly status: number | null;
  readonly body: string | null;
  readonly packed: Buffer | null;
  readonly fullForSeconds: number | null;
}

/**
 * Returns the statement that locks a key until the transaction ends. The column `held` is false if another request
 * holds the lock. Hashes the key with SHA-256, because all advisory locks share one number space, and with a weaker
 * hash a client could create a collision with another workspace.
 */
export function holdKey(workspaceId: string, key: string): Statement {
  const digest = createHash('sha256').update(`${workspaceId} ${key}`).digest();
  return {
    name: 'kernel.hold-idempotency-key',
    text: `select pg_try_advisory_xact_lock($1::bigint) as held`,
    values: [digest.readBigInt64BE()],
  };
}

export async function findRecord(work: UnitOfWork, key: string, now: Date): Promise<FoundRecord> {
  const [found] = await work.query<FoundRow>({
    name: 'kernel.find-idempotency-record',
    text: `
      select r.fingerprint, r.status, r.body, r.packed, stored."fullForSeconds" from (
        select case when sum(bytes) >= ${MAX_STORED_MIB * 1024 * 1024} then
          ceil(extract(epoch from min(hour) + interval '${COUNTED_HOURS} hours' - $3::timestamptz))::int end as "fullForSeconds"
        from kernel_stored_answers
        where workspace_id = $1 and hour > $3::timestamptz - interval '${COUNTED_HOURS} hours') stored
      left join kernel_idempotency_records r on r.workspace_id = $1 and r.key = $2
        and r.created_at > $3::timestamptz - interval '${RETENTION_HOURS} hours'`,
    values: [work.workspaceId, key, now],
  });
  const { fingerprint, status, body, packed, fullForSeconds } = found!;
  if (fingerprint === null || status === null) return { record: null, fullForSeconds };
  return { record: { fingerprint, status, body: body ?? (await unpackedText(packed!)) }, fullForSeconds };
}

/**
 * Saves a record and adds its size to the total of the workspace. Call it last, because it locks the total until the
 * commit.
 */
export async function saveRecord(work: UnitOfWork, key: string, record: IdempotencyRecord, now: Date): Promise<void> {
  const { fingerprint, status, body } = record;
  const packed = await packedText(body);
  const bytes = RECORD_BYTES + key.length + (packed ?? Buffer.from(body)).length;
  await work.query({
    name: 'kernel.keep-idempotency-record',
    text: `
      with expired as (
        select key from kernel_idempotency_records
        where workspace_id = $1 and created_at <= $7::timestamptz - interval '${RETENTION_HOURS} hours' and key <> $2
        order by created_at limit ${CLEARED_AT_ONCE} for update skip locked
      ), cleared as (
        delete from kernel_idempotency_records r using expired where r.workspace_id = $1 and r.key = expired.key
      ), counted as (
        insert into kernel_stored_answers as stored (workspace_id, hour, bytes)
        values ($1, date_trunc('hour', $7::timestamptz), $8)
        on conflict (workspace_id, hour) do update set bytes = stored.bytes + excluded.bytes
      )
      insert into kernel_idempotency_records (workspace_id, key, fingerprint, status, body, packed, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id, key) do update set
        fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, packed = excluded.packed,
        created_at = excluded.created_at`,
    values: [work.workspaceId, key, fingerprint, status, packed === null ? body : null, packed, now, bytes],
  });
}

/** Returns a statement that deletes up to `limit` expired records and returns a row for each. */
export function clearExpiredRecords(now: Date, limit: number): Statement {
  return {
    text: `
      delete from kernel_idempotency_records r using (
        select workspace_id, key from kernel_idempotency_records
        where created_at <= $1::timestamptz - interval '${RETENTION_HOURS} hours' limit $2 for update skip locked) expired
      where r.workspace_id = expired.workspace_id and r.key = expired.key returning r.key`,
    values: [now, limit],
  };
}

/** Returns a statement that deletes up to `limit` expired hourly totals and returns a row for each. */
export function clearExpiredCounts(now: Date, limit: number): Statement {
  return {
    text: `
      delete from kernel_stored_answers s using (
        select workspace_id, hour from kernel_stored_answers
        where hour <= $1::timestamptz - interval '${COUNTED_HOURS} hours' limit $2) expired
      where s.workspace_id = expired.workspace_id and s.hour = expired.hour returning s.hour`,
    values: [now, limit],
  };
}
