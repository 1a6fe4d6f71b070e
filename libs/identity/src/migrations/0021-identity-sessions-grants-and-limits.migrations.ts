import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class SessionsGrantsAndLimits extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_sessions (
        token_hash bytea primary key,
        user_id uuid not null references identity_users,
        -- Which of their workspaces the person looks at; nothing here belongs to a workspace.
        chosen_workspace uuid,
        created_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index identity_sessions_user on identity_sessions (user_id);
      create index identity_sessions_end on identity_sessions (expires_at);
      grant select, insert, update, delete on identity_sessions to centavo_app, centavo_operator;

      create table identity_grants (
        workspace_id uuid not null,
        id uuid not null,
        user_id uuid not null references identity_users,
        client_id text not null,
        client_name text not null,
        scope text not null check (scope in ('read_only', 'read_write')),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        ended_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index identity_grants_client on identity_grants (client_id);

      -- The private part is for those who issue tokens; whoever checks them sees the public one alone.
      create table identity_signing_keys (
        id uuid primary key,
        public_jwk jsonb not null,
        private_jwk jsonb not null,
        created_at timestamptz(3) not null,
        retires_at timestamptz(3)
      );
      create unique index identity_signing_keys_current on identity_signing_keys ((retires_at is null)) where retires_at is null;
      grant select (id, public_jwk, retires_at) on identity_signing_keys to centavo_app;
      grant select, insert, update, delete on identity_signing_keys to centavo_operator;

      -- Counters of the running minute or so: a crash may empty them, so they are kept out of the log of the database.
      create unlogged table identity_rate_windows (
        subject text primary key,
        began_at timestamptz not null,
        ends_at timestamptz not null,
        taken int not null,
        granted int not null
      );
      create index identity_rate_windows_end on identity_rate_windows (ends_at);
      grant select, insert, update, delete on identity_rate_windows to centavo_app, centavo_operator;`);
    this.addSql(secureByWorkspace('identity_grants'));
    // Before a workspace is chosen, a signed-in person may see what they own.
    this.addSql(`
      create policy identity_ownerships_own on identity_ownerships for select to centavo_app
        using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
      create index identity_ownerships_user on identity_ownerships (user_id);`);
  }

  override down(): void {
    this.addSql(`
      drop index identity_ownerships_user;
      drop policy identity_ownerships_own on identity_ownerships;
      drop table identity_rate_windows, identity_signing_keys, identity_grants, identity_sessions;`);
  }
}

export const sessionsGrantsAndLimits: NamedMigration = {
  name: '0021-identity-sessions-grants-and-limits',
  class: SessionsGrantsAndLimits,
};
