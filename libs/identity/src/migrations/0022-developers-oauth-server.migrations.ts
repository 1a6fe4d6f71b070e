import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class OAuthServer extends Migration {
  override up(): void {
    this.addSql(`
      create table developers_oauth_clients (
        id text primary key,
        name text not null,
        metadata jsonb not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      );
      -- What the OAuth server keeps between two requests. A record is known by the hash of its secret and sealed by it.
      create table developers_oauth_records (
        kind text not null,
        id_hash bytea not null,
        grant_id text,
        sealed bytea not null,
        expires_at timestamptz(3) not null,
        consumed_at timestamptz(3),
        primary key (kind, id_hash)
      );
      create index developers_oauth_records_grant on developers_oauth_records (grant_id) where grant_id is not null;
      create index developers_oauth_records_end on developers_oauth_records (expires_at);
      grant select, insert, update, delete on developers_oauth_clients, developers_oauth_records
        to centavo_app, centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop table developers_oauth_records, developers_oauth_clients;`);
  }
}

export const oauthServer: NamedMigration = { name: '0022-developers-oauth-server', class: OAuthServer };
