create table categorising_rules (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  enabled boolean not null,
  priority integer not null,
  match text not null check (match in ('all', 'any')),
  conditions jsonb not null,
  actions jsonb not null,
  stop_processing boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_matched_at timestamptz(3),
  primary key (workspace_id, id)
);
call kernel_secure_by_workspace('categorising_rules');

create table categorising_runs (
  workspace_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  force boolean not null,
  matched integer not null,
  changed integer not null,
  skipped integer not null,
  created_at timestamptz(3) not null,
  undone_at timestamptz(3),
  restored integer,
  left_alone integer,
  primary key (workspace_id, id)
);
create index categorising_runs_by_rule on categorising_runs (workspace_id, rule_id, id desc);
call kernel_secure_by_workspace('categorising_runs');

-- Values of a transaction before and after a run.
create table categorising_changes (
  workspace_id uuid not null,
  run_id uuid not null,
  transaction_id uuid not null,
  category_id_before uuid,
  category_source_before text,
  description_before text not null,
  notes_before text,
  category_id uuid,
  category_source text,
  description text not null,
  notes text,
  added_tag_ids uuid[],
  primary key (workspace_id, run_id, transaction_id)
);
create index categorising_changes_by_transaction on categorising_changes (workspace_id, transaction_id);
call kernel_secure_by_workspace('categorising_changes');

-- Outcome of each action of a matching rule, for explanations.
create table categorising_effects (
  workspace_id uuid not null,
  transaction_id uuid not null,
  run_id uuid not null,
  place smallint not null,
  rule_id uuid not null,
  effects jsonb not null,
  ran_at timestamptz(3) not null,
  undone boolean not null default false,
  primary key (workspace_id, transaction_id, run_id, place)
);
create index categorising_effects_by_run on categorising_effects (workspace_id, run_id);
call kernel_secure_by_workspace('categorising_effects');
