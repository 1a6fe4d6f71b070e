import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckSchema = defineEntity({
  name: 'Check',
  tableName: 'notifying_checks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
  },
});

/** Marks a workspace whose figures have changed. Only SQL reads and writes this table. */
export class Check extends CheckSchema.class {}
CheckSchema.setClass(Check);
