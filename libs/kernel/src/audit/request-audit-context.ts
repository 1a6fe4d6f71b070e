import { newId } from '../id/id.js';
import type { AuditContext, Actor } from './audit-context.js';

interface ActingRequest {
  readonly id: string;
  readonly method: string;
  readonly route: { readonly path: string };
  readonly body: unknown;
}

/**
 * Returns the audit context of a request. Its action is the method and the path template of the OpenAPI document, such
 * as `PATCH /v1/accounts/{id}`.
 */
export function auditContextOf(
  request: ActingRequest,
  actor: Actor,
  at: Date,
  resourceId: string | null,
): AuditContext {
  return {
    id: newId(),
    at,
    actor,
    action: `${request.method} ${request.route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    resourceId,
    fields: fieldsOf(request.body),
    requestId: request.id,
  };
}

function fieldsOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
}
