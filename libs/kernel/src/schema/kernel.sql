-- Roles belong to the whole server. Other databases may have created them, or may be creating them now.
do $$
declare name text;
begin
  foreach name in array array['centavo_app', 'centavo_operator', 'centavo_identity'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(session_user, name, 'member') then
      execute format('grant %I to %I', name, session_user);
    end if;
  end loop;
end $$;
do $$
begin
  -- The identity role also works within workspaces, for example to create one at sign-up (decision 0003).
  if not pg_has_role('centavo_identity', 'centavo_app', 'member') then
    grant centavo_app to centavo_identity;
  end if;
exception when unique_violation or internal_error then null;
end $$;
grant usage on schema public to centavo_app, centavo_operator;
-- The readiness check compares the applied migrations with the migrations in the program.
grant select on centavo_migrations to centavo_app, centavo_operator;

-- Normalizes text for comparison: removes case and accents (ñ becomes n, ς becomes σ, ß becomes ss) and reduces runs of
-- white space to one space. Generated columns store the result, so a change to this function needs a migration that
-- recomputes them. The best collation for lower case depends on the server; PostgreSQL 17 includes a suitable one.
do $do$
begin
  execute format($function$
    create function fold_text(value text) returns text language sql immutable parallel safe as $body$
      -- Printable ASCII without two spaces in a row only needs lower case.
      select case when value !~ '[^ -~]|  ' then trim(lower(value collate %1$I))
        else trim(regexp_replace(replace(translate(
          lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g') collate %1$I),
          -- Lower-case letters that have the same upper-case letter as another letter (Unicode CaseFolding.txt).
          'µıſςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'μisσβθφπκρεвдосттъѣꙋ'), 'ß', 'ss'), '\s+', ' ', 'g')) end
    $body$
  $function$, coalesce((
    select collname from pg_collation where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8')
    order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8'], collname::text) limit 1), 'C'));
end $do$;

-- Enables row-level security on a table with rows of workspaces. A request sees only the workspace of its transaction,
-- and an administrator sees all workspaces. The policy is forced, so it also applies to the owner of the table.
create procedure kernel_secure_by_workspace(secured regclass, workspace_column text default 'workspace_id')
language plpgsql as $$
declare
  own text := format($own$%I = nullif(current_setting('app.workspace_id', true), '')::uuid$own$, workspace_column);
begin
  execute format('alter table %s enable row level security', secured);
  execute format('alter table %s force row level security', secured);
  execute format('create policy %I on %s to centavo_app using (%s) with check (%s)', secured || '_workspace', secured, own, own);
  execute format('create policy %I on %s to centavo_operator using (true) with check (true)', secured || '_operator', secured);
  execute format('grant select, insert, update, delete on %s to centavo_app, centavo_operator', secured);
  -- Makes the planner treat all workspaces alike (decision 0063).
  if workspace_column = 'workspace_id' then
    execute format('alter table %s alter column workspace_id set statistics 0', secured);
  end if;
end $$;

-- Responses by Idempotency-Key. They are stored for one day.
create table kernel_idempotency_records (
  workspace_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz not null,
  primary key (workspace_id, key)
);
create index kernel_idempotency_records_by_age on kernel_idempotency_records (workspace_id, created_at);
call kernel_secure_by_workspace('kernel_idempotency_records');

-- Audit log. No role can update or delete its entries.
create table kernel_audit_entries (
  workspace_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('api_key', 'oauth_grant', 'person', 'command_line')),
  actor_id uuid,
  actor_name text,
  action text not null,
  resource_id text,
  fields text[] not null,
  request_id text,
  primary key (workspace_id, id)
);
create index kernel_audit_entries_of_resource
  on kernel_audit_entries (workspace_id, resource_id, id) where resource_id is not null;
call kernel_secure_by_workspace('kernel_audit_entries');
revoke update, delete on kernel_audit_entries from centavo_app, centavo_operator;

-- Number of the latest event of each workspace. The lock on this row puts event numbers in the order of the commits.
create table kernel_event_counters (
  workspace_id uuid primary key,
  last bigint not null
) with (fillfactor = 50);
call kernel_secure_by_workspace('kernel_event_counters');

-- Public events for the feed and for webhooks. They are stored for 30 days.
create table kernel_outbox (
  workspace_id uuid not null,
  number bigint not null,
  id uuid not null,
  at timestamptz(3) not null,
  type text not null,
  subject_id text not null,
  changed text[] not null,
  data jsonb not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  primary key (workspace_id, number)
);
create index kernel_outbox_by_age on kernel_outbox using brin (at);
call kernel_secure_by_workspace('kernel_outbox');
revoke update, delete on kernel_outbox from centavo_app;
revoke update on kernel_outbox from centavo_operator;

-- Unprocessed events. Processing them enqueues deliveries and checks thresholds.
create table kernel_untaken_events (
  workspace_id uuid not null,
  number bigint not null,
  primary key (workspace_id, number)
);
call kernel_secure_by_workspace('kernel_untaken_events');

-- Encryption key. Used with an external database if ENCRYPTION_KEY is not set.
create table kernel_encryption_keys (
  id smallint primary key check (id = 1),
  key text not null
);
grant select, insert on kernel_encryption_keys to centavo_operator;
