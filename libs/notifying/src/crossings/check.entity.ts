import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckSchema = defineEntity({
  name: 'Check',
  tableName: 'notifying_checks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
  },
});

/** Mark for a workspace whose figures have changed. Only SQL statements read and write it. */
export class Check extends CheckSchema.class {}
CheckSchema.setClass(Check);
