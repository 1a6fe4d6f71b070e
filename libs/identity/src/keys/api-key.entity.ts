import { defineEntity, p } from '@mikro-orm/postgresql';
import type { CoarseScope } from '@app/kernel';

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'identity_api_keys',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    scope: p.text().$type<CoarseScope>(),
    keyHash: p.blob(),
    lastFour: p.text(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    memberId: p.uuid().nullable(),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
