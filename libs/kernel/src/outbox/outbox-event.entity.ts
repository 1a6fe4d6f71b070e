import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/audit-context.js';

const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'kernel_outbox',
  properties: {
    workspaceId: p.uuid().primary(),
    number: p.bigint().primary(),
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

/**
 * A public event. Read and written with plain SQL, not through the entity manager. `number` is the event's position in its workspace (decision
 * 0096).
 */
export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);

const EventCounterSchema = defineEntity({
  name: 'EventCounter',
  tableName: 'kernel_event_counters',
  properties: { workspaceId: p.uuid().primary(), last: p.bigint() },
});

export class EventCounter extends EventCounterSchema.class {}
EventCounterSchema.setClass(EventCounter);

const UntakenEventSchema = defineEntity({
  name: 'UntakenEvent',
  tableName: 'kernel_untaken_events',
  properties: { workspaceId: p.uuid().primary(), number: p.bigint().primary() },
});

export class UntakenEvent extends UntakenEventSchema.class {}
UntakenEventSchema.setClass(UntakenEvent);
