import { defineEntity, p } from '@mikro-orm/postgresql';

const CheckSchema = defineEntity({
  name: 'Check',
  tableName: 'notifying_checks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
  },
});

/** A mark that figures of a workspace have moved. Only statements write and read it. */
export class Check extends CheckSchema.class {}
CheckSchema.setClass(Check);
