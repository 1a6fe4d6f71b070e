import type { Statement } from '../sql/statement.js';

/** An event that the service processes itself, once. */
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
  from taken join kernel_outbox e on e.workspace_id = taken.workspace_id and e.number = taken.number
  order by e.workspace_id, e.number`;

/**
 * Takes events of all workspaces that nobody has taken, in an administrator's transaction that also processes them. Several
 * processes take different events. Workspaces whose events a webhook's change takes are left out.
 */
export function takeEvents(limit: number): Statement {
  return {
    name: 'kernel.take-events',
    text: `
      with waiting as materialized (
        select distinct workspace_id from (select workspace_id from kernel_untaken_events limit $1) first
      ), locked as materialized (
        select workspace_id from waiting where pg_try_advisory_xact_lock_shared(${LOCK_KEY('workspace_id')})
      ), chosen as materialized (
        select u.workspace_id, u.number from kernel_untaken_events u join locked on locked.workspace_id = u.workspace_id
        limit $1 for update of u skip locked
      ), taken as (
        delete from kernel_untaken_events u using chosen
        where u.workspace_id = chosen.workspace_id and u.number = chosen.number returning u.workspace_id, u.number
      )
      select ${COLUMNS}`,
    values: [limit],
  };
}

/** Waits until no other process takes events of the workspace, and keeps them out until the commit. */
export function lockEventsOf(workspaceId: string): Statement {
  return { text: `select pg_advisory_xact_lock(${LOCK_KEY('$1')})`, values: [workspaceId] };
}

/** Takes all events of a workspace that nobody has taken. */
export function takeEventsOf(workspaceId: string): Statement {
  return {
    text: `
      with taken as (delete from kernel_untaken_events where workspace_id = $1 returning workspace_id, number)
      select ${COLUMNS}`,
    values: [workspaceId],
  };
}
