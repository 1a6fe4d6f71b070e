import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckSchema = defineEntity({
  name: 'Check',
  tableName: 'notifying_checks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
  },
});

/** Mark for a workspace whose figures changed. Read and written only by SQL. */
export class Check extends CheckSchema.class {}
CheckSchema.setClass(Check);
