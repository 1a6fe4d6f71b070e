import { defineEntity, p } from '@mikro-orm/postgresql';

const WebSessionSchema = defineEntity({
  name: 'WebSession',
  tableName: 'identity_sessions',
  properties: {
    tokenHash: p.blob().primary(),
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    userId: p.uuid(),
    chosenWorkspace: p.uuid().nullable(),
    createdAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
    expiresAt: p.datetime(3),
    deviceName: p.text().default(''),
    address: p.text().default(''),
  },
});

/** A session in the developer area, stored under the hash of its cookie. It belongs to a user, not to a workspace. */
export class WebSession extends WebSessionSchema.class {}
WebSessionSchema.setClass(WebSession);
