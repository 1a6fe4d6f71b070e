import { defineEntity, p } from '@mikro-orm/postgresql';

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'ledger_subscriptions',
  properties: {
    workspaceId: p.uuid().primary(),
    /** The context that subscribed, in one word. */
    subscriber: p.text().primary(),
  },
});

/** A context above wants to hear of every new transaction of a workspace (decision 0022). */
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);
