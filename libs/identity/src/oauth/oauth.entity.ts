import { defineEntity, p } from '@mikro-orm/postgresql';
import type { RecordPayload } from 'oidc-provider';

const OAuthClientSchema = defineEntity({
  name: 'OAuthClient',
  tableName: 'identity_oauth_clients',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    metadata: p.json<RecordPayload>(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    fetchedUntil: p.datetime(3).nullable(),
  },
});

/**
 * An app and its metadata (RFC 7591). The metadata was either registered, or fetched from the app's URL and valid until
 * `fetchedUntil`.
 */
export class OAuthClient extends OAuthClientSchema.class {}
OAuthClientSchema.setClass(OAuthClient);

const OAuthRecordSchema = defineEntity({
  name: 'OAuthRecord',
  tableName: 'identity_oauth_records',
  properties: {
    kind: p.text().primary(),
    idHash: p.blob().primary(),
    grantId: p.text().nullable(),
    sealed: p.blob(),
    expiresAt: p.datetime(3),
    consumedAt: p.datetime(3).nullable(),
  },
});

/** A code, token, interaction or grant of oidc-provider, encrypted with its own secret (see `seal`). */
export class OAuthRecord extends OAuthRecordSchema.class {}
OAuthRecordSchema.setClass(OAuthRecord);
