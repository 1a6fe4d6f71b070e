-- API keys. Only their SHA-256 hashes are stored.
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
create unique index identity_api_keys_id on identity_api_keys (id);
call kernel_secure_by_workspace('identity_api_keys');
create policy identity_api_keys_presented on identity_api_keys for select to centavo_app
  using (key_hash = decode(nullif(current_setting('app.key_hash', true), ''), 'hex'));

create table identity_users (
  id uuid primary key,
  email text not null,
  password_hash text,
  created_at timestamptz(3) not null,
  email_verified_at timestamptz(3)
);
create unique index identity_users_email on identity_users (email);
grant select, insert, update, delete on identity_users to centavo_identity;

create table identity_ownerships (
  workspace_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, user_id),
  foreign key (user_id) references identity_users (id)
);
create index identity_ownerships_user on identity_ownerships (user_id);
call kernel_secure_by_workspace('identity_ownerships');
create policy identity_ownerships_own on identity_ownerships for select to centavo_identity
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
revoke all on identity_ownerships from centavo_app, centavo_operator;
grant select, insert, update, delete on identity_ownerships to centavo_identity;

-- Sessions in the developer area. Only hashes of their cookies are stored.
create table identity_sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  chosen_workspace uuid,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  id uuid not null default gen_random_uuid(),
  device_name text not null default '',
  address text not null default '',
  foreign key (user_id) references identity_users (id)
);
create index identity_sessions_user on identity_sessions (user_id);
create index identity_sessions_end on identity_sessions (expires_at);
grant select, insert, update, delete on identity_sessions to centavo_identity;

-- Grants of OAuth apps for a workspace.
create table identity_grants (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  client_id text not null,
  client_name text not null,
  scope text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (user_id) references identity_users (id)
);
create index identity_grants_client on identity_grants (client_id);
call kernel_secure_by_workspace('identity_grants');

-- Keys that sign access tokens. The current key has no retires_at.
create table identity_signing_keys (
  id uuid primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz(3) not null,
  retires_at timestamptz(3)
);
create unique index identity_signing_keys_current
  on identity_signing_keys ((retires_at is null)) where retires_at is null;
grant select, insert, update, delete on identity_signing_keys to centavo_identity;
grant select (id, public_jwk, retires_at) on identity_signing_keys to centavo_app;

-- Request counts in the current rate limit windows. A crash may reset them.
create unlogged table identity_rate_windows (
  subject text primary key,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  taken integer not null,
  granted integer not null
);
create index identity_rate_windows_end on identity_rate_windows (ends_at);
grant select, insert, update, delete on identity_rate_windows to centavo_app, centavo_operator;

-- OAuth clients, registered (RFC 7591) or fetched from their metadata document.
create table identity_oauth_clients (
  id text primary key,
  name text not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  fetched_until timestamptz(3)
);
grant select, insert, update, delete on identity_oauth_clients to centavo_identity, centavo_operator;

-- Codes, tokens, interactions and grants of the OAuth server. Each is encrypted with its own secret.
create table identity_oauth_records (
  kind text not null,
  id_hash bytea not null,
  grant_id text,
  sealed bytea not null,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  primary key (kind, id_hash)
);
create index identity_oauth_records_grant on identity_oauth_records (grant_id) where grant_id is not null;
create index identity_oauth_records_end on identity_oauth_records (expires_at);
grant select, insert, update, delete on identity_oauth_records to centavo_identity;

-- Codes that verify the email address of a user.
create table identity_address_codes (
  code_hash bytea primary key,
  user_id uuid not null,
  expires_at timestamptz(3) not null,
  foreign key (user_id) references identity_users (id)
);
create index identity_address_codes_user on identity_address_codes (user_id);
grant select, insert, update, delete on identity_address_codes to centavo_identity;

-- Sign-ups that wait for the code sent by email.
create table identity_pending_sign_ups (
  code_hash bytea primary key,
  email text not null,
  password_hash text not null,
  workspace_name text not null,
  expires_at timestamptz(3) not null
);
create index identity_pending_sign_ups_email on identity_pending_sign_ups (email);
grant select, insert, update, delete on identity_pending_sign_ups to centavo_identity;

-- Browsers with an earlier sign-in. Only hashes of their device cookies are stored.
create table identity_devices (
  user_id uuid not null,
  token_hash bytea not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, token_hash),
  foreign key (user_id) references identity_users (id)
);
grant select, insert, update, delete on identity_devices to centavo_identity;

-- Encrypted TOTP secrets (RFC 6238).
create table identity_second_factors (
  user_id uuid primary key,
  sealed_secret bytea not null,
  confirmed_at timestamptz(3),
  last_step bigint not null,
  foreign key (user_id) references identity_users (id)
);
grant select, insert, update, delete on identity_second_factors to centavo_identity;

-- Single-use recovery codes for the second factor. Only their hashes are stored.
create table identity_recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  primary key (user_id, code_hash),
  foreign key (user_id) references identity_users (id)
);
grant select, insert, update, delete on identity_recovery_codes to centavo_identity;

create table identity_logged_requests (
  workspace_id uuid not null,
  key_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  method text not null,
  path text,
  status integer,
  request_id text not null,
  primary key (workspace_id, key_id, id)
);
create index identity_logged_requests_request on identity_logged_requests (workspace_id, request_id);
create index identity_logged_requests_at on identity_logged_requests using brin (at);
call kernel_secure_by_workspace('identity_logged_requests');
revoke insert, update, delete on identity_logged_requests from centavo_app;
