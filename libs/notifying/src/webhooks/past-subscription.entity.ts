import { defineEntity, p } from '@mikro-orm/postgresql';

const PastSubscriptionSchema = defineEntity({
  name: 'PastSubscription',
  tableName: 'notifying_past_subscriptions',
  properties: {
    workspaceId: p.uuid().primary(),
    webhookId: p.uuid().primary(),
    id: p.bigint().primary(),
    types: p.array(),
    until: p.text().columnType('pg_snapshot'),
    changedBy: p.text().columnType('xid8'),
  },
});

/** What a webhook took until it was changed. Only statements write and read it (decision 0055). */
export class PastSubscription extends PastSubscriptionSchema.class {}
PastSubscriptionSchema.setClass(PastSubscription);
