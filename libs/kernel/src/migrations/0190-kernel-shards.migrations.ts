import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { secureByWorkspace } from '../database/named-migration.migrations.js';

const TABLES = `
      -- Where each workspace is; of one without a row here, it is this database.
      create table kernel_placements (
        workspace_id uuid primary key,
        shard text not null
      );
      -- How many workspaces were given to each.
      create table kernel_shards (
        name text primary key,
        workspaces bigint not null
      );
      grant select, insert, update on kernel_shards to centavo_identity, centavo_operator;

      -- What was done in the directory and is yet to be told in the shard of its workspace; and what has been told there.
      create table kernel_notes_to_carry (
        workspace_id uuid not null,
        id uuid not null,
        note jsonb not null,
        primary key (workspace_id, id)
      );
      create table kernel_carried_notes (
        workspace_id uuid not null,
        id uuid not null,
        at timestamptz(3) not null,
        primary key (workspace_id, id)
      );`;

const RIGHTS = `
      -- Who serves a workspace sees where that is, and no request moves it.
      revoke insert, update, delete on kernel_placements from centavo_app;
      grant insert on kernel_placements to centavo_identity;
      revoke update, delete on kernel_notes_to_carry from centavo_app;
      revoke insert, update, delete on kernel_carried_notes from centavo_app;

      -- The shard of a workspace that has just been found by what was presented: one statement, which is a transaction by itself.
      create function kernel_shard_of(workspace uuid) returns text language plpgsql volatile as $$
      begin
        perform set_config('app.workspace_id', workspace::text, true);
        return (select shard from kernel_placements where workspace_id = workspace);
      end $$;`;

/** Everything that shards need: their directory, and notes for them. */
export const SHARDS: readonly string[] = [
  TABLES,
  ...['kernel_placements', 'kernel_notes_to_carry', 'kernel_carried_notes'].map((table) => secureByWorkspace(table)),
  RIGHTS,
];

class ShardsOfWorkspaces extends Migration {
  override up(): void {
    for (const sql of SHARDS) this.addSql(sql);
  }

  override down(): void {
    this.addSql(`
      drop function kernel_shard_of;
      drop table kernel_carried_notes, kernel_notes_to_carry, kernel_shards, kernel_placements;`);
  }
}

/** The directory of shards, and what it tells them (decision 0086). */
export const shardsOfWorkspaces: NamedMigration = { name: '0190-kernel-shards', class: ShardsOfWorkspaces };
