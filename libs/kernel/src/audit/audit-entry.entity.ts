import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Actor } from './audit-context.js';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'kernel_audit_entries',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    actorKind: p.text().$type<Actor['kind']>(),
    actorId: p.uuid().nullable(),
    actorName: p.text().nullable(),
    action: p.text(),
    resourceId: p.text().nullable(),
    fields: p.array(),
    requestId: p.text().nullable(),
  },
});

/** Audit log entry. Only SQL statements write it, and no role can update or delete it (decision 0031). */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
