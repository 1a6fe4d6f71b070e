import type { Statement } from '../sql/statement.js';
import type { AuditContext } from './audit-context.js';

const INSERT = `insert into kernel_audit_entries
  (workspace_id, id, at, actor_kind, actor_id, actor_name, action, resource_id, fields, request_id)`;

/**
 * Returns the statement that writes an audit entry if the transaction changed data.
 * @param resourceId ID of the changed resource, if the audit context has none
 * @param isAlone true to write the entry even if the transaction changes nothing else, as for a sign-in
 */
export function insertAuditEntry(
  workspaceId: string,
  act: AuditContext,
  resourceId: string | null,
  isAlone = false,
): Statement {
  return {
    name: 'kernel.note-act',
    text: `
      ${INSERT} select $1::uuid, $2::uuid, $3::timestamptz, $4, $5::uuid, $6, $7, $8, $9::text[], $10
      where $11::boolean or pg_current_xact_id_if_assigned() is not null on conflict do nothing`,
    values: [workspaceId, ...entryValues(act, act.resourceId ?? resourceId), isAlone],
  };
}

/**
 * Returns the statement that lets the rest of the transaction change days in closed books, and names the action that
 * does so.
 */
export function allowClosed({ id, at, actor, intoClosed: action, requestId }: AuditContext): Statement {
  const exception = JSON.stringify({ id, at, actorKind: actor.kind, actorId: actor.id, action, requestId });
  return { text: `select set_config('app.into_closed', $1, true)`, values: [exception] };
}

function entryValues({ id, at, actor, action, fields, requestId }: AuditContext, resourceId: string | null): unknown[] {
  return [id, at, actor.kind, actor.id, actor.name, action, resourceId, fields, requestId];
}
