import { defineEntity, p } from '@mikro-orm/postgresql';

const GrantSchema = defineEntity({
  name: 'Grant',
  tableName: 'identity_grants',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    clientId: p.text(),
    clientName: p.text(),
    scope: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/** Access of an app to a workspace. It is active until `endedAt`, or until `expiresAt` if the user set one. */
export class Grant extends GrantSchema.class {}
GrantSchema.setClass(Grant);
