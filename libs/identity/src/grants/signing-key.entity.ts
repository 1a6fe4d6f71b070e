import { defineEntity, p } from '@mikro-orm/postgresql';
import type { JWK } from 'jose';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'identity_signing_keys',
  properties: {
    id: p.uuid().primary(),
    publicJwk: p.json<JWK>(),
    privateJwk: p.json<JWK>(),
    createdAt: p.datetime(3),
    retiresAt: p.datetime(3).nullable(),
  },
});

/**
 * A key that signs access tokens. The current key has no `retiresAt`. Only the identity role can read the private part,
 * which must never be logged.
 */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
