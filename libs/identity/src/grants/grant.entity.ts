import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Scope } from '@app/kernel';

const GrantSchema = defineEntity({
  name: 'Grant',
  tableName: 'identity_grants',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    clientId: p.text(),
    clientName: p.text(),
    scope: p.text().$type<Scope>(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
});

/** The access of an app to a workspace, as a person allowed it. It is live until `endedAt` or `expiresAt`. */
export class Grant extends GrantSchema.class {}
GrantSchema.setClass(Grant);
