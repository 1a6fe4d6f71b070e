import { defineEntity, p } from '@mikro-orm/postgresql';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'identity_users',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    passwordHash: p.text().nullable(),
    createdAt: p.datetime(3),
    emailVerifiedAt: p.datetime(3).nullable(),
  },
});

/**
 * A user without a password cannot sign in. A user with an unverified email address has access only to the workspace of
 * the sign-up (decision 0044).
 */
export class User extends UserSchema.class {}
UserSchema.setClass(User);

const AddressCodeSchema = defineEntity({
  name: 'AddressCode',
  tableName: 'identity_address_codes',
  properties: { codeHash: p.blob().primary(), userId: p.uuid(), expiresAt: p.datetime(3) },
});

export class AddressCode extends AddressCodeSchema.class {}
AddressCodeSchema.setClass(AddressCode);

const PendingSignUpSchema = defineEntity({
  name: 'PendingSignUp',
  tableName: 'identity_pending_sign_ups',
  properties: {
    codeHash: p.blob().primary(),
    email: p.text(),
    passwordHash: p.text(),
    workspaceName: p.text(),
    expiresAt: p.datetime(3),
  },
});

/** A sign-up that waits for the code sent by email. Its user does not exist yet. */
export class PendingSignUp extends PendingSignUpSchema.class {}
PendingSignUpSchema.setClass(PendingSignUp);
