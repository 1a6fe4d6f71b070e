import { Injectable } from '@nestjs/common';
import { Database, isId, pageOf, pageStart } from '@app/kernel';
import type { AuditLogRequest } from './audit-log.request.js';
import type { AuditEntryView, AuditLogPageView } from './audit-log.view.js';

/** Reads the audit log. Entries cannot be changed or deleted (decision 0031). */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** @throws CursorInvalid */
  async page(workspaceId: string, request: AuditLogRequest): Promise<AuditLogPageView> {
    const list = `${workspaceId}/audit-log`;
    const position = pageStart(list, request, isId);
    const entries = await this.database.read<AuditEntryView & Record<string, unknown>>(workspaceId, {
      name: 'identity.audit-log',
      text: `
        select e.id, instant_text(e.at) as at, e.action, e.resource_id as "resourceId", e.fields,
          e.request_id as "requestId",
          json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', case when e.actor_kind = 'person' then m.name else coalesce(k.name, g.client_name, e.actor_name) end) as actor
        from kernel_audit_log($1) e
        left join identity_api_keys k
          on e.actor_kind = 'api_key' and k.workspace_id = e.workspace_id and k.id = e.actor_id
        left join identity_grants g
          on e.actor_kind = 'oauth_grant' and g.workspace_id = e.workspace_id and g.id = e.actor_id
        -- A rejected sign-in has no actor, and the user as its resource.
        left join identity_members m on e.actor_kind = 'person' and m.workspace_id = e.workspace_id
          and m.user_id::text = coalesce(e.actor_id::text, e.resource_id)
        where ($3::uuid is null or e.id < $3) and ($4::text is null or e.resource_id = $4)
          and ($5::uuid is null or e.actor_id = $5)
        order by e.id desc limit $2`,
      values: [
        workspaceId,
        request.limit + 1,
        position?.[0] ?? null,
        request.resourceId ?? null,
        request.actorId ?? null,
      ],
    });
    const { items, nextCursor } = pageOf(list, request, entries, ({ id }) => [id]);
    const shown = items.map(({ id, at, actor, action, resourceId, fields, requestId }) => ({
      ...{ id, at, actor, action, resourceId, fields, requestId },
    }));
    return { items: shown, nextCursor };
  }
}
