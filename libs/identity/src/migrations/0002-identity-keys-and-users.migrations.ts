import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class KeysAndUsers extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_api_keys (
        workspace_id uuid not null,
        id uuid not null,
        name text not null,
        scope text not null check (scope in ('read_only', 'read_write')),
        key_hash bytea not null,
        last_four text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create unique index identity_api_keys_hash on identity_api_keys (key_hash);
      create table identity_users (
        id uuid primary key,
        email text not null,
        password_hash text,
        created_at timestamptz(3) not null
      );
      create unique index identity_users_email on identity_users (email);
      create table identity_ownerships (
        workspace_id uuid not null,
        user_id uuid not null references identity_users,
        primary key (workspace_id, user_id)
      );
      grant select, insert, update on identity_users to centavo_app, centavo_operator;`);
    this.addSql(secureByWorkspace('identity_api_keys'));
    this.addSql(secureByWorkspace('identity_ownerships'));
    // Before authentication no workspace is known: whoever presents a key may see the row of that key alone.
    this.addSql(`
      create policy identity_api_keys_presented on identity_api_keys for select to centavo_app
        using (key_hash = decode(nullif(current_setting('app.key_hash', true), ''), 'hex'));`);
  }

  override down(): void {
    this.addSql(`drop table identity_ownerships, identity_users, identity_api_keys;`);
  }
}

export const keysAndUsers: NamedMigration = { name: '0002-identity-keys-and-users', class: KeysAndUsers };
