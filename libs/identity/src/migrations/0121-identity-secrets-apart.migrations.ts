import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** What people and apps sign in with, and which workspaces a person owns. */
const SECRETS = [
  'identity_users',
  'identity_ownerships',
  'identity_sessions',
  'identity_devices',
  'identity_second_factors',
  'identity_recovery_codes',
  'identity_address_codes',
  'identity_pending_sign_ups',
  'identity_oauth_records',
  'identity_signing_keys',
].join(', ');

class SecretsApart extends Migration {
  override up(): void {
    this.addSql(`
      revoke all on ${SECRETS}, identity_oauth_clients from centavo_app;
      revoke all on ${SECRETS} from centavo_operator;
      grant select, insert, update, delete on ${SECRETS}, identity_oauth_clients to centavo_identity;
      grant select (id, public_jwk, retires_at) on identity_signing_keys to centavo_app;
      alter policy identity_ownerships_own on identity_ownerships to centavo_identity;`);
  }

  override down(): void {
    this.addSql(`
      alter policy identity_ownerships_own on identity_ownerships to centavo_app;
      revoke all on ${SECRETS}, identity_oauth_clients from centavo_identity;
      grant select, insert, update, delete on ${SECRETS} to centavo_app, centavo_operator;
      grant select, insert, update, delete on identity_oauth_clients to centavo_app;
      revoke all on identity_signing_keys from centavo_app;
      grant select (id, public_jwk, retires_at) on identity_signing_keys to centavo_app;`);
  }
}

/** Hashes, sessions, second factors and what OAuth keeps are out of reach of the role that serves the API (decision 0056). */
export const secretsApart: NamedMigration = { name: '0121-identity-secrets-apart', class: SecretsApart };
