-- Position of each consumer in the outbox.
create table notifying_consumers (
  name text primary key,
  seen text not null,
  within text[] check (cardinality(within) = 3)
);
grant select, insert, update on notifying_consumers to centavo_operator;

-- Workspaces whose thresholds must be checked.
create table notifying_checks (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  primary key (workspace_id, id)
);
call kernel_secure_by_workspace('notifying_checks');

-- Webhooks with their encrypted secrets.
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
  primary key (workspace_id, id)
);
create unique index notifying_webhooks_id on notifying_webhooks (id);
call kernel_secure_by_workspace('notifying_webhooks');

-- Deliveries of events to webhooks.
create table notifying_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  event_xid xid8,
  event_seq bigint,
  test_body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts jsonb not null default '[]',
  tries smallint not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  is_replay boolean not null default false,
  event_epoch integer not null default 0,
  primary key (workspace_id, id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((event_xid is null) = (test_body is not null))
);
create index notifying_deliveries_of_webhook on notifying_deliveries (workspace_id, webhook_id, id);
create index notifying_deliveries_failed
  on notifying_deliveries (workspace_id, webhook_id, id) where status = 'failed';
create index notifying_deliveries_due
  on notifying_deliveries ((tries > 0), webhook_id, next_attempt_at) where status = 'pending';
call kernel_secure_by_workspace('notifying_deliveries');

-- Former event types of edited webhooks, for events that were not yet distributed.
create table notifying_past_subscriptions (
  workspace_id uuid not null,
  webhook_id uuid not null,
  id bigint generated always as identity,
  types text[] not null,
  until pg_snapshot not null,
  changed_by xid8 not null,
  primary key (workspace_id, webhook_id, id)
);
call kernel_secure_by_workspace('notifying_past_subscriptions');
