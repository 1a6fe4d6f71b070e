import { defineEntity, p } from '@mikro-orm/postgresql';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'identity_devices',
  properties: {
    userId: p.uuid().primary(),
    tokenHash: p.blob().primary(),
    name: p.text(),
    createdAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
  },
});

/** A browser in which a user has signed in, stored under the hash of its device cookie. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
