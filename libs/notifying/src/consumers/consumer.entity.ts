import { defineEntity, p } from '@mikro-orm/postgresql';

const ConsumerSchema = defineEntity({
  name: 'Consumer',
  tableName: 'notifying_consumers',
  properties: {
    name: p.text().primary(),
    seen: p.text(),
    within: p.array().nullable(),
  },
});

/** How far a consumer of events has come. Only statements write and read it. */
export class Consumer extends ConsumerSchema.class {}
ConsumerSchema.setClass(Consumer);
