import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/audit-context.js';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'kernel_outbox',
  properties: {
    workspaceId: p.uuid().primary(),
    epoch: p.integer().primary(),
    xid: p.text().columnType('xid8').primary(),
    seq: p.bigint().primary(),
    id: p.uuid(),
    at: p.datetime(3),
    type: p.text(),
    subjectId: p.text(),
    changed: p.array(),
    data: p.json(),
    actorKind: p.text().$type<Actor['kind'] | 'service'>(),
    actorId: p.uuid().nullable(),
    actorName: p.text().nullable(),
    requestId: p.text().nullable(),
  },
});

/** What happened, for clients and other services to hear. Only statements write and read it (decision 0053). */
export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);
