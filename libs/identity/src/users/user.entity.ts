import { defineEntity, p } from '@mikro-orm/postgresql';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'identity_users',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    passwordHash: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** A person who owns workspaces. Without a password they cannot sign in. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);

const OwnershipSchema = defineEntity({
  name: 'Ownership',
  tableName: 'identity_ownerships',
  properties: { workspaceId: p.uuid().primary(), userId: p.uuid().primary() },
});

/** The ownership of a workspace by a person. */
export class Ownership extends OwnershipSchema.class {}
OwnershipSchema.setClass(Ownership);
