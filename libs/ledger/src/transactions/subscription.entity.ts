import { defineEntity, p } from '@mikro-orm/postgresql';

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'ledger_subscriptions',
  properties: {
    workspaceId: p.uuid().primary(),
    subscriber: p.text().primary(),
  },
});

/** Subscription of a higher context to the new transactions in a workspace (decision 0022). */
export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);
