import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Attempt } from './attempt.js';
import type { DeliveryStatus } from './delivery-status.js';

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'notifying_deliveries',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    webhookId: p.uuid(),
    eventId: p.uuid(),
    eventType: p.text(),
    eventNumber: p.bigint().nullable(),
    testBody: p.text().nullable(),
    status: p.text().$type<DeliveryStatus>(),
    attempts: p.json().$type<readonly Attempt[]>(),
    tries: p.smallint(),
    isReplay: p.boolean(),
    nextAttemptAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/** Delivery of an event to a webhook. Only SQL statements read and write it. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
