import type { Statement } from '../sql/statement.js';

export interface TakenEvent extends Record<string, unknown> {
  readonly workspaceId: string;
  readonly number: string;
  readonly id: string;
  readonly type: string;
  readonly subjectId: string;
  readonly changed: readonly string[];
}

const LOCK_KEY = (workspace: string) => `hashtextextended('kernel_untaken_events ' || ${workspace}, 0)`;
const COLUMNS = `
  e.workspace_id as "workspaceId", e.number, e.id, e.type, e.subject_id as "subjectId", e.changed
  from claimed join kernel_outbox e on e.workspace_id = claimed.workspace_id and e.number = claimed.number
  order by e.workspace_id, e.number`;

/**
 * Returns the statement that claims unprocessed events of all workspaces. The operator's transaction that runs it must
 * also process them. Concurrent processes claim different events. Skips the given workspaces, and those in which a
 * change to a webhook holds a lock.
 */
export function takeEvents(limit: number, skipped: readonly string[]): Statement {
  return {
    name: 'kernel.take-events',
    text: `
      with waiting as materialized (
        select distinct workspace_id from (
          select workspace_id from kernel_untaken_events where workspace_id <> all($2::uuid[]) limit $1) first
      ), locked as materialized (
        select workspace_id from waiting where pg_try_advisory_xact_lock_shared(${LOCK_KEY('workspace_id')})
      ), chosen as materialized (
        select u.workspace_id, u.number from kernel_untaken_events u join locked on locked.workspace_id = u.workspace_id
        limit $1 for update of u skip locked
      ), claimed as (
        delete from kernel_untaken_events u using chosen
        where u.workspace_id = chosen.workspace_id and u.number = chosen.number returning u.workspace_id, u.number
      )
      select ${COLUMNS}`,
    values: [limit, skipped],
  };
}

export function lockEventsOf(workspaceId: string): Statement {
  return { text: `select pg_advisory_xact_lock(${LOCK_KEY('$1')})`, values: [workspaceId] };
}

export function takeEventsOf(workspaceId: string, numbers: readonly string[] | null = null): Statement {
  return {
    text: `
      with claimed as (
        delete from kernel_untaken_events where workspace_id = $1 and ($2::bigint[] is null or number = any($2::bigint[]))
        returning workspace_id, number
      )
      select ${COLUMNS}`,
    values: [workspaceId, numbers],
  };
}

export function untakenEventsOf(workspaceId: string, limit: number): Statement {
  return {
    text: `select number from kernel_untaken_events where workspace_id = $1 order by number limit $2`,
    values: [workspaceId, limit],
  };
}
