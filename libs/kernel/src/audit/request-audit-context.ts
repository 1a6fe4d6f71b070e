import { newId } from '../id/id.js';
import type { AuditContext, Actor } from './audit-context.js';

/** What an act takes from a request. */
interface ActingRequest {
  readonly id: string;
  readonly method: string;
  readonly route: { readonly path: string };
  readonly body: unknown;
}

/**
 * What a request asks for, as an act. Its path is told as the document writes it: `/v1/accounts/{id}`.
 * @param resourceId what it is done to, where the path names that
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
