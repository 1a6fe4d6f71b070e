-- Workspaces whose alert thresholds must be checked.
create table notifying_checks (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  primary key (workspace_id, id)
);
call kernel_secure_by_workspace('notifying_checks');

-- Webhooks and their encrypted secrets. grant_id is the grant of the app that set the URL. When the grant ends, the
-- webhook is disabled.
create table notifying_webhooks (
  workspace_id uuid not null,
  id uuid not null,
  url text not null,
  types text[] not null,
  description text,
  status text not null check (status in ('active', 'paused', 'disabled')),
  disabled_reason text,
  secret_hint text not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  last_delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  grant_id uuid,
  app_name text,
  grant_expires_at timestamptz(3),
  primary key (workspace_id, id)
);
create index notifying_webhooks_expiring on notifying_webhooks (grant_expires_at)
  where grant_expires_at is not null and status <> 'disabled';
create unique index notifying_webhooks_id on notifying_webhooks (id);
call kernel_secure_by_workspace('notifying_webhooks');

create table notifying_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  event_number bigint,
  test_body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts jsonb not null default '[]',
  tries smallint not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  is_replay boolean not null default false,
  primary key (workspace_id, id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((event_number is null) = (test_body is not null))
);
create index notifying_deliveries_of_webhook on notifying_deliveries (workspace_id, webhook_id, id);
create index notifying_deliveries_failed
  on notifying_deliveries (workspace_id, webhook_id, id) where status = 'failed';
create index notifying_deliveries_due
  on notifying_deliveries ((tries > 0), webhook_id, next_attempt_at) where status = 'pending';
call kernel_secure_by_workspace('notifying_deliveries');
