import { createHash } from 'node:crypto';
import type { Statement } from '../sql/statement.js';

const RETENTION_HOURS = 24;
const CLEARED_AT_ONCE = 20;

export interface IdempotencyRecord extends Record<string, unknown> {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

/**
 * Returns the statement that locks a key until the transaction ends. The column `held` is false if another request
 * holds the lock. All advisory locks share one number space, so the key is hashed with SHA-256. With a weaker hash, a
 * client could construct a collision with another workspace.
 */
export function holdKey(workspaceId: string, key: string): Statement {
  const digest = createHash('sha256').update(`${workspaceId} ${key}`).digest();
  return {
    name: 'kernel.hold-idempotency-key',
    text: `select pg_try_advisory_xact_lock($1::bigint) as held`,
    values: [digest.readBigInt64BE()],
  };
}

export function findRecord(workspaceId: string, key: string, now: Date): Statement {
  return {
    name: 'kernel.find-idempotency-record',
    text: `
      select fingerprint, status, body from kernel_idempotency_records
      where workspace_id = $1 and key = $2 and created_at > $3::timestamptz - interval '${RETENTION_HOURS} hours'`,
    values: [workspaceId, key, now],
  };
}

export function clearExpired(now: Date): Statement {
  return {
    text: `delete from kernel_idempotency_records where created_at <= $1::timestamptz - interval '${RETENTION_HOURS} hours'`,
    values: [now],
  };
}

export function saveRecord(workspaceId: string, key: string, record: IdempotencyRecord, now: Date): Statement {
  return {
    name: 'kernel.keep-idempotency-record',
    text: `
      with expired as (
        select key from kernel_idempotency_records
        where workspace_id = $1 and created_at <= $6::timestamptz - interval '${RETENTION_HOURS} hours' and key <> $2
        order by created_at limit ${CLEARED_AT_ONCE} for update skip locked
      ), cleared as (
        delete from kernel_idempotency_records r using expired where r.workspace_id = $1 and r.key = expired.key
      )
      insert into kernel_idempotency_records (workspace_id, key, fingerprint, status, body, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (workspace_id, key) do update set
        fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
        created_at = excluded.created_at`,
    values: [workspaceId, key, record.fingerprint, record.status, record.body, now],
  };
}
