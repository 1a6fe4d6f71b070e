import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class ProvenAddresses extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity_users add column email_verified_at timestamptz(3);
      -- Somebody without a password cannot have signed up: an administrator vouched for the address.
      update identity_users set email_verified_at = created_at where password_hash is null;

      create table identity_address_codes (
        code_hash bytea primary key,
        user_id uuid not null references identity_users,
        expires_at timestamptz(3) not null
      );
      create index identity_address_codes_user on identity_address_codes (user_id);
      grant select, insert, update, delete on identity_address_codes to centavo_app, centavo_operator;

      create table identity_pending_sign_ups (
        code_hash bytea primary key,
        email text not null,
        password_hash text not null,
        workspace_name text not null,
        expires_at timestamptz(3) not null
      );
      create index identity_pending_sign_ups_email on identity_pending_sign_ups (email);
      grant select, insert, update, delete on identity_pending_sign_ups to centavo_app, centavo_operator;`);
  }

  override down(): void {
    this.addSql(`
      drop table identity_pending_sign_ups, identity_address_codes;
      alter table identity_users drop column email_verified_at;`);
  }
}

/** Whether a person has proven that their e-mail is theirs, and what they prove it with. */
export const provenAddresses: NamedMigration = { name: '0078-identity-proven-addresses', class: ProvenAddresses };
