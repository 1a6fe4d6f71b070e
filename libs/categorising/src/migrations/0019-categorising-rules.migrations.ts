import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

const TABLES = [
  'categorising_rules',
  'categorising_runs',
  'categorising_changes',
  'categorising_effects',
  'categorising_match_sets',
  'categorising_matches',
];

class Rules extends Migration {
  override up(): void {
    this.addSql(RULES);
    this.addSql(RUNS);
    this.addSql(MATCHES);
    for (const table of TABLES) this.addSql(secureByWorkspace(table));
  }

  override down(): void {
    this.addSql(`drop table ${TABLES.join(', ')};`);
  }
}

const RULES = `
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
  );`;

const RUNS = `
  -- A rule applied to what is there already, by a person; undone_at when it was taken back.
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
  -- What a run did to each transaction, before and after. New transactions that rules look at are a run of their own.
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
    primary key (workspace_id, run_id, transaction_id)
  );
  create index categorising_changes_by_transaction on categorising_changes (workspace_id, transaction_id);
  -- What became of each action of a rule that met a transaction: by its kind, its value and the outcome.
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
  create index categorising_effects_by_run on categorising_effects (workspace_id, run_id);`;

const MATCHES = `
  -- How far a rule's kept matches go: every change of a transaction before the instant is in them (decision 0021).
  create table categorising_match_sets (
    workspace_id uuid not null,
    rule_id uuid not null,
    conditions jsonb not null,
    total integer not null,
    kept_until timestamptz not null,
    primary key (workspace_id, rule_id)
  );
  create table categorising_matches (
    workspace_id uuid not null,
    rule_id uuid not null,
    date date not null,
    transaction_id uuid not null,
    primary key (workspace_id, rule_id, date, transaction_id)
  );
  create index categorising_matches_by_transaction on categorising_matches (workspace_id, transaction_id, rule_id);`;

export const rules: NamedMigration = { name: '0019-categorising-rules', class: Rules };
